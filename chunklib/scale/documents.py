"""Chunk many documents, one after the other or many at a time: the same chunks in the same order."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeAlias

from chunklib.chunk import Chunk
from chunklib.chunk_config import Chunker
from chunklib.errors import InvalidType, InvalidValue, meant
from chunklib.readers import a_mapping, at_least
from chunklib.recipe import given_metadata, with_given
from chunklib.scale.dask_client import dask_workers, usable
from chunklib.scale.processes import processes
from chunklib.scale.tasks import Done, Source, Split, answer, in_order, split_one, why, worth

if TYPE_CHECKING:
    from distributed import Client

Progress: TypeAlias = Callable[[int, int], object]
"""Called with how many documents are done, and of how many."""


@dataclass(frozen=True)
class Chunked:
    """Holds all chunks, in the order of the documents and of their texts, and what failed, by document."""

    chunks: list[Chunk]
    failures: dict[str, str]


def chunk_documents(
    documents: Mapping[str, Source],
    chunker: Mapping[str, Any] | Chunker | Split,
    client: Client | str | None = None,
    *,
    metadata: Mapping[str, Mapping[str, object]] | None = None,
    workers: int = 1,
    patience: float = 10.0,
    progress: Progress | None = None,
) -> Chunked:
    """Chunk many documents, and keep all chunks.

    Args:
        documents: texts, or paths of files whose line ends all become line feeds, by name; ids begin with the name.
        chunker: a chunker, its description (see :class:`chunklib.Chunker`), or a callable that takes a
            text and ``document=``. On other machines it is imported: it has to be there.
        client: a client of :func:`local_client` or of Dask, or the address of a Dask scheduler, ``tcp://host:port``;
            None: this machine alone splits.
        metadata: dictionaries by a document's name: keys that its chunks get, in place of those in the description.
        workers: how many processes of this machine split: copies of this one on Linux, if it has no other threads. 1 is
            a plain loop. In a script, call this under ``if __name__ == "__main__":``. Ctrl-C ends them.
        patience: seconds in which a scheduler at an address has to answer and to have a worker.
        progress: called after each document with how many are done, and of how many.

    Returns:
        the same from all: chunks in the order of the documents, and a line for each that failed or ended its worker.

    Raises:
        ConnectionError: where no scheduler answers, has a worker and stays, a client is closed, or no process starts.
        ValueError: for an impossible description, address, patience or number, and for metadata of no document.
        TypeError: for documents that are neither texts nor paths, for metadata that are not dictionaries with texts
            as keys, for a client that is none, and for a splitter that processes need and cannot load.
        ModuleNotFoundError: for a client without distributed (the extra ``scale``).

    >>> found = chunk_documents({"a": "One. Two.", "b": "Six."}, {"strategy": "sentences", "size": 3, "overlap": 0})
    >>> [chunk.id for chunk in found.chunks], found.failures
    (['a:0-5', 'a:5-9', 'b:0-4'], {})
    """
    chunks, failures = list[Chunk](), dict[str, str]()
    told: dict[str, Any] = {"metadata": metadata, "workers": workers, "patience": patience, "progress": progress}
    for done in each_document(documents, chunker, client, **told):
        chunks += done.chunks
        if done.failure:
            failures[done.document] = done.failure
    return Chunked(chunks, failures)


def each_document(
    documents: Mapping[str, Source],
    chunker: Mapping[str, Any] | Chunker | Split,
    client: Client | str | None = None,
    *,
    metadata: Mapping[str, Mapping[str, object]] | None = None,
    workers: int = 1,
    patience: float = 10.0,
    progress: Progress | None = None,
) -> Iterator[Done]:
    """Chunk many documents one after the other, so that no more than a few are in memory at once.

    Args:
        documents: as :func:`chunk_documents` takes them, as all that follows.
        chunker: how to split.
        client: who splits.
        metadata: by a document's name.
        workers: how many split, if there is no client.
        patience: seconds.
        progress: hears how many are done.

    Yields:
        each document once, in their order. Closing the iterator ends the processes.

    Raises:
        ConnectionError: as :func:`chunk_documents`, as all others.

    >>> documents = {"a": "Tea.", "b": "𓀀", "c": "Sun."}
    >>> for done in each_document(documents, {"strategy": "sentences", "size": 3, "overlap": 0}):
    ...     print(done.document, [chunk.id for chunk in done.chunks] or done.failure[:30])
    a ['a:0-4']
    b ValueError: size=3 is too smal
    c ['c:0-4']
    """
    split = Chunker.from_config(chunker) if isinstance(chunker, Mapping) else chunker
    if not callable(split):
        kinds = "a description such as {'strategy': 'recursive'} or a callable"
        raise InvalidType(f"a chunker is {kinds}: got {type(split).__name__}")
    texts = _checked(documents)
    given = _given(metadata, texts)
    split, common = _apart(split) if given else (split, {})
    found = _found(texts, split, client, at_least(1, "workers", workers), patience)
    if given:
        found = (_described(done, given.get(done.document, common)) for done in found)
    return found if progress is None else _counted(found, len(documents), progress)


def _given(metadata: object, documents: Mapping[str, Source]) -> dict[str, dict[str, object]]:
    """Read metadata by the documents' names."""
    if metadata is None:
        return {}
    given = a_mapping("metadata", metadata, "dictionaries by a document's name")
    for name in given:
        if name not in documents:
            raise InvalidValue(f"metadata are given for {name!r}, which is not a document{meant(name, documents)}")
    return {name: given_metadata(one, f" of {name!r}") for name, one in given.items()}


def _apart(split: Split) -> tuple[Split, dict[str, object]]:
    """Take the metadata out of a chunker: those of a document may take their place."""
    if not isinstance(split, Chunker):
        return split, {}
    return split.but(metadata=None), given_metadata(split.options.get("metadata"))


def _described(done: Done, given: Mapping[str, object]) -> Done:
    """Put metadata into the chunks of a document, here, so that they need not be sent to who splits."""
    try:
        chunks = [replace(chunk, metadata=with_given(given, chunk.metadata)) for chunk in done.chunks]
    except InvalidValue as error:
        return Done(done.document, [], why(error))
    return done._replace(chunks=chunks)


def _found(
    documents: Mapping[str, Source], split: Split, client: Client | str | None, workers: int, patience: float
) -> Iterator[Done]:
    work = partial(answer, split)
    if client is not None:
        if workers > 1:
            raise InvalidValue(f"workers are processes of this machine, and the client has its own: got {workers}")
        reached = client if isinstance(client, str) else usable(client)
        return in_order(documents, partial(dask_workers, reached, work, patience))
    needed = worth(documents, workers)
    if workers > 1 and needed:
        return in_order(documents, partial(processes, needed, work))
    return (split_one(split, *document) for document in documents.items())


def _counted(found: Iterator[Done], total: int, progress: Progress) -> Iterator[Done]:
    for number, done in enumerate(found, 1):
        progress(number, total)
        yield done


def _checked(documents: object) -> dict[str, Source]:
    """Copy the documents: who asks may throw away those that are done."""
    found: dict[str, Source] = {**a_mapping("documents", documents, "a dictionary from names to texts or paths")}
    for name, source in found.items():
        if not isinstance(name, str) or not isinstance(source, (str, Path)):
            raise InvalidType(f"documents are texts or paths by name: got {name!r}: {type(source).__name__}")
    return found

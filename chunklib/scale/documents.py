"""Chunk many documents, one after the other or many at a time: the same chunks in the same order."""

from __future__ import annotations

import pickle
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol, TypeAlias

from chunklib.chunk import Chunk
from chunklib.chunk_config import Chunker, make
from chunklib.errors import InvalidType, InvalidValue, NoAnswer, kind_of, meant, said
from chunklib.integers import at_least
from chunklib.recipe import given_metadata, with_given
from chunklib.scale.dask_client import dask_workers, usable
from chunklib.scale.processes import processes
from chunklib.scale.remote import Sent, with_texts, without_texts

if TYPE_CHECKING:
    from distributed import Client

Source: TypeAlias = str | Path
"""A document: its text, or the path of a file, which is read (UTF-8) where it is split."""
Split: TypeAlias = Callable[..., Iterable[Chunk]]
"""Called with a text and ``document=name``, as every strategy can be; with a path, if it has a true ``takes_files``."""
_Task: TypeAlias = list[tuple[str, Source]]


class Done(NamedTuple):
    """Holds one document: its chunks, or one line that says why there are none."""

    document: str
    chunks: list[Chunk]
    failure: str = ""


def _done(split: Split, name: str, source: Source) -> Done:
    """Chunk a document; whatever is raised is said in one line, so that one document does not lose the others."""
    try:
        return Done(name, _chunks(split, name, source))
    except KeyboardInterrupt:
        raise
    except BaseException as error:  # noqa: BLE001 (a splitter may raise anything, and even call sys.exit)
        return Done(name, [], _why(error))


def _chunks(split: Split, name: str, source: Source) -> list[Chunk]:
    if isinstance(source, Path) and not getattr(split, "takes_files", False):
        source = source.read_text(encoding="utf-8")
    chunks: list[Chunk] = []
    for chunk in split(source, document=name):
        if not isinstance(chunk, Chunk):
            raise InvalidType(f"a splitter must give chunks (chunklib.Chunk): got {type(chunk).__name__}")
        chunks.append(chunk)
    return chunks


def _why(error: BaseException) -> str:
    """Say in one line what went wrong: the class of an error, and what it says if it can say anything."""
    if type(error).__name__ in ("KilledWorker", "BrokenProcessPool"):
        return "ChildProcessError: its worker ended: it was killed, or ran out of memory"
    return f"{kind_of(error)}: {said(error)}".removesuffix(": ")


_LEAST, _MOST = 250_000, 1_000_000  # characters of documents that make a task; a path counts as the least
_AHEAD = 3  # tasks for each worker that are sent before they are asked for
_PARTS = 3  # for each worker, of what is left: the last tasks are small, so that no worker waits long for another
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
        documents: texts or paths by name; the names become part of the chunks' ids.
        chunker: a description as :func:`chunklib.chunk_config.make` takes it, a chunker, or a callable that takes a
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
    split = make(chunker) if isinstance(chunker, Mapping) else chunker
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
    if not isinstance(metadata, Mapping):
        raise InvalidType(f"metadata must be dictionaries by a document's name: got {type(metadata).__name__}")
    for name in metadata:
        if name not in documents:
            raise InvalidValue(f"metadata are given for {name!r}, which is not a document{meant(name, documents)}")
    return {name: given_metadata(one, f" of {name!r}") for name, one in metadata.items()}


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
        return Done(done.document, [], _why(error))
    return done._replace(chunks=chunks)


def _found(
    documents: Mapping[str, Source], split: Split, client: Client | str | None, workers: int, patience: float
) -> Iterator[Done]:
    work = partial(_answer, split)
    if client is not None:
        if workers > 1:
            raise InvalidValue(f"workers are processes of this machine, and the client has its own: got {workers}")
        reached = client if isinstance(client, str) else usable(client)
        return _in_order(documents, partial(dask_workers, reached, work, patience))
    needed = min(workers, len(documents), 1 + sum(map(_weight, documents.values())) // _LEAST)
    if workers > 1 and needed:
        return _in_order(documents, partial(processes, needed, work))
    return (_done(split, *document) for document in documents.items())


def _counted(found: Iterator[Done], total: int, progress: Progress) -> Iterator[Done]:
    for number, done in enumerate(found, 1):
        progress(number, total)
        yield done


class _Awaited(Protocol):
    """Is a future, of Dask or of this machine's processes."""

    def result(self) -> bytes:
        """Wait for what came of a task."""


class _Workers(Protocol):
    """Are those who split."""

    at_once: int
    tasks: Sequence[Any]

    def submit(self, number: int, /) -> _Awaited:
        """Send one of the tasks."""

    def alone(self, task: _Task, /) -> _Awaited:
        """Send a document that may end its worker."""

    def gone(self, error: Exception, /) -> bool:
        """Tell by an error whether nobody splits any more."""


def _in_order(
    documents: Mapping[str, Source], connect: Callable[[], AbstractContextManager[_Workers]]
) -> Iterator[Done]:
    """Send a few tasks ahead, and take their results in order."""
    waiting: deque[tuple[_Task, _Awaited]] = deque()
    with connect() as workers:
        at_once = max(1, workers.at_once)
        workers.tasks = list(_tasks(documents, at_once))
        for number, task in enumerate(workers.tasks):
            waiting.append((task, workers.submit(number)))
            if len(waiting) >= _AHEAD * at_once:
                yield from _taken(workers, *waiting.popleft())
        while waiting:
            yield from _taken(workers, *waiting.popleft())


def _taken(workers: _Workers, task: _Task, future: _Awaited, *, alone: bool = False) -> list[Done]:
    """Wait for a task; documents of one that ended its worker are tried again, each alone."""
    try:
        found: list[tuple[str, list[Sent], str]] = pickle.loads(future.result())  # noqa: S301 (our workers wrote it)
        return [
            Done(name, with_texts(sent, _text(source)), failure)
            for (name, sent, failure), (_, source) in zip(found, task, strict=True)
        ]
    except Exception as error:  # noqa: BLE001 (a worker may die of anything)
        if workers.gone(error):
            raise NoAnswer(f"the Dask scheduler went away while {task[0][0]!r} was chunked: {said(error)}") from None
        if alone:
            return [Done(task[0][0], [], _why(error))]
    return [done for document in task for done in _taken(workers, [document], workers.alone([document]), alone=True)]


def _answer(split: Split, task: _Task) -> list[tuple[str, list[Sent], str]]:
    """Split in a worker; what its documents have need not be sent back."""
    found = ((_done(split, name, source), _text(source)) for name, source in task)
    return [(done.document, without_texts(done.chunks, text), done.failure) for done, text in found]


def _text(source: Source) -> str:
    return source if isinstance(source, str) else ""


def _weight(source: Source) -> int:
    return len(source) if isinstance(source, str) else _LEAST


def _checked(documents: object) -> dict[str, Source]:
    """Copy the documents: who asks may throw away those that are done."""
    if not isinstance(documents, Mapping):
        kind = type(documents).__name__
        raise InvalidType(f"documents must be a dictionary from names to texts or paths: got a {kind}")
    found = dict(documents)
    for name, source in found.items():
        if not isinstance(name, str) or not isinstance(source, (str, Path)):
            raise InvalidType(f"documents are texts or paths by name: got {name!r}: {type(source).__name__}")
    return found


def _tasks(documents: Mapping[str, Source], workers: int) -> Iterator[_Task]:
    """Put documents together until a task is worth sending."""
    left = sum(map(_weight, documents.values()))
    task, weight = list[tuple[str, Source]](), 0
    for name, source in documents.items():
        task.append((name, source))
        weight += _weight(source)
        if weight >= min(_MOST, max(_LEAST, left // (_PARTS * workers))):
            yield task
            left -= weight
            task, weight = [], 0
    if task:
        yield task

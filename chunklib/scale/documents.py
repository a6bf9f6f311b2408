"""Many documents, one after the other or many at a time: the same chunks in the same order."""

from __future__ import annotations

import warnings
from collections import deque
from collections.abc import Iterable, Iterator, Mapping
from concurrent.futures import CancelledError
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from chunklib.chunk import Chunk
from chunklib.chunk_config import Chunker
from chunklib.errors import InvalidType
from chunklib.scale.dask_client import client_at, usable
from chunklib.scale.splitting import Done, Source, Split, one, said, splitter, why

if TYPE_CHECKING:
    from distributed import Client, Future

_TOGETHER = 200_000  # characters of documents that make a task; a path counts as many
_AHEAD = 3  # tasks for each thread of a worker that are sent before they are asked for


@dataclass(frozen=True)
class Chunked:
    """All documents: the chunks in the order of the documents and of their texts, and what failed, by document."""

    chunks: list[Chunk]
    failures: dict[str, str]


def chunk_documents(
    documents: Mapping[str, Source],
    chunker: Mapping[str, Any] | Chunker | Split,
    client: Client | str | None = None,
    *,
    patience: float = 10.0,
) -> Chunked:
    """Chunk many documents, and keep all chunks.

    Args:
        documents: texts or paths by name; the names become part of the chunks' ids.
        chunker: a description as :func:`chunklib.chunk_config.make` takes it, a chunker, or a callable that takes a
            text and ``document=``. On other machines it is imported: it has to be there.
        client: None is a plain loop in this process; a client of :func:`local_client` or of Dask; or the address of a
            Dask scheduler, ``tcp://host:port``.
        patience: seconds in which a scheduler at an address has to answer and to have a worker.

    Returns:
        the same for every client: all chunks in the order of the documents, and a line for each that failed.

    Raises:
        ConnectionError: where no scheduler answers, it has no worker, or it goes away; and where a client is closed.
        ValueError: for an impossible description, address or patience.
        TypeError: for documents that are neither texts nor paths, and for a client that is none.
        ModuleNotFoundError: for a client without distributed (the extra ``scale``).

    >>> found = chunk_documents({"a": "One. Two.", "b": "Six."}, {"strategy": "sentences", "size": 3, "overlap": 0})
    >>> [chunk.id for chunk in found.chunks], found.failures
    (['a:0-5', 'a:5-9', 'b:0-4'], {})
    """
    chunks: list[Chunk] = []
    failures: dict[str, str] = {}
    for done in each_document(documents, chunker, client, patience=patience):
        chunks += done.chunks
        if done.failure:
            failures[done.document] = done.failure
    return Chunked(chunks, failures)


def each_document(
    documents: Mapping[str, Source],
    chunker: Mapping[str, Any] | Chunker | Split,
    client: Client | str | None = None,
    *,
    patience: float = 10.0,
) -> Iterator[Done]:
    """Chunk many documents one after the other, so that no more than a few are in memory at once.

    Args:
        documents: as :func:`chunk_documents` takes them, as all that follows.
        chunker: how to split.
        client: who splits.
        patience: seconds.

    Yields:
        each document once, in their order.

    Raises:
        ConnectionError: as :func:`chunk_documents`, as all others.

    >>> documents = {"a": "Tea.", "b": "𓀀", "c": "Sun."}
    >>> for done in each_document(documents, {"strategy": "sentences", "size": 3, "overlap": 0}):
    ...     print(done.document, [chunk.id for chunk in done.chunks] or done.failure[:30])
    a ['a:0-4']
    b ValueError: size=3 is too smal
    c ['c:0-4']
    """
    split = splitter(chunker)
    tasks = list(_tasks(documents))
    if client is None:
        return (one(split, *document) for task in tasks for document in task)
    if isinstance(client, str):
        return _connected(tasks, split, client, patience)
    return _in_order(tasks, split, usable(client))


def _connected(tasks: list[list[tuple[str, Source]]], split: Split, address: str, patience: float) -> Iterator[Done]:
    with client_at(address, patience) as client:
        yield from _in_order(tasks, split, client)


def _in_order(tasks: Iterable[list[tuple[str, Source]]], split: Split, client: Client) -> Iterator[Done]:
    """Send a few tasks ahead, and take their results in order."""
    ahead = _AHEAD * max(1, sum(client.nthreads().values()))  # type: ignore[no-untyped-call]
    waiting: deque[tuple[list[tuple[str, Source]], Future[list[Done]]]] = deque()
    for task in tasks:
        waiting.append((task, _sent(client, split, task)))
        if len(waiting) >= ahead:
            yield from _taken(client, split, *waiting.popleft())
    while waiting:
        yield from _taken(client, split, *waiting.popleft())


def _sent(client: Client, split: Split, task: list[tuple[str, Source]]) -> Future[list[Done]]:
    if client.status in ("closing", "closed"):
        raise ConnectionError(f"the client of Dask was closed before {task[0][0]!r} was chunked")
    with warnings.catch_warnings():
        warnings.filterwarnings("ignore", "Sending large graph", UserWarning)  # a document may be large
        return client.submit(_many, split, task, pure=False)


def _taken(client: Client, split: Split, task: list[tuple[str, Source]], future: Future[list[Done]]) -> list[Done]:
    """Wait for a task; documents of one that ended its worker are tried again, each alone."""
    try:
        return future.result()
    except (CancelledError, OSError) as error:
        raise ConnectionError(f"the Dask scheduler went away while {task[0][0]!r} was chunked: {said(error)}") from None
    except Exception as error:  # noqa: BLE001 (a worker may die of anything)
        if len(task) == 1:
            return [Done(task[0][0], [], why(error))]
    return [done for document in task for done in _taken(client, split, [document], _sent(client, split, [document]))]


def _many(split: Split, task: Iterable[tuple[str, Source]]) -> list[Done]:
    return [one(split, *document) for document in task]


def _tasks(documents: Mapping[str, Source]) -> Iterator[list[tuple[str, Source]]]:
    """Put documents together until a task is worth sending."""
    if not isinstance(documents, Mapping):
        raise InvalidType(
            f"documents must be a dictionary from names to texts or paths: got a {type(documents).__name__}"
        )
    task: list[tuple[str, Source]] = []
    weight = 0
    for name, source in documents.items():
        if not isinstance(name, str) or not isinstance(source, str | Path):
            raise InvalidType(f"documents are texts or paths by name: got {name!r}: {type(source).__name__}")
        task.append((name, source))
        weight += len(source) if isinstance(source, str) else _TOGETHER
        if weight >= _TOGETHER:
            yield task
            task, weight = [], 0
    if task:
        yield task

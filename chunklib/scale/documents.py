"""Chunk many documents, one after the other or many at a time: the same chunks in the same order."""

from __future__ import annotations

import warnings
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Mapping
from concurrent.futures import CancelledError
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple, TypeAlias

from chunklib.chunk import Chunk
from chunklib.chunk_config import Chunker, make
from chunklib.errors import InvalidType, NoAnswer, kind_of, said
from chunklib.scale.dask_client import client_at, usable

if TYPE_CHECKING:
    from distributed import Client, Future

Source: TypeAlias = str | Path
"""A document: its text, or the path of a file, which is read (UTF-8) where it is split."""
Split: TypeAlias = Callable[..., Iterable[Chunk]]
"""Called with a text and ``document=name``, as every strategy can be."""
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
    takes_a_file = isinstance(split, Chunker) and split.recipe.file
    if isinstance(source, Path) and not takes_a_file:
        source = source.read_text(encoding="utf-8")
    chunks: list[Chunk] = []
    for chunk in split(source, document=name):
        if not isinstance(chunk, Chunk):
            raise InvalidType(f"a splitter must give chunks (chunklib.Chunk): got {type(chunk).__name__}")
        chunks.append(chunk)
    return chunks


def _why(error: BaseException) -> str:
    """Say in one line what went wrong: the class of an error, and what it says if it can say anything."""
    if type(error).__name__ == "KilledWorker":
        return "ChildProcessError: its worker ended: it was killed, or ran out of memory"
    return f"{kind_of(error)}: {said(error)}".removesuffix(": ")


_TOGETHER = 200_000  # characters of documents that make a task; a path counts as many
_AHEAD = 3  # tasks for each thread of a worker that are sent before they are asked for


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
    split = make(chunker) if isinstance(chunker, Mapping) else chunker
    if not callable(split):
        kinds = "a description such as {'strategy': 'recursive'} or a callable"
        raise InvalidType(f"a chunker is {kinds}: got {type(split).__name__}")
    tasks = list(_tasks(documents))
    if client is None:
        return (_done(split, *document) for task in tasks for document in task)
    if isinstance(client, str):
        return _in_order(tasks, split, partial(client_at, client, patience))
    ours = usable(client)
    return _in_order(tasks, split, lambda: nullcontext(ours))


def _in_order(
    tasks: list[_Task], split: Split, connect: Callable[[], AbstractContextManager[Client]]
) -> Iterator[Done]:
    """Send a few tasks ahead, and take their results in order."""
    waiting: deque[tuple[_Task, Future[list[Done]]]] = deque()
    with connect() as client:
        ahead = _AHEAD * max(1, sum(client.nthreads().values()))  # type: ignore[no-untyped-call]
        for task in tasks:
            waiting.append((task, _sent(client, split, task)))
            if len(waiting) >= ahead:
                yield from _taken(client, split, *waiting.popleft())
        while waiting:
            yield from _taken(client, split, *waiting.popleft())


def _sent(client: Client, split: Split, task: _Task) -> Future[list[Done]]:
    if client.status in ("closing", "closed"):
        raise NoAnswer(f"the client of Dask was closed before {task[0][0]!r} was chunked")
    with warnings.catch_warnings():
        warnings.filterwarnings("ignore", "Sending large graph", UserWarning)  # a document may be large
        return client.submit(_many, split, task, pure=False)


def _taken(client: Client, split: Split, task: _Task, future: Future[list[Done]]) -> list[Done]:
    """Wait for a task; documents of one that ended its worker are tried again, each alone."""
    try:
        return future.result()
    except (CancelledError, OSError) as error:
        raise NoAnswer(f"the Dask scheduler went away while {task[0][0]!r} was chunked: {said(error)}") from None
    except Exception as error:  # noqa: BLE001 (a worker may die of anything)
        if len(task) == 1:
            return [Done(task[0][0], [], _why(error))]
    return [done for document in task for done in _taken(client, split, [document], _sent(client, split, [document]))]


def _many(split: Split, task: _Task) -> list[Done]:
    return [_done(split, *document) for document in task]


def _tasks(documents: Mapping[str, Source]) -> Iterator[_Task]:
    """Put documents together until a task is worth sending."""
    if not isinstance(documents, Mapping):
        kind = type(documents).__name__
        raise InvalidType(f"documents must be a dictionary from names to texts or paths: got a {kind}")
    task, weight = list[tuple[str, Source]](), 0
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

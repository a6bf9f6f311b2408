"""The same chunks of many documents, by one process or by many: on this machine, or on a Dask cluster by its address.

Documents are independent, so nothing has to be decided anew: a plain loop says what is right, and workers give the same
chunks in the same order. A document that cannot be chunked is named, and the others come.
"""

from __future__ import annotations

import logging
import warnings
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Mapping
from concurrent.futures import CancelledError
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple, TypeAlias

from chunklib.chunk import Chunk
from chunklib.recipe import Chunker, make
from chunklib.whole import at_least

if TYPE_CHECKING:
    from contextlib import AbstractContextManager

    from distributed import Client, Future

Source: TypeAlias = str | Path
"""A document: its text, or the path of a file, which is read (UTF-8) where it is split."""
Split: TypeAlias = Callable[..., Iterable[Chunk]]
"""Called with a text and ``document=name``, as every strategy can be."""

_TOGETHER = 200_000  # characters of documents that make a task; a path counts as many
_AHEAD = 3  # tasks for each thread of a worker that are sent before they are asked for
_SAID = 200  # characters of what an error says


class Done(NamedTuple):
    """One document: its chunks, or one line that says why there are none."""

    document: str
    chunks: list[Chunk]
    failure: str = ""


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
        chunker: a description as :func:`chunklib.recipe.make` takes it, a chunker, or a callable that takes a text and
            ``document=``. On other machines it is imported: it has to be there.
        client: None is a plain loop in this process; a client of :func:`local_client` or of Dask; or the address of a
            Dask scheduler, ``tcp://host:port``.
        patience: seconds in which a scheduler at an address has to answer and to have a worker.

    Returns:
        the same for every client: all chunks in the order of the documents, and a line for each that failed.

    Raises:
        ConnectionError: where no scheduler answers, it has no worker, or it goes away.
        ValueError: for an impossible description or address.
        TypeError: for documents that are neither texts nor paths.
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
    split = _splitter(chunker)
    tasks = list(_tasks(documents))
    if client is None:
        return (_one(split, *document) for task in tasks for document in task)
    if isinstance(client, str):
        return _connected(tasks, split, client, patience)
    return _in_order(tasks, split, client)


@contextmanager
def local_client(workers: int = 2, *, processes: bool = True) -> Iterator[Client]:
    """Start workers on this machine, and end them afterwards. They listen on loopback only, and there is no dashboard.

    Args:
        workers: how many, with one thread each.
        processes: False makes them threads of this process: quick to start, and they take turns on one core.

    Yields:
        a client of Dask. In a script, call this under ``if __name__ == "__main__":``, as for every new process.

    Raises:
        ModuleNotFoundError: without distributed (the extra ``scale``).
    """
    workers = at_least(1, "workers", workers)
    distributed = _distributed()
    quiet = {"dashboard": False, "dashboard_address": "127.0.0.1:0", "allowed_failures": 1}
    with (
        # Around it all: the cluster ends its own silence before its connections have said their last words.
        distributed.utils.silence_logging_cmgr(logging.CRITICAL),
        distributed.LocalCluster(
            n_workers=workers,
            threads_per_worker=1,
            processes=processes,
            host="127.0.0.1",
            protocol="tcp",
            scheduler_kwargs=quiet,
            silence_logs=logging.CRITICAL,
        ) as cluster,
        distributed.Client(cluster) as client,
    ):
        yield client


def _distributed() -> Any:
    try:
        import distributed
    except ModuleNotFoundError:
        message = "chunking with Dask needs the package distributed: pip install 'chunklib[scale]'"
        raise ModuleNotFoundError(message, name="distributed") from None
    return distributed


def _connected(tasks: list[list[tuple[str, Source]]], split: Split, address: str, patience: float) -> Iterator[Done]:
    with _client(address, patience) as client:
        yield from _in_order(tasks, split, client)


def _client(address: str, patience: float) -> AbstractContextManager[Client]:
    """Reach a scheduler that has a worker."""
    distributed = _distributed()
    if not address.partition("://")[2].rpartition(":")[2].isdigit():
        raise ValueError(f"the address of a Dask scheduler is tcp://host:port: got {address!r}")
    try:
        client: Client = distributed.Client(address, timeout=patience, set_as_default=False)
    except (OSError, ValueError):
        start = f"start one with: dask scheduler --host {address.partition('://')[2].rpartition(':')[0]}"
        raise ConnectionError(f"no Dask scheduler answers at {address} within {patience:g} s; {start}") from None
    try:
        client.wait_for_workers(1, timeout=patience)
    except TimeoutError:
        client.close()  # type: ignore[no-untyped-call]
        said = f"the Dask scheduler at {address} has no worker: start one with: dask worker {address}"
        raise ConnectionError(said) from None
    return client


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
    with warnings.catch_warnings():
        warnings.filterwarnings("ignore", "Sending large graph", UserWarning)  # a document may be large
        return client.submit(_many, split, task, pure=False)


def _taken(client: Client, split: Split, task: list[tuple[str, Source]], future: Future[list[Done]]) -> list[Done]:
    """Wait for a task; documents of one that ended its worker are tried again, each alone."""
    try:
        return future.result()
    except (CancelledError, OSError) as error:
        raise ConnectionError(
            f"the Dask scheduler went away while {task[0][0]!r} was chunked: {_said(error)}"
        ) from None
    except Exception as error:  # noqa: BLE001 (a worker may die of anything)
        if len(task) == 1:
            return [Done(task[0][0], [], _why(error))]
    return [done for one in task for done in _taken(client, split, [one], _sent(client, split, [one]))]


def _many(split: Split, task: Iterable[tuple[str, Source]]) -> list[Done]:
    return [_one(split, *document) for document in task]


def _one(split: Split, name: str, source: Source) -> Done:
    """Chunk a document, and say in one line why it cannot be done."""
    try:
        return Done(name, list(split(source, document=name)))
    except Exception as error:  # noqa: BLE001 (one document must not lose the others)
        return Done(name, [], _why(error))


def _why(error: Exception) -> str:
    if type(error).__name__ == "KilledWorker":
        return "ChildProcessError: its worker ended: it was killed, or ran out of memory"
    return f"{type(error).__name__}: {_said(error)}".removesuffix(": ")


def _said(error: BaseException) -> str:
    return str(error).strip().partition("\n")[0][:_SAID]


def _splitter(chunker: Mapping[str, Any] | Chunker | Split) -> Split:
    """Read how to split; a description that is impossible is refused here, before anything is sent."""
    if isinstance(chunker, Mapping):
        chunker = make(chunker)
    if isinstance(chunker, Chunker):
        return partial(_described, chunker.config)
    if not callable(chunker):
        raise TypeError(f"a chunker is a description or a callable: got {type(chunker).__name__}")
    return partial(_called, chunker)


def _described(config: Mapping[str, Any], source: Source, *, document: str) -> list[Chunk]:
    chunker = make({**config, "document": document})
    return chunker(source if config["strategy"] == "pdf" else _read(source))


def _called(split: Split, source: Source, *, document: str) -> Iterable[Chunk]:
    return split(_read(source), document=document)


def _read(source: Source) -> str:
    return source.read_text(encoding="utf-8") if isinstance(source, Path) else source


def _tasks(documents: Mapping[str, Source]) -> Iterator[list[tuple[str, Source]]]:
    """Put documents together until a task is worth sending."""
    task: list[tuple[str, Source]] = []
    weight = 0
    for name, source in documents.items():
        if not isinstance(name, str) or not isinstance(source, str | Path):
            raise TypeError(f"documents are texts or paths by name: got {name!r}: {type(source).__name__}")
        task.append((name, source))
        weight += len(source) if isinstance(source, str) else _TOGETHER
        if weight >= _TOGETHER:
            yield task
            task, weight = [], 0
    if task:
        yield task

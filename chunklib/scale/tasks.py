"""Put documents together in tasks, send them to those who split, and take what comes back in order."""

from __future__ import annotations

import pickle
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager
from pathlib import Path
from typing import Any, NamedTuple, Protocol, TypeAlias

from chunklib.chunk import Chunk
from chunklib.errors import InvalidType, NoAnswer, kind_of, said
from chunklib.scale.remote import Sent, with_texts, without_texts

Source: TypeAlias = str | Path
"""A document: its text, or the path of a file, which is read where it is split, as ``path.read_text("utf-8")`` does:
other line ends become line feeds, and offsets count in that text."""
Split: TypeAlias = Callable[..., Iterable[Chunk]]
"""Called with a text and ``document=name``, as every strategy can be; with a path, if it has a true ``takes_files``."""
_Task: TypeAlias = list[tuple[str, Source]]


class Done(NamedTuple):
    """Holds one document: its chunks, or one line that says why there are none."""

    document: str
    chunks: list[Chunk]
    failure: str = ""


def split_one(split: Split, name: str, source: Source) -> Done:
    """Chunk a document; whatever is raised is said in one line, so that one document does not lose the others."""
    try:
        return Done(name, _chunks(split, name, source))
    except KeyboardInterrupt:
        raise
    except BaseException as error:  # noqa: BLE001 (a splitter may raise anything, and even call sys.exit)
        return Done(name, [], why(error))


def _chunks(split: Split, name: str, source: Source) -> list[Chunk]:
    if isinstance(source, Path) and not getattr(split, "takes_files", False):
        source = source.read_text(encoding="utf-8")
    chunks: list[Chunk] = []
    for chunk in split(source, document=name):
        if not isinstance(chunk, Chunk):
            raise InvalidType(f"a splitter must give chunks (chunklib.Chunk): got {type(chunk).__name__}")
        chunks.append(chunk)
    return chunks


def why(error: BaseException) -> str:
    """Say in one line what went wrong: the class of an error, and what it says if it can say anything."""
    if type(error).__name__ in ("KilledWorker", "BrokenProcessPool"):
        return "ChildProcessError: its worker ended: it was killed, or ran out of memory"
    return f"{kind_of(error)}: {said(error)}".removesuffix(": ")


_LEAST, _MOST = 250_000, 2_000_000  # characters of documents that make a task; a path counts as the least
_AHEAD = 3  # tasks for each worker that are sent before they are asked for
_PARTS = 2  # for each worker, of what is left: the last tasks are small, so that no worker waits long for another


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


def in_order(
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
            return [Done(task[0][0], [], why(error))]
    return [done for document in task for done in _taken(workers, [document], workers.alone([document]), alone=True)]


def answer(split: Split, task: _Task) -> list[tuple[str, list[Sent], str]]:
    """Split in a worker; what its documents have need not be sent back."""
    found = ((split_one(split, name, source), _text(source)) for name, source in task)
    return [(done.document, without_texts(done.chunks, text), done.failure) for done, text in found]


def _text(source: Source) -> str:
    return source if isinstance(source, str) else ""


def worth(documents: Mapping[str, Source], workers: int) -> int:
    """Tell how many of these workers have something to do: with less than a task each, fewer are quicker."""
    return min(workers, len(documents), 1 + sum(map(_weight, documents.values())) // _LEAST)


def _weight(source: Source) -> int:
    return len(source) if isinstance(source, str) else _LEAST


def _tasks(documents: Mapping[str, Source], workers: int) -> Iterator[_Task]:
    """Put documents together until a task is worth sending."""
    weights = [*map(_weight, documents.values())]
    left = sum(weights)
    task, weight, enough = list[tuple[str, Source]](), 0, 0
    for document, more in zip(documents.items(), weights, strict=True):
        if not task:
            enough = min(_MOST, max(_LEAST, left // (_PARTS * workers)))
        task.append(document)
        weight += more
        if weight >= enough:
            yield task
            left -= weight
            task, weight = [], 0
    if task:
        yield task

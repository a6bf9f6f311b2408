"""Split a document, whatever happens, and put documents together in tasks that are worth sending."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from pathlib import Path
from typing import NamedTuple, TypeAlias

from chunklib.chunk import Chunk
from chunklib.errors import InvalidType, kind_of, said

Source: TypeAlias = str | Path
"""A document: its text, or the path of a file, which is read where it is split, as ``path.read_text("utf-8")`` does:
other line ends become line feeds, and offsets count in that text."""
Split: TypeAlias = Callable[..., Iterable[Chunk]]
"""Called with a text and ``document=name``, as every strategy can be; with a path, if it has a true ``takes_files``."""
Task: TypeAlias = list[tuple[str, Source]]


class Done(NamedTuple):
    """Holds one document: its chunks, or one line that says why there are none."""

    document: str
    chunks: list[Chunk]
    failure: str = ""


def split_one(split: Split, name: str, source: Source) -> Done:
    """Chunk a document; whatever is raised is said in one line, so that one document does not lose the others."""
    try:
        if isinstance(source, Path) and not getattr(split, "takes_files", False):
            source = source.read_text(encoding="utf-8")
        return Done(name, [_a_chunk(chunk) for chunk in split(source, document=name)])
    except KeyboardInterrupt:
        raise
    except BaseException as error:  # noqa: BLE001 (a splitter may raise anything, and even call sys.exit)
        return Done(name, [], why(error))


def _a_chunk(given: object) -> Chunk:
    if not isinstance(given, Chunk):
        raise InvalidType(f"a splitter must give chunks (chunklib.Chunk): got {type(given).__name__}")
    return given


def split_task(split: Split, task: Task) -> list[Done]:
    """Chunk the documents of a task."""
    return [split_one(split, *document) for document in task]


def why(error: BaseException) -> str:
    """Say in one line what went wrong: the class of an error, and what it says if it can say anything."""
    return f"{kind_of(error)}: {said(error)}".removesuffix(": ")


_LEAST, _MOST = 250_000, 2_000_000  # characters of documents that make a task; a path counts as the least
_PARTS = 2  # for each worker, of what is left: the last tasks are small, so that no worker waits long for another


def worth(documents: Mapping[str, Source], workers: int) -> int:
    """Tell how many of these workers have something to do: with less than a task each, fewer are quicker."""
    return min(workers, len(documents), 1 + sum(map(_weight, documents.values())) // _LEAST)


def _weight(source: Source) -> int:
    return len(source) if isinstance(source, str) else _LEAST


def tasks(documents: Mapping[str, Source], workers: int) -> Iterator[Task]:
    """Put documents together until a task is worth sending."""
    left = sum(map(_weight, documents.values()))
    task, weight = Task(), 0
    for name, source in documents.items():
        task.append((name, source))
        weight += _weight(source)
        if weight >= min(_MOST, max(_LEAST, left // (_PARTS * workers))):
            yield task
            left -= weight
            task, weight = [], 0
    if task:
        yield task

"""Say what goes to a process that splits and what comes back: bytes, without the texts that both sides have."""

from __future__ import annotations

import gc
import pickle
from collections.abc import Callable, Iterable
from functools import lru_cache
from operator import attrgetter
from typing import Any, TypeAlias

from chunklib.chunk import Chunk

Sent: TypeAlias = Chunk | tuple[Any, ...]
"""A chunk as it is, or every field of it but its text."""

_fields = attrgetter("start_char", "end_char", "size", "overlap", "index", "document", "context", "metadata")


def without_texts(chunks: Iterable[Chunk], text: str) -> list[Sent]:
    """Leave the text out of each chunk that has, as it should, the text of its document at its place."""
    return [_fields(chunk) if _is_slice(chunk, text) else chunk for chunk in chunks]


def with_texts(sent: Iterable[Sent], text: str) -> list[Chunk]:
    """Make the chunks again that :func:`without_texts` was given."""
    return [one if isinstance(one, Chunk) else Chunk(text[one[0] : one[1]], *one) for one in sent]


def _is_slice(chunk: Chunk, text: str) -> bool:
    start, end = chunk.start_char, chunk.end_char  # they may be anything: the splitter may be yours
    exact = type(chunk) is Chunk and type(chunk.text) is str and type(start) is type(end) is int
    return exact and text[start:end] == chunk.text


_known: list[Any] = []


def begin(tasks: Iterable[Any] = ()) -> None:
    """Begin as a worker that may know its tasks. What is there now, the garbage collector need not look through."""
    _known.extend(tasks)
    gc.freeze()


@lru_cache(maxsize=1)
def _loaded(work: bytes) -> Callable[[Any], Any]:
    found: Callable[[Any], Any] = pickle.loads(work)  # noqa: S301 (our own parent wrote it)
    return found


def loads(work: bytes) -> None:
    """Load what is to be done with each task, once in a process."""
    _loaded(work)


def run(work: bytes, task: bytes | int) -> bytes:
    """Run one task in a worker and return its result pickled, so that Dask does not look into lists of texts."""
    found = _known[task] if isinstance(task, int) else pickle.loads(task)  # noqa: S301 (our own parent wrote it)
    return pickle.dumps(_loaded(work)(found))

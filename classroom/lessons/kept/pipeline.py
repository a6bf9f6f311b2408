"""Split a document and rank its chunks: with the functions that a learner has kept, else with the library's.

A kept function runs in a process of its own, and only so long. Where it fails on a document, one line says so and the
library's takes its place.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from functools import lru_cache
from typing import TypeVar

from chunklib.chunk import Chunk
from chunklib.errors import CallableFailed, InvalidValue
from chunklib.retrieval.spelling import spelled
from chunklib.strategies import recursive
from classroom.judge.worker.client import Limits
from classroom.lessons.counter import working
from classroom.lessons.kept.outside import imported, outside
from classroom.lessons.kept.package import search
from classroom.lessons.kept.package.reader import frequencies
from classroom.lessons.kept.package.steps import CHUNKERS, SIZE, cut, placed, ranked
from classroom.lessons.kept.using import Kept, find

LIMITS = Limits(cpu=30, wall=60, start=30, total=100)
Result = TypeVar("Result")
_failed: set[tuple[Kept, int]] = set()
"""Versions of kept functions, each with the hash of what it failed on: it is not tried on that again."""


def split(text: str) -> tuple[tuple[Chunk, ...], str]:
    """Cut a text into chunks of about 200 tokens that share nothing, with the best function that you have kept.

    Every character that is not white space is in a chunk, and each chunk is at its true place.

    Returns:
        the chunks, and in words which function cut them.
    """
    kept = next(filter(None, map(find, CHUNKERS)), None)
    chunks = tried(kept, text, lambda own: _split(text, own))
    if kept is not None and chunks is not None:
        return chunks, f"your {kept.name} (about {SIZE} tokens)"
    return _split(text, None), f"the library's recursive ({SIZE} tokens)"


def rank(question: str, chunks: tuple[Chunk, ...], k: int) -> tuple[list[int], str]:
    """Rank the chunks for a question, with ``retrieve`` if you have kept it.

    Returns:
        the places of at most k chunks, best first, counted from 0, and in words which function ranked them.
    """
    [places], who = rank_each([question], chunks, k)
    return places, who


def rank_each(questions: Sequence[str], chunks: tuple[Chunk, ...], k: int) -> tuple[list[list[int]], str]:
    """Rank the chunks for several questions, all in one process; see ``rank``."""
    texts = [spelled(chunk.text) for chunk in chunks]
    library = [search.rank(question, chunks, k) for question in questions]
    own = tried(find("retrieve"), chunks, lambda kept: outside(_ranked, kept, questions, texts, k, limits=LIMITS))
    if own is None:
        return library, "BM25"
    if not any(own) and any(library):
        return library, "BM25 (your retrieve finds no chunk for this question)"
    return [mine or theirs for mine, theirs in zip(own, library, strict=True)], "your retrieve"


def tried(
    kept: Kept | None, on: Hashable, use: Callable[[Kept], Result], where: str = "this document"
) -> Result | None:
    """Use a kept function; None if there is none, or if it fails on this, now or before. A failure is said once."""
    if kept is None or (kept, hash(on)) in _failed:
        return None
    try:
        return use(kept)
    except (CallableFailed, InvalidValue, OSError) as error:
        _failed.add((kept, hash(on)))
        print(f"{kept.name}: yours fails on {where} ({error}), so the library's takes its place")
        return None


@lru_cache(maxsize=4)
def _split(text: str, kept: Kept | None) -> tuple[Chunk, ...]:
    """Split a text and index its chunks once for each version of a kept function."""
    with working("indexing the document", "parts of the index", len(text)) as advance:
        advance(0, 3)
        own = placed(text, outside(_cut, kept, text, limits=LIMITS), shared=False) if kept is not None else None
        chunks = tuple(own or recursive(text, SIZE, 0))
        for done, prepare in enumerate((search.counted, frequencies), start=1):
            advance(done, 3)
            prepare(chunks)
        advance(3, 3)
    return chunks


def _cut(kept: Kept, text: str) -> list[tuple[int, int]]:
    """Split a text with a kept function, in a process of its own."""
    return cut(kept.name, imported(*kept[:3]), text)


def _ranked(kept: Kept, questions: Sequence[str], texts: list[str], k: int) -> list[list[int]]:
    """Rank texts with a kept function, in a process of its own."""
    function = imported(*kept[:3])
    return [ranked(function, question, texts, k) for question in questions]

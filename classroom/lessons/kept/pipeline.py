"""Split a document and rank its chunks: with the functions that a learner has kept, else with the library's.

A kept function runs in a process of its own, and only so long. Where it fails on a document, one line says so and the
library's takes its place.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Any

from chunklib.chunk import Chunk, document_id
from chunklib.errors import CallableFailed, InvalidType, InvalidValue
from chunklib.retrieval.bm25 import BM25
from chunklib.strategies import token_windows
from chunklib.tokens import ruler
from classroom.judge.worker.client import Limits
from classroom.lessons.document import current
from classroom.lessons.kept.adaptors import CHUNKERS, SIZE, checked
from classroom.lessons.kept.outside import imported, outside
from classroom.lessons.kept.using import Kept, find

LIMITS = Limits(cpu=30, wall=60, start=30, total=100)
_failed: set[tuple[Kept, int]] = set()
"""Versions of kept functions, each with the hash of what it failed on: it is not tried on that again."""


def split(text: str) -> list[Chunk]:
    """Cut a text into chunks of about 200 tokens that share nothing, with the best function that you have kept.

    Every character that is not white space is in a chunk, and each chunk is at its true place.
    """
    kept = _chunker()
    if kept is not None and (kept, hash(text)) not in _failed:
        try:
            return list(_split(text, kept))
        except (CallableFailed, OSError) as error:
            _fails(kept, hash(text), error)
    return list(_split(text, None))


def rank(question: str, chunks: Sequence[Chunk], k: int) -> list[int]:
    """Return the places of at most k chunks for a question, best first, counted from 0.

    Raises:
        ValueError: for a k below 1.
    """
    kept, whole = find("retrieve"), tuple(chunks)
    if kept is not None and k >= 1 and (kept, hash(whole)) not in _failed:
        try:
            return list(outside(_retrieved, kept, question, [chunk.text for chunk in whole], k, limits=LIMITS))
        except (CallableFailed, OSError) as error:
            _fails(kept, hash(whole), error)
    return [int(place) for place in _index(whole).rank([question], k)[0] if place >= 0]


def in_use() -> str:
    """Say in one line which functions split and rank."""
    chunker, retrieve = _chunker(), find("retrieve")
    cuts, ranks = f"the library's token_windows ({SIZE} tokens)", "the library's BM25"
    if chunker is not None and (chunker, hash(current().text)) not in _failed:
        cuts = f"your {chunker.name}"
    if retrieve is not None and all(retrieve != one for one, _ in _failed):
        ranks = "your retrieve"
    return f"{cuts} and {ranks}"


def _chunker() -> Kept | None:
    return next(filter(None, map(find, CHUNKERS)), None)


@lru_cache(maxsize=4)
def _split(text: str, kept: Kept | None) -> tuple[Chunk, ...]:
    """Split a text once for each version of a kept function."""
    if kept is None:
        return tuple(token_windows(text, SIZE, 0))
    return _chunks(text, outside(_cut, kept, text, limits=LIMITS))


def _fails(kept: Kept, where: int, error: Exception) -> None:
    _failed.add((kept, where))
    print(f"{kept.name}: yours fails on this document ({error}), so the library's takes its place")


def _cut(kept: Kept, text: str) -> list[tuple[int, int]]:
    """Split a text with a kept function, in a process of its own, and read the spans."""
    return checked(text, CHUNKERS[kept.name](_function(kept), text))


def _retrieved(kept: Kept, question: str, texts: list[str], k: int) -> list[int]:
    """Rank texts with a kept function, in a process of its own, and read the places."""
    places = _function(kept)(question, texts, k)
    if not isinstance(places, list) or not all(type(place) is int for place in places):
        raise InvalidType(f"it returned {places!r:.60}; expected a list of places")
    if len(set(places)) < len(places) or len(places) > k or not set(places) <= set(range(len(texts))):
        raise InvalidValue(f"it returned {places!r:.60}; expected at most {k} different places below {len(texts)}")
    return places


def _function(kept: Kept) -> Any:
    return getattr(imported(kept.path, kept.name, kept.folder), kept.name)


def _chunks(text: str, spans: Sequence[tuple[int, int]]) -> tuple[Chunk, ...]:
    index, name = ruler("cl100k_base").index(text), document_id(text)
    found: list[Chunk] = []
    for number, (start, end) in enumerate(spans):
        shared = index.size(start, found[-1].end_char) if found and start < found[-1].end_char else 0
        found.append(Chunk(text[start:end], start, end, index.size(start, end), shared, number, name))
    return tuple(found)


@lru_cache(maxsize=2)
def _index(chunks: tuple[Chunk, ...]) -> BM25:
    return BM25(chunks)

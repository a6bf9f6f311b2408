"""Split a document and rank its chunks: with the functions that a learner has kept, else with the library's.

A kept function runs in a process of its own, and only so long. Where it fails on a document, one line says so and the
library's takes its place.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache
from itertools import accumulate, pairwise
from typing import Any, cast

from chunklib.chunk import Chunk, document_id
from chunklib.cuts.sentences import sentences
from chunklib.errors import CallableFailed, InvalidValue
from chunklib.retrieval.bm25 import BM25
from chunklib.strategies import recursive
from chunklib.tokens import Tokens, ruler
from classroom.judge.worker.client import Limits
from classroom.lessons.document import current
from classroom.lessons.kept.outside import imported, outside
from classroom.lessons.kept.using import Kept, find

SIZE = 200  # tokens of a chunk, at most
CHARACTERS = 4 * SIZE  # the same where characters are counted: in English a token has about four
LIMITS = Limits(cpu=30, wall=60, start=30, total=100)
_FAILURES = (CallableFailed, InvalidValue, OSError)
_failed: set[tuple[Kept, int]] = set()
"""Versions of kept functions, each with the hash of what it failed on: it is not tried on that again."""


def _windows(function: Callable[..., Any], text: str) -> list[tuple[int, int]]:
    """Find the characters of windows of tokens."""
    encoding = cast("Tokens", ruler("cl100k_base")).encoding
    tokens = encoding.encode_ordinary(text)
    starts = [*encoding.decode_with_offsets(tokens)[1], len(text)]
    return [(starts[start], starts[end]) for start, end in _side_by_side(function(tokens, SIZE, 0))]


def _side_by_side(windows: Sequence[Any]) -> list[tuple[int, int]]:
    return list(pairwise([0, *accumulate(map(len, windows))]))


CHUNKERS: dict[str, Callable[[Callable[..., Any], str], list[Any]]] = {
    "smart_chunk": lambda own, text: [(one["start_char"], one["end_char"]) for one in own(text, SIZE, 0)],
    "recursive_spans": lambda own, text: own(text, CHARACTERS),
    "sentence_chunks": lambda own, text: own(text, list(pairwise([0, *map(int, sentences(text))])), SIZE, 0),
    "sliding_window": _windows,
    "fixed_size_chunks": lambda own, text: _side_by_side(own(text, CHARACTERS, 0)),
}
"""The exercises that cut a text, best first, and how each gives spans of characters that share nothing."""


def split(text: str) -> list[Chunk]:
    """Cut a text into chunks of about 200 tokens that share nothing, with the best function that you have kept.

    Every character that is not white space is in a chunk, and each chunk is at its true place.
    """
    kept = _chunker()
    if kept is not None and (kept, hash(text)) not in _failed:
        try:
            return list(_split(text, kept))
        except _FAILURES as error:
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
        except _FAILURES as error:
            _fails(kept, hash(whole), error)
    return rank_with_bm25(question, whole, k)


def rank_with_bm25(question: str, chunks: tuple[Chunk, ...], k: int) -> list[int]:
    """Return the same with the library's BM25, whatever you have kept; see ``rank``."""
    return [int(place) for place in _index(chunks).rank([question], k)[0] if place >= 0]


def in_use() -> str:
    """Say in one line which functions split and rank."""
    chunker, retrieve = _chunker(), find("retrieve")
    cuts, ranks = f"the library's recursive ({SIZE} tokens)", "the library's BM25"
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
        return tuple(recursive(text, SIZE, 0))
    found: list[Chunk] = []
    index, name, done = ruler("cl100k_base").index(text), document_id(text), 0
    for start, end in outside(_cut, kept, text, limits=LIMITS):
        if not done <= start < end <= len(text) or text[done:start].strip():
            raise InvalidValue(f"chunk {len(found)} is at {start} to {end}, and the one before it ends at {done}")
        found.append(Chunk(text[start:end], start, end, index.size(start, end), 0, len(found), name))
        done = end
    if text[done:].strip():
        raise InvalidValue(f"what follows character {done} is in no chunk")
    return tuple(found)


def _fails(kept: Kept, where: int, error: Exception) -> None:
    _failed.add((kept, where))
    print(f"{kept.name}: yours fails on this document ({error}), so the library's takes its place")


def _cut(kept: Kept, text: str) -> list[tuple[int, int]]:
    """Split a text with a kept function, in a process of its own."""
    spans = [tuple(span) for span in CHUNKERS[kept.name](imported(*kept[:3]), text)]
    if not all(len(span) == 2 and all(type(place) is int for place in span) for span in spans):
        raise TypeError("it returned places that are not whole numbers")
    return [(start, end) for start, end in spans if start < end]


def _retrieved(kept: Kept, question: str, texts: list[str], k: int) -> list[int]:
    """Rank texts with a kept function, in a process of its own, and see that these are places."""
    places = imported(*kept[:3])(question, texts, k)
    if not isinstance(places, list) or not all(type(place) is int for place in places):
        raise TypeError(f"it returned {places!r:.60}, not a list of places")
    if len(set(places)) < len(places) or len(places) > k or not set(places) <= set(range(len(texts))):
        raise ValueError(f"it returned {places!r:.60}, not at most {k} different places below {len(texts)}")
    return places


@lru_cache(maxsize=2)
def _index(chunks: tuple[Chunk, ...]) -> BM25:
    return BM25(chunks)

"""Split a document and rank its chunks: with the functions that a learner has kept, else with the library's.

A kept function runs in a process of its own, and only so long. Where it fails on a document, one line says so and the
library's takes its place.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import accumulate, pairwise
from typing import Any, TypeVar, cast

from chunklib.chunk import Chunk, document_id
from chunklib.cuts.sentences import sentences
from chunklib.errors import CallableFailed, InvalidValue
from chunklib.retrieval.bm25 import BM25
from chunklib.strategies import recursive
from chunklib.tokens import Tokens, ruler
from classroom.judge.worker.client import Limits
from classroom.lessons.answering.reader import frequencies
from classroom.lessons.counter import working
from classroom.lessons.kept.outside import imported, outside
from classroom.lessons.kept.using import Kept, find

SIZE = 200  # tokens of a chunk, at most
CHARACTERS = 4 * SIZE  # the same where characters are counted: in English a token has about four
LIMITS = Limits(cpu=30, wall=60, start=30, total=100)
Result = TypeVar("Result")
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
    texts = [chunk.text for chunk in chunks]
    own = tried(find("retrieve"), chunks, lambda kept: outside(_retrieved, kept, question, texts, k, limits=LIMITS))
    if own:
        return own, "your retrieve"
    library = rank_with_bm25(question, chunks, k)
    if own is None:
        return library, "the library's BM25"
    if not library:  # both find nothing
        return own, "your retrieve"
    return library, "the library's BM25 (your retrieve finds no chunk for this question)"


def rank_with_bm25(question: str, chunks: tuple[Chunk, ...], k: int) -> list[int]:
    """Return places with the library's BM25, whatever you have kept; see ``rank``."""
    return [int(place) for place in _index(chunks).rank([question], k)[0] if place >= 0]


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
        chunks = tuple(recursive(text, SIZE, 0)) if kept is None else tuple(_own_chunks(text, kept))
        for done, prepare in enumerate((_index, frequencies), start=1):
            advance(done, 3)
            prepare(chunks)
        advance(3, 3)
    return chunks


def _own_chunks(text: str, kept: Kept) -> Iterator[Chunk]:
    return placed(text, outside(_cut, kept, text, limits=LIMITS), shared=False)


def placed(text: str, spans: Iterable[tuple[int, int]], *, shared: bool) -> Iterator[Chunk]:
    """Make chunks of places that lose nothing but white space; their neighbours may share text, or not.

    Raises:
        InvalidValue: for a place that is not allowed, and where text is lost.
    """
    index, done, name = ruler("cl100k_base").index(text), 0, document_id(text)
    for number, (start, end) in enumerate(spans):
        if not (0 if shared else done) <= start < end <= len(text) or text[done:start].strip():
            raise InvalidValue(f"chunk {number} is at {start} to {end}, and the one before it ends at {done}")
        repeated = index.size(start, done) if start < done <= end else 0
        yield Chunk(text[start:end], start, end, index.size(start, end), repeated, number, name)
        done = max(done, end)
    if text[done:].strip():
        raise InvalidValue(f"what follows character {done} is in no chunk")


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

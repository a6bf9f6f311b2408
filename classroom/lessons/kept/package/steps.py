"""Cut a text and rank its chunks with a function that you wrote, and refuse what is not a cut or a ranking."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import accumulate, pairwise
from typing import Any, cast

from chunklib.chunk import Chunk, document_id
from chunklib.cuts.sentences import sentences
from chunklib.errors import InvalidValue
from chunklib.tokens import Tokens, ruler

SIZE = 200  # tokens of a chunk, at most
CHARACTERS = 4 * SIZE  # the same where characters are counted: in English a token has about four


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


def cut(name: str, function: Callable[..., Any], text: str) -> list[tuple[int, int]]:
    """Cut a text with the function of an exercise, and return the places."""
    spans = [tuple(span) for span in CHUNKERS[name](function, text)]
    if not all(len(span) == 2 and all(type(place) is int for place in span) for span in spans):
        raise TypeError("it returned places that are not whole numbers")
    return [(start, end) for start, end in spans if start < end]


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


def ranked(function: Callable[..., Any], question: str, texts: list[str], k: int) -> list[int]:
    """Rank texts with a function, and see that what it returns are places."""
    places = function(question, texts, k)
    if not isinstance(places, list) or not all(type(place) is int for place in places):
        raise TypeError(f"it returned {places!r:.60}, not a list of places")
    if len(set(places)) < len(places) or len(places) > k or not set(places) <= set(range(len(texts))):
        raise ValueError(f"it returned {places!r:.60}, not at most {k} different places below {len(texts)}")
    return places

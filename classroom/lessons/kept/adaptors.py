"""How each exercise that cuts a text is called, and how its answer is read as spans of characters."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import accumulate, pairwise
from typing import Any, cast

from chunklib.cuts.sentences import sentences
from chunklib.errors import InvalidType, InvalidValue
from chunklib.tokens import Tokens, ruler

SIZE = 200
"""Tokens of a chunk, at most."""
CHARACTERS = 4 * SIZE
"""The same for functions that count characters: in English a token has about four."""

Spans = list[tuple[int, int]]
Call = Callable[..., Any]


def _smart_chunk(function: Call, text: str) -> Spans:
    return [(chunk["start_char"], chunk["end_char"]) for chunk in function(text, SIZE, 0)]


def _recursive_spans(function: Call, text: str) -> Spans:
    return [tuple(span) for span in function(text, CHARACTERS)]


def _sentence_chunks(function: Call, text: str) -> Spans:
    given = list(pairwise([0, *map(int, sentences(text))]))
    return [tuple(span) for span in function(text, given, SIZE, 0)]


def _fixed_size_chunks(function: Call, text: str) -> Spans:
    return _side_by_side(function(text, CHARACTERS, 0), text)


def _sliding_window(function: Call, text: str) -> Spans:
    encoding = cast(Tokens, ruler("cl100k_base")).encoding
    tokens = encoding.encode_ordinary(text)
    starts = [*encoding.decode_with_offsets(tokens)[1], len(text)]
    edges = _side_by_side(function(list(tokens), SIZE, 0), tokens)
    spans = [(starts[start], starts[end]) for start, end in edges]
    return [(start, end) for start, end in spans if start < end]


def _side_by_side(windows: Sequence[Any], whole: Sequence[Any]) -> Spans:
    """Place windows that share nothing one after the other, and see that they are where they are placed."""
    spans = list(pairwise([0, *accumulate(map(len, windows))]))
    for window, (start, end) in zip(windows, spans, strict=True):
        if list(window) != list(whole[start:end]):
            raise InvalidValue(f"a window is not what the document has at {start} to {end}")
    return spans


CHUNKERS: dict[str, Callable[[Call, str], Spans]] = {
    "smart_chunk": _smart_chunk,
    "recursive_spans": _recursive_spans,
    "sentence_chunks": _sentence_chunks,
    "fixed_size_chunks": _fixed_size_chunks,
    "sliding_window": _sliding_window,
}
"""The exercises that cut a text, best first."""


def checked(text: str, spans: Sequence[Sequence[Any]]) -> Spans:
    """Return spans as pairs of integers.

    Raises:
        ValueError: one lies outside the text, is empty, does not begin and end after the one before, or text is lost.
        TypeError: one is not a pair of whole numbers.
    """
    found: Spans = []
    before = (-1, 0)
    for number, span in enumerate(spans):
        start, end = span
        if type(start) is not int or type(end) is not int:
            raise InvalidType(f"chunk {number} has no whole numbers as offsets: {start!r} and {end!r}")
        if not (before[0] < start < end <= len(text) and before[1] < end):
            raise InvalidValue(f"chunk {number} is at {start} to {end}, after one at {before[0]} to {before[1]}")
        if text[before[1] : start].strip():
            raise InvalidValue(f"text is lost between {before[1]} and {start}")
        found.append((start, end))
        before = (start, end)
    if text[before[1] :].strip():
        raise InvalidValue(f"text is lost after {before[1]}")
    return found

"""The blanks of lesson 07: measure a span, cut it into parts, join pieces, and start a chunk earlier."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

from chunklib.tokens import ruler
from classroom.judge.catalogue import EXERCISES
from classroom.judge.exercise import Broken, Call, Property
from classroom.properties.blank_rules import gives, rule

Span = tuple[int, int]
Case = dict[str, Any]
_FIVE = "one two three four five"
_tokens = ruler("gpt-4")
_words = EXERCISES.module("pack_spans").case


def _parts(start: int, end: int, gaps: list[Span]) -> list[Span]:
    """Return what is between the gaps: parts and gaps follow one another without a hole."""
    return list(pairwise([start, *(place for gap in gaps for place in gap), end]))[::2]


def _counts(function: Call, **case: Any) -> None:
    expected = _tokens(case["text"][case["start"] : case["end"]])
    if function(**case) != expected:
        raise Broken("this is not the number of tokens of the slice", expected=expected)


def _joins(function: Call, **case: Any) -> None:
    """The pieces are joined as in ``pack_spans``, whose check says no more than that here."""
    try:
        for asked in EXERCISES["pack_spans"].properties:
            asked.test(function, **case)
    except Broken as broken:
        raise Broken(broken.why) from None


def _keeps(function: Call, **case: Any) -> None:
    text, start = case["text"], case["start"]
    shared, whole = _tokens(text[start : case["before_end"]]), _tokens(text[start : case["span_end"]])
    expected = shared <= case["overlap"] and whole <= case["size"]
    gave = function(**case)
    if gave is not expected:
        raise Broken(f"tokens shared: {shared}, in the whole chunk: {whole}", expected=expected)


def _blank(name: str, cause: str, test: Any, *examples: Case) -> tuple[Property]:
    return (rule(name, cause, test, examples),)


def _chunk(start: int, size: int, overlap: int) -> Case:
    """Make a case in which the chunk before ends after "three" and the new span is "four five"."""
    return {"text": _FIVE, "start": start, "before_end": 13, "span_end": 23, "size": size, "overlap": overlap}


BLANKS = {
    "token_count": _blank(
        "it counts the tokens of the span",
        "slice the text first, text[start:end], then encode this slice and take the length of the list",
        _counts,
        {"text": "one two", "start": 0, "end": 3},
        {"text": "one two three", "start": 3, "end": 13},
        {"text": "unbelievable xylophones", "start": 0, "end": 23},
        {"text": "one two", "start": 3, "end": 3},
        {"text": "é 中文 😀", "start": 2, "end": 4},
        {"text": "tea, tea, tea", "start": 0, "end": 13},
        {"text": "one two\n", "start": 4, "end": 8},
    ),
    "parts_between": _blank(
        "it gives the parts between the gaps",
        "what is in a gap is in no part, so the next part starts where the gap ends",
        gives(_parts, "these are not the parts between the gaps"),
        {"start": 0, "end": 9, "gaps": [(3, 5)]},
        {"start": 0, "end": 9, "gaps": [(2, 3), (5, 7)]},
        {"start": 4, "end": 9, "gaps": [(6, 7)]},
        {"start": 0, "end": 9, "gaps": []},
    ),
    "join_pieces": _blank(
        "a span takes as many pieces as fit",
        "measure the text from the start of the open span to the end of the piece; exactly `room` tokens fit",
        _joins,
        _words(["one", "two"], 2),
        _words(["one", "two", "three"], 2),
        _words(["one", "two"], 1),
        _words(["one", "two"], 2, "\n\n"),
        _words(["one", "unbelievable", "two", "three", "four"], 3),
        _words(["unbelievable", "xylophones", "are", "red"], 4),
        _words(["one"] * 20, 7),
    ),
    "keeps_limits": _blank(
        "it measures what is shared, and the whole chunk",
        "shared is the text from the start to the end of the chunk before; the whole chunk ends with the span",
        _keeps,
        _chunk(8, size=3, overlap=1),
        _chunk(8, size=2, overlap=1),
        _chunk(4, size=5, overlap=1),
        _chunk(4, size=4, overlap=2),
        _chunk(4, size=3, overlap=2),
        _chunk(0, size=9, overlap=3),
        _chunk(0, size=9, overlap=2),
    ),
    "furthest_back": _blank(
        "it repeats as much as it may",
        "the smallest start repeats most; add span_start to the list, so that it is never empty",
        gives(lambda allowed, span_start: min(allowed, default=span_start), "this is not the start that repeats most"),
        {"allowed": [4, 8], "span_start": 14},
        {"allowed": [], "span_start": 14},
        {"allowed": [8], "span_start": 14},
    ),
}

"""The blanks of lesson 07: measure a span, cut it into parts, join pieces, and start a chunk earlier."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

from chunklib.tokens import ruler
from classroom.judge.exercise import Broken, Call, Property, expect_int
from classroom.properties.blank_rules import rule
from classroom.properties.spans import read_spans

Span = tuple[int, int]
Case = dict[str, Any]
_FIVE = "one two three four five"


def _size(text: str, start: int, end: int) -> int:
    return ruler("gpt-4")(text[start:end])


def _counts(function: Call, **case: Any) -> None:
    gave, expected = expect_int(function(**case)), _size(**case)
    if gave != expected:
        raise Broken(f"the slice is {case['text'][case['start'] : case['end']]!r}", expected=expected)


def _parts(function: Call, start: int, end: int, gaps: list[Span]) -> None:
    """Parts and gaps follow one another without a hole."""
    found = read_spans(function(start, end, gaps), end)
    edges = [start, *(place for gap in gaps for place in gap), end]
    expected = list(pairwise(edges))[::2]
    if found != expected:
        raise Broken("these are not the parts between the gaps", expected=expected)


def _joins(function: Call, text: str, pieces: list[Span], room: int) -> None:
    """Each span fits or is one piece, and the next piece does not fit."""
    spans = read_spans(function(text, pieces, room), len(text))
    ends = dict(pieces)
    for start, end in spans:
        if start not in ends:
            raise Broken(f"the span {start} to {end} begins where no piece begins")
        if ends[start] != end and _size(text, start, end) > room:
            raise Broken(
                f"the span {start} to {end} has {_size(text, start, end)} tokens, and there is room for {room}"
            )
    for (start, _), (following, _) in pairwise(spans):
        joined = _size(text, start, ends[following])
        if joined <= room:
            raise Broken(f"the span that begins at {start} ends too early: with the next piece it has {joined} tokens")
    if [spans[0][0], spans[-1][1]] != [pieces[0][0], pieces[-1][1]]:
        raise Broken("not every piece is in a span")


def _keeps(function: Call, **case: Any) -> None:
    text, start = case["text"], case["start"]
    shared, whole = _size(text, start, case["before_end"]), _size(text, start, case["span_end"])
    expected = shared <= case["overlap"] and whole <= case["size"]
    gave = function(**case)
    if gave is not expected:
        raise Broken(f"tokens shared: {shared}, in the whole chunk: {whole}", expected=expected)


def _chooses(function: Call, allowed: list[int], span_start: int) -> None:
    expected = min(allowed, default=span_start)
    if expect_int(function(allowed, span_start)) != expected:
        raise Broken("this is not the start that repeats most", expected=expected)


def _blank(name: str, cause: str, test: Any, *examples: Case) -> tuple[Property]:
    return (rule(name, cause, test, examples),)


def _words(room: int, *words: str, gap: str = " ") -> Case:
    """Make a case whose pieces are the words of a text, with gaps between them."""
    ends = [len(gap.join(words[: n + 1])) for n in range(len(words))]
    pieces = [(end - len(word), end) for word, end in zip(words, ends, strict=True)]
    return {"text": gap.join(words), "pieces": pieces, "room": room}


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
        _parts,
        {"start": 0, "end": 9, "gaps": [(3, 5)]},
        {"start": 0, "end": 9, "gaps": [(2, 3), (5, 7)]},
        {"start": 4, "end": 9, "gaps": [(6, 7)]},
        {"start": 0, "end": 9, "gaps": []},
    ),
    "join_pieces": _blank(
        "a span takes as many pieces as fit",
        "measure the text from the start of the open span to the end of the piece; exactly `room` tokens fit",
        _joins,
        _words(2, "one", "two"),
        _words(2, "one", "two", "three"),
        _words(1, "one", "two"),
        _words(2, "one", "two", gap="\n\n"),
        _words(3, "one", "unbelievable", "two", "three", "four"),
        _words(4, "unbelievable", "xylophones", "are", "red"),
        _words(7, *["one"] * 20),
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
        _chooses,
        {"allowed": [4, 8], "span_start": 14},
        {"allowed": [], "span_start": 14},
        {"allowed": [8], "span_start": 14},
    ),
}

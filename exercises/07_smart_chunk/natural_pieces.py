"""`natural_pieces`, the second part of `smart_chunk`: cut what is too long at the strongest boundary."""

from __future__ import annotations

import re
from itertools import pairwise
from typing import TYPE_CHECKING, Any

from chunklib.cuts.separators import DEFAULT_SEPARATORS, separators
from chunklib.tokens import ruler
from classroom.judge.catalogue import EXERCISES
from classroom.judge.exercise import Broken, Call, Exercise, Property, Raised, Words
from classroom.properties.spans import FROM_SLICE, read_spans

if TYPE_CHECKING:
    from hypothesis.strategies import SearchStrategy

Span = tuple[int, int]
_LEVELS = (*DEFAULT_SEPARATORS, re.compile(r"\s+"))
_NAMES = ("text", "paragraph", "line", "sentence")


def _unit_at(place: int, text: str, span: Span, limit: int, model: str) -> tuple[Span, str]:
    """Return the largest unit around a place that fits, or else the word there; without white space at its ends."""
    start, end = _bare(text, *span)
    for kind, level in zip(_NAMES, _LEVELS, strict=False):
        if ruler(model)(text[start:end]) <= limit:
            return (start, end), kind
        edges = pairwise([start, *(start + at for at in separators(text[start:end], level))])
        start, end = next(_bare(text, *part) for part in edges if part[0] <= place < part[1])
    return (start, end), "word"


def _bare(text: str, start: int, end: int) -> Span:
    """Leave out the white space at both ends of a span."""
    first = end - len(text[start:end].lstrip())
    return first, max(first, start + len(text[start:end].rstrip()))


def _covers(function: Call, text: str, start: int, end: int, **more: Any) -> None:
    """Pieces come in order, and between them there is white space alone."""
    done, before = start, -1
    for index, (first, last) in enumerate(_pieces(function, text, start, end, more)):
        if last < first:
            raise Broken(f"piece {index} ends at {last}, before it begins at {first}", cause=FROM_SLICE)
        _require_nothing_lost(text, done, first, end)
        if first < done:
            found = text[done:end].lstrip().startswith(text[first:last])  # the right words, at another place
            moved = FROM_SLICE if first < before or last <= done or text[first - 1].strip() else _REPEATED
            cause = _BEFORE if index == 0 else _FOUND if found else moved
            raise Broken(f"piece {index} begins at {first}, before {done}", cause=cause)
        if not text[first:last].strip():
            raise Broken(f"piece {index}, {first} to {last}, holds no word", cause=_BLANK)
        done, before = last, first
    _require_nothing_lost(text, done, end, end)
    if done > end:
        raise Broken(f"the last piece ends at {done}; the span to cut ends at {end}", cause=_BEFORE)


def _pieces(function: Call, text: str, start: int, end: int, more: dict[str, Any]) -> list[Span]:
    try:
        return read_spans(function(text, start, end, **more), len(text))
    except Raised as raised:
        if raised.type_name != "IndexError" or "level" not in raised.line:
            raise
        raise Broken(f"raised IndexError: {raised.line.strip()}", cause=_NO_BREAK) from None


def _require_nothing_lost(text: str, done: int, until: int, end: int) -> None:
    lost = text[done:until].split()
    if lost:
        at = text.index(lost[0], done)
        torn = re.match(r"\S", text[at + len(lost[0]) :]) or text[at - 1 : at].strip()
        inside = _LAST if until == end else _MISCOUNTED if torn else ""
        raise Broken(f"lost {lost[0][:20]!r} at character {at}", cause="" if len(lost) > 1 else inside)


def _largest(function: Call, text: str, start: int, end: int, **more: Any) -> None:
    """Each piece fits, and is the largest unit that does."""
    gave = _pieces(function, text, start, end, more)
    limit, model, done = more["limit"], more.get("model", "gpt-4"), start
    for index, (first, last) in enumerate(gave):
        found = ruler(model)(text[first:last])
        if found > limit and last - first > 1:
            why = f"piece {index}, {text[first:last][:40]!r}, has {found} tokens; the limit is {limit}"
            raise Broken(why, cause="" if text[first:last].isascii() else _CLUSTER)
    bare = [_bare(text, *piece) for piece in gave]
    for place in [first for first, _ in bare]:
        if place < done:
            continue
        (first, last), kind = _unit_at(place, text, (start, end), limit, model)
        unit, done = text[first:last], last
        inside = [piece for piece in bare if piece[0] < last and first < piece[1]]
        if any(piece[0] < first or last < piece[1] for piece in inside):
            raise Broken(f"a piece holds more than the {kind} {unit[:40]!r}", expected=_ONE, cause=_JOINED)
        found = ruler(model)(unit)
        if inside != [(first, last)] and found <= limit:
            why = f"the {kind} {unit[:40]!r} is cut, and it fits"
            cause = _MODEL if model != "gpt-4" else _SPACE if bare != gave else _EXACT if found == limit else ""
            raise Broken(why, expected=_ONE, cause=cause)


def _case(text: str, limit: int, *span: int, **more: str) -> dict[str, Any]:
    case: dict[str, Any] = EXERCISES.module("span_size").case(text, *span, limit=limit, **more)
    return case


def _cases() -> SearchStrategy[dict[str, Any]]:
    from hypothesis import strategies as st

    texts = EXERCISES.module("smart_chunk.texts").plain_texts()
    return st.builds(
        lambda text, limit, front: _case(front + text + " Red", limit, len(front), len(front + text)),
        texts,
        st.integers(4, 24),
        st.sampled_from(["", "Ab. ", "é\n\n"]),
    )


_ONE = Words("one piece for each unit that fits")
_BEFORE = "Only text[start:end] is to be cut, and the offsets are those of the whole text."
_FOUND = "The place is searched for, and the same words appear earlier in the text."
_NO_BREAK = "No break is left for this word: if level is len(BREAKS), cut it between characters."
_CLUSTER = "What a reader sees as one sign can be several characters; if they do not fit, cut between them, too."
_SPACE = "White space around a piece counts as well: leave it out of the piece before you measure."
_MISCOUNTED = "A place is wrong: it counts from a slice, the start of the slice is added twice, or it is one off."
_REPEATED = "Pieces share nothing (the overlap comes in part 4), and a place in a slice counts from the slice."
_BLANK = "White space alone is not a piece: ask text[start:end].strip() first."
_LAST = "What comes after the last break is a piece as well."
_JOINED = "Pieces are not joined here: that is part 3."
_MODEL = "The call names another model: give it to span_size, too."
_EXACT = "A piece may have exactly `limit` tokens; and one that fits is not cut with a weaker break."
_SENTENCES = "It is 3.14 or red. We go on and on! It is old."
_EXAMPLES = (
    _case("aa", 5),
    _case("aa bb\n\ncc dd", 4),
    _case("aa bb\ncc dd", 4),
    _case("Aa bb. Cc dd.", 5),
    _case("aa bb cc", 2),
    _case("aa\n\nbb", 5),
    _case("aa\nbb\n\ncc dd ee ff gg", 5),
    _case("aa\n\nbb\ncc dd\n\nee", 3),
    _case(_SENTENCES, 9),
    _case("unbelievable xylophones", 2),
    _case("aa bb\n\ncc dd", 2, 3, 9),
    _case("Ab. Aa bb cc. Dd", 5, 4, 13),
    _case("éé 中文\n\n😀 aa", 5),
    _case("abcdefghij" * 12, 8),
    _case("aa 👨\u200d👩\u200d👧 bb", 5),
    _case("It red red red. Red", 4, 0, 15),
    _case("中文分词 很难\n\n中文", 3, model="gpt-4o"),
    _case("", 5),
    _case(" \n\n ", 1),
    _case("aa\n\n" * 60, 1),
)
_EVERY_PART = ("Every part between two breaks, or after the last, becomes a piece, at its place in the whole text.",)
_NEXT_BREAK = ("A piece that is too long is cut with the next weaker break, and a piece that fits is not cut.",)

EXERCISE = Exercise(
    hints=(
        "Let the function call itself: a span that fits is one piece, and any other is cut and tried again in parts.",
        "BREAKS[level].finditer(text, start, end) finds the gaps. Each part between them needs a call with level + 1.",
        "What comes after the last gap needs a call, too. If level is len(BREAKS), call the function for two halves.",
    ),
    properties=(
        Property("only white space is left out", 1, True, _EVERY_PART, _covers, _EXAMPLES, _cases),
        Property("each piece is the largest unit that fits", 1, False, _NEXT_BREAK, _largest, _EXAMPLES, _cases),
    ),
)

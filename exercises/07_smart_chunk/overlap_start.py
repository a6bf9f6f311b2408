"""`overlap_start`, the fourth part of `smart_chunk`: how far back the next chunk begins."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from chunklib.tokens import ruler
from classroom.judge.exercise import Broken, Call, Exercise, Property, Words, expect_int
from classroom.properties.spans import FROM_SLICE

if TYPE_CHECKING:
    from hypothesis.strategies import SearchStrategy

Span = tuple[int, int]
_WORD = re.compile(r"(?<=\s)\S")


def _words(text: str, before: Span) -> list[int]:
    """Return where the words of the chunk before begin, without the first: a chunk begins after the one before."""
    return [match.start() for match in _WORD.finditer(text, before[0] + 1, before[1])]


def _excess(
    start: int, text: str, before: Span, span: Span, max_tokens: int, overlap_tokens: int, model: str = "gpt-4"
) -> tuple[int, int]:
    """Return by how many tokens a start exceeds the limit of what is shared, and that of the whole chunk."""
    count = ruler(model)
    return count(text[start : before[1]]) - overlap_tokens, count(text[start : span[1]]) - max_tokens


def _legal(function: Call, **case: Any) -> None:
    """The start is that of a word of the chunk before, or of the span."""
    start = expect_int(function(**case))
    text, before, span = case["text"], case["before"], case["span"]
    allowed = {span[0], *_words(text, before)}
    if start in allowed:
        return
    cause = _INSIDE if before[0] < start < before[1] else _FIRST if start == before[0] else ""
    if before[0] and allowed & {start + before[0], start + before[0] + 1, start - before[0]}:
        cause = FROM_SLICE
    raise Broken(f"{start} is neither {span[0]} nor the start of a word after character {before[0]}", cause=cause)


def _furthest(function: Call, **case: Any) -> None:
    """The start is as far back as both limits allow, and no further."""
    start = expect_int(function(**case))
    text, limits = case["text"], (case["overlap_tokens"], case["max_tokens"])
    words = _words(text, case["before"])
    shared, whole = _excess(start, **case)
    if start < case["span"][0] and max(shared, whole) > 0:
        sizes = f"tokens shared: {shared + limits[0]}, in the chunk: {whole + limits[1]}"
        why = f"{sizes}; {limits[0]} and {limits[1]} are allowed"
        raise Broken(why, cause=_TOO_MUCH if shared > 0 else _TOO_LONG)
    nearest = next((word for word in reversed(words) if max(_excess(word, **case)) > 0), -1)
    better = [word for word in words if nearest < word < start]
    if better:  # who goes back word by word stops at the first that does not fit; counts do not always rise
        word = text[better[0] :].split(maxsplit=1)[0]
        raise Broken(
            f"the start can be {better[0]}, at {word[:20]!r}",
            expected=Words(f"{better[0]}"),
            cause=_MODEL if "model" in case else "",
        )


def _case(text: str, cut: int, limits: tuple[int, int], start: int = 0, **more: str) -> dict[str, Any]:
    """Make a case: the chunk before ends with the word that ends at `cut`, and the rest of the text comes next."""
    next_start = len(text) - len(text[cut:].lstrip())
    spans = {"before": (start, cut), "span": (next_start, len(text))}
    return {"text": text, **spans, "max_tokens": limits[0], "overlap_tokens": limits[1], **more}


def _cases() -> SearchStrategy[dict[str, Any]]:
    from hypothesis import strategies as st

    def case(words: list[str], gap: str, after: int, overlap: int, more: int) -> dict[str, Any]:
        text, cut = gap.join(words), len(gap.join(words[: max(1, len(words) - after)]))
        room = ruler("gpt-4")(text[slice(*_case(text, cut, (0, 0))["span"])])
        return _case(text, cut, (max(room, overlap + 1) + more, overlap))

    words = st.sampled_from(["red", "is", "unbelievable", "naïve", "3.14", "中文", "😀"])
    lists, gaps = st.lists(words, min_size=2, max_size=9), st.sampled_from([" ", "\n", "  "])
    return st.builds(case, lists, gaps, st.integers(1, 3), st.integers(0, 9), st.integers(0, 6))


_INSIDE = "A start is where a word begins, after the white space; places of a match in a slice count from the slice."
_FIRST = "The first word is not repeated, because the chunk before would then lie inside the new one."
_MODEL = "The call names another model: give it to span_size, too."
_TOO_MUCH = "Measure what is shared, text[start:before_end], in tokens of this model."
_TOO_LONG = "Measure the new chunk with what it repeats, text[start:span_end], too: it may have max_tokens at most."
_FIVE = "one two three four five"
_EXAMPLES = (
    _case("one two three", 7, (5, 0)),
    _case("one two three", 7, (5, 1)),
    _case("one two", 3, (5, 4)),
    _case(_FIVE, 13, (4, 2)),
    _case(_FIVE, 13, (3, 2)),
    _case(_FIVE, 13, (2, 1)),
    _case(_FIVE, 18, (9, 8)),
    _case(_FIVE, 18, (9, 8), start=4),
    _case("one two\nthree four", 13, (3, 1)),
    _case("one  two three", 8, (5, 2)),
    _case("one unbelievable two xylophones three", 20, (9, 4)),
    _case("It is red. We go on.\n\nIt is old.", 20, (12, 5)),
    _case("中文 很难 中文 很难", 8, (9, 5)),
    _case("中文 很难 中文 很难", 8, (9, 3), model="gpt-4o"),
    _case("red " * 60 + "end", 239, (200, 25)),
)
_AN_OFFSET = ("Return an offset of the text: span[0], or where a word of the chunk before begins.",)
_ONE_MORE = (
    "Go back one word more as long as both limits are kept: each limit itself is allowed, for the joined text.",
)

EXERCISE = Exercise(
    hints=(
        "Which starts are allowed at all? List the places inside the chunk before where a word begins.",
        "Go back from the last of them as long as two spans fit: what is shared, and the whole new chunk.",
        're.compile(r"(?<=\\s)\\S").finditer(text, before[0] + 1, before[1]) finds words. Stop at the first too long.',
    ),
    properties=(
        Property("the chunk begins with a whole word", 1, True, _AN_OFFSET, _legal, _EXAMPLES, _cases),
        Property("it repeats as much as fits", 1, False, _ONE_MORE, _furthest, _EXAMPLES, _cases),
    ),
)

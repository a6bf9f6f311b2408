"""`pack_spans`, the third part of `smart_chunk`: join neighbouring pieces while they fit."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from chunklib.tokens import ruler
from classroom.judge.exercise import Broken, Call, Exercise, Property
from classroom.properties.spans import FROM_SLICE, read_spans

if TYPE_CHECKING:
    from collections.abc import Sequence

    from hypothesis.strategies import SearchStrategy

Span = tuple[int, int]


def _runs(function: Call, text: str, pieces: Sequence[Span], **more: Any) -> list[Sequence[Span]]:
    """Call the function, and return for each span the pieces that it holds; or raise `Broken`."""
    found: list[Sequence[Span]] = []
    left = list(pieces)
    for index, (start, end) in enumerate(read_spans(function(text, pieces, **more), len(text))):
        ends = [last for _, last in left]
        next_start = left[0][0] if left else 0
        moved = FROM_SLICE if end not in ends and {next_start + end, next_start + end - start} & {*ends} else ""
        if not left or start != next_start:
            meant = f"the piece that comes next begins at {next_start}" if left else "no piece is left"
            raise Broken(f"span {index} begins at {start}, and {meant}", cause=moved if left else _after(start, found))
        if end not in ends:
            raise Broken(f"span {index} ends at {end}, where no piece ends", cause=moved or _ENDS)
        found.append(left[: ends.index(end) + 1])
        del left[: ends.index(end) + 1]
    if left:
        lost = text[slice(*left[0])]
        open_at_the_end = len(left) == 1 and ruler("gpt-4")(lost) <= more["room"]
        raise Broken(f"the piece {lost[:30]!r} is in no span", cause=_LAST if open_at_the_end else "")
    return found


def _after(start: int, found: Sequence[Sequence[Span]]) -> str:
    """Say why a span comes after all pieces are in one."""
    return _TWICE if found and start == found[-1][0][0] else _ENDS


def _whole(function: Call, **case: Any) -> None:
    """Each piece is in exactly one span, in order."""
    _runs(function, **case)


def _full(function: Call, text: str, pieces: Sequence[Span], **more: Any) -> None:
    """A span takes the next piece as long as both together fit."""
    runs = _runs(function, text, pieces, **more)
    room, count = more["room"], ruler(more.get("model", "gpt-4"))
    for index, run in enumerate(runs):
        found = count(text[run[0][0] : run[-1][1]])
        if found > room and len(run) > 1:
            raise Broken(f"span {index} has {found} tokens, and there is room for {room}")
        if index + 1 < len(runs):
            joined = count(text[run[0][0] : runs[index + 1][0][1]])
            if joined <= room:
                why = f"span {index} ends too early: with the next piece it has {joined} tokens, and {room} fit"
                raise Broken(why, cause=_MODEL if "model" in more else _EXACT)


def case(words: Sequence[str], room: int, gap: str = " ", **more: str) -> dict[str, Any]:
    """Make a case whose pieces are words with a gap between them."""
    ends = [len(gap.join(words[: n + 1])) for n in range(len(words))]
    pieces = [(end - len(word), end) for word, end in zip(words, ends, strict=True)]
    return {"text": gap.join(words), "pieces": pieces, "room": room, **more}


def _cases() -> SearchStrategy[dict[str, Any]]:
    from hypothesis import strategies as st

    words = st.sampled_from(["It is red.", "We go on and on.", "é", "unbelievable", "中文", "No!", "😀"])
    gaps = st.sampled_from([" ", "\n", "\n\n", ""])
    return st.builds(case, st.lists(words, max_size=8), st.integers(1, 24), gaps)


_ENDS = "A span ends with the end of its last piece, and its place is one pair (start, end)."
_LAST = "The last span is still open when the loop ends."
_TWICE = "The last span is added twice: in the loop, and once more after it."
_MODEL = "The call names another model: give it to span_size, too."
_EXACT = "A span may have exactly `room` tokens, and they are those of the joined text, not a sum over its pieces."
_EXAMPLES = (
    case(["one"], 5),
    case(["one", "two"], 2),
    case(["one", "two", "three"], 2),
    case(["It is red.", "We go.", "It is old."], 8),
    case(["unbelievable", "No!", "unbelievable"], 2),
    case(["unbelievable", "No!", "unbelievable"], 6),
    case(["It is red.", "We go on and on and on.", "No!", "Go."], 6, "\n\n"),
    case(["é", "中文", "😀"], 6, ""),
    case(["中文分词", "很难"], 6, model="gpt-4o"),
    case(["one"] * 40, 7),
    case([], 3),
)
_NEXT_SPAN = ("A piece that does not fit begins the next span, also if it is too large by itself.",)
_MEASURED = ("Measure the joined text, from the start of the span to the end of the piece, with room as limit.",)

EXERCISE = Exercise(
    hints=(
        "Go through the pieces once. The last span of your list is the one that is still open.",
        "span_size(text, spans[-1][0], end, model) measures the open span with the piece. Replace the span if it fits.",
    ),
    properties=(
        Property("each piece is in one span", 1, True, _NEXT_SPAN, _whole, _EXAMPLES, _cases),
        Property("a span takes as many pieces as fit", 1, False, _MEASURED, _full, _EXAMPLES, _cases),
    ),
)

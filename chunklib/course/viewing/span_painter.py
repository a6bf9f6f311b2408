"""span_painter(text, gold, retrieved): see how evidence, chunks and what is retrieved of them make the scores."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from chunklib.chunk import Span
from chunklib.course.viewing.span_painter_view import Settings
from chunklib.course.words import CourseError
from chunklib.data import load

if TYPE_CHECKING:
    from chunklib.course.viewing.span_painter_widget import SpanPainter

Spans = tuple[int, int] | Sequence[tuple[int, int]]

_MOST_CHARACTERS = 2_000
_SAMPLE = ("### Pagination", "### Idempotency")
_ANSWER = "A cursor is valid for 24 hours"


def span_painter(
    text: str | None = None,
    gold: Spans | None = None,
    *,
    retrieved: Sequence[int] | None = None,
    size: int = 75,
    overlap: int = 0,
) -> SpanPainter:
    """Paint evidence on a text, choose chunks, and see the span metrics with their numbers.

    The text is cut into windows of characters. Evidence is moved by its start and end, chunks are taken and left by
    switches; another size or overlap makes other chunks, and takes those that have evidence.

    Args:
        text: Your own text, at most 2,000 characters; a part of the handbook by default.
        gold: The evidence: a range of characters (start, end), half-open, or a list; the text's first tenth by default.
        retrieved: The numbers of retrieved chunks, from 0, others left out; by default those that have evidence.
        size: Characters in a window.
        overlap: Characters that neighbours share.

    Returns:
        A widget; `str(widget)` says the same in words.

    Raises:
        CourseError: For a text, range or number that no control leads to.

    >>> print(span_painter("Tea is hot. Ice is cold.", (12, 24), retrieved=[1], size=16))
    windows of 16 characters, overlap 0, on a text of 24
    evidence 1, characters 12-24: 'Ice is cold.'
    retrieved: [1] 16-24 (of 2 chunks)
    evidence 12, found 8, given 8, different 8 characters
    recall     = 8 / 12           = 0.667
    precision  = 8 / 8            = 1.000
    iou        = 8 / (8 + 12 - 8) = 0.667
    iou_set    = 8 / (8 + 12 - 8) = 0.667
    redundancy = (8 - 8) / 8      = 0.000
    whole      = 0 / 1            = 0.000
    """
    shown = _sample() if text is None else text
    settings = _settings(shown, _answer(shown) if text is None and gold is None else gold, size, overlap)
    try:
        from chunklib.course.viewing.span_painter_widget import SpanPainter
    except ModuleNotFoundError as error:
        raise CourseError(f"span_painter needs {error.name}: install chunklib[course]") from None
    return SpanPainter(shown, settings, None if retrieved is None else _numbers(retrieved))


def _settings(text: str, gold: Spans | None, size: int, overlap: int) -> Settings:
    """Refuse what no control leads to."""
    _refuse_text(text)
    _refuse_sizes(size, overlap)
    return Settings(_spans((0, max(1, len(text) // 10)) if gold is None else gold, len(text)), size, overlap, ())


def _refuse_sizes(size: int, overlap: int) -> None:
    for name, value, least in (("size", size, 1), ("overlap", overlap, 0)):
        if type(value) is not int or value < least:
            raise CourseError(f"span_painter: {name} is a whole number, at least {least}: got {value!r}")
    if overlap >= size:
        raise CourseError(f"span_painter: overlap must be smaller than size: got overlap={overlap}, size={size}")


def _refuse_text(text: object) -> None:
    if not isinstance(text, str):
        raise CourseError(f"span_painter shows a text: got {type(text).__name__}")
    if not text.strip():
        raise CourseError("span_painter: the text is empty, or nothing but white space")
    if len(text) > _MOST_CHARACTERS:
        raise CourseError(f"span_painter shows at most {_MOST_CHARACTERS:,} characters: got {len(text):,}")


def _spans(gold: object, length: int) -> tuple[Span, ...]:
    """Read one range or several; whether they overlap is for the picture to say."""
    ranges = [gold] if isinstance(gold, tuple) and len(gold) == 2 and type(gold[0]) is int else gold
    if not isinstance(ranges, (list, tuple)) or not ranges:
        raise CourseError(f"span_painter: gold is a range (start, end), or a list of them: got {gold!r}")
    for one in ranges:
        if not isinstance(one, tuple) or len(one) != 2 or any(type(edge) is not int for edge in one):
            raise CourseError(f"span_painter: a range is two whole numbers (start, end): got {one!r}")
        if not 0 <= one[0] < one[1] <= length:
            raise CourseError(f"span_painter: need 0 <= start < end <= {length:,}: got {one[0]}-{one[1]}")
    return tuple(Span(*one) for one in ranges)


def _numbers(retrieved: object) -> tuple[int, ...]:
    if not isinstance(retrieved, (list, tuple)) or any(type(one) is not int or one < 0 for one in retrieved):
        raise CourseError(f"span_painter: retrieved is a list of numbers of chunks, from 0: got {retrieved!r}")
    return tuple(sorted(set(retrieved)))


def _sample() -> str:
    handbook = load("handbook")
    start, end = map(handbook.index, _SAMPLE)
    return handbook[start:end].rstrip()


def _answer(text: str) -> tuple[int, int]:
    start = text.index(_ANSWER)
    return start, start + len(_ANSWER)

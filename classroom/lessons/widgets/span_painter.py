"""span_painter(text, gold, retrieved): see how evidence, chunks and what is retrieved of them make the scores."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from ipywidgets import Layout

from chunklib.chunk import Span
from chunklib.errors import InvalidValue
from chunklib.readers import size_and_overlap
from classroom.lessons.widgets.arguments import check_text, part_of_handbook, refusing, spans
from classroom.lessons.widgets.controls import NAME, Checkbox, Dropdown, Label, Number, size_handles
from classroom.lessons.widgets.span_painter_html import page
from classroom.lessons.widgets.span_painter_view import MOST_CHUNKS, Settings, View, view, with_evidence
from classroom.lessons.widgets.widget import Widget, row_of

Spans = tuple[int, int] | Sequence[tuple[int, int]]

_MOST_CHARACTERS = 2_000
_ANSWER = "A cursor is valid for 24 hours"


class SpanPainter(Widget[Settings, View]):
    """Shows evidence, chunks and scores on a text; ``switches`` take and leave the chunks; see ``span_painter``."""

    def __init__(self, text: str, asked: Settings) -> None:
        self._painted, self._gold = text, list(asked.gold)
        first = self._gold[0]
        names = [(f"gold {number}", number - 1) for number, _ in enumerate(self._gold, start=1)]
        self.piece = Dropdown(description="evidence", options=names, value=0, style=NAME, layout=Layout(width="200px"))
        self.piece.layout.display = "" if len(self._gold) > 1 else "none"
        self.start = Number("start", first.start, least=0, most=len(text) - 1)
        self.end = Number("end", first.end, least=1, most=len(text))
        self.size, self.overlap = size_handles(asked.size, asked.overlap, most=len(text))
        self.switches = [
            Checkbox(
                value=number in asked.retrieved, description=f"[{number}]", indent=False, layout=Layout(width="auto")
            )
            for number in range(MOST_CHUNKS)
        ]
        self.piece.observe(self._take_piece, "value")
        self.start.box.observe(self._push_end, "value")
        self.end.box.observe(self._push_start, "value")
        for number in (self.size, self.overlap):
            number.box.observe(lambda _: self._take_evidence(), "value")
        row = row_of(Label("retrieved"), *self.switches, gap="10px")
        rows = self.piece, self.start, self.end, self.size, self.overlap, row
        super().__init__(*rows, view=lambda state: view(state, self._painted), page=page, holds=_MOST_CHARACTERS)

    def _state(self) -> Settings:
        self._gold[self.piece.value] = Span(self.start.value, self.end.value)
        taken = tuple(number for number, switch in enumerate(self.switches) if switch.value)
        return Settings(tuple(self._gold), self.size.value, self.overlap.value, taken)

    def _fit(self) -> None:
        """Offer a switch for each chunk that there is; one that is hidden keeps what it was."""
        for number, switch in enumerate(self.switches):
            switch.layout.display = "" if number < len(self.view.chunks) else "none"

    def _take_piece(self, change: Any) -> None:
        """Let the two handles move another piece of the evidence."""
        with self._together():
            self.start.box.value, self.end.box.value = self._gold[change["new"]]

    def _push_end(self, change: Any) -> None:
        """Keep the end after the start."""
        if not self._held and self.end.value <= change["new"]:
            self.end.box.value = change["new"] + 1

    def _push_start(self, change: Any) -> None:
        if not self._held and self.start.value >= change["new"]:
            self.start.box.value = change["new"] - 1

    def _show_document(self, part: str) -> None:
        """Take the first tenth of the part as evidence; it can be moved from there."""
        evidence = _evidence(part, sample=False)
        with self._together():
            self._painted, self._gold = part, list(evidence) * len(self._gold)
            for number, most in ((self.start, len(part) - 1), (self.end, len(part))):
                number.at_most(most)
                number.box.value = evidence[0][number is self.end]
        self._take_evidence()
        self._redraw()

    def _take_evidence(self) -> None:
        """Take the chunks that have evidence: numbers of chunks mean nothing in another chunking."""
        wanted = with_evidence(self._state(), self._painted)
        with self._together():
            for number, switch in enumerate(self.switches):
                switch.value = number in wanted


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
        gold: the evidence: a range of characters (start, end), half-open, or a list; the text's first tenth by default.
        retrieved: the numbers of retrieved chunks, from 0, others left out; by default those that have evidence.
        size: Characters in a window.
        overlap: Characters that neighbours share.

    Returns:
        A widget; ``str(widget)`` says the same in words.

    Raises:
        CourseError: for a text, range or number that no control leads to.

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
    shown = part_of_handbook("### Pagination", "### Idempotency").rstrip() if text is None else text
    with refusing("span_painter"):
        check_text(shown, _MOST_CHARACTERS, blank=False)
        numbers = size_and_overlap(size, overlap)
        one = isinstance(gold, tuple) and len(gold) == 2 and type(gold[0]) is int
        evidence = (
            _evidence(shown, sample=text is None)
            if gold is None
            else spans("gold", [gold] if one else gold, len(shown))
        )
        settings = Settings(evidence, *numbers, ())
        taken = with_evidence(settings, shown) if retrieved is None else _numbers(retrieved)
    return SpanPainter(shown, replace(settings, retrieved=taken))


def _evidence(text: str, *, sample: bool) -> tuple[Span, ...]:
    """Choose evidence where none is given: the answer in our own text, else the first tenth."""
    start = text.index(_ANSWER) if sample else 0
    return (Span(start, start + (len(_ANSWER) if sample else max(1, len(text) // 10))),)


def _numbers(retrieved: object) -> tuple[int, ...]:
    if not isinstance(retrieved, (list, tuple)) or any(type(one) is not int or one < 0 for one in retrieved):
        raise InvalidValue(f"retrieved must be a list of numbers of chunks, from 0: got {retrieved!r}")
    return tuple(sorted(set(retrieved)))

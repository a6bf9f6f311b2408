"""span_painter(text, gold, retrieved): see how evidence, chunks and what is retrieved of them make the scores.

Evidence is set in bold with a double line below and a mark at both ends. A chunk that is retrieved has a coloured
ground, lines above and below, and a dark label; what two retrieved chunks share is hatched. So nothing rests on colour.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from html import escape
from itertools import pairwise
from typing import Any

from ipywidgets import Layout

from chunklib.chunk import Chunk, Span
from chunklib.errors import InvalidValue
from chunklib.readers import size_and_overlap
from chunklib.strategies import STRATEGIES
from chunklib.view.palette import COLORS, INK, PAPER
from chunklib.view.spans import Piece, pieces, safe, stripes
from classroom.judge.showing import short
from classroom.lessons.widgets.arguments import check_text, part_of_handbook, refusing, spans
from classroom.lessons.widgets.controls import NAME, Checkbox, Dropdown, Label, Number, size_handles
from classroom.lessons.widgets.parts import EVIDENCE, evidence_html, framed, label, lines_html, region
from classroom.lessons.widgets.span_counts import counted, scored
from classroom.lessons.widgets.widget import Widget, row_of

MOST_CHUNKS = 24
_EXCERPT = 44
_GROUND = COLORS[4]
_EDGES = f"border-top:2px solid {INK};border-bottom:2px solid {INK}"
_TAKEN = f"background-color:{_GROUND};{_EDGES}"
_TWICE = f"background-color:{_GROUND};{stripes(_GROUND, PAPER)};{_EDGES}"
_CELL = "text-align:left;padding:1px 14px 1px 0;border:none;background:none"
_PAGE = "white-space:pre-wrap;overflow-wrap:anywhere;max-height:360px;overflow:auto;padding:8px 10px;line-height:2"
Spans = tuple[int, int] | Sequence[tuple[int, int]]
_MOST_CHARACTERS = 2_000
_ANSWER = "A cursor is valid for 24 hours"


@dataclass
class View:
    """Holds a text, evidence in it, size and overlap of the chunks in characters, and the numbers of those retrieved.

    Without an ``error`` there are chunks and scores; numbers of chunks that do not exist are left out.
    """

    text: str
    gold: tuple[Span, ...]
    size: int
    overlap: int
    taken: tuple[int, ...]

    def __post_init__(self) -> None:
        self.chunks = STRATEGIES["fixed_characters"](self.text, self.size, self.overlap)
        self.error = ""
        for one, other in pairwise(sorted(self.gold)):
            if other.start < one.end:
                places = f"{one.start}-{one.end} and {other.start}-{other.end}"
                self.error = f"No scores. pieces of evidence must not overlap: got {places}"
        if not self.error and (many := len(self.chunks)) > MOST_CHUNKS:
            self.error = f"No scores. {many} chunks are more than the {MOST_CHUNKS} that are drawn."
        self.chunks = [] if self.error else self.chunks
        self.retrieved = [chunk for chunk in self.chunks if chunk.index in self.taken]
        self.counts, self.scores = counted(self.gold, self.retrieved), scored(self.gold, self.retrieved)

    def __str__(self) -> str:
        return "\n".join([self.head(), *([self.error] if self.error else [*self.places(), *self.lines()])])

    def head(self) -> str:
        """Say the settings."""
        return f"windows of {self.size} characters, overlap {self.overlap}, on a text of {len(self.text):,}"

    def places(self) -> Iterator[str]:
        """Say where the evidence is, and what is retrieved."""
        for number, (start, end) in enumerate(self.gold, start=1):
            yield f"evidence {number}, characters {start}-{end}: {short(self.text[start:end], _EXCERPT)}"
        found = ", ".join(f"[{one.index}] {one.start_char}-{one.end_char}" for one in self.retrieved)
        yield f"retrieved: {found or 'nothing'} (of {len(self.chunks)} chunks)"

    def lines(self) -> Iterator[str]:
        """Say the counts, and each score with its numbers."""
        evidence, found, given, different = self.counts
        yield f"evidence {evidence}, found {found}, given {given}, different {different} characters"
        names, sums = (max(len(getattr(score, part)) for score in self.scores) for part in ("name", "numbers"))
        for score in self.scores:
            yield f"{score.name:<{names}} = {score.numbers:<{sums}} = {score.value:.3f}"

    @property
    def with_evidence(self) -> tuple[int, ...]:
        """Number the chunks that have some of the evidence."""
        return tuple(
            chunk.index
            for chunk in self.chunks
            if any(chunk.start_char < end and start < chunk.end_char for start, end in self.gold)
        )


def page(shown: View) -> str:
    """Draw a view: what is asked, the scores, the key, and the text."""
    lines = lines_html(map(safe, [shown.head(), *shown.places(), next(shown.lines())]))
    text = region(
        "The text with evidence and chunks", f"{_PAGE};outline-offset:-3px", "".join(_painted(shown)), text=True
    )
    return framed(f"{lines}{_table(shown)}<div>{_key()}</div>", text)


def _table(shown: View) -> str:
    """Write the scores: name, value, the formula with numbers, the formula in words."""
    head = "".join(f'<th scope="col" style="{_CELL}">{name}</th>' for name in ("score", "value", "numbers", "formula"))
    rows = "".join(
        f'<tr style="background:none"><th scope="row" style="{_CELL}">{score.name}</th>'
        f'<td style="{_CELL};font-weight:bold">{score.value:.3f}</td>'
        f'<td style="{_CELL}">{escape(score.numbers)}</td><td style="{_CELL}">{escape(score.formula)}</td></tr>'
        for score in shown.scores
    )
    style = f"border-collapse:collapse;border:none;color:{INK};margin:4px 0;font-size:13px"
    return f'<table style="{style}"><tr style="background:none">{head}</tr>{rows}</table>'


def _key() -> str:
    taken = f'<span style="color:{INK};{_TAKEN}">{label("[k]", dark=True)}retrieved</span>'
    twice = f'<span style="color:{INK};{_TWICE}">retrieved twice</span>'
    gold = f'{label("evidence ▸")}<span style="{EVIDENCE}">the evidence</span>{label("◂")}'
    return f"{taken} · {twice} · {label('[k]')}not retrieved · {gold}"


def _painted(shown: View) -> Iterator[str]:
    """Draw the text, cut wherever a chunk or the evidence starts or ends."""
    edges = sorted({edge for span in shown.gold for edge in span})
    for piece in pieces(shown.chunks, len(shown.text)):
        cuts = [piece.start, *(edge for edge in edges if piece.start < edge < piece.end), piece.end]
        yield from (_part(shown, piece, start, end) for start, end in pairwise(cuts))


def _part(shown: View, piece: Piece, start: int, end: int) -> str:
    """Draw a part of the text that lies in the same chunks, all of it evidence or nothing of it."""
    held = shown.chunks[piece.first : piece.last]
    taken = [chunk for chunk in held if chunk.index in shown.taken]
    newest = held[-1] if held and held[-1].start_char == start else None
    mark = label(f"[{newest.index}]", dark=newest in taken) if newest else ""
    ground = (_TWICE if len(taken) > 1 else _TAKEN) if taken else ""
    what = f"in {_named(held)}; retrieved: {_named(taken)}"
    gold = evidence_html(shown.text, shown.gold, start, end, "evidence {}" if len(shown.gold) > 1 else "evidence")
    return f'<span style="color:{INK};{ground}" title="{what}">{mark}{gold}</span>'


def _named(chunks: Sequence[Chunk]) -> str:
    return ", ".join(f"[{chunk.index}]" for chunk in chunks) or "none"


class SpanPainter(Widget[View]):
    """Shows evidence, chunks and scores on a text; ``switches`` take and leave the chunks; see ``span_painter``."""

    def __init__(self, asked: View) -> None:
        text, self._painted, self._gold = asked.text, asked.text, list(asked.gold)
        first = self._gold[0]
        names = [(f"evidence {number}", number - 1) for number, _ in enumerate(self._gold, start=1)]
        self.piece = Dropdown(description="evidence", options=names, value=0, style=NAME, layout=Layout(width="200px"))
        self.piece.layout.display = "" if len(self._gold) > 1 else "none"
        self.start = Number("start", first.start, least=0, most=len(text) - 1)
        self.end = Number("end", first.end, least=1, most=len(text))
        self.size, self.overlap = size_handles(asked.size, asked.overlap, most=len(text))
        self.switches = [
            Checkbox(value=number in asked.taken, description=f"[{number}]", indent=False, layout=Layout(width="auto"))
            for number in range(MOST_CHUNKS)
        ]
        self.piece.observe(self._take_piece, "value")
        self.start.box.observe(self._push, "value")
        self.end.box.observe(self._push, "value")
        for number in (self.size, self.overlap):
            number.box.observe(lambda _: self._take_evidence(), "value")
        row = row_of(Label("retrieved"), *self.switches, gap="10px")
        rows = self.piece, self.start, self.end, self.size, self.overlap, row
        super().__init__(*rows, view=View, page=page, holds=_MOST_CHARACTERS)

    def _state(self) -> tuple[Any, ...]:
        self._gold[self.piece.value] = Span(self.start.value, self.end.value)
        taken = tuple(number for number, switch in enumerate(self.switches) if switch.value)
        return self._painted, tuple(self._gold), self.size.value, self.overlap.value, taken

    def _fit(self) -> None:
        """Offer a switch for each chunk that there is; one that is hidden keeps what it was."""
        for number, switch in enumerate(self.switches):
            switch.layout.display = "" if number < len(self.view.chunks) else "none"

    def _take_piece(self, change: Any) -> None:
        """Let the two handles move another piece of the evidence."""
        with self._together():
            self.start.box.value, self.end.box.value = self._gold[change["new"]]

    def _push(self, change: Any) -> None:
        """Keep the end after the start: the one that is moved pushes the other."""
        if not self._held and self.end.value <= self.start.value:
            pushed, by = (self.end, 1) if change["owner"] is self.start.box else (self.start, -1)
            pushed.box.value = change["new"] + by

    def _show_document(self, part: str) -> None:
        """Take the first tenth of the part as evidence; it can be moved from there."""
        evidence = _evidence(None, part, sample=False)
        with self._together():
            self._painted, self._gold = part, list(evidence) * len(self._gold)
            for number, most in ((self.start, len(part) - 1), (self.end, len(part))):
                number.at_most(most)
                number.box.value = evidence[0][number is self.end]
        self._take_evidence()
        self._update()

    def _take_evidence(self) -> None:
        """Take the chunks that have evidence: numbers of chunks mean nothing in another chunking."""
        wanted = View(*self._state()).with_evidence
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
        asked = View(shown, _evidence(gold, shown, sample=text is None), *numbers, ())
        taken = asked.with_evidence if retrieved is None else _numbers(retrieved)
    return SpanPainter(replace(asked, taken=taken))


def _evidence(gold: object, text: str, *, sample: bool) -> tuple[Span, ...]:
    """Read the evidence, or choose it where none is given: the answer in our own text, else the first tenth."""
    if gold is not None:
        one = isinstance(gold, tuple) and len(gold) == 2 and type(gold[0]) is int
        return spans("gold", [gold] if one else gold, len(text))
    start = text.index(_ANSWER) if sample else 0
    return (Span(start, start + (len(_ANSWER) if sample else max(1, len(text) // 10))),)


def _numbers(retrieved: object) -> tuple[int, ...]:
    if not isinstance(retrieved, (list, tuple)) or any(type(one) is not int or one < 0 for one in retrieved):
        raise InvalidValue(f"retrieved must be a list of numbers of chunks, from 0: got {retrieved!r}")
    return tuple(sorted(set(retrieved)))

"""ledger_viewer(ledger): choose an outcome, step through its questions, and see why each answer was lost.

Evidence is set in bold with a double line below and a mark at both ends, and each chunk has its own box: a torn piece
goes on in the next box. So nothing rests on colour.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

from ipywidgets import Layout

from chunklib.chunk import Chunk, Span
from chunklib.errors import InvalidType, InvalidValue
from chunklib.evaluation.lost import Ledger, Piece
from chunklib.evaluation.wording import counted
from chunklib.view.ledger import FILLS, WHY
from chunklib.view.palette import INK
from chunklib.view.spans import safe
from classroom.judge.showing import short
from classroom.lessons.widgets.arguments import refusing
from classroom.lessons.widgets.controls import NAME, Dropdown, Number
from classroom.lessons.widgets.parts import SCROLL, evidence_html, framed, label, lines_html, region
from classroom.lessons.widgets.widget import Widget

_SHOWN = 3  # chunks of a piece of evidence
_EXCERPT, _AROUND = 60, 120  # characters of a chunk in words; those drawn on both sides of the evidence
_PAGE = f"white-space:pre-wrap;overflow-wrap:anywhere;max-height:360px;padding:6px 10px;{SCROLL}"
_CHUNK = "border:1px solid #757575;padding:4px 8px;margin:4px 0"


@dataclass
class View:
    """Holds ledgers by name, which of them is open, an outcome, and the number of a question among those of it."""

    ledgers: Mapping[str, Ledger]
    chunks: str
    outcome: str
    number: int

    def __post_init__(self) -> None:
        self.ledger = self.ledgers[self.chunks]
        asked = self.ledger.questions
        self.found = [at for at, one in enumerate(asked) if one.outcome == self.outcome]
        self.error = "" if self.found else f"{self.chunks}: of no question the outcome is {self.outcome!r}."
        self.at = self.found[min(self.number, len(self.found)) - 1] if self.found else 0
        self.asked = asked[self.at]
        self.text = self.ledger.documents[self.asked.question.document]

    def __str__(self) -> str:
        return self.error or "\n".join(
            [*self.head(), *(line for piece in self.asked.pieces for line in self.told(piece))]
        )

    def head(self) -> Iterator[str]:
        """Say the outcome, the question, the reason, and the outcome in the other ledgers."""
        one, ledger = self.asked, self.ledger
        at = min(self.number, len(self.found))
        yield f"{self.chunks}: {self.outcome}, question {at:,} of {len(self.found):,}"
        yield " ".join(one.question.text.split())
        why = WHY[self.outcome].format(k=ledger.k, depth=ledger.depth, rank=one.rank)
        yield f"{why} Document: {one.question.document}. Kind: {one.question.kind or 'none'}."
        for name, other in self.ledgers.items():
            if name != self.chunks:
                same = other.questions[self.at]
                yield f"{name}: {same.outcome}{f', rank {same.rank:,}' if same.rank else ''}"

    def told(self, piece: Piece) -> list[str]:
        """Say what has a piece of evidence."""
        text = short(" ".join(self.text[piece.start : piece.end].split()), 2 * _EXCERPT)
        shared = ", ".join(piece.words) or "none"
        held = f"whole in {counted(len(piece.whole_in), 'chunk')}, a part in {len(piece.parts_in):,}"
        return [
            f"evidence, characters {piece.start}-{piece.end}: {text}",
            f"{held}; best rank {piece.rank or 'none'}; words shared with the question: {shared}",
            *(f"{name}: {short(' '.join(chunk.text.split()), _EXCERPT)}" for name, chunk in self.holding(piece)),
        ]

    def holding(self, piece: Piece) -> Iterator[tuple[str, Chunk]]:
        """Yield the best chunk that has all of a piece, else those that have a part, each with a name."""
        for at in piece.whole_in[:1] or piece.parts_in[:_SHOWN]:
            chunk = self.ledger.chunks[at]
            rank = f" rank {piece.rank:,}" if piece.whole_in and piece.rank else ""
            yield f"[{chunk.index}]{rank}, characters {chunk.start_char}-{chunk.end_char}", chunk


def page(shown: View) -> str:
    """Draw a view: what is asked and why it was lost, and the chunks with the evidence marked."""
    first, question, *others = map(safe, shown.head())
    sign = f"background-color:{FILLS[shown.outcome]};color:{INK};border:1px solid {INK};padding:0 6px"
    asked = f'<div style="font-weight:bold;font-size:15px" dir="auto">{question}</div>'
    head = f'<div role="status"><span style="{sign}">{first}</span>{asked}</div>{lines_html(others)}'
    return framed(head, region("The chunks with the evidence", _PAGE, "".join(_pieces(shown)), text=True))


def _pieces(shown: View) -> Iterator[str]:
    spans = sorted(Span(piece.start, piece.end) for piece in shown.asked.pieces)
    for piece in shown.asked.pieces:
        yield lines_html(map(safe, shown.told(piece)[:2]))
        for name, chunk in shown.holding(piece):
            start, end = max(chunk.start_char, piece.start - _AROUND), min(chunk.end_char, piece.end + _AROUND)
            edges = sorted({start, end, *(at for span in spans for at in span if start < at < end)})
            marked = "".join(evidence_html(shown.text, spans, *ends, "evidence") for ends in pairwise(edges))
            more = ["… " * (start > chunk.start_char), " …" * (end < chunk.end_char)]
            yield f'<div style="{_CHUNK}">{label(safe(name))} {marked.join(more)}</div>'


class LedgerViewer(Widget[View]):
    """Shows the questions of ledgers one by one; made by ``ledger_viewer``."""

    def __init__(self, asked: View) -> None:
        self._ledgers = asked.ledgers
        look = {"style": NAME, "layout": Layout(width="auto", max_width="520px")}
        self.chunks = Dropdown(description="chunks", options=[*asked.ledgers], value=asked.chunks, **look)
        self.outcome = Dropdown(description="outcome", options=[*asked.ledger.counts], value=asked.outcome, **look)
        self.number = Number("question", asked.number, least=1, most=len(asked.found))
        for one in (self.chunks, self.outcome):
            one.observe(self._begin, "value")
        rows = [self.chunks] * (len(asked.ledgers) > 1) + [self.outcome, self.number]
        super().__init__(*rows, view=View, page=page)

    def _begin(self, _: Any) -> None:
        """Begin with the first question of another outcome."""
        with self._together():
            self.number.box.value = 1

    def _fit(self) -> None:
        self.number.at_most(max(1, len(self.view.found)))

    def _state(self) -> tuple[Any, ...]:
        return self._ledgers, self.chunks.value, self.outcome.value, self.number.value


def ledger_viewer(ledgers: Ledger | Mapping[str, Ledger]) -> LedgerViewer:
    """Step through the questions of an outcome, and see for each its evidence, the chunks that have it, and the rank.

    Args:
        ledgers: what ``where_lost`` gave; or several of the same questions by names, and each says its outcome too.

    Returns:
        A widget; ``str(widget)`` says the same in words.

    Raises:
        CourseError: for anything but ledgers of the same questions.

    >>> from chunklib.evaluation import Benchmark, where_lost
    >>> small = Benchmark.from_quotes("small", {"note": "Tea is hot. Ice is cold."}, {"What is cold?": "Ice is cold."})
    >>> print(ledger_viewer(where_lost(small, {"strategy": "sentences", "size": 5, "overlap": 0}, k=1)))
    ledger: found, question 1 of 1
    What is cold?
    It is found at rank 1, and 1 are read. Document: note. Kind: none.
    evidence, characters 12-24: 'Ice is cold.'
    whole in 1 chunk, a part in 0; best rank 1; words shared with the question: cold, is
    [1] rank 1, characters 11-24: 'Ice is cold.'
    """
    with refusing("ledger_viewer"):
        named = {"ledger": ledgers} if isinstance(ledgers, Ledger) else ledgers
        if not isinstance(named, Mapping) or not named or not all(isinstance(one, Ledger) for one in named.values()):
            raise InvalidType(f"it takes what where_lost gives, or several by names: got {type(ledgers).__name__}")
        if len({(tuple(lost.question for lost in one.questions), one.answers) for one in named.values()}) > 1:
            raise InvalidValue("the ledgers must be of the same questions, all with a reader or all without")
        name, opened = next(iter(named.items()))
        return LedgerViewer(View(named, name, next(outcome for outcome, count in opened.counts.items() if count), 1))

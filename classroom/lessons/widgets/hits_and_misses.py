"""hits_and_misses(text, question, spans): see how the size of the chunks turns hits into misses.

A chunk that is read has a dark label with its rank and a coloured ground; what the budget cuts off is dotted below.
Evidence is set in bold with a double line below and a mark at both ends, so nothing rests on colour.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from typing import Any

from ipywidgets import Layout

from chunklib.chunk import Chunk, Span
from chunklib.errors import InvalidType, InvalidValue
from chunklib.readers import at_least, whole
from chunklib.retrieval.retriever import Hit
from chunklib.token_index import clean
from chunklib.view.palette import COLORS, INK, PAPER
from chunklib.view.spans import safe
from classroom.judge.showing import short
from classroom.lessons.widgets.arguments import check_text, refusing
from classroom.lessons.widgets.arguments import spans as read_spans
from classroom.lessons.widgets.controls import NAME, Number, Rungs, TextBox
from classroom.lessons.widgets.parts import EVIDENCE, SCROLL, evidence_html, framed, label, lines_html, region
from classroom.lessons.widgets.searched_text import Given, given, indexed
from classroom.lessons.widgets.widget import Widget

_EXCERPT = 60
_AROUND = 500  # characters shown on both sides of a part of the evidence
_MOST_BLOCKS = 1_000
_GIVEN, _CUT = COLORS[0], f"background-color:{PAPER};border-bottom:3px dotted {INK}"
_PAGE = f"white-space:pre-wrap;overflow-wrap:anywhere;max-height:330px;padding:6px 10px;{SCROLL}"
_LIST = f"max-height:150px;padding:6px 10px;border-top:1px solid #757575;font-size:13px;{SCROLL}"
SIZES = (20, 30, 50, 75, 100, 150, 200, 300, 400, 600, 800, 1200, 2000)
"""The rungs of the slider, in tokens."""
_MOST_CHARACTERS = 60_000
_MOST_BUDGET = 4_000


@dataclass
class View:
    """Holds a text that is searched, the evidence in it, a question, and size and budget in tokens.

    What comes of them are the chunks, those that are read, and the rank of every chunk that shares a word with the
    question, or one line that says why there are none.
    """

    text: str
    spans: tuple[Span, ...]
    question: str
    size: int
    budget: int

    def __str__(self) -> str:
        return "\n".join([self.head(), self.error] if self.error else [self.head(), *self.lines(), *self.ranked()])

    def head(self) -> str:
        """Say the settings."""
        sizes = f"size {self.size}, budget {self.budget:,} tokens, on a text of {len(self.text):,} characters"
        return f"{sizes}\nquestion: {' '.join(self.question.split())}"

    def __post_init__(self) -> None:
        self.error = ""
        self.chunks: list[Chunk] = []
        hits: list[Hit] = []
        try:
            index = indexed(self.text, self.size)
            at_least(1, "budget", self.budget)
            self.chunks, hits = list(index.chunks), index.search(self.question, len(index.chunks))
        except ValueError as error:
            self.error = f"No chunks. {error}"
        self.given = list(given(hits, self.budget))
        self.ranks = {hit.chunk.index: rank for rank, hit in enumerate(hits, 1)}

    @cached_property
    def verdict(self) -> str:
        """Say in one line whether the reader gets the evidence."""
        held = ((one for one in self.given if one.start <= start and end <= one.end) for start, end in self.spans)
        holders = [next(best, None) for best in held]
        if all(holders):
            places = "; ".join(f"chunk [{one.chunk.index}], rank {one.rank}" for one in holders if one)
            whole = "the evidence is whole in" if len(self.spans) == 1 else "every part of the evidence is whole:"
            return f"hit: {whole} {places}"
        total = sum(end - start for start, end in self.spans)
        got = sum(max(0, min(one.end, end) - max(one.start, start)) for start, end in self.spans for one in self.given)
        where = "; ".join(self._where(chunk) for chunk in self.holding())
        if got == total:
            return f"half a hit: all of the evidence is read, but cut in pieces: {where}"
        if got:
            return f"half a hit: {got} of the {total} characters of the evidence are read: {where}"
        return f"miss: nothing of the evidence is read: {where}"

    def lines(self) -> Iterator[str]:
        """Yield the verdict and the sums."""
        yield self.verdict
        tokens = sum(one.chunk.size for one in self.given if one.whole)
        cut = "" if all(one.whole for one in self.given) else ", and the beginning of 1 more"
        yield f"read: {sum(one.whole for one in self.given)} of {len(self.chunks)} chunks, {tokens:,} tokens{cut}"
        for number, (start, end) in enumerate(self.spans, 1):
            yield f"evidence {number}, characters {start}-{end}: {short(self.text[start:end], 160)}"

    def ranked(self) -> Iterator[str]:
        """Yield a line for each chunk that is read, best first."""
        for one in self.given:
            excerpt = short(" ".join(one.chunk.text.split()), _EXCERPT)
            cut = "" if one.whole else ", cut by the budget"
            holds = ", holds evidence" if any(_shared(one.chunk, span) for span in self.spans) else ""
            yield f"rank {one.rank}: [{one.chunk.index}] {one.chunk.size} tokens{cut}{holds}  {excerpt}"

    def holding(self) -> list[Chunk]:
        """Return the chunks that hold some of the evidence, in the order of the text."""
        return [chunk for chunk in self.chunks if any(_shared(chunk, span) for span in self.spans)]

    def _where(self, chunk: Chunk) -> str:
        rank = self.ranks.get(chunk.index)
        if rank is None:
            return f"chunk [{chunk.index}] shares no word with the question"
        if rank > len(self.given):
            return f"chunk [{chunk.index}], rank {rank}, is over the budget"
        cut = "" if self.given[rank - 1].whole else ", cut by the budget"
        return f"chunk [{chunk.index}], rank {rank}{cut}"


def _shared(chunk: Chunk, span: Span) -> bool:
    return chunk.start_char < span.end and span.start < chunk.end_char


def page(shown: View) -> str:
    """Draw a view: the verdict and the sums, the row of chunks, the text around the evidence, the chunks given."""
    first, *others = shown.lines()
    lines = lines_html([*map(safe, [*shown.head().split("\n"), *others]), _key()])
    head = f'<div role="status" style="font-weight:bold;font-size:15px">{safe(first)}</div>{lines}'
    around = '<div style="text-align:center">…</div>'.join(_stretch(shown, *ends) for ends in _stretches(shown))
    ranked = lines_html(map(safe, shown.ranked())) or "<div>nothing is read</div>"
    return framed(
        head,
        f'<div style="padding:6px 10px">{_row(shown)}</div>',
        region("The text around the evidence", _PAGE, around, text=True),
        region("The chunks that are read", _LIST, ranked),
    )


def _key() -> str:
    given = f'<span style="background-color:{_GIVEN};color:{INK}">{label("[k] rank r", dark=True)}read</span>'
    cut = f'<span style="{_CUT};color:{INK}">cut off by the budget</span>'
    other = f"{label('[k]')}not read"
    gold = f'<span style="{EVIDENCE}">the evidence</span>'
    return f"{given} · {cut} · {other} · {gold} · in the row: black is read, ▲ is the evidence"


def _row(shown: View) -> str:
    """Draw all chunks in a row, each as wide as its share of the text, with an arrow below the evidence."""
    if len(shown.chunks) > _MOST_BLOCKS:
        return f"<div>{len(shown.chunks):,} chunks are too many for a row of blocks.</div>"
    ranks = {one.chunk.index: one for one in shown.given}
    blocks = "".join(_block(chunk, ranks.get(chunk.index)) for chunk in shown.chunks)
    arrows = "".join(_arrows(shown))
    return (
        f'<div style="display:flex;height:18px;border:1px solid {INK}">{blocks}</div>'
        f'<div style="display:flex;line-height:1.2">{arrows}</div>'
    )


def _block(chunk: Chunk, given: Given | None) -> str:
    look = f"background-color:{PAPER}" if given is None else f"background-color:{INK}" if given.whole else _CUT
    what = f"chunk {chunk.index}, {f'rank {given.rank}' if given else 'not read'}"
    width = chunk.end_char - chunk.start_char
    return f'<span style="flex:{width} 1 0;min-width:0;border-right:1px solid #757575;{look}" title="{what}"></span>'


def _arrows(shown: View) -> Iterator[str]:
    """Yield an arrow where each part of the evidence begins, and the room before it."""
    reached = 0.0
    for span in shown.spans:
        share = 100 * span.start / len(shown.text)
        if share >= reached:
            yield f'<span style="flex:0 1 {share - reached:.2f}%"></span><span>▲</span>'
            reached = share + 1.5  # about the width of an arrow


def _stretches(shown: View) -> list[tuple[int, int]]:
    """Return the parts of the text that are drawn: the evidence and what is around it."""
    found: list[tuple[int, int]] = []
    for start, end in shown.spans:
        low, high = max(0, start - _AROUND), min(len(shown.text), end + _AROUND)
        if found and low <= found[-1][1]:
            found[-1] = (found[-1][0], high)
        else:
            found.append((low, high))
    return found


def _stretch(shown: View, low: int, high: int) -> str:
    """Draw a part of the text, cut wherever a chunk, the evidence, or what is given starts or ends."""
    spans = [*shown.spans, *((one.start, one.end) for one in shown.given)]
    spans += [(chunk.start_char, chunk.end_char) for chunk in shown.chunks]
    inside = sorted({low, high, *(edge for span in spans for edge in span if low <= edge <= high)})
    return "".join(_piece(shown, start, end, low) for start, end in pairwise(inside))


def _piece(shown: View, start: int, end: int, low: int) -> str:
    """Draw a piece that lies in one chunk or in none, all of it evidence or nothing of it."""
    chunk = _chunk_at(shown, start)
    text = evidence_html(shown.text, shown.spans, start, end, "evidence")
    if chunk is None:
        return text
    given = next((one for one in shown.given if one.chunk.index == chunk.index), None)
    mark = ""
    if start in (chunk.start_char, low):
        rank = f" rank {given.rank}" if given else ""
        mark = label(f"{'… ' if start > chunk.start_char else ''}[{chunk.index}]{rank}", dark=given is not None)
    ground = "" if given is None else f"background-color:{_GIVEN}" if given.start <= start < given.end else _CUT
    return f'<span style="color:{INK};{ground}">{mark}{text}</span>'


def _chunk_at(shown: View, place: int) -> Chunk | None:
    at = bisect_right(shown.chunks, place, key=lambda chunk: chunk.start_char) - 1
    return shown.chunks[at] if at >= 0 and place < shown.chunks[at].end_char else None


class HitsAndMisses(Widget[View]):
    """Shows a question asked of a text in chunks of one size; made by ``hits_and_misses``."""

    def __init__(self, text: str, spans: tuple[Span, ...], question: str, size: int, budget: int) -> None:
        self._searched = text, spans
        self.size = Rungs("size", size, SIZES)
        self.budget = Number("budget", budget, least=1, most=max(_MOST_BUDGET, 2 * budget))
        self.question = TextBox(
            description="question", value=question, continuous_update=False, style=NAME,
            layout=Layout(width="auto"),
        )  # fmt: skip
        controls = self.size, self.budget, self.question
        super().__init__(*controls, view=View, page=page)

    def _state(self) -> tuple[Any, ...]:
        return *self._searched, self.question.value, self.size.value, self.budget.value


def hits_and_misses(
    text: str, question: str, spans: Sequence[tuple[int, int]], size: int = 100, budget: int = 1000
) -> HitsAndMisses:
    """Ask a question of a text in chunks, and show whether the evidence is among what is read.

    The text is cut into windows of tokens without overlap and searched by BM25; the reader gets the best chunks until
    its budget is full.

    Args:
        text: the document, at most 60,000 characters.
        question: what is searched; it can be changed in the widget.
        spans: where the evidence is: ranges of characters, half-open, in the order of the text.
        size: the most tokens that a chunk may have.
        budget: the tokens that are read; the last chunk is cut.

    Returns:
        A widget; ``str(widget)`` says the same in words: a hit where every part of the evidence is whole in a chunk
        that is read, a miss where no character of it is read, else half a hit.

    Raises:
        CourseError: if an argument is of the wrong kind, the text too long, or a span empty, outside the text or over
            the one before it.

    >>> text = "The key is shown once. Nobody can show it again. Tea is hot."
    >>> print(hits_and_misses(text, "Who can show the key?", [(23, 48)], size=6, budget=6))
    size 6, budget 6 tokens, on a text of 60 characters
    question: Who can show the key?
    hit: the evidence is whole in chunk [1], rank 1
    read: 1 of 3 chunks, 6 tokens
    evidence 1, characters 23-48: 'Nobody can show it again.'
    rank 1: [1] 6 tokens, holds evidence  'Nobody can show it again.'
    """
    with refusing("hits_and_misses"):
        check_text(text, _MOST_CHARACTERS)
        if not isinstance(question, str) or question != clean(question):
            raise InvalidType(f"the question must be a text: got {question!r}")
        numbers = whole("size", size), whole("budget", budget)
        evidence = read_spans("spans", spans, len(text))
        for one, other in pairwise(evidence):
            if other.start < one.end:
                places = f"{one.start}-{one.end} before {other.start}-{other.end}"
                raise InvalidValue(f"spans must be in the order of the text and not overlap: got {places}")
        return HitsAndMisses(text, evidence, question, *numbers)

"""hits_and_misses(text, question, spans): see how the size of the chunks turns hits into misses."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from itertools import pairwise
from typing import Any

from ipywidgets import HBox, Layout

from chunklib.errors import InvalidType, InvalidValue
from chunklib.readers import whole
from classroom.lessons.widgets.arguments import check_text, refusing
from classroom.lessons.widgets.arguments import spans as read_spans
from classroom.lessons.widgets.controls import NAME, IntBox, Number, Slider, TextBox
from classroom.lessons.widgets.hits_and_misses_html import page
from classroom.lessons.widgets.hits_and_misses_view import Searched, Settings, View, view
from classroom.lessons.widgets.parts import sendable
from classroom.lessons.widgets.widget import Widget

SIZES = (20, 30, 50, 75, 100, 150, 200, 300, 400, 600, 800, 1200, 2000)
"""The rungs of the slider, in tokens."""

_MOST_CHARACTERS = 60_000
_MOST_BUDGET = 4_000


class Rungs(HBox):  # type: ignore[misc]  # ipywidgets has no types
    """Holds a size with two handles: a box that takes any whole number, and a slider that goes up and down a ladder."""

    def __init__(self, name: str, value: int, ladder: Sequence[int]) -> None:
        self.ladder = tuple(ladder)
        self._following = False  # whether the slider is being moved by the box
        least, most = min(value, self.ladder[0]), max(value, self.ladder[-1])
        self.box = IntBox(description=name, value=value, min=least, max=most, style=NAME, layout=Layout(width="150px"))
        self.slider = Slider(name=name, value=self._rung(value), min=0, max=len(self.ladder) - 1)
        self.box.observe(self._follow, "value")
        self.slider.observe(self._take_rung, "value")
        super().__init__([self.box, self.slider])

    @property
    def value(self) -> int:
        """Return the number."""
        return int(self.box.value)

    def _rung(self, value: int) -> int:
        """Find the highest rung that is not above a number."""
        return max(0, bisect_right(self.ladder, value) - 1)

    def _follow(self, change: Any) -> None:
        self._following = True
        self.slider.value = self._rung(change["new"])
        self._following = False

    def _take_rung(self, change: Any) -> None:
        if not self._following:
            self.box.value = self.ladder[int(change["new"])]


class HitsAndMisses(Widget[Settings, View]):
    """Shows a question asked of a text in chunks of one size; made by ``hits_and_misses``."""

    def __init__(self, searched: Searched, asked: Settings) -> None:
        self.size = Rungs("size", asked.size, SIZES)
        self.budget = Number("budget", asked.budget, least=1, most=max(_MOST_BUDGET, 2 * asked.budget))
        self.question = TextBox(
            description="question", value=asked.question, continuous_update=False, style=NAME,
            layout=Layout(width="auto"),
        )  # fmt: skip
        controls = self.size, self.budget, self.question
        super().__init__(*controls, view=lambda state: view(state, searched), page=page)

    def _state(self) -> Settings:
        return Settings(self.question.value, self.size.value, self.budget.value)


def hits_and_misses(
    text: str,
    question: str,
    spans: Sequence[tuple[int, int]],
    size: int = 100,
    budget: int = 1000,
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
        if not isinstance(question, str) or question != sendable(question):
            raise InvalidType(f"the question must be a text: got {question!r}")
        settings = Settings(question, whole("size", size), whole("budget", budget))
        evidence = read_spans("spans", spans, len(text))
        for one, other in pairwise(evidence):
            if other.start < one.end:
                places = f"{one.start}-{one.end} before {other.start}-{other.end}"
                raise InvalidValue(f"spans must be in the order of the text and not overlap: got {places}")
        return HitsAndMisses(Searched(text, evidence), settings)

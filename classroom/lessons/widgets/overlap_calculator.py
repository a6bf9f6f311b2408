"""overlap_calculator(): windows along a document, what they store and cost, and how often they hold the evidence."""

from __future__ import annotations

from chunklib.errors import InvalidValue
from chunklib.integers import whole
from classroom.lessons.widgets.arguments import refusing
from classroom.lessons.widgets.controls import Number, size_handles
from classroom.lessons.widgets.overlap_calculator_html import page
from classroom.lessons.widgets.overlap_calculator_view import Settings, View, view
from classroom.lessons.widgets.widget import Widget

_MOST_SIZE = 2_000
_MOST_TOKENS = 100_000
_MOST_EVIDENCE = 1_000


class OverlapCalculator(Widget[Settings, View]):
    """Shows the arithmetic of windows with its controls; made by ``overlap_calculator``."""

    def __init__(self, asked: Settings) -> None:
        self._price = asked.price_per_million
        self.size, self.overlap = size_handles(asked.size, asked.overlap, most=_MOST_SIZE)
        self.tokens = Number("length", asked.tokens, least=0, most=_MOST_TOKENS)
        self.evidence = Number("evidence", asked.evidence, least=1, most=_MOST_EVIDENCE)
        numbers = self.size, self.overlap, self.tokens, self.evidence
        super().__init__(*numbers, view=view, page=page, words="The calculation in words")

    def _state(self) -> Settings:
        return Settings(self.size.value, self.overlap.value, self.tokens.value, self.evidence.value, self._price)


def overlap_calculator(
    size: int = 500, overlap: int = 100, tokens: int = 5_000, evidence: int = 120, price_per_million: float = 0.02
) -> OverlapCalculator:
    """Show the windows of a document along a line, what they store and cost, and how often evidence is whole in one.

    Args:
        size: Tokens in a window.
        overlap: Tokens that neighbours share.
        tokens: Tokens of the document.
        evidence: Tokens of the passage that a question needs.
        price_per_million: US dollars to embed a million tokens (0.02: OpenAI text-embedding-3-small, 2024).

    Returns:
        A widget; ``str(widget)`` says the same in words. Numbers that do not go together are answered by a line in
        the widget, and the controls lead back.

    Raises:
        CourseError: if a number is none, or the price is negative.

    >>> print(overlap_calculator(size=400, overlap=80, tokens=1282, evidence=100))
    windows of 400 tokens that share 80, a document of 1,282, evidence of 100
    stride: 320 tokens
    windows: 4
    stored: 1,522 tokens
    redundancy: 1.187 times the document
    long documents near: 1.250
    embedding cost: $0.000030
    evidence whole in a window, by the formula: 94.1%
    counted in this document: 1,126 of 1,183 places, 95.2%
    [0]  0-400
    [1]  320-720
    [2]  640-1,040
    [3]  960-1,282
    """
    price = price_per_million
    with refusing("overlap_calculator"):
        if isinstance(price, bool) or not isinstance(price, int | float) or not price >= 0:
            raise InvalidValue(f"price_per_million must be a number of at least 0: got {price!r}")
        sizes = whole("size", size), whole("overlap", overlap)
        settings = Settings(*sizes, whole("tokens", tokens), whole("evidence", evidence), price)
    return OverlapCalculator(settings)

"""overlap_calculator(): windows along a document, what they store and cost, and how often they hold the evidence."""

from __future__ import annotations

from typing import TYPE_CHECKING

from chunklib.course.viewing.overlap_view import Settings
from chunklib.course.words import CourseError
from chunklib.whole import whole

if TYPE_CHECKING:
    from chunklib.course.viewing.overlap_widget import OverlapCalculator


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
        A widget; `str(widget)` says the same in words. Numbers that do not go together are answered by a line in
        the widget, and the controls lead back.

    Raises:
        CourseError: If a number is none, or the price is negative.

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
    settings = Settings(size, overlap, tokens, evidence, price_per_million)
    _refuse_nonsense(settings)
    try:
        from chunklib.course.viewing.overlap_widget import OverlapCalculator
    except ModuleNotFoundError as error:
        raise CourseError(f"overlap_calculator needs {error.name}: install chunklib[course]") from None
    return OverlapCalculator(settings)


def _refuse_nonsense(settings: Settings) -> None:
    try:
        for name in ("size", "overlap", "tokens", "evidence"):
            whole(name, getattr(settings, name))
    except TypeError as error:
        raise CourseError(f"overlap_calculator: {error}") from None
    price = settings.price_per_million
    if isinstance(price, bool) or not isinstance(price, int | float) or not price >= 0:
        raise CourseError(f"overlap_calculator: price_per_million must be a number of at least 0: got {price!r}")

"""Findings that are computed: what an overlap stores, and which evidence it keeps whole."""

from __future__ import annotations

from chunklib.advice.table import Range
from chunklib.calculators import containment, overlap_from_percent

SIZE = 500  # tokens in the windows for which a percentage is computed
EVIDENCE = 100  # tokens: a short paragraph


def redundancy(size: int, overlap: int) -> float:
    """Compute what a long document stores, over what it has.

    Args:
        size: units in a window.
        overlap: units that neighbours share, less than the size.

    Returns:
        ``1 / (1 - overlap / size)``, what :func:`chunklib.calculators.storage_impact` nears.

    >>> redundancy(500, 100), redundancy(500, 250)
    (1.25, 2.0)
    """
    return size / (size - overlap)


def whole_evidence(overlap: int) -> int:
    """Compute the longest evidence that always lies whole in one window, wherever it stands.

    Args:
        overlap: units that neighbours share.

    Returns:
        ``overlap + 1``: the largest length for which :func:`chunklib.calculators.containment` is 1.

    >>> whole_evidence(100), containment(101, 500, 100), containment(102, 500, 100) < 1
    (101, 1.0, True)
    """
    return overlap + 1


def of_sizes(size: Range, overlap: Range) -> str:
    """Say what an overlap in units costs and holds, over the ranges of a row.

    >>> of_sizes(Range(400, 600, "tokens"), Range(50, 100, "tokens"))
    'Stores 1.09 to 1.33 times the text; evidence of 51 to 101 tokens is always whole in one window.'
    """
    low, high = overlap.low or 0, overlap.high or 0
    least, most = redundancy(size.high or 0, low), redundancy(size.low or 0, high)
    stored, held = _span(f"{least:.2f}", f"{most:.2f}"), _span(str(whole_evidence(low)), str(whole_evidence(high)))
    return f"Stores {stored} times the text; evidence of {held} {overlap.unit} is always whole in one window."


def of_percent(overlap: Range) -> str:
    """Say what a percentage costs, and what it holds in windows of 500 tokens.

    >>> of_percent(Range(20, 20, "%"))
    'Stores 1.25 times the text; windows of 500 tokens hold evidence of 100 tokens whole in 100 % of places.'
    """
    ends = [end for end in (overlap.low, overlap.high) if end is not None]
    if overlap.low is None:
        ends.insert(0, 0)
    stored = [f"{redundancy(100, end):.2f}" for end in ends]
    held = [f"{containment(EVIDENCE, SIZE, overlap_from_percent(SIZE, end)):.0%}".replace("%", " %") for end in ends]
    more = "more than " if overlap.high is None else ""
    return (
        f"Stores {more}{_span(*stored)} times the text; windows of {SIZE} tokens hold evidence of {EVIDENCE} tokens "
        f"whole in {_span(*held)} of places."
    )


def _span(first: str, last: str = "") -> str:
    return first if last in ("", first) else f"{first.removesuffix(' %')} to {last}"

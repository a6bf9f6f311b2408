"""Cuts where the meaning changes: breakpoints in the distances between neighbouring sentences.

Pure arithmetic over sentence vectors, whoever made them. A distance belongs to the gap between two sentences; the four
thresholds are those of the field (LangChain's SemanticChunker, 2024, has the same names).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from numbers import Real
from typing import Any

import numpy as np
from numpy.typing import NDArray

from chunklib.embed import cosine
from chunklib.errors import InvalidType, InvalidValue

_BLOCK = 4096  # gaps that are looked at together: a long text needs little beside its vectors
_DIGITS = 9  # what lies below is rounding, which differs between machines: equal sentences shall not give a peak


def distances(rows: NDArray[Any], window: int = 1) -> NDArray[np.float64]:
    """Measure how unlike the sentences before and behind each gap are.

    Args:
        rows: sentence vectors, shape (sentences, dimensions).
        window: how many sentences on either side are averaged; fewer at the ends of the text.

    Returns:
        one minus the cosine similarity of the two means, 0 to 2, for each of the ``sentences - 1`` gaps; 1 where a
        side has no direction (zeros).

    >>> distances(np.array([[1.0, 0.0], [1.0, 0.0], [0.0, 1.0]])).tolist()
    [0.0, 1.0]
    """
    count = len(rows)
    found = np.zeros(max(count - 1, 0))
    for at in range(1, count, _BLOCK):
        gaps = np.arange(at, min(at + _BLOCK, count))
        before, behind = _sides(rows, gaps, window)
        found[gaps - 1] = 1 - cosine(before, behind)
    return np.round(found, _DIGITS)


def _sides(rows: NDArray[Any], gaps: NDArray[np.int64], window: int) -> tuple[NDArray[Any], NDArray[Any]]:
    """Add up the sentences before and behind each of some neighbouring gaps."""
    if window == 1:
        return rows[gaps - 1], rows[gaps]
    low, high = max(int(gaps[0]) - window, 0), min(int(gaps[-1]) + window, len(rows))
    sums = np.concatenate((np.zeros((1, rows.shape[1])), np.cumsum(rows[low:high], axis=0, dtype=np.float64)))
    first, middle, last = np.maximum(gaps - window, 0) - low, gaps - low, np.minimum(gaps + window, len(rows)) - low
    return sums[middle] - sums[first], sums[last] - sums[middle]


def _percentile(found: NDArray[np.float64], amount: float) -> NDArray[np.bool_]:
    return found > np.percentile(found, amount)


def _standard_deviation(found: NDArray[np.float64], amount: float) -> NDArray[np.bool_]:
    return found > float(found.mean()) + amount * float(found.std())


def _interquartile(found: NDArray[np.float64], amount: float) -> NDArray[np.bool_]:
    low, high = (float(np.percentile(found, share)) for share in (25, 75))
    limit: float = float(found.mean()) + amount * (high - low)
    above: NDArray[np.bool_] = found > limit
    return above


def _gradient(found: NDArray[np.float64], amount: float) -> NDArray[np.bool_]:
    rise = np.gradient(found) if len(found) > 1 else np.zeros(len(found))
    steep: NDArray[np.bool_] = rise > float(np.percentile(rise, amount))
    return steep


Threshold = Callable[["NDArray[np.float64]", float], "NDArray[np.bool_]"]
THRESHOLDS: Mapping[str, tuple[Threshold, float, float]] = {
    "percentile": (_percentile, 95.0, 100.0),
    "standard_deviation": (_standard_deviation, 3.0, np.inf),
    "interquartile": (_interquartile, 1.5, np.inf),
    "gradient": (_gradient, 95.0, 100.0),
}
"""Every threshold by its name: the rule, the amount by default, and the largest amount; the least is 0."""


def check(threshold: str, amount: float | None) -> float:
    """Read a threshold's amount.

    Raises:
        ValueError: for an unknown threshold, or an amount out of its range.
        TypeError: for an amount that is no number.

    >>> check("percentile", None), check("interquartile", 2)
    (95.0, 2.0)
    """
    if not isinstance(threshold, str) or threshold not in THRESHOLDS:
        raise InvalidValue(f"unknown threshold {threshold!r}: choose one of {', '.join(THRESHOLDS)}")
    _, usual, most = THRESHOLDS[threshold]
    if amount is None:
        return usual
    if isinstance(amount, bool) or not isinstance(amount, Real):  # numpy's numbers are Real
        raise InvalidType(f"amount must be a number: got {amount!r}")
    amount = float(amount)
    if not 0 <= amount <= most or amount == np.inf:
        limits = f"from 0 to {most:.0f}" if most < np.inf else "at least 0, and finite"
        raise InvalidValue(f"amount of the threshold {threshold!r} must be {limits}: got {amount}")
    return amount


def breakpoints(found: NDArray[np.float64], threshold: str = "percentile", amount: float | None = None) -> list[int]:
    """Choose the gaps at which to cut.

    Args:
        found: a distance a gap, as :func:`distances` gives them.
        threshold: "percentile": above the amount-th percentile of all distances; "standard_deviation": above the mean
            by more than so many standard deviations; "interquartile": above the mean by more than so many ranges
            between the quartiles; "gradient": where the distance rises more steeply than at the amount-th percentile
            of gaps.
        amount: the parameter; see :data:`THRESHOLDS` for the defaults.

    Returns:
        the numbers of the gaps, rising: gap i lies behind sentence i.

    Raises:
        ValueError: for an unknown threshold, or an amount out of its range.

    >>> breakpoints(np.array([0.1, 0.9, 0.2, 0.1]), "percentile", 75)
    [1]
    """
    amount = check(threshold, amount)
    if not len(found):
        return []
    return [int(gap) for gap in np.flatnonzero(THRESHOLDS[threshold][0](np.asarray(found, np.float64), amount))]

"""The threshold of breakpoints, and usual causes of wrong ones, one line each."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

_CLOSE = 1e-6
NUMBERS = "return the numbers of the gaps, as in [i for i, distance in enumerate(distances) if ...]"
VALUES = "these are distances; return their places in the list"
PLACE = "the threshold is one of the distances, at place percentile / 100 * (n - 1) of the sorted list, rounded down"
STRICT = "at the threshold is not above it: use > and not >=, and compare with the distance from the list itself"
_EACH = "a gap with no larger distance is named, so the threshold is not the cause: compare each gap by itself"
_ALIKE = "of equal distances either all are above the threshold or none: compare each gap by itself"
_EQUAL = "where all distances are equal the threshold is the same, and none is above it: a computed one can be smaller"
_AS_GIVEN = "compare the distances as they are: neither rounded, nor in 32 bits, nor with a tolerance"
_FRACTION = "a percentile may have a fraction: 12.5 is not 12"
FROM_ZERO = "gaps are counted from 0: gap 0 is after the first sentence"
SORTED = "these are places in the sorted list: sort a copy, and number the distances as they were given"
NOTHING = "print the threshold beside the sorted distances: each larger distance is above it"
COMPARED = "compare each distance with the threshold: a gap is named where its distance is larger"
SAME = "the percentile decides how many gaps are named: compute the threshold from it"
INDEX = "index() finds the first of equal distances: number them with enumerate"


def threshold(distances: Sequence[float], percentile: float) -> float:
    """Return the percentile of distances: the one at place percentile / 100 * (n - 1) of the sorted list."""
    return sorted(distances)[int(Fraction(percentile) / 100 * (len(distances) - 1))]


def why_at(distances: Sequence[float], percentile: float, gave: Sequence[int]) -> str:
    """Say why a distance at the threshold was taken for one above it, where > in place of >= is not the reason."""
    limit = threshold(distances, percentile)
    if any(distances[gap] < limit for gap in gave):
        return PLACE
    if any(0 < limit - distance < _CLOSE for distance in distances):
        return _AS_GIVEN
    if any(distance == limit and gap not in gave for gap, distance in enumerate(distances)):
        return _ALIKE
    if len(distances) > 1 and len(set(distances)) == 1:
        return _EQUAL
    return "" if percentile == int(percentile) else _FRACTION


def why_missing(distances: Sequence[float], gap: int, limit: float, gave: Sequence[int]) -> str:
    """Say why a gap above the threshold was left out, where a wrong threshold is not the reason."""
    if distances[gap] - limit < _CLOSE:
        return _AS_GIVEN
    return _EACH if any(distances[other] <= distances[gap] for other in gave) else ""

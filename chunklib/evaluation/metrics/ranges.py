"""Ranges of characters on one line, in exact integers: what they cover together, and how much of another range.

Every range has an owner (a question, say), and owners have nothing to do with one another. All ranges are half-open.
Nothing here knows of chunks: arrays go in, arrays come out, and the work is a sort and a few searches.
"""

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

Integers = NDArray[np.int64]


class Ranges(NamedTuple):
    """n ranges ``[start, end)``, each with its owner: three arrays of shape (n,)."""

    owner: Integers
    start: Integers
    end: Integers

    @property
    def length(self) -> Integers:
        """The length of each range."""
        return self.end - self.start


def total(owner: Integers, amounts: NDArray[np.generic], owners: int) -> Integers:
    """Add up whole numbers owner by owner.

    Args:
        owner: the owner of each amount, from 0.
        amounts: n whole numbers, together below 2 ** 53.
        owners: how many owners there are.

    Returns:
        an array of shape (owners,).

    >>> total(np.array([0, 2, 0]), np.array([1, 5, 3]), owners=3).tolist()
    [4, 0, 5]
    """
    return np.bincount(owner, weights=amounts, minlength=owners).astype(np.int64)


def ratio(part: NDArray[Any], whole: NDArray[Any]) -> NDArray[np.float64]:
    """Divide, with 0 where there is nothing to divide by.

    >>> ratio(np.array([1, 0]), np.array([4, 0])).tolist()
    [0.25, 0.0]
    """
    divided: NDArray[np.float64] = part / np.maximum(whole, 1)
    return divided


class Covered:
    """Knows what ranges cover together: a character that two of them have counts once.

    Args:
        ranges: n ranges in any order; they may overlap, and empty ones cover nothing.
        owners: how many owners there are.
        line: more than any end.

    >>> covered = Covered(Ranges(np.array([0, 0, 1]), np.array([0, 5, 3]), np.array([8, 9, 4])), owners=2, line=100)
    >>> covered.lengths.tolist()
    [9, 1]
    >>> covered.within(Ranges(np.array([0, 1]), np.array([7, 0]), np.array([20, 3]))).tolist()
    [2, 0]
    """

    def __init__(self, ranges: Ranges, owners: int, line: int) -> None:
        self._line = line
        some = ranges.end > ranges.start
        owner, start, end = ranges.owner[some], ranges.start[some], ranges.end[some]
        start, end = start + owner * line, end + owner * line  # so that one sort serves all owners
        order = np.argsort(start, kind="stable")
        start, end = start[order], end[order]
        start[1:] = np.maximum(start[1:], np.maximum.accumulate(end)[:-1])  # what no range before it has
        length = np.maximum(end - start, 0)
        self.lengths = total(owner[order], length, owners)
        self._starts, self._length = start[length > 0], length[length > 0]
        self._before = np.concatenate([[0], np.cumsum(self._length)])

    def within(self, ranges: Ranges) -> Integers:
        """Say how many characters of each of n ranges are covered, by its own owner's: shape (n,)."""
        shift = ranges.owner * self._line
        covered: Integers = self._up_to(ranges.end + shift) - self._up_to(ranges.start + shift)
        return covered

    def _up_to(self, place: Integers) -> Integers:
        """Count what is covered before a place."""
        if not len(self._starts):
            return np.zeros(place.shape, np.int64)
        at = np.searchsorted(self._starts, place, side="right") - 1
        inside = np.minimum(place - self._starts[at], self._length[at])
        counted: Integers = np.where(at < 0, 0, self._before[at] + inside)
        return counted


def meetings(spans: Ranges, start: Integers, end: Integers, *, reach: int = 0) -> tuple[Integers, Integers]:
    """Pair each span with the ranges that share characters with it.

    Args:
        spans: n spans, none empty.
        start: the starts of m ranges, rising.
        end: their ends, in any order.
        reach: 0, or 1 for ranges that only touch a span as well.

    Returns:
        two arrays of equal length: places of spans, and places of ranges that they meet, by span and then by range.

    >>> spans = Ranges(np.array([0]), np.array([4]), np.array([6]))
    >>> [found.tolist() for found in meetings(spans, np.array([0, 4, 6]), np.array([4, 6, 9]))]
    [[0], [1]]
    >>> meetings(spans, np.array([0, 4, 6]), np.array([4, 6, 9]), reach=1)[1].tolist()
    [0, 1, 2]
    """
    furthest = np.maximum.accumulate(end) if len(end) else end
    first = np.searchsorted(furthest, spans.start - reach, side="right")
    last = np.searchsorted(start, spans.end + reach, side="left")
    count = np.maximum(last - first, 0)
    span = np.repeat(np.arange(len(spans.start)), count)
    # The places from first to last of each span, one after the other.
    at = np.arange(len(span)) - np.repeat(np.cumsum(count) - count, count) + np.repeat(first, count)
    meet = end[at] > spans.start[span] - reach  # a short range may lie before the span, after the start of a long one
    return span[meet], at[meet]

"""Compare each sentence with those before it that would fit in a chunk with it: time and memory stay linear."""

from bisect import bisect_left
from collections.abc import Callable, Iterator, Sequence
from functools import cache
from itertools import accumulate, pairwise

import numpy as np
from numpy.typing import NDArray

UNITS = 1_000_000
"""A similarity of 1. Sums of whole numbers are exact, and rounding differs between machines below this."""
_ROUNDS = 8  # in which windows are made shorter; where that is not enough, sums say little
_BLOCK = 16  # sentences that are compared in one product of matrices: small enough to start no threads for it


def windows(ends: Sequence[int], fits: Callable[[int, int], bool]) -> list[int]:
    """Find, for each sentence, the first one with which all up to it fit in a chunk; itself, if it fits with none.

    Args:
        ends: where sentences end, rising, in characters.
        fits: tells whether a span, from its start to its end, fits in a chunk; asked three times a sentence at most.

    >>> windows([2, 4, 6, 20], lambda start, end: end - start <= 4)
    [0, 0, 1, 3]
    """
    starts = [0, *ends]
    found, first = [], 0
    for last, end in enumerate(ends):
        if first < last and not fits(starts[first], end):
            first = first + 1 if fits(starts[last], end) else last
            while first < last and not fits(starts[first], end):
                first += 1
        found.append(first)
    return found


def fitting_gaps(
    choose: Callable[[Sequence[int]], list[int]],
    ends: Sequence[int],
    sizes: Sequence[float],
    room: float,
    fits: Callable[[int, int], bool],
) -> list[int]:
    """Choose gaps by windows of sentences whose sizes add up to no more than the room; then each chunk does fit.

    Where a chunk that is chosen does not fit though the sum says so, the windows that hold it are made shorter, and all
    are chosen again. So ``fits`` is asked about the chunks that are chosen, and not about every window.

    Args:
        choose: gives the numbers of the gaps, rising, for the first sentence of each window.
        ends: where sentences end, rising, in characters.
        sizes: about what each sentence adds to a chunk.
        room: what the sizes of a chunk may add up to.
        fits: tells whether a span, from its start to its end, fits in a chunk.

    >>> fewest = lambda firsts: [firsts[-1] - 1] if firsts[-1] else []
    >>> fitting_gaps(fewest, [2, 4, 6], [2, 2, 2], 6, lambda start, end: end - start < 6)
    [0]
    """
    fits, starts = cache(fits), [0, *ends]
    total = dict(zip(starts, accumulate(sizes, initial=0), strict=True))
    firsts = windows(ends, lambda start, end: total[end] - total[start] <= room)
    for _ in range(_ROUNDS):
        gaps = choose(firsts)
        wide = [
            (before + 1, last)
            for before, last in pairwise((-1, *gaps, len(ends) - 1))
            if before + 1 < last and not fits(starts[before + 1], ends[last])
        ]
        if not wide:
            return gaps
        for first, last in wide:
            later = range(first + 1, last)
            firsts[last] = first + 1 + bisect_left(later, True, key=lambda at: fits(starts[at], ends[last]))
        firsts = list(accumulate(firsts, max))
    return choose(windows(ends, fits))


def similarities(rows: NDArray[np.float32], firsts: Sequence[int]) -> Iterator[NDArray[np.int64]]:
    """Yield, for each sentence, the cosines with the sentences before it in its window, in millionths.

    Args:
        rows: sentence vectors of length 1 or of zeros, shape (sentences, dimensions).
        firsts: the first sentence of each window, as :func:`windows` gives them.
    """
    for at in range(0, len(rows), _BLOCK):
        low, block = firsts[at], rows[at : at + _BLOCK]
        found = np.rint(block @ rows[low : at + len(block)].T * UNITS).astype(np.int64)
        for row, first in enumerate(firsts[at : at + _BLOCK]):
            yield found[row, first - low : at + row - low]


def mean_similarity(rows: NDArray[np.float32]) -> int:
    """Average the cosines over all pairs of sentences, in millionths: from the length of the sum of the vectors.

    It is less by one, so that rounding never makes sentences that are all alike less similar than their mean.

    Args:
        rows: sentence vectors of length 1 or of zeros, shape (sentences, dimensions).

    >>> mean_similarity(np.array([[1, 0], [1, 0], [0, 1]], np.float32))
    333332
    """
    count, total = len(rows), rows.sum(axis=0, dtype=np.float64)
    pairs = count * (count - 1)
    return round((float(total @ total) - int(rows.any(axis=1).sum())) / pairs * UNITS) - 1 if pairs else 0

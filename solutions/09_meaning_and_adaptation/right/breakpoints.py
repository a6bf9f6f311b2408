"""Right answers to `breakpoints`, written differently."""

import numpy as np
from fractions import Fraction
import bisect
import heapq
import itertools
import math
from functools import cache


def by_hand(distances, percentile=95):
    """Interpolates between two places of the sorted list."""
    if not 0 <= percentile <= 100:
        raise ValueError(f"percentile must be from 0 to 100: got {percentile}")
    if not distances:
        return []
    ordered = sorted(distances)
    place = percentile / 100 * (len(ordered) - 1)
    low = int(place)
    high = min(low + 1, len(ordered) - 1)
    threshold = ordered[low] + (place - low) * (ordered[high] - ordered[low])
    return [gap for gap, distance in enumerate(distances) if distance > threshold]


def with_numpy(distances, percentile=95):
    """Leaves percentile and comparison to numpy."""
    import numpy as np

    if percentile < 0 or percentile > 100:
        raise ValueError("percentile out of range")
    found = np.asarray(distances, dtype=float)
    if found.size == 0:
        return []
    return [int(gap) for gap in np.flatnonzero(found > np.percentile(found, percentile))]


def in_fractions(distances, percentile=95):
    """Computes without rounding, and weighs both neighbours."""
    from fractions import Fraction
    from math import ceil, floor

    if not 0 <= percentile <= 100:
        raise ValueError("percentile out of range")
    if len(distances) == 0:
        return []
    ordered = [Fraction(distance) for distance in sorted(distances)]
    place = Fraction(percentile) * (len(ordered) - 1) / 100
    low, high = floor(place), ceil(place)
    threshold = ordered[low] if low == high else ordered[low] * (high - place) + ordered[high] * (place - low)
    return [gap for gap in range(len(distances)) if distances[gap] > threshold]


def by_rank(distances, percentile=95):
    """Never computes a threshold: goes down from the largest distance while the distance is still above it."""
    if not 0 <= percentile <= 100:
        raise ValueError("percentile out of range")
    last = len(distances) - 1
    order = sorted(range(len(distances)), key=lambda gap: -distances[gap])
    found = []
    for gap in order:
        below = sum(other < distances[gap] for other in distances)
        # the threshold is under this distance if its place lies before the first of the same distance
        if percentile * last < 100 * below:
            found.append(gap)
    return sorted(found)


def piecewise(distances, percentile=95):
    """Reads the threshold off the line through the sorted distances."""
    import numpy as np

    if not 0 <= percentile <= 100:
        raise ValueError("percentile out of range")
    if not len(distances):
        return []
    places = np.linspace(0, 100, len(distances)) if len(distances) > 1 else np.array([0.0])
    threshold = float(np.interp(percentile, places, sorted(distances)))
    return [gap for gap, distance in enumerate(distances) if distance > threshold]


def rounded_down(distances, percentile=95):
    """Rounds the place down: no distance lies between two neighbours, so the same gaps are above."""
    if not 0 <= percentile <= 100:
        raise ValueError("percentile out of range")
    ordered = sorted(distances)
    limit = ordered[int(percentile * (len(ordered) - 1) / 100)] if ordered else 0
    return [gap for gap, distance in enumerate(distances) if distance > limit]


def _check(percentile):
    if not 0 <= percentile <= 100:
        raise ValueError("percentile must be from 0 to 100")


def _threshold(distances, percentile):
    ordered = sorted(distances)
    place = percentile * (len(ordered) - 1) / 100
    low = math.floor(place)
    high = min(low + 1, len(ordered) - 1)
    return ordered[low] + (ordered[high] - ordered[low]) * (place - low)


def bp_plain(distances: list[float], percentile: float = 95) -> list[int]:
    """Sort a copy, interpolate, list comprehension."""
    if percentile < 0 or percentile > 100:
        raise ValueError("percentile")
    if not distances:
        return []
    ordered = sorted(distances)
    place = percentile / 100 * (len(ordered) - 1)
    low = int(place)
    threshold = ordered[low]
    if low + 1 < len(ordered):
        threshold += (place - low) * (ordered[low + 1] - ordered[low])
    return [gap for gap, distance in enumerate(distances) if distance > threshold]


def bp_numpy(distances: list[float], percentile: float = 95) -> list[int]:
    """numpy.percentile is linear by default; tolist() gives plain integers."""
    _check(percentile)
    values = np.asarray(distances, dtype=float)
    if values.size == 0:
        return []
    return np.flatnonzero(values > np.percentile(values, percentile)).tolist()


def bp_fraction(distances: list[float], percentile: float = 95) -> list[int]:
    """Everything in exact fractions."""
    _check(percentile)
    if len(distances) == 0:
        return []
    ordered = sorted(map(Fraction, distances))
    place = Fraction(percentile) / 100 * (len(ordered) - 1)
    low = place.numerator // place.denominator
    threshold = ordered[low]
    if place > low:
        threshold += (ordered[low + 1] - threshold) * (place - low)
    return [n for n in range(len(distances)) if Fraction(distances[n]) > threshold]


def bp_loop(distances: list[float], percentile: float = 95) -> list[int]:
    """Plain loops, divmod, early return for one distance."""
    if not (percentile >= 0 and percentile <= 100):
        raise ValueError(f"percentile is {percentile}")
    found = []
    if len(distances) < 2:
        return found
    whole, part = divmod(percentile * (len(distances) - 1), 100)
    ordered = list(distances)
    ordered.sort()
    below, above = ordered[int(whole)], ordered[min(int(whole) + 1, len(ordered) - 1)]
    threshold = below + (above - below) * part / 100
    for gap in range(len(distances)):
        if distances[gap] > threshold:
            found.append(gap)
    return found


def bp_interp(distances: list[float], percentile: float = 95) -> list[int]:
    """numpy.interp over the places 0 to n - 1."""
    _check(percentile)
    n = len(distances)
    if n == 0:
        return []
    threshold = float(np.interp(percentile / 100 * (n - 1), np.arange(n), np.sort(distances)))
    return [int(k) for k in np.nonzero(np.asarray(distances) > threshold)[0]]


def bp_rank(distances: list[float], percentile: float = 95) -> list[int]:
    """Order the gaps by distance, take those behind the threshold by bisection, sort them again."""
    _check(percentile)
    if not distances:
        return []
    order = sorted(range(len(distances)), key=distances.__getitem__)
    ordered = [distances[gap] for gap in order]
    return sorted(order[bisect.bisect_right(ordered, _threshold(distances, percentile)) :])


def bp_recursion(distances: list[float], percentile: float = 95) -> list[int]:
    """Picks from an index generator, halves the list recursively."""
    _check(percentile)
    if not distances:
        return []
    limit = _threshold(distances, percentile)

    def over(first, last):
        if last - first == 1:
            return [first] if distances[first] > limit else []
        middle = (first + last) // 2
        return over(first, middle) + over(middle, last)

    return over(0, len(distances))


def bp_heap(distances: list[float], percentile: float = 95) -> list[int]:
    """The two values beside the place are taken from a heap; the threshold in both places is compared exactly."""
    _check(percentile)
    if not distances:
        return []
    place = Fraction(percentile) * (len(distances) - 1) / 100
    low = int(place)
    smallest = heapq.nsmallest(low + 2, distances)
    a, b = Fraction(smallest[low]), Fraction(smallest[min(low + 1, len(smallest) - 1)])
    return [gap for gap, value in enumerate(distances) if value > a + (b - a) * (place - low)]


def bp_compress(distances: list[float], percentile: float = 95) -> list[int]:
    """itertools.compress, and a chained comparison for the error."""
    if not 0 <= percentile <= 100:
        raise ValueError
    if not len(distances):
        return []
    limit = _threshold(distances, percentile)
    return list(itertools.compress(itertools.count(), [value > limit for value in distances]))


@cache
def _cached_threshold(distances, percentile):
    return _threshold(distances, percentile)


def bp_cached(distances: list[float], percentile: float = 95) -> list[int]:
    """A memoised helper whose key is the whole input."""
    _check(percentile)
    if not distances:
        return []
    limit = _cached_threshold(tuple(distances), percentile)
    return [gap for gap, value in enumerate(distances) if value > limit]


class _Finder:
    def __init__(self, distances):
        self.distances = tuple(distances)

    def above(self, percentile):
        limit = _threshold(self.distances, percentile)
        return [gap for gap, value in enumerate(self.distances) if value > limit]


def bp_class(distances: list[float], percentile: float = 95) -> list[int]:
    """A small class does the work."""
    _check(percentile)
    return _Finder(distances).above(percentile) if distances else []


def bp_quantiles(distances: list[float], percentile: float = 95) -> list[int]:
    """numpy.quantile with the share of one."""
    if percentile < 0 or 100 < percentile:
        raise ValueError("out of range")
    if len(distances) < 1:
        return []
    limit = np.quantile(np.array(distances), percentile / 100, method="linear")
    return [gap for gap, value in enumerate(distances) if bool(value > limit)]


def bp_lower(distances: list[float], percentile: float = 95) -> list[int]:
    """Takes the lower neighbour of the place: no distance lies between the two, so the same gaps are above it."""
    _check(percentile)
    if not distances:
        return []
    limit = sorted(distances)[int(percentile * (len(distances) - 1) / 100)]
    return [gap for gap, value in enumerate(distances) if value > limit]


def bp_midpoint(distances: list[float], percentile: float = 95) -> list[int]:
    """The middle of both neighbours: no distance lies between the two, so the same gaps are above it."""
    _check(percentile)
    if not distances:
        return []
    limit = np.percentile(distances, percentile, method="midpoint")
    return [gap for gap, value in enumerate(distances) if value > limit]


def bp_numpy_integers(distances: list[float], percentile: float = 95) -> list[int]:
    """The members of the list are numpy integers; the signature says int, the text says numbers."""
    return list(np.array(bp_plain(distances, percentile), dtype=np.int64))


ALL = {
    "interpolation by hand": by_hand,
    "numpy": with_numpy,
    "fractions": in_fractions,
    "place rounded down": rounded_down,
    "ranks alone": by_rank,
    "a line through the sorted distances": piecewise,
    "plain": bp_plain,
    "numpy percentile": bp_numpy,
    "everything in fractions": bp_fraction,
    "loops and divmod": bp_loop,
    "numpy interp": bp_interp,
    "order of gaps and bisect": bp_rank,
    "recursion": bp_recursion,
    "heap": bp_heap,
    "compress": bp_compress,
    "cached helper": bp_cached,
    "class": bp_class,
    "numpy quantile": bp_quantiles,
    "lower neighbour, the same result": bp_lower,
    "midpoint, the same result": bp_midpoint,
    "numpy integers in the list": bp_numpy_integers,
}

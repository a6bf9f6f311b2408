"""Right answers to `breakpoints`, written differently."""

import numpy as np
import math


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


def bp_interp(distances: list[float], percentile: float = 95) -> list[int]:
    """numpy.interp over the places 0 to n - 1."""
    _check(percentile)
    n = len(distances)
    if n == 0:
        return []
    threshold = float(np.interp(percentile / 100 * (n - 1), np.arange(n), np.sort(distances)))
    return [int(k) for k in np.nonzero(np.asarray(distances) > threshold)[0]]


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


def bp_numpy_integers(distances: list[float], percentile: float = 95) -> list[int]:
    """The members of the list are numpy integers; the signature says int, the text says numbers."""
    return list(np.array(bp_plain(distances, percentile), dtype=np.int64))


ALL = {
    "interpolation by hand": by_hand,
    "numpy": with_numpy,
    "fractions": in_fractions,
    "ranks alone": by_rank,
    "a line through the sorted distances": piecewise,
    "numpy interp": bp_interp,
    "recursion": bp_recursion,
    "class": bp_class,
    "numpy integers in the list": bp_numpy_integers,
}

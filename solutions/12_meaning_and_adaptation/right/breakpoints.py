"""Right answers to `breakpoints`, written differently."""

from fractions import Fraction
from math import ceil, floor

import numpy as np


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
    if percentile < 0 or percentile > 100:
        raise ValueError("percentile out of range")
    found = np.asarray(distances, dtype=float)
    if found.size == 0:
        return []
    return [int(gap) for gap in np.flatnonzero(found > np.percentile(found, percentile))]


def in_fractions(distances, percentile=95):
    """Computes without rounding, and weighs both neighbours."""
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


def bp_numpy_integers(distances: list[float], percentile: float = 95) -> list[int]:
    """The members of the list are numpy integers; the signature says int, the text says numbers."""
    return list(np.array(by_hand(distances, percentile), dtype=np.int64))


ALL = {
    "interpolation by hand": by_hand,
    "numpy": with_numpy,
    "fractions": in_fractions,
    "ranks alone": by_rank,
    "numpy integers in the list": bp_numpy_integers,
}

"""Right answers to `breakpoints`, written differently."""


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


ALL = {
    "interpolation by hand": by_hand,
    "numpy": with_numpy,
    "fractions": in_fractions,
    "place rounded down": rounded_down,
    "ranks alone": by_rank,
    "a line through the sorted distances": piecewise,
}

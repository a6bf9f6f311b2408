"""Wrong answers to `breakpoints`; each docstring says what is wrong."""

import math


def _guard(percentile):
    if not 0 <= percentile <= 100:
        raise ValueError("percentile out of range")


def _percentile(distances, percentile):
    ordered = sorted(distances)
    place = percentile / 100 * (len(ordered) - 1)
    low = int(place)
    high = min(low + 1, len(ordered) - 1)
    return ordered[low] + (place - low) * (ordered[high] - ordered[low])


def _above(distances, limit):
    return [gap for gap, distance in enumerate(distances) if distance > limit]


def _right(distances, percentile, threshold=_percentile, chosen=_above):
    """Find the gaps as it should be; the wrong answers exchange the threshold or what is chosen by it."""
    _guard(percentile)
    return chosen(distances, threshold(distances, percentile)) if distances else []


def _with(says, **parts):
    """Make an answer that has another threshold or chooses otherwise."""

    def answer(distances, percentile=95):
        return _right(distances, percentile, **parts)

    answer.__doc__ = says
    return answer


def _largest(distances, count):
    return sorted(sorted(range(len(distances)), key=lambda gap: -distances[gap])[:count])


def quota(distances, percentile=95):
    """Takes a fixed number of the largest distances, also where several are equal."""
    return _largest(distances, len(_right(list(range(len(distances))), percentile)))


def sorts_and_remembers(distances, percentile=95):
    """Finds the right gaps, but leaves the caller's list sorted."""
    found = _right(distances, percentile)
    distances.sort()
    return found


def ninety(distances, percentile=90):
    """Has another default."""
    return _right(distances, percentile)


def empty_fails(distances, percentile=95):
    """Asks an empty list for its percentile."""
    _guard(percentile)
    return _above(distances, _percentile(distances, percentile))


def not_guarded(distances, percentile=95):
    """Brings an impossible percentile into its range, where an error is asked."""
    return _right(distances, max(0, min(100, percentile)))


def _deviations(distances, percentile):
    mean = sum(distances) / len(distances)
    spread = math.sqrt(sum((distance - mean) ** 2 for distance in distances) / len(distances))
    return mean + 2 * spread * percentile / 100


def _without_an_end(distances, percentile):
    ordered, place = sorted(distances), percentile / 100 * (len(distances) - 1)
    low = int(place)
    return ordered[low] + (place - low) * (ordered[low + 1] - ordered[low])


def _peaks(distances, limit):
    edged = [-1, *distances, -1]
    return [gap for gap in _above(distances, limit) if edged[gap] < edged[gap + 1] > edged[gap + 2]]


ALL = {
    "a quota": quota,
    "right gaps, argument sorted": sorts_and_remembers,
    "another default": ninety,
    "empty list fails": empty_fails,
    "percentile not tested": not_guarded,
    "share of the largest distance": _with(
        "Takes 95 per cent of the largest distance for the 95th percentile.",
        threshold=lambda distances, percentile: percentile / 100 * max(distances),
    ),
    "percentile taken for a fraction": _with(
        "Takes the percentile for a fraction from 0 to 1 and cuts what is larger off.",
        threshold=lambda distances, percentile: _percentile(distances, 100 * min(percentile, 1)),
    ),
    "mean and deviation": _with(
        "Takes the mean and two standard deviations, whatever the percentile.", threshold=_deviations
    ),
    "100 fails": _with("Looks at the place after the last one if the percentile is 100.", threshold=_without_an_end),
    "at the threshold counted": _with(
        "Takes a gap at the threshold for a breakpoint.",
        chosen=lambda distances, limit: [gap for gap, distance in enumerate(distances) if distance >= limit],
    ),
    "the sentence after": _with(
        "Returns the number of the sentence after the gap.",
        chosen=lambda distances, limit: [gap + 1 for gap in _above(distances, limit)],
    ),
    "largest first": _with(
        "Lists the gaps by their distance, the largest first.",
        chosen=lambda distances, limit: sorted(_above(distances, limit), key=lambda gap: -distances[gap]),
    ),
    "peaks only": _with("Keeps a gap only where its distance is larger than those beside it.", chosen=_peaks),
}
# Answers without any work: each earns less than a third.
LAZY = {
    "widest": lambda distances, percentile=95: [distances.index(max(distances))] if distances else [],
    "error": lambda distances, percentile=95: _guard(-1),
}

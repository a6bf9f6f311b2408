"""Wrong answers to `breakpoints`; each docstring says what is wrong."""

import math

import numpy as np


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


def below(distances, percentile=95):
    """Takes the gaps where the text hardly changes."""
    _guard(percentile)
    limit = _percentile(distances, 100 - percentile) if distances else 0
    return [gap for gap, distance in enumerate(distances) if distance < limit]


def _largest(distances, count):
    return sorted(sorted(range(len(distances)), key=lambda gap: -distances[gap])[:count])


def a_count(distances, percentile=95):
    """Takes as many gaps as the rest of the per cent says, rounded up: at 100 none, but one too many elsewhere."""
    _guard(percentile)
    return _largest(distances, math.ceil((100 - percentile) / 100 * len(distances)))


def quota(distances, percentile=95):
    """Takes a fixed number of the largest distances, also where several are equal."""
    return _largest(distances, len(_right(list(range(len(distances))), percentile)))


def sorts_its_argument(distances, percentile=95):
    """Sorts the caller's list, and reads the places from the sorted one."""
    distances.sort()
    return _right(distances, percentile)


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


def raises_on_empty(distances, percentile=95):
    """Raises for no distances at all."""
    return _right(distances, percentile if distances else -1)


def empty_before_guard(distances, percentile=95):
    """Answers an empty list before it looks at the percentile."""
    return _right(distances, percentile) if distances else []


def not_guarded(distances, percentile=95):
    """Brings an impossible percentile into its range, where an error is asked."""
    return _right(distances, max(0, min(100, percentile)))


def guarded_above(distances, percentile=95):
    """Refuses what is over 100 but not what is under 0."""
    return _right(distances, max(0, percentile))


def refuses_the_ends(distances, percentile=95):
    """Refuses 0 and 100, which are allowed."""
    return no_zero(distances, percentile if percentile != 100 else -1)


def open_range(distances, percentile=95):
    """Raises for a percentile of 100 too."""
    return _right(distances, percentile if percentile != 100 else -1)


def no_zero(distances, percentile=95):
    """Raises for a percentile of 0 too."""
    return _right(distances, percentile or -1)


def wrong_error(distances, percentile=95):
    """Stops an impossible percentile with an assertion."""
    assert 0 <= percentile <= 100, "percentile out of range"
    return _right(distances, percentile)


def generator(distances, percentile=95):
    """Yields the gaps and does not return a list."""
    yield from _right(distances, percentile)


def a_tuple(distances, percentile=95):
    """A tuple in place of a list."""
    return tuple(_right(distances, percentile))


def a_single_gap(distances, percentile=95):
    """Takes the only gap of a text of two sentences for a breakpoint."""
    return _right(distances, percentile) or list(range(len(distances) == 1))


def float32(distances, percentile=95):
    """Works with 32 bits: distances that differ little become equal."""
    _guard(percentile)
    values = np.asarray(distances, dtype=np.float32)
    return np.flatnonzero(values > np.percentile(values, percentile)).tolist() if values.size else []


def _share_of_the_range(distances, percentile):
    return min(distances) + percentile / 100 * (max(distances) - min(distances))


def _place_of_n(distances, percentile):
    return sorted(distances)[min(int(percentile / 100 * len(distances)), len(distances) - 1)]


def _deviations(distances, percentile):
    mean = sum(distances) / len(distances)
    spread = math.sqrt(sum((distance - mean) ** 2 for distance in distances) / len(distances))
    return mean + 2 * spread * percentile / 100


def _without_an_end(distances, percentile):
    ordered, place = sorted(distances), percentile / 100 * (len(distances) - 1)
    low = int(place)
    return ordered[low] + (place - low) * (ordered[low + 1] - ordered[low])


def _two_products(distances, percentile):
    ordered, place = sorted(distances), percentile / 100 * (len(distances) - 1)
    low, part = int(place), place - int(place)
    return ordered[low] * (1 - part) + ordered[min(low + 1, len(ordered) - 1)] * part


_seen = {}


def _remembered(distances, percentile):
    return _seen.setdefault((len(distances), percentile), _percentile(distances, percentile))


def _peaks(distances, limit):
    edged = [-1, *distances, -1]
    return [gap for gap in _above(distances, limit) if edged[gap] < edged[gap + 1] > edged[gap + 2]]


ALL = {
    "below in place of above": below,
    "a number of gaps": a_count,
    "a quota": quota,
    "sorts its argument": sorts_its_argument,
    "right gaps, argument sorted": sorts_and_remembers,
    "another default": ninety,
    "empty list fails": empty_fails,
    "error for no distances": raises_on_empty,
    "empty list before the test": empty_before_guard,
    "percentile not tested": not_guarded,
    "only too large refused": guarded_above,
    "0 and 100 refused": refuses_the_ends,
    "100 refused": open_range,
    "0 refused": no_zero,
    "an assertion": wrong_error,
    "a generator": generator,
    "a tuple": a_tuple,
    "a single gap": a_single_gap,
    "32 bits": float32,
    "share of the largest distance": _with(
        "Takes 95 per cent of the largest distance for the 95th percentile.",
        threshold=lambda distances, percentile: percentile / 100 * max(distances),
    ),
    "share of the range": _with(
        "Takes 95 per cent of the way from the smallest to the largest distance.", threshold=_share_of_the_range
    ),
    "place rounded up": _with(
        "Takes the sorted distance at the place rounded up: the largest is never below.",
        threshold=lambda distances, percentile: sorted(distances)[math.ceil(percentile / 100 * (len(distances) - 1))],
    ),
    "nearest neighbour": _with(
        "No interpolation: rounds the place.",
        threshold=lambda distances, percentile: sorted(distances)[round(percentile * (len(distances) - 1) / 100)],
    ),
    "places from 0 to n": _with("Counts places from 0 to n instead of n - 1.", threshold=_place_of_n),
    "n + 1 places": _with(
        "Another definition of the percentile, (n + 1) places counted from 1.",
        threshold=lambda distances, percentile: np.percentile(distances, percentile, method="weibull"),
    ),
    "percentile taken for a fraction": _with(
        "Takes the percentile for a fraction from 0 to 1 and cuts what is larger off.",
        threshold=lambda distances, percentile: _percentile(distances, 100 * min(percentile, 1)),
    ),
    "fraction of the percentile dropped": _with(
        "Drops the fraction of the percentile.",
        threshold=lambda distances, percentile: _percentile(distances, int(percentile)),
    ),
    "equal distances once": _with(
        "Computes the percentile over different distances alone.",
        threshold=lambda distances, percentile: _percentile(set(distances), percentile),
    ),
    "mean and deviation": _with(
        "Takes the mean and two standard deviations, whatever the percentile.", threshold=_deviations
    ),
    "threshold rounded": _with(
        "Rounds the threshold to one digit.",
        threshold=lambda distances, percentile: round(_percentile(distances, percentile), 1),
    ),
    "threshold rounded to three digits": _with(
        "Rounds the threshold to three places.",
        threshold=lambda distances, percentile: round(_percentile(distances, percentile), 3),
    ),
    "100 fails": _with("Looks at the place after the last one if the percentile is 100.", threshold=_without_an_end),
    "two products": _with(
        "Interpolates with two products: between two equal distances the threshold comes out a little below them.",
        threshold=_two_products,
    ),
    "memory of another call": _with(
        "Keeps the threshold by length and percentile between calls.", threshold=_remembered
    ),
    "at the threshold counted": _with(
        "Takes a gap at the threshold for a breakpoint.",
        chosen=lambda distances, limit: [gap for gap, distance in enumerate(distances) if distance >= limit],
    ),
    "distances for gaps": _with(
        "Returns the distances, where the numbers of the gaps are asked.",
        chosen=lambda distances, limit: [distance for distance in distances if distance > limit],
    ),
    "truth values for gaps": _with(
        "Returns a truth value for each gap.",
        chosen=lambda distances, limit: [distance > limit for distance in distances],
    ),
    "the sentence after": _with(
        "Returns the number of the sentence after the gap.",
        chosen=lambda distances, limit: [gap + 1 for gap in _above(distances, limit)],
    ),
    "places in the sorted list": _with(
        "Returns places in the sorted list, where places in the text are asked.",
        chosen=lambda distances, limit: _above(sorted(distances), limit),
    ),
    "places by index()": _with(
        "Looks each place up with index(), which finds the first of equal distances.",
        chosen=lambda distances, limit: [distances.index(distances[gap]) for gap in _above(distances, limit)],
    ),
    "largest first": _with(
        "Lists the gaps by their distance, the largest first.",
        chosen=lambda distances, limit: sorted(_above(distances, limit), key=lambda gap: -distances[gap]),
    ),
    "peaks only": _with("Keeps a gap only where its distance is larger than those beside it.", chosen=_peaks),
    "only the first": _with(
        "Stops at the first breakpoint.", chosen=lambda distances, limit: _above(distances, limit)[:1]
    ),
    "at most twenty": _with(
        "Takes the highest distances, but never more than twenty, however long the text is.",
        chosen=lambda distances, limit: _above(distances, limit)[:20],
    ),
}
# Answers without any work: each earns less than a third.
LAZY = {
    "example": lambda distances, percentile=95: [1],
    "widest": lambda distances, percentile=95: [distances.index(max(distances))] if distances else [],
    "error": lambda distances, percentile=95: _guard(-1),
    "all": lambda distances, percentile=95: list(range(len(distances))),
}

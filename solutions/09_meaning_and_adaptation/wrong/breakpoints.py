"""Wrong answers to `breakpoints`; each docstring says what is wrong."""

import numpy as np
import math


def _percentile(distances, percentile):
    """Compute the threshold rightly; most mutants are wrong elsewhere."""
    ordered = sorted(distances)
    place = percentile / 100 * (len(ordered) - 1)
    low = int(place)
    high = min(low + 1, len(ordered) - 1)
    return ordered[low] + (place - low) * (ordered[high] - ordered[low])


def _guard(percentile):
    if not 0 <= percentile <= 100:
        raise ValueError("percentile out of range")


def at_or_above(distances, percentile=95):
    """Takes a gap at the threshold for a breakpoint."""
    _guard(percentile)
    limit = _percentile(distances, percentile) if distances else 0
    return [gap for gap, distance in enumerate(distances) if distance >= limit]


def below(distances, percentile=95):
    """Takes the gaps where the text hardly changes."""
    _guard(percentile)
    limit = _percentile(distances, 100 - percentile) if distances else 0
    return [gap for gap, distance in enumerate(distances) if distance < limit]


def share_of_the_largest(distances, percentile=95):
    """Takes 95 per cent of the largest distance for the 95th percentile."""
    _guard(percentile)
    return [gap for gap, distance in enumerate(distances) if distance > percentile / 100 * max(distances)]


def share_of_the_range(distances, percentile=95):
    """Takes 95 per cent of the way from the smallest to the largest distance."""
    _guard(percentile)
    if not distances:
        return []
    limit = min(distances) + percentile / 100 * (max(distances) - min(distances))
    return [gap for gap, distance in enumerate(distances) if distance > limit]


def place_rounded_up(distances, percentile=95):
    """Takes the sorted distance at the place rounded up: the largest is never below."""
    _guard(percentile)
    if not distances:
        return []
    limit = sorted(distances)[math.ceil(percentile / 100 * (len(distances) - 1))]
    return [gap for gap, distance in enumerate(distances) if distance > limit]


def place_of_n(distances, percentile=95):
    """Counts places from 0 to n instead of n - 1."""
    _guard(percentile)
    if not distances:
        return []
    ordered = sorted(distances)
    limit = ordered[min(int(percentile / 100 * len(ordered)), len(ordered) - 1)]
    return [gap for gap, distance in enumerate(distances) if distance > limit]


def a_count(distances, percentile=95):
    """Takes as many gaps as the rest of the per cent says, rounded up: at 100 none, but one too many elsewhere."""
    _guard(percentile)
    count = math.ceil((100 - percentile) / 100 * len(distances))
    order = sorted(range(len(distances)), key=lambda gap: -distances[gap])
    return sorted(order[:count])


def fraction(distances, percentile=95):
    """Takes the percentile for a fraction from 0 to 1 and cuts what is larger off."""
    _guard(percentile)
    limit = _percentile(distances, 100 * min(percentile, 1)) if distances else 0
    return [gap for gap, distance in enumerate(distances) if distance > limit]


def whole_percent(distances, percentile=95):
    """Drops the fraction of the percentile."""
    _guard(percentile)
    limit = _percentile(distances, int(percentile)) if distances else 0
    return [gap for gap, distance in enumerate(distances) if distance > limit]


def the_distances(distances, percentile=95):
    """Returns the distances, where the numbers of the gaps are asked."""
    _guard(percentile)
    limit = _percentile(distances, percentile) if distances else 0
    return [distance for distance in distances if distance > limit]


def a_mask(distances, percentile=95):
    """Returns a truth value for each gap."""
    _guard(percentile)
    limit = _percentile(distances, percentile) if distances else 0
    return [distance > limit for distance in distances]


def sentence_behind(distances, percentile=95):
    """Returns the number of the sentence behind the gap."""
    _guard(percentile)
    limit = _percentile(distances, percentile) if distances else 0
    return [gap + 1 for gap, distance in enumerate(distances) if distance > limit]


def places_when_sorted(distances, percentile=95):
    """Returns places in the sorted list, where places in the text are asked."""
    _guard(percentile)
    limit = _percentile(distances, percentile) if distances else 0
    return [place for place, distance in enumerate(sorted(distances)) if distance > limit]


def by_index(distances, percentile=95):
    """Looks each place up with index(), which finds the first of equal distances."""
    _guard(percentile)
    limit = _percentile(distances, percentile) if distances else 0
    return [distances.index(distance) for distance in distances if distance > limit]


def largest_first(distances, percentile=95):
    """Lists the gaps by their distance, the largest first."""
    _guard(percentile)
    limit = _percentile(distances, percentile) if distances else 0
    order = sorted(range(len(distances)), key=lambda gap: -distances[gap])
    return [gap for gap in order if distances[gap] > limit]


def sorts_its_argument(distances, percentile=95):
    """Sorts the caller's list, and reads the places from the sorted one."""
    _guard(percentile)
    distances.sort()
    limit = _percentile(distances, percentile) if distances else 0
    return [gap for gap, distance in enumerate(distances) if distance > limit]


def sorts_and_remembers(distances, percentile=95):
    """Finds the right gaps, but leaves the caller's list sorted."""
    _guard(percentile)
    limit = _percentile(distances, percentile) if distances else 0
    found = [gap for gap, distance in enumerate(distances) if distance > limit]
    distances.sort()
    return found


def equal_ones_once(distances, percentile=95):
    """Computes the percentile over different distances alone."""
    _guard(percentile)
    limit = _percentile(sorted(set(distances)), percentile) if distances else 0
    return [gap for gap, distance in enumerate(distances) if distance > limit]


def peaks_only(distances, percentile=95):
    """Keeps a gap only where its distance is larger than those beside it."""
    _guard(percentile)
    limit = _percentile(distances, percentile) if distances else 0
    edged = [-1, *distances, -1]
    return [gap for gap, one in enumerate(distances) if one > limit and one > edged[gap] and one > edged[gap + 2]]


def only_the_first(distances, percentile=95):
    """Stops at the first breakpoint."""
    _guard(percentile)
    limit = _percentile(distances, percentile) if distances else 0
    for gap, distance in enumerate(distances):
        if distance > limit:
            return [gap]
    return []


def mean_and_deviation(distances, percentile=95):
    """Takes the mean and two standard deviations, whatever the percentile."""
    _guard(percentile)
    if not distances:
        return []
    mean = sum(distances) / len(distances)
    spread = math.sqrt(sum((distance - mean) ** 2 for distance in distances) / len(distances))
    return [gap for gap, distance in enumerate(distances) if distance > mean + 2 * spread * percentile / 100]


def ninety(distances, percentile=90):
    """Has another default."""
    _guard(percentile)
    limit = _percentile(distances, percentile) if distances else 0
    return [gap for gap, distance in enumerate(distances) if distance > limit]


def rounded_threshold(distances, percentile=95):
    """Rounds the threshold to one digit."""
    _guard(percentile)
    limit = round(_percentile(distances, percentile), 1) if distances else 0
    return [gap for gap, distance in enumerate(distances) if distance > limit]


def empty_fails(distances, percentile=95):
    """Asks an empty list for its percentile."""
    _guard(percentile)
    limit = _percentile(distances, percentile)
    return [gap for gap, distance in enumerate(distances) if distance > limit]


def hundred_fails(distances, percentile=95):
    """Looks at the place behind the last where the percentile is 100."""
    _guard(percentile)
    if not distances:
        return []
    ordered, place = sorted(distances), percentile / 100 * (len(distances) - 1)
    low = int(place)
    limit = ordered[low] + (place - low) * (ordered[low + 1] - ordered[low])
    return [gap for gap, distance in enumerate(distances) if distance > limit]


def not_guarded(distances, percentile=95):
    """Brings an impossible percentile into its range, where an error is asked."""
    limit = _percentile(distances, max(0, min(100, percentile))) if distances else 0
    return [gap for gap, distance in enumerate(distances) if distance > limit]


def guarded_above(distances, percentile=95):
    """Refuses what is over 100 but not what is under 0."""
    if percentile > 100:
        raise ValueError("percentile out of range")
    limit = _percentile(distances, max(0, percentile)) if distances else 0
    return [gap for gap, distance in enumerate(distances) if distance > limit]


def empty_before_guard(distances, percentile=95):
    """Answers an empty list before it looks at the percentile."""
    if not distances:
        return []
    return by_guarded(distances, percentile)


def by_guarded(distances, percentile):
    """Refuse, then find."""
    _guard(percentile)
    limit = _percentile(distances, percentile)
    return [gap for gap, distance in enumerate(distances) if distance > limit]


def refuses_the_ends(distances, percentile=95):
    """Refuses 0 and 100, which are allowed."""
    if not 0 < percentile < 100:
        raise ValueError("percentile out of range")
    limit = _percentile(distances, percentile) if distances else 0
    return [gap for gap, distance in enumerate(distances) if distance > limit]


def wrong_error(distances, percentile=95):
    """Stops an impossible percentile with an assertion."""
    assert 0 <= percentile <= 100, "percentile out of range"
    limit = _percentile(distances, percentile) if distances else 0
    return [gap for gap, distance in enumerate(distances) if distance > limit]


def generator(distances, percentile=95):
    """Yields the gaps and does not return a list."""
    _guard(percentile)
    limit = _percentile(distances, percentile) if distances else 0
    yield from (gap for gap, distance in enumerate(distances) if distance > limit)


def a_single_gap(distances, percentile=95):
    """Takes the only gap of a text of two sentences for a breakpoint."""
    _guard(percentile)
    if len(distances) == 1:
        return [0]
    limit = _percentile(distances, percentile) if distances else 0
    return [gap for gap, distance in enumerate(distances) if distance > limit]


def the_first_twenty(distances, percentile=95):
    """Takes the highest distances, but never more than twenty, however long the text is."""
    _guard(percentile)
    limit = _percentile(distances, percentile) if distances else 0
    return [gap for gap, distance in enumerate(distances) if distance > limit][:20]


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


def bp_nearest(distances: list[float], percentile: float = 95) -> list[int]:
    """No interpolation: rounds the place."""
    _check(percentile)
    if not distances:
        return []
    limit = sorted(distances)[round(percentile * (len(distances) - 1) / 100)]
    return [gap for gap, value in enumerate(distances) if value > limit]


def bp_weibull(distances: list[float], percentile: float = 95) -> list[int]:
    """Another definition of the percentile, (n + 1) places counted from 1."""
    _check(percentile)
    if not distances:
        return []
    limit = np.percentile(distances, percentile, method="weibull")
    return [gap for gap, value in enumerate(distances) if value > limit]


def bp_open_range(distances: list[float], percentile: float = 95) -> list[int]:
    """Raises for a percentile of 100 too."""
    if not 0 <= percentile < 100:
        raise ValueError("percentile")
    return bp_plain(distances, percentile)


def bp_no_zero(distances: list[float], percentile: float = 95) -> list[int]:
    """Raises for a percentile of 0 too."""
    if not 0 < percentile <= 100:
        raise ValueError("percentile")
    return bp_plain(distances, percentile)


def bp_sort_in_place(distances: list[float], percentile: float = 95) -> list[int]:
    """Remembers the gaps, but sorts the list of the caller."""
    _check(percentile)
    given = list(distances)
    distances.sort()
    limit = _threshold(distances, percentile) if given else 0
    return [gap for gap, value in enumerate(given) if value > limit]


def bp_quota(distances: list[float], percentile: float = 95) -> list[int]:
    """Takes a fixed number of the largest distances, also where several are equal."""
    _check(percentile)
    n = len(bp_plain(list(range(len(distances))), percentile))
    order = sorted(range(len(distances)), key=lambda gap: -distances[gap])
    return sorted(order[:n])


def bp_tuple(distances: list[float], percentile: float = 95) -> list[int]:
    """A tuple in place of a list."""
    return tuple(bp_plain(distances, percentile))


def bp_rounded(distances: list[float], percentile: float = 95) -> list[int]:
    """Rounds the threshold to three places."""
    _check(percentile)
    limit = round(_threshold(distances, percentile), 3) if distances else 0
    return [gap for gap, value in enumerate(distances) if value > limit]


def bp_float32(distances: list[float], percentile: float = 95) -> list[int]:
    """Works with 32 bits: distances that differ little become equal."""
    _check(percentile)
    values = np.asarray(distances, dtype=np.float32)
    return np.flatnonzero(values > np.percentile(values, percentile)).tolist() if values.size else []


def bp_two_products(distances: list[float], percentile: float = 95) -> list[int]:
    """Interpolates with two products: between two equal distances the threshold comes out a little below them."""
    _check(percentile)
    if not distances:
        return []
    ordered = sorted(distances)
    place = percentile / 100 * (len(ordered) - 1)
    low, part = int(place), place - int(place)
    limit = ordered[low] * (1 - part) + ordered[min(low + 1, len(ordered) - 1)] * part
    return [gap for gap, value in enumerate(distances) if value > limit]


_seen = {}


def bp_memory(distances: list[float], percentile: float = 95) -> list[int]:
    """Keeps the threshold by length and percentile between calls."""
    _check(percentile)
    if not distances:
        return []
    limit = _seen.setdefault((len(distances), percentile), _threshold(distances, percentile))
    return [gap for gap, value in enumerate(distances) if value > limit]


def bp_raises_on_empty(distances: list[float], percentile: float = 95) -> list[int]:
    """Raises for no distances at all."""
    _check(percentile)
    if not distances:
        raise ValueError("no distances")
    return bp_plain(distances, percentile)


def bp_lazy_empty(distances: list[float], percentile: float = 95) -> list[int]:
    """Always nothing."""
    return []


def bp_lazy_example(distances: list[float], percentile: float = 95) -> list[int]:
    """The example's answer."""
    return [1]


def bp_lazy_max(distances: list[float], percentile: float = 95) -> list[int]:
    """The widest gap only."""
    return [distances.index(max(distances))] if distances else []


def bp_lazy_error(distances: list[float], percentile: float = 95) -> list[int]:
    """Always an error."""
    raise ValueError("no")


def bp_lazy_all(distances: list[float], percentile: float = 95) -> list[int]:
    """Every gap."""
    return list(range(len(distances)))


ALL = {
    "at the threshold counted": at_or_above,
    "below in place of above": below,
    "share of the largest distance": share_of_the_largest,
    "share of the range": share_of_the_range,
    "place rounded up": place_rounded_up,
    "places from 0 to n": place_of_n,
    "a number of gaps": a_count,
    "percentile taken for a fraction": fraction,
    "fraction of the percentile dropped": whole_percent,
    "distances for gaps": the_distances,
    "truth values for gaps": a_mask,
    "the sentence behind": sentence_behind,
    "places in the sorted list": places_when_sorted,
    "places by index()": by_index,
    "largest first": largest_first,
    "sorts its argument": sorts_its_argument,
    "right gaps, argument sorted": sorts_and_remembers,
    "equal distances once": equal_ones_once,
    "peaks only": peaks_only,
    "only the first": only_the_first,
    "mean and deviation": mean_and_deviation,
    "another default": ninety,
    "threshold rounded": rounded_threshold,
    "empty list fails": empty_fails,
    "100 fails": hundred_fails,
    "percentile not tested": not_guarded,
    "only too large refused": guarded_above,
    "empty list before the test": empty_before_guard,
    "0 and 100 refused": refuses_the_ends,
    "an assertion": wrong_error,
    "a generator": generator,
    "a single gap": a_single_gap,
    "at most twenty": the_first_twenty,
    "nearest neighbour": bp_nearest,
    "n + 1 places": bp_weibull,
    "100 refused": bp_open_range,
    "0 refused": bp_no_zero,
    "sorts the caller's list": bp_sort_in_place,
    "a quota": bp_quota,
    "a tuple": bp_tuple,
    "threshold rounded to three digits": bp_rounded,
    "32 bits": bp_float32,
    "two products": bp_two_products,
    "memory of another call": bp_memory,
    "error for no distances": bp_raises_on_empty,
}

LAZY = {
    "nothing": bp_lazy_empty,
    "example": bp_lazy_example,
    "widest": bp_lazy_max,
    "error": bp_lazy_error,
    "all": bp_lazy_all,
}

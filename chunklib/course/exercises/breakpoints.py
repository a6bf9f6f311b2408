"""Breakpoints: the gaps whose distance is above a percentile of all distances, by linear interpolation.

Percentile and comparison are computed in fractions. (With > it is all the same how a threshold between two neighbours
is interpolated: no distance lies there. So answers that round the place down are right.) Distances are drawn as
multiples of 1/64, so that a gap is clearly above the threshold, clearly below it, or equal to it; equality is only
asked where floats compute it exactly.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from itertools import pairwise
from typing import TYPE_CHECKING, Any

from chunklib.course.exercise import Broken, Call, Exercise, Property, Raised, expect_list, kind_of

if TYPE_CHECKING:
    from hypothesis.strategies import SearchStrategy

_USUAL = 95
_STEPS = 64
_NUMBERS = "return the numbers of the gaps, as in [i for i, distance in enumerate(distances) if ...]"
_VALUES = "these are distances; return their places in the list"
_PLACE = "a percentile is a place in the sorted list, percentile / 100 * (n - 1), and no part of the largest distance"
_STRICT = "at the threshold is not above it: use >, not >="


def _settled(percentile: float | None) -> float:
    return _USUAL if percentile is None else percentile


def _threshold(distances: Sequence[float], percentile: float) -> Fraction:
    """Return the percentile of distances: the sorted list at percentile / 100 * (n - 1), neighbours interpolated."""
    ordered = sorted(map(Fraction, distances))
    place = Fraction(percentile) / 100 * (len(ordered) - 1)
    low = int(place)
    high = min(low + 1, len(ordered) - 1)
    return ordered[low] + (place - low) * (ordered[high] - ordered[low])


def _gaps(function: Call, distances: Sequence[float], percentile: float | None) -> list[int]:
    """Call the function, and refuse what is no list of gap numbers."""
    given = {} if percentile is None else {"percentile": percentile}
    gave = expect_list(function(list(distances), **given))
    for index, gap in enumerate(gave):
        if isinstance(gap, bool):
            raise Broken(f"element {index} of the list is a truth value; expected the number of a gap", cause=_NUMBERS)
        if not isinstance(gap, int):
            cause = _VALUES if gap in distances else _NUMBERS
            raise Broken(f"element {index} of the list is {kind_of(gap)}; expected the number of a gap", cause=cause)
        if not 0 <= gap < len(distances):
            raise Broken(f"gap {gap} does not exist: there are {len(distances)}, the first is 0", cause=_NUMBERS)
    return gave


def _peak(function: Call, distances: Sequence[float], percentile: float | None = None) -> None:
    """The largest distance is found, where it is the only large one."""
    top = distances.index(max(distances))
    if top not in _gaps(function, distances, percentile):
        raise Broken(f"gap {top} is missing: its distance {distances[top]} is by far the largest", expected=[top])


def _all_above(function: Call, distances: Sequence[float], percentile: float | None = None) -> None:
    """Every gap above the threshold is there."""
    limit = _threshold(distances, _settled(percentile))
    gave = _gaps(function, distances, percentile)
    for gap, distance in enumerate(distances):
        if distance > limit and gap not in gave:
            raise Broken(f"gap {gap} is missing: {distance} is above the threshold {_write(limit)}")


def _none_below(function: Call, distances: Sequence[float], percentile: float | None = None) -> None:
    """No gap below the threshold is there."""
    limit = _threshold(distances, _settled(percentile))
    for gap in _gaps(function, distances, percentile):
        if distances[gap] < limit:
            raise Broken(f"gap {gap} is no breakpoint: {distances[gap]} is below the threshold {_write(limit)}")


def _none_at(function: Call, distances: Sequence[float], percentile: float) -> None:
    """No gap whose distance equals the threshold is there."""
    limit = _threshold(distances, percentile)
    for gap in _gaps(function, distances, percentile):
        if distances[gap] == limit:
            raise Broken(f"gap {gap} is no breakpoint: {distances[gap]} is the threshold itself, not above it")


def _rising(function: Call, distances: Sequence[float], percentile: float | None = None) -> None:
    """The gaps come in the order of the text, each once."""
    for one, other in pairwise(_gaps(function, distances, percentile)):
        if other <= one:
            raise Broken(f"gap {other} comes behind gap {one}; expected rising numbers, each once")


def _usual(function: Call, distances: Sequence[float]) -> None:
    """Left out, the percentile is 95."""
    gave, said = _gaps(function, distances, None), _gaps(function, distances, _USUAL)
    if gave != said:
        raise Broken(f"differs from the call with percentile={_USUAL}", gave=gave, expected=said)


def _none(function: Call, percentile: float) -> None:
    """No distances, no breakpoints."""
    gave = function([], percentile=percentile)
    if gave != []:
        raise Broken("returned a breakpoint where there is no gap", expected=[])


def _refuses(function: Call, distances: Sequence[float], percentile: float) -> None:
    """A percentile outside 0 to 100 raises ValueError."""
    try:
        gave = function(list(distances), percentile=percentile)
    except Raised as error:
        if error.is_a("ValueError"):
            return
        raise Broken(f"raised {error.type_name}; expected ValueError") from None
    raise Broken(f"returned {kind_of(gave)}; expected ValueError")


def _write(limit: Fraction) -> str:
    """Write a threshold with so many digits that it can be followed.

    >>> _write(Fraction(7, 16)), _write(Fraction(1, 3))
    ('0.4375', '0.333333')
    """
    return f"{float(limit):.6g}"


def _case(distances: Sequence[float], percentile: float | None = None) -> Mapping[str, Any]:
    given: dict[str, Any] = {"distances": list(distances)}
    return given if percentile is None else {**given, "percentile": percentile}


def _drawn(most: int = 12) -> SearchStrategy[list[float]]:
    from hypothesis import strategies as st

    return st.lists(st.integers(0, 2 * _STEPS).map(lambda n: n / _STEPS), min_size=1, max_size=most)


def _cases() -> SearchStrategy[dict[str, Any]]:
    from hypothesis import strategies as st

    amounts = st.one_of(st.integers(0, 100), st.sampled_from([12.5, 62.5, 97.5, 99.5]))
    return st.fixed_dictionaries({"distances": _drawn(), "percentile": amounts})


def _ties() -> SearchStrategy[dict[str, Any]]:
    from hypothesis import strategies as st

    few = st.lists(st.sampled_from([0.25, 0.5, 0.75, 1.0]), min_size=1, max_size=9)
    return st.fixed_dictionaries({"distances": few, "percentile": st.sampled_from([0, 25, 50, 75, 100])})


def _outside() -> SearchStrategy[dict[str, Any]]:
    from hypothesis import strategies as st

    amounts = st.one_of(st.integers(-50, -1), st.integers(101, 150))
    return st.fixed_dictionaries({"distances": _drawn(4), "percentile": amounts})


_WAVE = (0.25, 0.75, 0.5, 1.0, 0.125, 0.875, 0.625, 0.375)
_EXAMPLES = (
    _case([0.25, 0.5, 1.0], 50),
    _case([1.0, 0.25, 0.5, 0.75], 50),
    _case([0.25, 0.75, 0.5, 1.0], 75),
    _case(_WAVE, 75),
    _case(_WAVE, 90),
    _case(_WAVE, 62.5),
    _case([0.25, 1.0, 0.25, 1.0, 0.25], 50),
    _case([0.5, 1.0], 99),
    _case([gap * 37 % 300 / _STEPS for gap in range(300)], 90),
    _case([0.5, 0.25, 0.25, 0.25, 0.25], 95),
    _case([1.5, 1.25, 1.0, 0.75, 0.5], 10),
    _case([n / _STEPS for n in range(36)], 97.5),
)
_TIES = (
    _case([0.5], 50),
    _case([0.5, 0.5, 0.5], 95),
    _case([0.25, 0.5, 0.75], 50),
    _case([0.25, 0.5, 1.0], 100),
    _case([0.25, 0.5, 0.25], 0),
)
_FLAT = [0.25] * 30

EXERCISE = Exercise(
    name="breakpoints",
    lesson="09_meaning_and_adaptation",
    hints=(
        (
            "Two steps: find one number, the threshold; then name the gaps whose distance is greater. Do both on paper "
            "for the five distances in the picture."
        ),
        (
            "Sort a copy of the distances. The percentile lies at place = percentile / 100 * (n - 1) of the sorted "
            "list: 0 is the smallest, n - 1 the largest. Between two places, take that part of the way from one to the "
            "other. numpy.percentile does just this."
        ),
        (
            "Test the percentile first, then the empty list. With low = int(place) and "
            "high = min(low + 1, n - 1) the threshold is "
            "ordered[low] + (place - low) * (ordered[high] - ordered[low]). "
            "Then list every i whose distances[i] > threshold."
        ),
    ),
    properties=(
        Property(
            name="a single peak is a breakpoint",
            points=1,
            gate=True,
            hints=("the threshold is compared the wrong way round, or nothing is collected",),
            test=_peak,
            examples=(
                _case([0.25, 0.25, 1.0, 0.25], 60),
                _case([1.0, 0.25, 0.25, 0.25, 0.25], 80),
                _case([*_FLAT[:12], 1.0, *_FLAT[12:]]),
            ),
        ),
        Property(
            name="every gap above the threshold is named",
            points=2,
            gate=False,
            hints=(_PLACE,),
            test=_all_above,
            examples=_EXAMPLES,
            cases=_cases,
        ),
        Property(
            name="no gap below the threshold is named",
            points=2,
            gate=False,
            hints=(_PLACE,),
            test=_none_below,
            examples=_EXAMPLES,
            cases=_cases,
        ),
        Property(
            name="a gap at the threshold is not above it",
            points=1,
            gate=False,
            hints=(_STRICT,),
            test=_none_at,
            examples=_TIES,
            cases=_ties,
        ),
        Property(
            name="gaps rise, each once",
            points=1,
            gate=False,
            hints=("the gaps are listed in the order of their distances; the order of the text is asked",),
            test=_rising,
            examples=_EXAMPLES,
            cases=_cases,
        ),
        Property(
            name="95 is what a left-out percentile means",
            points=1,
            gate=False,
            hints=("the first line of the function says percentile=95",),
            test=_usual,
            examples=(_case([n / _STEPS for n in range(64)]), _case([n / _STEPS for n in range(100, 0, -1)])),
        ),
        Property(
            name="no distances give no breakpoints",
            points=1,
            gate=False,
            hints=("an empty list has no percentile: answer it before the threshold is computed",),
            test=_none,
            examples=({"percentile": 95}, {"percentile": 0}),
        ),
        Property(
            name="a percentile outside 0 to 100 raises ValueError",
            points=1,
            gate=False,
            hints=("the percentile is not tested before it is used: 0 <= percentile <= 100",),
            test=_refuses,
            examples=(_case([0.5, 0.25], -1), _case([0.5, 0.25], 101), _case([], 101), _case([0.5], -5)),
            cases=_outside,
        ),
    ),
)

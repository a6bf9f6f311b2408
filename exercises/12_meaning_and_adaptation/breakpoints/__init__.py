"""Breakpoints: the gaps whose distance is above a percentile of all distances.

The percentile is one of the distances, the one at a place that is rounded down. Libraries interpolate from there
towards the next distance; between the two there is none, so such answers name the same gaps. The place is computed in
fractions; that a distance equals the threshold is only asked where a place in floats is exact, or all are equal.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import pairwise
from typing import TYPE_CHECKING, Any

from classroom.judge.exercise import Broken, Call, Exercise, Property, expect_list, kind_of
from classroom.properties.spans import refuses

from .threshold import (
    COMPARED,
    FROM_ZERO,
    INDEX,
    NOTHING,
    NUMBERS,
    PLACE,
    SAME,
    SORTED,
    STRICT,
    VALUES,
    threshold,
    why_at,
    why_missing,
)

if TYPE_CHECKING:
    from hypothesis.strategies import SearchStrategy

_USUAL = 95
_STEPS = 10  # of a distance of 1
_PLAIN = (0.5, 0.9, 0.2, 0.8, 0.3)


def _settled(percentile: float | None) -> float:
    return _USUAL if percentile is None else percentile


def _gaps(function: Call, distances: Sequence[float], percentile: float | None) -> list[int]:
    """Call the function, and refuse an answer that is not a list of gap numbers."""
    given = {} if percentile is None else {"percentile": percentile}
    gave = expect_list(function(list(distances), **given))
    for index, gap in enumerate(gave):
        if isinstance(gap, bool):
            raise Broken(f"element {index} of the list is a truth value; expected the number of a gap", cause=NUMBERS)
        if not isinstance(gap, int):
            cause = VALUES if gap in distances else NUMBERS
            raise Broken(f"element {index} of the list is {kind_of(gap)}; expected the number of a gap", cause=cause)
        if not 0 <= gap < len(distances):
            raise Broken(f"gap {gap} does not exist: there are {len(distances)}, the first is 0", cause=FROM_ZERO)
    return gave


def _judged(function: Call, distances: Sequence[float], percentile: float | None = None) -> list[int]:
    """Return the gaps, where the percentile has a say in them: else there is nothing to judge."""
    few, many = (_gaps(function, _PLAIN, amount) for amount in (80, 10))
    if few == many:
        raise Broken(f"names gaps {few} with percentile=80, too", gave=many, cause=SAME)
    return _gaps(function, distances, percentile)


def _peak(function: Call, distances: Sequence[float], percentile: float | None = None) -> None:
    """The largest distance is found, where it is the only large one."""
    top = distances.index(max(distances))
    gave = _gaps(function, distances, percentile)
    if top not in gave:
        cause = FROM_ZERO if gave == [top + 1] else SORTED if gave == [len(distances) - 1] else COMPARED
        why = f"gap {top} is missing: its distance {distances[top]} is by far the largest"
        raise Broken(why, expected=[top], cause=cause if gave else NOTHING)


def _all_above(function: Call, distances: Sequence[float], percentile: float | None = None) -> None:
    """Every gap above the threshold is there."""
    limit = threshold(distances, _settled(percentile))
    gave = _judged(function, distances, percentile)
    for gap, distance in enumerate(distances):
        if distance > limit and gap not in gave:
            cause = why_missing(distances, gap, limit, gave)
            raise Broken(f"gap {gap} is missing: {distance} is above the threshold {limit}", cause=cause)


def _none_below(function: Call, distances: Sequence[float], percentile: float | None = None) -> None:
    """No gap below the threshold is there."""
    limit = threshold(distances, _settled(percentile))
    for gap in _judged(function, distances, percentile):
        if distances[gap] < limit:
            raise Broken(f"gap {gap} is not a breakpoint: {distances[gap]} is below the threshold {limit}")


def _none_at(function: Call, distances: Sequence[float], percentile: float) -> None:
    """No gap whose distance equals the threshold is there."""
    limit = threshold(distances, percentile)
    gave = _judged(function, distances, percentile)
    for gap in gave:
        if distances[gap] == limit:
            why = f"gap {gap} is not a breakpoint: {distances[gap]} is the threshold itself, not above it"
            raise Broken(why, cause=why_at(distances, percentile, gave))


def _rising(function: Call, distances: Sequence[float], percentile: float | None = None) -> None:
    """The gaps come in the order of the text, each once."""
    for one, other in pairwise(_judged(function, distances, percentile)):
        if other <= one:
            cause = INDEX if other == one else ""
            raise Broken(f"gap {other} comes after gap {one}; expected rising numbers, each once", cause=cause)


def _usual(function: Call, distances: Sequence[float]) -> None:
    """Left out, the percentile is 95."""
    gave, said = _gaps(function, distances, None), _gaps(function, distances, _USUAL)
    if gave != said:
        raise Broken(f"differs from the call with percentile={_USUAL}", gave=gave, expected=said)


def _none(function: Call, percentile: float) -> None:
    """No distances, no breakpoints."""
    if expect_list(function([], percentile=percentile)):
        raise Broken("returned a breakpoint where there is no gap", expected=[])


def _refuses(function: Call, distances: Sequence[float], percentile: float) -> None:
    """A percentile outside 0 to 100 raises ValueError."""
    refuses(function, list(distances), percentile=percentile)


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
    exact = st.fixed_dictionaries({"distances": few, "percentile": st.sampled_from([0, 25, 50, 75, 100])})
    equal = st.builds(lambda distance, n: [distance] * n, st.sampled_from([0.1, 0.3, 0.7, 1.1]), st.integers(2, 8))
    return st.one_of(exact, st.fixed_dictionaries({"distances": equal, "percentile": st.integers(1, 99)}))


def _outside() -> SearchStrategy[dict[str, Any]]:
    from hypothesis import strategies as st

    amounts = st.one_of(st.integers(-50, -1), st.integers(101, 150))
    return st.fixed_dictionaries({"distances": _drawn(4), "percentile": amounts})


_WAVE = (0.2, 0.7, 0.5, 1.0, 0.1, 0.9, 0.6, 0.4)
_NINE = (0.9, 0.1, 0.8, 0.2, 0.7, 0.3, 0.6, 0.4, 0.5)
_EXAMPLES = (
    _case([0.25, 0.5, 1.0], 0),
    _case([0.25, 0.5, 1.0], 50),
    _case([1.0, 0.25, 0.5, 0.75], 50),
    _case([0.25, 0.75, 0.5, 1.0], 75),
    _case(_WAVE, 75),
    _case(_WAVE, 90),
    _case(_WAVE, 62.5),
    _case([0.25, 1.0, 0.25, 1.0, 0.25], 50),
    _case([0.5, 1.0], 99),
    _case([1.0, 0.9, 0.8, 0.7, 0.1], 50),
    _case([0.5, 0.25, 0.25, 0.25, 0.25], 95),
    _case([1.5, 1.25, 1.0, 0.75, 0.5], 10),
    _case([0.25, 0.5000000001, 0.5], 50),
    _case([gap * 7 % 24 / _STEPS for gap in range(24)], 0),
)
_TIES = (
    _case([0.5], 50),
    _case([0.5, 0.5, 0.5], 95),
    _case([0.25, 0.5, 0.75], 50),
    _case([0.25, 0.5, 1.0], 100),
    _case([0.25, 0.5, 0.25], 0),
    _case([1.0, 1.0, 1.0, 0.0], 50),
    _case([0.5000004, 0.5], 100),
    _case(_NINE, 12.5),
    _case(_NINE, 62.5),
)

EXERCISE = Exercise(
    hints=(
        (
            "Two steps: find one number, the threshold; then name the gaps whose distance is greater. Do both on paper "
            "for the five distances in the picture."
        ),
        (
            "Sort a copy of the distances. The threshold is at place percentile / 100 * (n - 1) of the sorted list, "
            "rounded down: place 0 has the smallest distance, place n - 1 the largest."
        ),
        (
            "Test the percentile first, then the empty list. The threshold is "
            "sorted(distances)[int(percentile / 100 * (n - 1))]. Then list every i whose distances[i] > threshold."
        ),
    ),
    properties=(
        Property(
            name="a single peak is a breakpoint",
            points=1,
            gate=True,
            causes=(COMPARED,),
            test=_peak,
            examples=(
                _case([0.25, 1.0, 0.25, 0.25], 60),
                _case([1.0, 0.25, 0.25, 0.25, 0.25], 80),
                _case([*[0.2] * 12, 1.0, *[0.2] * 8]),
            ),
        ),
        Property("every gap above the threshold is named", 2, False, (PLACE,), _all_above, _EXAMPLES, _cases),
        Property("no gap below the threshold is named", 2, False, (PLACE,), _none_below, _EXAMPLES, _cases),
        Property("a gap at the threshold is not above it", 1, False, (STRICT,), _none_at, _TIES, _ties),
        Property(
            name="gaps rise, each once",
            points=1,
            gate=False,
            causes=("the gaps are listed in the order of their distances; the order of the text is asked",),
            test=_rising,
            examples=_EXAMPLES,
            cases=_cases,
        ),
        Property(
            name="95 is what a left-out percentile means",
            points=1,
            gate=False,
            causes=("the first line of the function says percentile=95",),
            test=_usual,
            examples=(_case([n / _STEPS for n in range(26)]), _case([float(n) for n in range(100, -1, -1)])),
        ),
        Property(
            name="no distances give no breakpoints",
            points=1,
            gate=False,
            causes=("an empty list has no percentile: answer it before the threshold is computed",),
            test=_none,
            examples=({"percentile": 95}, {"percentile": 0}),
        ),
        Property(
            name="a percentile outside 0 to 100 raises ValueError",
            points=1,
            gate=False,
            causes=("test the percentile before you use it: unless 0 <= percentile <= 100, raise a ValueError",),
            test=_refuses,
            examples=(_case([0.5, 0.25], -1), _case([0.5, 0.25], 101), _case([], 101), _case([0.5], -5)),
            cases=_outside,
        ),
    ),
)

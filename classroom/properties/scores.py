"""Read scores for lessons 09, 10, 11 and 14, compare them, and tell exact ones from rounded ones."""

from __future__ import annotations

from collections.abc import Sequence
from math import isfinite

from classroom.judge.exercise import Broken, Foreign, kind_of
from classroom.properties.window_sums import number_of

_SHARE = 1e-9  # by which a float may miss the range, or the right number
_PLACES = range(2, 7)  # to which a learner rounds
_PER_CENT = 2  # a share above this is a percentage; one that is counted twice hardly gets here
ROUNDED = "do not round: round a number where you show it, because others compute with what you return"


def scores_of(value: object, keys: Sequence[str]) -> dict[str, float]:
    """Return the numbers under the keys, or raise ``Broken`` saying what is wrong with them.

    >>> scores_of({"recall": 1, "more": "ignored"}, ["recall"])
    {'recall': 1}
    """
    named = ", ".join(keys)
    if not isinstance(value, dict):
        cause = "the function ends without a return" if value is None else f"return a dictionary with {named}"
        raise Broken(f"returned {kind_of(value)}; expected a dictionary", cause=cause)
    for key in keys:
        if key not in value:
            raise Broken(f"the dictionary has no key {key!r}", cause=f"the keys are {named}")
        if cause := exact_cause(value[key]):
            raise Broken(f"{key!r} is {kind_of(value[key])}; expected a float", cause=cause)
        number = number_of(value[key], key)
        if not isfinite(number) or not -_SHARE <= number <= 1 + _SHARE:
            raise Broken(f"{key!r} is {number}; expected a number from 0 to 1", cause=_cause(number))
    return {key: value[key] for key in keys}


def exact_cause(value: object) -> str:
    """Say what to do with a fraction or a decimal, which are right and no floats; empty for anything else.

    >>> exact_cause(Foreign("a fractions.Fraction"))
    'exact is right, and a float is asked: return float(...) of it'
    >>> exact_cause(0.5)
    ''
    """
    exact = isinstance(value, Foreign) and value.kind.endswith((".Fraction", ".Decimal"))
    return "exact is right, and a float is asked: return float(...) of it" if exact else ""


def same(gave: float, right: float) -> bool:
    """Tell whether two numbers are equal but for errors of floats; NaN is equal to nothing."""
    return abs(gave - right) <= _SHARE


def rounded(gave: float, right: float) -> bool:
    """Tell whether a number is not the right one but the right one rounded to two or more places.

    >>> rounded(0.333, 1 / 3), rounded(0.12, 1 / 8), rounded(0.34, 1 / 3), rounded(0.5, 7 / 15), rounded(0.5, 0.5)
    (True, True, False, False, False)
    """
    if same(gave, right) or not isfinite(gave):
        return False
    scales = [10**places for places in _PLACES]
    return any(abs(gave - right) <= 0.5 / n + _SHARE and same(gave, round(gave * n) / n) for n in scales)


def _cause(number: float) -> str:
    if isfinite(number) and number > _PER_CENT:
        return "scores are shares from 0 to 1, not percentages"
    return "more is found than there is: something is counted twice" if number > 1 else ""

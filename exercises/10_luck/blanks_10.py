"""The blanks of lesson 10: average over placings, draw again, find the ends of an interval, and judge it."""

from __future__ import annotations

from typing import Any

from classroom.judge.exercise import Broken, Call, Property, Raised
from classroom.properties.blank_rules import cases, gives, rule

_SEEDS = 30


def _means(scores: list[list[float]]) -> list[float]:
    return [sum(own) / len(own) for own in zip(*scores, strict=True)]


def _two_ends(function: Call, means: list[float]) -> None:
    ordered, out = sorted(means), len(means) * 25 // 1000
    expected, few = (ordered[out], ordered[-1 - out]), "" if out else "with few means, out is 0, and -0 is the first"
    try:
        gave = function(means)
    except Raised as error:
        raise (Broken(str(error), expected=expected, cause=few) if few else error) from None
    if not isinstance(gave, tuple | list) or tuple(gave) != expected:
        raise Broken(f"these are not the two ends of {len(means)} means", expected=expected, cause=few)


def _draws(function: Call, values: list[float]) -> None:
    """Require as many values as there are, some twice in some draws, and every one in some draw."""
    drawn = []
    for seed in range(_SEEDS):
        gave = function(values, seed)
        if not isinstance(gave, list) or len(gave) != len(values):
            raise Broken("this is not a list of as many values", expected=f"a list of {len(values)} values")
        if not set(gave) <= set(values):
            raise Broken("there is something in it that is not one of the values")
        drawn.append(gave)
    if all(len(set(one)) == len(one) for one in drawn):
        raise Broken(f"no value comes twice, in {_SEEDS} draws", cause="take each from all values, not from the rest")
    if len({value for one in drawn for value in one}) < len(values) or all(len(set(one)) == 1 for one in drawn):
        raise Broken(f"some values never come together, in {_SEEDS} draws", cause="draw anew for each place")


def _blank(name: str, cause: str, test: Any, examples: Any) -> tuple[Property]:
    return (rule(name, cause, test, examples),)


BLANKS = {
    "mean_over_placings": _blank(
        "it averages the placings of each question",
        "own has the scores of one question at all placings: add them up, and divide by how many there are",
        gives(_means, "these are not the means of the questions"),
        cases("scores", ([[0.0], [1.0]],), ([[0.5, 1.0], [1.0, 0.0]],), ([[0.25, 1.0, 0.0]] * 4,), ([[0.5, 0.25]],)),
    ),
    "resample": _blank(
        "it draws as many values, each from all of them",
        "rng.choice(values) draws one of all values; do it once for each value",
        _draws,
        cases("values", ([1.0, 2.0, 3.0, 4.0],)),
    ),
    "ends": _blank(
        "it leaves out as many means at each end",
        "the smallest that is left is at `out`; the last of all is at -1, so the largest that is left is at -1 - out",
        _two_ends,
        cases("means", ([float(at) for at in range(40)],), ([3.0, 1.0, 2.0],), ([float(-at) for at in range(200)],)),
    ),
    "may_be_claimed": _blank(
        "six placings, and all of the interval on one side of 0",
        "both must hold: at least six placings, and either low is above 0 or high is below it",
        gives(lambda low, high, placings: placings >= 6 and (low > 0 or high < 0), "this is not the rule"),
        cases(
            "low high placings",
            (0.1, 0.3, 6), (-0.1, 0.3, 6), (-0.3, -0.1, 6), (0.1, 0.3, 1), (-0.3, -0.1, 5), (0, 0.3, 6), (0.1, 0.2, 9),
        ),
    ),
}  # fmt: skip

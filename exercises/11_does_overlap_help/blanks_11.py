"""Checks of what a learner fills in in lesson 11: the interval, the word of a verdict, the price, and one rule."""

from __future__ import annotations

from typing import Any

from classroom.judge.exercise import Broken, Call
from classroom.properties.blank_rules import cases, gives, rule


def _has_zero(low: float, high: float) -> bool:
    return low <= 0 <= high


def _tells(function: Call, low: float, high: float) -> None:
    expected = _has_zero(low, high)
    if bool(function(low=low, high=high)) != expected:
        where = "is in" if expected else "is not in"
        raise Broken(f"zero {where} the interval from {low} to {high}", expected=expected)


def _word(low: float, high: float, holm_p: float) -> str:
    if _has_zero(low, high):
        return "no difference seen"
    return "a difference" if holm_p < 0.05 else "lost to correction"


def _says(function: Call, **case: Any) -> None:
    expected = _word(**case)
    if function(**case) != expected:
        raise Broken(f"the corrected chance is {case['holm_p']}", expected=expected)


def _bonus(text: str) -> int:
    return 30 if any(line.lstrip().startswith("- ") for line in text.split("\n")) else 0


BLANKS = {
    "contains_zero": (
        rule(
            "it finds zero between the ends, and at an end",
            "zero is in it if it is neither below low nor above high; the ends belong to it",
            _tells,
            cases("low high", (-1, 1), (1, 2), (-2, -1), (0, 1), (-1, 0), (-0.004, 0.059), (0.02, 0.042)),
        ),
    ),
    "word_of": (
        rule(
            "a difference survives the correction",
            "below 0.05 it survives; at 0.05 and above it is lost",
            _says,
            cases("low high holm_p", (1, 2, 0.001), (1, 2, 0.2), (1, 2, 0.05), (-2, -1, 0.04), (-2, -1, 1), (-1, 1, 1)),
        ),
    ),
    "stored_times": (
        rule(
            "it divides what is stored by what is new",
            "a window stores size tokens, and size - overlap of them are new",
            gives(lambda size, overlap: size / (size - overlap), "a window stores its size and adds the rest"),
            cases("size overlap", (4, 0), (4, 2), (200, 40), (200, 100), (500, 50), (3, 2)),
        ),
    ),
    "list_bonus": (
        rule(
            "it finds an item at the beginning of a line",
            "spaces may be in front of the dash, and a space follows it; ask each line",
            gives(_bonus, "a list adds 30 tokens, and any other text none"),
            cases("text", *([one] for one in ("- tea", "tea", "Take:\n- tea", "  - tea", "-5 degrees", "a - b", ""))),
        ),
    ),
}  # fmt: skip

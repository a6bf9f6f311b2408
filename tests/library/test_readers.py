"""Try what reads arguments: it takes what stands for one, and refuses anything else in one line with the rule."""

import math
from collections.abc import Callable
from typing import Any

import numpy as np

from chunklib.readers import a_mapping, a_text, at_least, listed, real, whole, yes_or_no
from tests.each import each
from tests.promises import refused


def texts(_: str, value: Any) -> list[str]:
    return listed("texts must be a list of texts", value, str)


def share(name: str, value: Any) -> float:
    return real(name, value, 0, 1)


TAKEN: dict[Callable[[str, Any], object], tuple[Any, ...]] = {
    a_text: ("", "one"),
    a_mapping: ({}, {"one": 1}),
    texts: ([], ("one",), {"one"}, {"one": 1}, iter(["one"])),
    whole: (-1, 0, 10**400, np.int64(5)),
    yes_or_no: (True, False),
    share: (0, 1, 0.5, np.float32(0.5)),
}
REFUSED: dict[Callable[[str, Any], object], tuple[str, tuple[Any, ...]]] = {
    a_text: ("x must be a text (str): got ", (None, 5, b"one", ["one"], True)),
    a_mapping: ("x must be a dictionary: got ", (None, 5, "one", ["one"], [("one", 1)], len)),
    texts: ("texts must be a list of texts: got ", (None, 5, "one", b"one", [None], ["one", b"two"], [["one"]])),
    whole: ("x must be a whole number: got ", (None, "5", 5.0, True, [5], 1j, b"5", {"a": 1})),
    yes_or_no: ("x must be True or False: got ", (None, 0, 1, "yes", "false")),
    share: ("x must be a number: got ", (None, "0.5", True, [0.5], 1j, b"1")),
}


def test_what_is_right_is_taken() -> None:
    for read, values in TAKEN.items():
        for value in values:
            assert read("x", value) is not None


def test_another_type_is_refused_with_the_rule() -> None:
    for read, (said, values) in REFUSED.items():
        for value in values:
            refused(lambda read=read, value=value: read("x", value), TypeError, said)  # type: ignore[misc]


@each("value", [-0.1, 1.1, math.nan, math.inf, -math.inf, 10**400])
def test_a_number_outside_its_limits_is_refused_with_them(value: float) -> None:
    refused(lambda: share("x", value), ValueError, f"x must be from 0 to 1: got {value}")


@each("value", [-1, math.nan, math.inf])
def test_a_number_without_a_limit_above_is_finite(value: float) -> None:
    refused(lambda: real("x", value, 0), ValueError, f"x must be at least 0, and finite: got {value}")


def test_a_number_that_is_too_small_is_refused_with_the_least() -> None:
    refused(lambda: at_least(1, "x", 0), ValueError, "x must be at least 1: got x=0")
    refused(lambda: listed("a list", ["one", 5], str), TypeError, "got int at place 1")

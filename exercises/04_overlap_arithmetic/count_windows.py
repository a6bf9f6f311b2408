"""The number of windows that a document gives."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from classroom.judge.exercise import Call, Exercise, Property, expect_int
from classroom.properties.spans import refuses
from classroom.properties.window_sums import IMPOSSIBLE, impossible, judge_count, settings

if TYPE_CHECKING:
    from hypothesis.strategies import SearchStrategy

Case = tuple[int, int, int]


def _named(case: Case) -> dict[str, int]:
    return dict(zip(("tokens", "size", "overlap"), case, strict=True))


def _count(function: Call, tokens: int, size: int, overlap: int) -> None:
    """The number is that of the windows which the loop makes."""
    gave = expect_int(function(tokens=tokens, size=size, overlap=overlap))
    judge_count(gave, "counted", tokens, size, overlap)


def _cases() -> SearchStrategy[dict[str, Any]]:
    return settings().map(_named)


def _impossible() -> SearchStrategy[dict[str, Any]]:
    return impossible().map(_named)


def _cases_of(*cases: Case) -> tuple[dict[str, int], ...]:
    return tuple(map(_named, cases))


_ANY = (
    (12, 5, 4),
    (100, 10, 9),
    (501, 500, 75),
    (600, 75, 0),
    (1_001, 1_000, 200),
    (6_001, 3_000, 0),
    (10_001, 1, 0),
    (16_793_601, 16_384, 0),
    (4_000_001, 2_000_000, 0),
    (4_294_967_306, 500_000, 100_000),
)

EXERCISE = Exercise(
    hints=(
        (
            "If the number is wrong, count on paper: 10 tokens, windows of 4 that share 1. How many new tokens does "
            "each window bring?"
        ),
        (
            "The first window takes `size` tokens. What is left is covered in strides of size - overlap, and the last "
            "stride may be begun without being full. What if nothing is left?"
        ),
        (
            "1 + ceil(max(0, tokens - size) / (size - overlap)), and 0 for no tokens. Without fractions: "
            "-(-a // b) is a / b rounded up."
        ),
    ),
    properties=(
        Property(
            name="documents of several windows",
            points=3,
            gate=True,
            causes=("one window, and one more for every stride, begun or full, beyond the first size",),
            test=_count,
            examples=_cases_of((5, 4, 2), (11, 4, 1), (103, 10, 5), (1_502, 600, 100)),
        ),
        Property(
            name="a stride that divides exactly",
            points=2,
            gate=False,
            causes=("the last window ends exactly at the end of the document: it is the last",),
            test=_count,
            examples=_cases_of(
                (10, 4, 1), (8, 4, 0), (7, 4, 1), (1_050, 300, 50), (100_000, 500, 250), (100_000, 500, 0)
            ),
        ),
        Property(
            name="a document of one window",
            points=1,
            gate=False,
            causes=("tokens - size is negative here, and a negative rest needs no window",),
            test=_count,
            examples=_cases_of((1, 4, 1), (4, 4, 1), (3, 4, 3), (4, 4, 3)),
        ),
        Property(
            name="any document",
            points=2,
            gate=False,
            causes=("compare with the windows that the loop makes",),
            test=_count,
            examples=_cases_of(*_ANY),
            cases=_cases,
        ),
        Property(
            name="no tokens, no windows",
            points=1,
            gate=False,
            causes=("the first window is counted before it is asked whether there is anything",),
            test=_count,
            examples=_cases_of((0, 4, 1), (0, 1, 0)),
        ),
        Property(
            name="impossible settings raise ValueError",
            points=1,
            gate=False,
            causes=("test the arguments first: tokens >= 0 and 0 <= overlap < size",),
            test=refuses,
            examples=_cases_of(*IMPOSSIBLE),
            cases=_impossible,
        ),
    ),
)

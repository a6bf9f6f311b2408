"""The blanks of lesson 04: whole or torn, the share of places, and what an overlap costs."""

from __future__ import annotations

from collections.abc import Callable
from math import isclose

from classroom.judge.exercise import Broken, Call, Property

Case = dict[str, int]


def _holds(function: Call, first: int, last: int, windows: list[tuple[int, int]]) -> None:
    expected = any({*range(first, last)} <= {*range(start, end)} for start, end in windows)
    gave = function(first, last, windows)
    if gave is not expected:
        raise Broken("a window holds the passage" if expected else "no window holds all of it", expected=expected)


def _gives(expected: Callable[..., float], why: str) -> Callable[..., None]:
    """Make a test that compares a number with the expected one."""

    def test(function: Call, **case: int) -> None:
        number, gave = expected(**case), function(**case)
        if isinstance(gave, bool) or not isinstance(gave, int | float) or not isclose(gave, number, abs_tol=1e-9):
            raise Broken(why, expected=number)

    return test


def _share(length: int, size: int, overlap: int) -> float:
    """Count the places of one stride from which a passage ends inside the window."""
    stride = size - overlap
    return sum(place + length <= size for place in range(stride)) / stride


def _enough(length: int) -> int:
    return next(overlap for overlap in range(length) if _share(length, 2 * length, overlap) == 1)


def _stored(tokens: int, size: int, overlap: int) -> int:
    """Add up windows until one reaches the end."""
    stored, start = min(tokens, size), 0
    while start + size < tokens:
        start += size - overlap
        stored += min(tokens, start + size) - start
    return stored


def _most(size: int, overlap: int) -> int:
    """Count the windows that hold the last token of the first window."""
    return sum(start < size for start in range(0, size, size - overlap))


def _settings(*names: str, cases: tuple[tuple[int, ...], ...]) -> tuple[Case, ...]:
    return tuple(dict(zip(names, case, strict=True)) for case in cases)


BLANKS = {
    "is_whole": (
        Property(
            name="it tells whole passages from torn ones",
            points=0,
            gate=False,
            causes=("the window must not start after `first` and must not end before `last`; equal is allowed",),
            test=_holds,
            examples=(
                {"first": 2, "last": 5, "windows": [(0, 4), (4, 8)]},
                {"first": 1, "last": 3, "windows": [(0, 4), (4, 8)]},
                {"first": 0, "last": 4, "windows": [(0, 4), (4, 8)]},
                {"first": 3, "last": 7, "windows": [(0, 4), (4, 8)]},
                {"first": 5, "last": 6, "windows": [(0, 4), (4, 8)]},
                {"first": 3, "last": 6, "windows": [(0, 4), (2, 6), (4, 8)]},
                {"first": 0, "last": 9, "windows": [(2, 6)]},
            ),
        ),
    ),
    "share_whole": (
        Property(
            name="it gives the share of the places",
            points=0,
            gate=False,
            causes=("size - length + 1 places fit into a window, and the next window starts size - overlap later",),
            test=_gives(_share, "this is not the share of places at which the passage is whole"),
            examples=_settings(
                "length",
                "size",
                "overlap",
                cases=((2, 4, 0), (3, 4, 1), (1, 4, 0), (4, 4, 3), (5, 4, 0), (75, 120, 24)),
            ),
        ),
    ),
    "enough_overlap": (
        Property(
            name="it is enough, and one less is not",
            points=0,
            gate=False,
            causes=("look at the widget: a passage of 30 tokens is never torn from an overlap of 29 on",),
            test=_gives(_enough, "this is not the smallest overlap that is enough"),
            examples=_settings("length", cases=((1,), (2,), (3,), (30,), (75,))),
        ),
    ),
    "stored_tokens": (
        Property(
            name="it counts what the windows have together",
            points=0,
            gate=False,
            causes=(
                "the first window repeats nothing, each other one repeats `overlap` tokens; the last may be short",
            ),
            test=_gives(_stored, "this is not what the windows have together"),
            examples=_settings(
                "tokens",
                "size",
                "overlap",
                cases=((4, 4, 1), (7, 4, 1), (3, 4, 3), (9, 4, 0), (9, 4, 1), (1282, 400, 80)),
            ),
        ),
    ),
    "most_windows": (
        Property(
            name="it counts the windows of one token",
            points=0,
            gate=False,
            causes=("divide the size by the stride, size - overlap, and round up",),
            test=_gives(_most, "this is not the largest number of windows that hold the same token"),
            examples=_settings("size", "overlap", cases=((4, 0), (4, 2), (4, 1), (5, 3), (10, 9), (500, 300))),
        ),
    ),
}

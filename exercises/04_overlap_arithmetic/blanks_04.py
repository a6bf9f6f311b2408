"""The blanks of lesson 04: whole or torn, the share of places, and what an overlap costs."""

from __future__ import annotations

from classroom.judge.exercise import Broken, Call
from classroom.properties.blank_rules import cases, gives, rule


def _holds(function: Call, first: int, last: int, windows: list[tuple[int, int]]) -> None:
    expected = any({*range(first, last)} <= {*range(start, end)} for start, end in windows)
    gave = function(first, last, windows)
    if gave is not expected:
        raise Broken("a window holds the passage" if expected else "no window holds all of it", expected=expected)


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


BLANKS = {
    "is_whole": (
        rule(
            "it tells whole passages from torn ones",
            "the window must not start after `first` and must not end before `last`; equal is allowed",
            _holds,
            (
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
        rule(
            "it gives the share of the places",
            "size - length + 1 places fit into a window, and the next window starts size - overlap later",
            gives(_share, "this is not the share of places at which the passage is whole"),
            cases("length size overlap", (2, 4, 0), (3, 4, 1), (1, 4, 0), (4, 4, 3), (5, 4, 0), (75, 120, 24)),
        ),
    ),
    "enough_overlap": (
        rule(
            "it is enough, and one less is not",
            "find the smallest overlap for a passage of 30 tokens in the widget, and compare it with 30",
            gives(_enough, "this is not the smallest overlap that is enough"),
            cases("length", (1,), (2,), (3,), (30,), (75,)),
        ),
    ),
    "stored_tokens": (
        rule(
            "it counts what the windows have together",
            "the first window repeats nothing, each other one repeats `overlap` tokens; the last may be short",
            gives(_stored, "this is not what the windows have together"),
            cases("tokens size overlap", (4, 4, 1), (7, 4, 1), (3, 4, 3), (9, 4, 0), (9, 4, 1), (1282, 400, 80)),
        ),
    ),
    "most_windows": (
        rule(
            "it counts the windows of one token",
            "divide the size by the stride, size - overlap, and round up",
            gives(_most, "this is not the largest number of windows that hold the same token"),
            cases("size overlap", (4, 0), (4, 2), (4, 1), (5, 3), (10, 9), (500, 300)),
        ),
    ),
}

"""Checks of what a learner fills in in lesson 3. The cases of a property go from the smallest to the largest."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from math import ceil
from typing import Any

from classroom.judge.exercise import Broken, Call, Property, expect_list
from classroom.properties.blank_rules import rule

_SIZES = [(size, overlap) for size in range(1, 5) for overlap in range(size)]
_SMALL = [(n, size, overlap) for n in range(9) for size, overlap in _SIZES]
_CASES = tuple({"n": n, "size": size, "overlap": overlap} for n, size, overlap in [*_SMALL, (245, 50, 10)])


def _ends(function: Call, n: int, size: int, overlap: int) -> None:
    """Require that no window comes after the first one that reaches the end."""
    windows = expect_list(function(list(range(n)), size=size, overlap=overlap), of=list)
    for k, window in enumerate(windows[:-1]):
        if n - 1 in window:
            raise Broken(f"window [{k}] has reached the end, and window [{k + 1}] adds nothing")


def _whole(function: Call, n: int, size: int, overlap: int) -> None:
    """Require that each token is in some window."""
    windows = expect_list(function(list(range(n)), size=size, overlap=overlap), of=list)
    lost = set(range(n)).difference(*windows)
    if lost:
        raise Broken(f"token {min(lost)} is in no window")


def _starts(function: Call, k: int, size: int, overlap: int) -> None:
    expected = k * (size - overlap)
    if function(k, size, overlap) != expected:
        raise Broken(f"window [{k}] starts at another token", expected=expected)


def _counts(function: Call, n: int, size: int, overlap: int) -> None:
    expected = 1 + ceil(max(0, n - size) / (size - overlap))
    if function(n, size, overlap) != expected:
        raise Broken("this is not the number of windows", expected=expected)


def _breaks(function: Call, text: str, at: int) -> None:
    before, after = text[at - 1], text[at]
    expected = before.isalnum() and after.isalnum()
    if bool(function(text, at)) != expected:
        raise Broken(f"the cut is between {before!r} and {after!r}", expected=expected)


def _reaches(function: Call, start: int, n: int, least: int) -> None:
    expected = min(start, n - least)
    if function(start, n, least) != expected:
        raise Broken(f"a window from token {start} holds {n - start} of the {n} tokens", expected=expected)


def _rule(name: str, test: Callable[..., None], examples: Iterable[dict[str, Any]], *causes: str) -> Property:
    return rule(name, causes, test, examples)


_BRACKETS = "the stride is size - overlap, and window k comes after k strides: mind the brackets"
_STOPS = "the loop stops although the last window has not reached the end: compare its end with len(tokens)"
_NEXT = "the condition is still true after a window has reached the end, where `end` is len(tokens) or more"
_STRIDE = "divide the tokens beyond the first window by the stride, size - overlap, and round up: a part counts too"
_SIDES = "the cut is before text[at], so its neighbours are text[at - 1] and text[at]; test both"
_LATEST = "token n - least is the latest possible start; the earlier of the two tokens is right"
_TEXTS = ("a b", "ab", "a1", "a. B", "50 °C")
_LASTS = [(start, n, 2) for n in range(2, 6) for start in range(n)] + [(30, 64, 25), (40, 64, 25)]

BLANKS = {
    "window_start": (
        _rule(
            "each window starts one stride after the one before",
            _starts,
            ({"k": k, "size": size, "overlap": overlap} for k in range(4) for size, overlap in _SIZES),
            _BRACKETS,
        ),
    ),
    "windows_that_end": (
        _rule("nothing is lost", _whole, _CASES, _STOPS),
        _rule("it ends at the right moment", _ends, _CASES, _NEXT),
    ),
    "windows_needed": (_rule("it counts the windows", _counts, (case for case in _CASES if case["n"]), _STRIDE),),
    "cuts_a_word": (
        _rule(
            "it finds the cuts inside a word",
            _breaks,
            ({"text": text, "at": at} for text in _TEXTS for at in range(1, len(text))),
            _SIDES,
        ),
    ),
    "last_start": (
        _rule(
            "the last window is long enough, and moves only if it must",
            _reaches,
            ({"start": start, "n": n, "least": least} for start, n, least in _LASTS),
            _LATEST,
        ),
    ),
}

"""Checks of what a learner fills in in lesson 3. The cases of a property go from the smallest to the largest."""

from __future__ import annotations

from math import ceil

from classroom.judge.exercise import Broken, Call, Property, expect_list

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
        raise Broken(f"a text of {n} tokens needs another number of windows", expected=expected)


def _breaks(function: Call, text: str, at: int) -> None:
    before, after = text[at - 1], text[at]
    expected = before.isalnum() and after.isalnum()
    if bool(function(text, at)) != expected:
        raise Broken(f"the cut is between {before!r} and {after!r}", expected=expected)


def _reaches(function: Call, start: int, n: int, least: int) -> None:
    expected = min(start, n - least)
    if function(start, n, least) != expected:
        raise Broken(f"{n - start} of the {n} tokens come after token {start}", expected=expected)


BLANKS = {
    "window_start": (
        Property(
            "each window starts one stride after the one before",
            0,
            False,
            ("the stride is size - overlap, and window k comes after k strides: mind the brackets",),
            _starts,
            tuple({"k": k, "size": size, "overlap": overlap} for k in range(4) for size, overlap in _SIZES),
        ),
    ),
    "windows_that_end": (
        Property(
            "nothing is lost",
            0,
            False,
            ("the loop stops although the last window has not reached the end: compare its end with len(tokens)",),
            _whole,
            _CASES,
        ),
        Property(
            "it ends at the right moment",
            0,
            False,
            ("the condition looks at where the next window would start: ask whether the last one has reached the end",),
            _ends,
            _CASES,
        ),
    ),
    "windows_needed": (
        Property(
            "it counts the windows",
            0,
            False,
            (
                "divide the tokens beyond the first window by the stride, size - overlap",
                "round up with ceil: a rest of a stride needs a window too",
            ),
            _counts,
            tuple(case for case in _CASES if case["n"]),
        ),
    ),
    "cuts_a_word": (
        Property(
            "it finds the cuts inside a word",
            0,
            False,
            ("the cut is before text[at], so its neighbours are text[at - 1] and text[at]; test both",),
            _breaks,
            tuple(
                {"text": text, "at": at} for text in ("a b", "ab", "a1", "a. B", "50 °C") for at in range(1, len(text))
            ),
        ),
    ),
    "last_start": (
        Property(
            "the last window is long enough, and moves only if it must",
            0,
            False,
            ("token n - least is the latest possible start; the earlier of the two tokens is right",),
            _reaches,
            (
                *({"start": start, "n": n, "least": 2} for n in range(2, 6) for start in range(n)),
                *({"start": start, "n": 64, "least": 25} for start in (30, 40)),
            ),
        ),
    ),
}

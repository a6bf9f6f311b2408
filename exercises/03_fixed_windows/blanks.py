"""Checks of what a learner fills in in lesson 3. The cases of a property go from the smallest to the largest."""

from __future__ import annotations

from classroom.judge.exercise import Broken, Call, Property, expect_list

_SMALL = [(n, size, overlap) for n in range(9) for size in range(1, 5) for overlap in range(size)]
_CASES = tuple({"n": n, "size": size, "overlap": overlap} for n, size, overlap in [*_SMALL, (1282, 400, 80)])


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


BLANKS = {
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
}

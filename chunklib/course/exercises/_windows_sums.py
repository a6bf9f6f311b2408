"""What the two exercises of lesson 04 share: settings, the windows themselves, and how bad settings are refused."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from chunklib.course.exercise import Broken, Call, Raised, kind_of

if TYPE_CHECKING:
    from hypothesis.strategies import SearchStrategy

IMPOSSIBLE: tuple[tuple[int, int, int], ...] = (
    (10, 4, 4),
    (10, 4, 5),
    (10, 4, -1),
    (10, 0, 0),
    (10, -2, -3),
    (-1, 4, 1),
)


def windows(tokens: int, size: int, overlap: int) -> list[tuple[int, int]]:
    """Return start and end of each window, by the loop that stops where one reaches the end.

    >>> windows(10, 4, 1)
    [(0, 4), (3, 7), (6, 10)]
    """
    found: list[tuple[int, int]] = []
    while tokens and (not found or found[-1][1] < tokens):
        start = len(found) * (size - overlap)
        found.append((start, min(start + size, tokens)))
    return found


def in_words(tokens: int, size: int, overlap: int) -> str:
    """Say a few windows: where they are, so that a wrong number can be counted after.

    >>> in_words(10, 4, 1), in_words(3, 4, 1), in_words(0, 4, 1)
    ('windows 0-4, 3-7, 6-10', 'one window 0-3', 'no window')
    """
    places = [f"{start:,}-{end:,}" for start, end in windows(tokens, size, overlap)]
    if not places:
        return "no window"
    if len(places) > 6:
        places = [*places[:3], "…", places[-1]]
    return f"{'windows' if len(places) > 1 else 'one window'} {', '.join(places)}"


def number_of(value: object, name: str = "") -> int | float:
    """Return a number, or raise `Broken` saying what it is instead."""
    if isinstance(value, bool) or not isinstance(value, int | float):
        what = f"{name!r} is" if name else "returned"
        cause = "the function ends without a return; without one it gives None"
        if value is not None:
            cause = "numbers stay numbers here; round and write them out where they are shown"
        raise Broken(f"{what} {kind_of(value)}; expected a number", cause=cause)
    return value


def refuses(function: Call, arguments: Mapping[str, int]) -> None:
    """Settings that make no sense raise ValueError."""
    try:
        gave = function(**arguments)
    except Raised as error:
        if error.is_a("ValueError"):
            return
        raise Broken(f"raised {error.type_name}; expected ValueError") from None
    raise Broken(f"returned {kind_of(gave)}; expected ValueError")


def settings() -> SearchStrategy[tuple[int, int, int]]:
    """Make the strategy of document length, size and overlap that go together; the document is never empty."""
    from hypothesis import strategies as st

    sizes = st.integers(1, 30).flatmap(lambda size: st.tuples(st.just(size), st.integers(0, size - 1)))
    return st.builds(lambda tokens, chosen: (tokens, *chosen), st.integers(1, 200), sizes)


def impossible() -> SearchStrategy[tuple[int, int, int]]:
    """Make the strategy of settings that must be refused."""
    from hypothesis import strategies as st

    numbers = st.tuples(st.integers(-3, 20), st.integers(-3, 6), st.integers(-3, 9))
    return numbers.filter(lambda case: case[0] < 0 or not 0 <= case[2] < case[1])

"""Provide what the two exercises of lesson 04 share: settings, windows, and the causes of a wrong count."""

from __future__ import annotations

from typing import TYPE_CHECKING

from chunklib.calculators import count_windows
from classroom.judge.exercise import Broken, kind_of

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


def in_words(tokens: int, size: int, overlap: int) -> str:
    """Say a few windows: where they are, so that a wrong number can be counted after.

    >>> in_words(10, 4, 1), in_words(3, 4, 1), in_words(0, 4, 1)
    ('windows 0-4, 3-7, 6-10', 'one window 0-3', 'no window')
    """
    starts = range(0, count_windows(tokens, size, overlap) * (size - overlap), size - overlap)
    long = len(starts) > 6
    places = [f"{at:,}-{min(at + size, tokens):,}" for at in ([*starts[:3], starts[-1]] if long else starts)]
    if len(places) < 2:
        return f"one window {places[0]}" if places else "no window"
    return f"windows {', '.join([*places[:3], '…', places[3]] if long else places)}"


def judge_count(gave: float, said: str, tokens: int, size: int, overlap: int) -> None:
    """Raise ``Broken`` unless a document gives so many windows; ``said`` begins the sentence with what was said.

    >>> judge_count(4, "counted", 10, 4, 1)
    Traceback (most recent call last):
    ...
    classroom.judge.exercise.Broken: counted 4; expected 3: windows 0-4, 3-7, 6-10
    """
    expected = count_windows(tokens, size, overlap)
    if gave != expected:
        why = f"{said} {gave}; expected {expected}: {in_words(tokens, size, overlap)}"
        raise Broken(why, cause=_cause(gave, expected, tokens, size, overlap))


def _cause(gave: float, expected: int, tokens: int, size: int, overlap: int) -> str:
    """Say what is usually wrong where a count is off, for documents of several windows."""
    if expected <= 1:
        return ""
    if gave == expected + 1:
        return "the last of these windows has reached the end; one more would be inside it"
    if gave == expected - 1 and (tokens - size) % (size - overlap):
        return "the last stride is begun but not full, and needs a window: round up"
    if overlap and gave == -(-tokens // size):
        return "windows that overlap start a stride apart, and the stride is size - overlap"
    return ""


def number_of(value: object, name: str = "") -> int | float:
    """Return a number, or raise ``Broken`` saying what it is instead."""
    if isinstance(value, bool) or not isinstance(value, int | float):
        what = f"{name!r} is" if name else "returned"
        cause = "the function ends without a return; without one it gives None"
        if value is not None:
            cause = "a number here is an int or a float, not text and not a Decimal or Fraction; float(...) makes one"
        raise Broken(f"{what} {kind_of(value)}; expected a number", cause=cause)
    return value


def settings() -> SearchStrategy[tuple[int, int, int]]:
    """Make the strategy of document length, size and overlap that go together; the document is never empty."""
    from hypothesis import strategies as st

    def drawn(most: int, longest: int) -> SearchStrategy[tuple[int, int, int]]:
        sizes = st.integers(1, most).flatmap(lambda size: st.tuples(st.just(size), st.integers(0, size - 1)))
        return st.builds(lambda tokens, chosen: (tokens, *chosen), st.integers(1, longest), sizes)

    return st.one_of(drawn(30, 200), drawn(2_000, 6_000))


def impossible() -> SearchStrategy[tuple[int, int, int]]:
    """Make the strategy of settings that must be refused."""
    from hypothesis import strategies as st

    numbers = st.tuples(st.integers(-3, 20), st.integers(-3, 6), st.integers(-3, 9))
    return numbers.filter(lambda case: case[0] < 0 or not 0 <= case[2] < case[1])

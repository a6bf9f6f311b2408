"""Windows of token ids over a list."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from classroom.judge.exercise import Exercise
from classroom.properties.windows import Windows, read_lists, window_properties

if TYPE_CHECKING:
    from hypothesis.strategies import SearchStrategy


def _distinct(length: int) -> list[int]:
    """Return tokens that all differ: each is its own position."""
    return list(range(length))


def _tokens() -> SearchStrategy[Any]:
    from hypothesis import strategies as st

    return st.lists(st.sampled_from([0, 1, 7, 220, 100_256, 199_997]), min_size=1, max_size=30)


EXERCISE = Exercise(
    hints=(
        "This is the loop of fixed_size_chunks again, because you can slice a list as you slice a string.",
        (
            "The distance between two starts is size - overlap. Before you write the loop, work out how many windows "
            "10 tokens give with size 4 and overlap 1."
        ),
        (
            "You can leave the loop as soon as start + size >= len(tokens). Or you compute the number of windows "
            "first, with the formula of the lesson: 1 + ceil(max(0, len(tokens) - size) / (size - overlap)). It holds "
            "for at least one token."
        ),
    ),
    properties=window_properties(
        Windows(
            default_size=500,
            default_overlap=75,
            item="token",
            distinct=_distinct,
            read=read_lists,
            hostile=_tokens,
            real=([7, 7, 7, 7, 7, 7, 7], [5, 0, 5, 1, 0, 9], [100_256, 220, 220, 0], [3, -1, 4, -1], [7, 9] * 1500),
        )
    ),
)

"""A long value as a short expression: whatever is written gives the value back, type by type."""

from __future__ import annotations

from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from classroom.judge.short_values import expression

PARTS = st.sampled_from([0, 1, 1.0, True, None, "a", 0.1, -0.0, 0.0, [1], (2,)])
RUNS = st.lists(st.tuples(PARTS, st.integers(1, 60)), max_size=4)


@given(RUNS, st.booleans(), st.integers(10, 160))
def test_an_expression_gives_the_same_value_back(runs: list[tuple[Any, int]], as_text: bool, room: int) -> None:
    value: Any = [part for part, times in runs for _ in range(times)]
    if as_text:
        value = "".join(map(str, value))
    written = expression(value, room)
    assert written is None or repr(eval(written)) == repr(value)  # noqa: S307 -- our own text
    assert written is None or len(written) <= room

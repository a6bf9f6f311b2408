"""A long value as a short expression: whatever is written gives the value back, type by type."""

from __future__ import annotations

from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from classroom.judge.short_values import expression
from tests.each import each

PARTS = st.sampled_from([0, 1, 1.0, True, None, "a", 0.1, -0.0, 0.0, [1], (2,)])
RUNS = st.lists(st.tuples(PARTS, st.integers(1, 60)), max_size=4)


@each(
    ("value", "written"),
    [
        ([0.1] * 300, "[0.1] * 300"),
        ("ab" * 200 + "c", "'ab' * 200 + 'c'"),
        (list(range(5, 900)), "list(range(5, 900))"),
        ("".join(map(chr, range(0x4E00, 0x4F00))), "''.join(map(chr, range(19968, 20224)))"),
        ((0,) * 100, "(0,) * 100"),
        ({"tokens": [7, 9] * 100}, "{'tokens': [7, 9] * 100}"),
        ([n * n for n in range(100)], None),
    ],
)
def test_a_value_as_a_short_expression(value: Any, written: str | None) -> None:
    assert expression(value, 60) == written


@given(RUNS, st.booleans(), st.integers(10, 160))
def test_an_expression_gives_the_same_value_back(runs: list[tuple[Any, int]], as_text: bool, room: int) -> None:
    value: Any = [part for part, times in runs for _ in range(times)]
    if as_text:
        value = "".join(map(str, value))
    written = expression(value, room)
    assert written is None or repr(eval(written)) == repr(value)  # noqa: S307 -- our own text
    assert written is None or len(written) <= room

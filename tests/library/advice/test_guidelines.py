"""The rules of thumb that a recommendation starts from."""

from __future__ import annotations

from chunklib.advice import USES
from chunklib.advice.guidelines import OVERLAP_BY_SCENARIO, SIZE_BY_USE, Range
from tests.each import each


def test_each_use_has_its_size_in_tokens_and_each_scenario_its_overlap_in_per_cent() -> None:
    assert list(SIZE_BY_USE) == list(USES)
    assert {span.unit for span in SIZE_BY_USE.values()} == {"tokens"}
    assert {span.unit for span in OVERLAP_BY_SCENARIO.values()} == {"%"}
    for span in (*SIZE_BY_USE.values(), *OVERLAP_BY_SCENARIO.values()):
        assert span.low is None or 0 < span.low <= span.high


@each(
    ("span", "shown", "middle"),
    [
        (Range(1000, 1600, "tokens"), "1,000-1,600 tokens", 1300),
        (Range(200, 200, "characters"), "200 characters", 200),
        (Range(None, 10, "%"), "at most 10 %", 10),
        (Range(10, 15, "%"), "10-15 %", 12),
    ],
)
def test_a_range_is_read_with_its_unit_and_has_a_middle(span: Range, shown: str, middle: int) -> None:
    assert (str(span), span.middle) == (shown, middle)

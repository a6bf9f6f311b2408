"""Documents on one line: nothing of one is mistaken for something of another, and ranges are sets of numbers."""

from __future__ import annotations

from chunklib.evaluation.axis import Evidence, Line, Pool
from tests.each import each
from tests.promises import refused
from tests.span_oracle import as_chunks


@each(
    ("place", "named"),
    [
        (("b", 0, 1), ("unknown document 'b'", "a")),
        (("a", -1, 1), ("inside 'a'", "10 characters", "-1-1")),
        (("a", 0, 11), ("inside 'a'", "10 characters", "0-11")),
        (("a", 4, 4), ("inside 'a'", "4-4")),
        (("a", 5, 4), ("inside 'a'", "5-4")),
    ],
)
def test_what_is_not_on_the_line_is_refused(place: tuple[str, int, int], named: tuple[str, ...]) -> None:
    refused(lambda: Line({"a": 10}).ranges([0], [place], "evidence"), ValueError, "evidence", *named)
    refused(lambda: Pool(as_chunks([place]), Line({"a": 10})), ValueError, "a chunk", *named)


def test_no_places_are_no_ranges() -> None:
    found = Line({"a": 10}).ranges([], [], "evidence")
    assert [column.tolist() for column in found] == [[], [], []]
    assert Evidence.of([], Line({"a": 10})).length.tolist() == []

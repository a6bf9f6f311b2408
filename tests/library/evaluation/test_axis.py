"""Documents on one line: nothing of one is mistaken for something of another, and ranges are sets of numbers."""

from __future__ import annotations

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from chunklib.evaluation.axis import Covered, Evidence, Line, Pool, Ranges, total
from tests.each import each
from tests.promises import refused
from tests.span_oracle import as_chunks, ranges


@given(lengths=st.lists(st.integers(1, 9), min_size=1, max_size=6))
def test_documents_keep_their_length_and_do_not_even_touch(lengths: list[int]) -> None:
    line = Line({f"d{number}": length for number, length in enumerate(lengths)})
    placed = line.ranges(range(len(lengths)), [(f"d{at}", 0, length) for at, length in enumerate(lengths)], "all")
    assert placed.length.tolist() == lengths
    assert (placed.end[:-1] < placed.start[1:]).all()
    assert placed.end[-1] < line.length


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


LINE, OWNERS = 40, 3
Owned = tuple[int, tuple[int, int]]


def owned(least: int = 0) -> st.SearchStrategy[list[Owned]]:
    """Ranges with owners, among them empty ones."""
    some = ranges(LINE - 1)
    empty = st.integers(0, LINE - 1).map(lambda at: (at, at))
    return st.lists(st.tuples(st.integers(0, OWNERS - 1), some | empty), min_size=least, max_size=12)


def as_ranges(given_ranges: list[Owned]) -> Ranges:
    owner, start, end = (np.array(column, np.int64) for column in columns(given_ranges))
    return Ranges(owner, start, end)


def columns(given_ranges: list[Owned]) -> tuple[list[int], list[int], list[int]]:
    return (
        [owner for owner, _ in given_ranges],
        [start for _, (start, _) in given_ranges],
        [end for _, (_, end) in given_ranges],
    )


def numbers(given_ranges: list[Owned], owner: int) -> set[int]:
    return {at for whose, (start, end) in given_ranges if whose == owner for at in range(start, end)}


@given(amounts=st.lists(st.tuples(st.integers(0, OWNERS - 1), st.integers(0, 2**40)), max_size=20))
def test_amounts_are_added_up_owner_by_owner(amounts: list[tuple[int, int]]) -> None:
    owner, amount = np.array([one for one, _ in amounts], np.int64), np.array([one for _, one in amounts], np.int64)
    found = total(owner, amount, OWNERS)
    assert found.tolist() == [sum(much for who, much in amounts if who == one) for one in range(OWNERS)]
    assert found.dtype == np.int64


@given(owned())
def test_what_ranges_cover_counts_every_character_once(given_ranges: list[Owned]) -> None:
    covered = Covered(as_ranges(given_ranges), OWNERS, LINE)
    assert covered.lengths.tolist() == [len(numbers(given_ranges, owner)) for owner in range(OWNERS)]


@given(owned(), owned())
def test_within_counts_the_characters_that_the_same_owner_covers(
    given_ranges: list[Owned], others: list[Owned]
) -> None:
    found = Covered(as_ranges(given_ranges), OWNERS, LINE).within(as_ranges(others))
    wanted = [len(numbers(given_ranges, owner) & set(range(start, end))) for owner, (start, end) in others]
    assert found.tolist() == wanted

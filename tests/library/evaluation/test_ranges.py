"""Ranges on a line, against sets of numbers."""

from __future__ import annotations

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from chunklib.evaluation.axis import Covered, Ranges, total
from tests.span_oracle import ranges

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

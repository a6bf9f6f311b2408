"""Reciprocal rank fusion, and retrievers by name."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray

from chunklib import Chunk, data
from chunklib.retrieval import BM25, RETRIEVERS, Dense, Hit, Hybrid, Retriever, make_retriever
from chunklib.strategies import token_windows
from tests.each import each
from tests.promises import refused

HANDBOOK = token_windows(data.load("handbook"), 100, 20, document="handbook")
QUERIES = ["How do I renew an access token?", "Which status code means too many requests?", "the", ""]


class Fixed:
    """A retriever that gives every query the same list."""

    def __init__(self, chunks: Sequence[Chunk], places: list[int]) -> None:
        self.chunks = chunks
        self._places = places

    def search(self, query: str, k: int = 5) -> list[Hit]:
        return [Hit(self.chunks[place], -float(rank)) for rank, place in enumerate(self._places[:k])]

    def rank(self, queries: Sequence[str], k: int) -> NDArray[np.intp]:
        row = (self._places + [-1] * k)[:k]
        return np.array([row] * len(queries), np.intp).reshape(len(queries), k)


def chunks_of(number: int) -> list[Chunk]:
    return [Chunk("a", at, at + 1, 1, 0, at, "note") for at in range(number)]


@st.composite
def lists(draw: st.DrawFn) -> tuple[int, list[list[int]]]:
    """A number of chunks, and two to four lists of some of them."""
    number = draw(st.integers(1, 12))
    ranked = st.permutations(range(number)).flatmap(lambda order: st.integers(0, number).map(lambda end: order[:end]))
    return number, draw(st.lists(ranked, min_size=2, max_size=4))


@given(case=lists(), constant=st.integers(0, 100), depth=st.integers(1, 15), k=st.integers(1, 12))
def test_scores_are_sums_of_reciprocal_ranks(
    case: tuple[int, list[list[int]]], constant: int, depth: int, k: int
) -> None:
    number, ranked = case
    chunks, k = chunks_of(number), min(k, number)
    exact = [
        sum((Fraction(1, constant + own.index(place) + 1) for own in ranked if place in own[:depth]), Fraction())
        for place in range(number)
    ]
    found = [place for place in range(number) if exact[place]]
    expected = sorted(found, key=lambda place: (-round(exact[place], 12), place))[:k]
    hybrid = Hybrid(*(Fixed(chunks, own) for own in ranked), constant=constant, depth=depth)
    hits = hybrid.search("anything", k)
    assert [hit.score for hit in hits] == pytest.approx([float(exact[place]) for place in expected])
    assert [hit.chunk.index for hit in hits] == expected
    again = Hybrid(*(Fixed(chunks, own) for own in reversed(ranked)), constant=constant, depth=depth)
    assert again.search("anything", k) == hits


@each(("one", "other"), [(0, 1), (1, 0)])
def test_equal_sums_of_different_fractions_keep_the_order_of_the_chunks(one: int, other: int) -> None:
    assert Fraction(1, 3) + Fraction(1, 4) == Fraction(1, 2) + Fraction(1, 12)
    assert 1 / 3 + 1 / 4 != 1 / 2 + 1 / 12
    rest = list(range(2, 12))
    first = [rest[0], other, one, *rest[1:]]
    second = [*rest[:3], one, *rest[3:], other]
    hits = Hybrid(*(Fixed(chunks_of(12), own) for own in (first, second)), constant=0).search("anything", 12)
    assert [hit.chunk.index for hit in hits if hit.chunk.index < 2] == [0, 1]
    assert len({hit.score for hit in hits if hit.chunk.index < 2}) == 1


def test_what_cannot_be_fused_is_refused() -> None:
    anything: Any = Hybrid
    words = BM25(HANDBOOK)
    refused(anything, ValueError, "at least two", "got 0")
    refused(lambda: anything(words), ValueError, "at least two", "got 1")
    refused(lambda: anything(words, HANDBOOK), TypeError, "retrievers", "list")
    refused(lambda: anything(BM25, Dense), TypeError, "retrievers")
    refused(lambda: anything(words, BM25(HANDBOOK[:-1])), ValueError, "same chunks", f"{HANDBOOK[-1].id}", "has none")
    turned = [HANDBOOK[1], HANDBOOK[0], *HANDBOOK[2:]]
    refused(lambda: anything(words, words, BM25(turned)), ValueError, "place 0", "number 3", HANDBOOK[1].id)
    refused(lambda: anything(words, words, constant=-1), ValueError, "constant=-1")
    refused(lambda: anything(words, words, depth=0), ValueError, "depth=0")
    refused(lambda: anything(words, words).search("fish", 0), ValueError, "k=0")
    wild = Fixed(HANDBOOK, [len(HANDBOOK)])
    refused(lambda: anything(words, wild).search("fish"), ValueError, f"or -1: got {len(HANDBOOK)}")


# ------------------------------------------------------------------ by name


@each("name", RETRIEVERS)
def test_a_name_makes_the_retriever_with_its_defaults(name: str) -> None:
    by_hand: dict[str, Retriever] = {"bm25": BM25(HANDBOOK), "dense": Dense(HANDBOOK, "hashing")}
    by_hand["hybrid"] = Hybrid(by_hand["bm25"], by_hand["dense"])
    made = make_retriever(name, iter(HANDBOOK), "hashing")
    assert list(made.chunks) == HANDBOOK
    assert made.rank(QUERIES, 7).tolist() == by_hand[name].rank(QUERIES, 7).tolist()
    assert made.search(QUERIES[0], 7) == by_hand[name].search(QUERIES[0], 7)
    assert (len(made.search(QUERIES[0])), made.rank([], 7).shape) == (5, (0, 7))


def test_an_unknown_name_is_refused_with_those_there_are() -> None:
    anything: Any = make_retriever
    for name in ("", "BM25", "chroma", None, 5):
        refused(lambda name=name: anything(name, HANDBOOK), ValueError, repr(name), "bm25, dense, hybrid")  # type: ignore[misc]
    for name in RETRIEVERS:
        assert anything(name, [], "hashing").search("fish") == []

"""Hits and their neighbours."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from chunklib import Chunk, data
from chunklib.retrieval import BM25, Dense, Hit, NeighbourRetriever
from chunklib.strategies import token_windows
from tests.each import each
from tests.promises import refused

NAMES = ("handbook", "support_chat")
PLAIN = [chunk for name in NAMES for chunk in token_windows(data.load(name), 150, 30, document=name)]


def plain_neighbours(hits: list[Hit], before: int, after: int) -> list[Hit]:
    """The neighbours of hits, by counting in PLAIN."""
    found: dict[int, float] = {}
    for chunk, score in hits:
        place = PLAIN.index(chunk)
        for near in range(place - before, place + after + 1):
            if 0 <= near < len(PLAIN) and PLAIN[near].document == chunk.document:
                found.setdefault(near, score)
    return [Hit(PLAIN[place], score) for place, score in found.items()]


@given(
    places=st.lists(st.integers(0, len(PLAIN) - 1), max_size=6),
    before=st.integers(0, 3),
    after=st.integers(0, 3),
    searched=st.permutations(PLAIN),
)
def test_neighbours_are_those_beside_a_hit_in_its_document(
    places: list[int], before: int, after: int, searched: list[Chunk]
) -> None:
    hits = [Hit(PLAIN[place], -float(rank)) for rank, place in enumerate(places)]
    below: Any = SimpleNamespace(search=lambda query, k: hits)
    retriever = NeighbourRetriever(searched, lambda chunks: below, before=before, after=after)
    assert retriever.search("", len(PLAIN)) == plain_neighbours(hits, before, after)


@each(("k", "before", "after"), [(1, 1, 1), (5, 1, 1), (7, 0, 2), (9, 0, 0)])
def test_a_retriever_gives_neighbours_with_what_it_finds(k: int, before: int, after: int) -> None:
    for of, below in (("bm25", BM25(PLAIN)), (lambda chunks: Dense(chunks, "hashing"), Dense(PLAIN, "hashing"))):
        found: Any = NeighbourRetriever(PLAIN, of, before=before, after=after)
        for query in ("Which status code means too many requests?", "refund", "zzz"):
            expected = plain_neighbours(below.search(query, k), before, after)[:k]
            assert found.search(query, k) == expected
            (row,) = found.rank([query], k)
            assert [PLAIN[at].id for at in row if at >= 0] == [hit.chunk.id for hit in expected]
    assert NeighbourRetriever([], lambda chunks: Dense(chunks, "hashing")).search("one") == []


def test_bad_neighbours_are_refused_in_one_line() -> None:
    anything: Any = NeighbourRetriever
    refused(lambda: anything(PLAIN, before=-1), ValueError, "before=-1")
    refused(lambda: anything(PLAIN, 7), TypeError, "int")
    refused(lambda: anything(PLAIN[:3], lambda chunks: BM25(PLAIN[3:])).search("status"), ValueError, "not among")
    nothing: Any = SimpleNamespace(search=lambda query, k: None)
    refused(lambda: anything(PLAIN, lambda chunks: nothing).search("x"), TypeError, "Hit(chunk, score)", "NoneType")

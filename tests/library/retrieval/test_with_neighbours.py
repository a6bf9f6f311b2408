"""Hits and their neighbours, by link."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from chunklib import data
from chunklib.context import link
from chunklib.retrieval import BM25, Dense, Hit, NeighbourRetriever, with_neighbours
from chunklib.strategies import token_windows
from tests.each import each
from tests.promises import refused

NAMES = ("handbook", "support_chat")
PLAIN = [chunk for name in NAMES for chunk in token_windows(data.load(name), 150, 30, document=name)]
LINKED = link(PLAIN)


def plain_neighbours(places: list[int], before: int, after: int) -> list[tuple[int, float]]:
    """The places in PLAIN and the scores, by counting instead of following links."""
    found: dict[int, float] = {}
    for rank, place in enumerate(places):
        for near in range(place - before, place + after + 1):
            if 0 <= near < len(PLAIN) and PLAIN[near].document == PLAIN[place].document:
                found.setdefault(near, -float(rank))
    return list(found.items())


@given(
    places=st.lists(st.integers(0, len(PLAIN) - 1), max_size=6),
    before=st.integers(0, 3),
    after=st.integers(0, 3),
    linked=st.booleans(),
)
def test_neighbours_are_those_beside_a_hit_in_its_document(
    places: list[int], before: int, after: int, linked: bool
) -> None:
    searched = LINKED if linked else PLAIN
    hits = [Hit(searched[place], -float(rank)) for rank, place in enumerate(places)]
    found = with_neighbours(hits, LINKED, before, after)
    assert found == [Hit(LINKED[place], score) for place, score in plain_neighbours(places, before, after)]


def test_bad_input_is_refused_in_one_line() -> None:
    anything: Any = with_neighbours
    hits = [Hit(PLAIN[3], 1.0)]
    refused(lambda: anything(hits, PLAIN), ValueError, PLAIN[3].id, "no links", "chunklib.context.link")
    refused(lambda: anything(hits, LINKED, before=-1), ValueError, "before=-1")
    refused(lambda: anything(hits, LINKED[:3]), ValueError, PLAIN[3].id, "not among the 3 chunks")
    refused(lambda: anything(hits, LINKED[3:]), ValueError, PLAIN[2].id, "not among")
    refused(lambda: anything([PLAIN[3]], LINKED), TypeError, "Hit(chunk, score)", "Chunk")


@each(("k", "before", "after", "linked"), [(1, 1, 1, True), (5, 1, 1, False), (7, 0, 2, True), (9, 0, 0, False)])
def test_a_retriever_gives_neighbours_with_what_it_finds(k: int, before: int, after: int, linked: bool) -> None:
    searched = LINKED if linked else PLAIN
    for of, below in (("bm25", BM25(PLAIN)), (lambda chunks: Dense(chunks, "hashing"), Dense(PLAIN, "hashing"))):
        found: Any = NeighbourRetriever(searched, of, before=before, after=after)
        for query in ("Which status code means too many requests?", "refund", "zzz"):
            expected = with_neighbours(below.search(query, k), LINKED, before, after)[:k]
            assert found.search(query, k) == expected
            (row,) = found.rank([query], k)
            assert [PLAIN[at].id for at in row if at >= 0] == [hit.chunk.id for hit in expected]
    assert NeighbourRetriever([], lambda chunks: Dense(chunks, "hashing")).search("one") == []


def test_bad_neighbours_are_refused_in_one_line() -> None:
    anything: Any = NeighbourRetriever
    refused(lambda: anything(PLAIN, before=-1), ValueError, "before=-1")
    refused(lambda: anything(PLAIN[::-1]), ValueError, "order of the text")
    refused(lambda: anything(LINKED, 7), TypeError, "int")
    nothing: Any = SimpleNamespace(search=lambda query, k: None)
    refused(lambda: anything(PLAIN, lambda chunks: nothing).search("x"), TypeError, "Hit(chunk, score)", "NoneType")

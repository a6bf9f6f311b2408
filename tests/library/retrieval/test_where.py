"""A filter in search: the k best of the chunks that it lets through, in every retriever and every store."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from chunklib.chunk import Chunk
from chunklib.errors import InvalidType, InvalidValue
from chunklib.retrieval import BM25, Database, Dense, Hit, Hybrid, NeighbourRetriever, ParentRetriever
from chunklib.retrieval.where import Metadata
from tests.promises import refused
from tests.stores import KINDS, NAMES, chunk, pieces, running

WORDS = ("fish", "cold fish", "warm bread", "cold warm", "bread fish fish")
VALUES: list[Any] = [3, 3.0, 4, -0.5, True, False, 1, 0, None, "3", "", "é 文\0'\"%\\", "\ud800", 10**30, 1e300]
ODD: list[Any] = [*VALUES, [3, "A"], ["A", None, [4]], [], {"page": 3}, float("nan"), float("inf"), [True]]
KEYS = ("page", "document", "a.b", "$and", "%s", "", "quote'\"", "missing")
VALUE = st.sampled_from(VALUES)


@st.composite
def documents(draw: st.DrawFn) -> list[Chunk]:
    """Chunks of up to three documents with any metadata that JSON holds."""
    found = []
    for name in draw(st.sampled_from([("d",), ("d", "e"), ("3", "d", "é'")])):
        for piece in pieces(name, draw(st.lists(st.sampled_from(WORDS), min_size=1, max_size=5))):
            data = draw(st.dictionaries(st.sampled_from(KEYS[:-1]), st.sampled_from(ODD), max_size=3))
            found.append(replace(piece, metadata=data))
    return sorted(found, key=lambda piece: (piece.document, piece.start_char))


WHERE = st.dictionaries(
    st.sampled_from(KEYS),
    VALUE | st.lists(VALUE, min_size=1, max_size=3) | st.sampled_from(["d", ["e", "3"]]),
    min_size=1,
    max_size=2,
)


def same(one: object, other: object) -> bool:
    """Equal as JSON has it: a truth is not a number."""
    return isinstance(one, bool) == isinstance(other, bool) and one == other


def lets_through(piece: Chunk, where: Mapping[str, Any]) -> bool:
    """The definition, by a plain loop."""
    held: dict[str, Any] = {**piece.metadata, "document": piece.document}
    for key, value in where.items():
        had = held.get(key, []) if isinstance(held.get(key, []), list) else [held[key]]
        wanted = value if isinstance(value, list) else [value]
        if not any(same(one, other) for one in had for other in wanted):
            return False
    return True


SCORED: dict[str, Callable[[Sequence[Chunk]], Any]] = {
    "bm25": BM25,
    "dense": lambda chunks: Dense(chunks, "hashing"),
}


def places(searcher: Any, hits: Sequence[Hit]) -> list[int]:
    ids = [piece.id for piece in searcher.chunks]
    return [ids.index(hit.chunk.id) for hit in hits]


def assert_filtered(searcher: Any, where: Mapping[str, Any], query: str) -> None:
    """Compare with all that is found without a filter, filtered, and cut off after that."""
    chunks = searcher.chunks
    if lost := [
        key for key in where if not any(lets_through(one, {key: [one.document, "A", *VALUES]}) for one in chunks)
    ]:
        refused(
            lambda: searcher.search(query, 1, where=where), ValueError, f"unknown key of metadata {lost[0]!r}: choose"
        )
        return
    right = [hit for hit in searcher.search(query, len(chunks)) if lets_through(hit.chunk, where)]
    for k in (1, len(chunks) + 3):
        found = searcher.search(query, k, where=where)
        assert found == right[:k]
        ranked = searcher.rank([query, query], k, where=where)
        filled = [*places(searcher, found), *[-1] * k][: min(k, len(chunks))]
        assert ranked.tolist() == [filled, filled]
    assert places(searcher, searcher.search(query, 2, where={})) == places(searcher, searcher.search(query, 2))


@pytest.mark.parametrize("name", SCORED)
@given(chunks=documents(), where=WHERE, query=st.sampled_from(["fish", "cold bread", "?"]))
def test_retrievers_find_the_best_that_match(name: str, chunks: list[Chunk], where: dict[str, Any], query: str) -> None:
    chunks = [replace(piece, metadata={**piece.metadata, "quote'\"": place}) for place, piece in enumerate(chunks)]
    assert_filtered(SCORED[name](chunks), where, query)


@pytest.fixture(scope="module", params=KINDS)
def address(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    with running(request.param, tmp_path_factory.mktemp("store")) as where:
        yield where


@settings(max_examples=25)
@given(chunks=documents(), where=WHERE, query=st.sampled_from(["fish", "cold bread", "?"]))
def test_stores_find_the_best_that_match(address: str, chunks: list[Chunk], where: dict[str, Any], query: str) -> None:
    with Database(address, collection=next(NAMES), embed="hashing") as database:
        database.index(chunks)
        assert_filtered(database, where, query)


def test_a_filter_knows_what_was_updated_and_deleted(address: str) -> None:
    first = [replace(one, metadata={"page": 1, "path": ["A", "B"]}) for one in pieces("d", ["fish", "bread", "milk"])]
    with Database(address, collection=next(NAMES), embed="hashing") as database:
        database.index([*first, *pieces("e", ["fish"])])
        assert [hit.chunk.text for hit in database.search("bread", 9, where={"page": 1, "path": "B"})] == [
            "bread",
            "fish",
            "milk",
        ]
        second = [replace(first[0], metadata={"page": 2}), replace(first[2], metadata={"page": 1}, context="Drinks")]
        database.index(second)  # one moves to another page, one is gone, one has another context
        assert [hit.chunk for hit in database.search("fish", 9, where={"page": 2})] == second[:1]
        assert [hit.chunk for hit in database.search("fish", 9, where={"page": 1})] == second[1:]
        said = "unknown key of metadata 'path': choose one of document, page"
        refused(lambda: database.search("fish", 9, where={"path": "A"}), ValueError, said)
        assert [hit.chunk.id for hit in database.search("fish", 9, where={"document": ["e", "x"]})] == ["e:0-4"]
        assert database.search("fish", 9, where={"page": 3}) == []
        database.remove("e")
        database.remove("d")
        assert database.search("fish", 9, where={"page": [1, 2]}) == []  # there is no chunk at all


def test_hybrid_fuses_the_lists_that_were_filtered() -> None:
    """With a depth of one, the only match is on no list that is filtered afterwards."""
    chunks = [
        replace(one, metadata={"page": place}) for place, one in enumerate(pieces("d", ["fish", "fish a", "fish b"]))
    ]
    dense, words = Dense(chunks, "hashing"), BM25(chunks)
    assert Hybrid(words, dense, depth=1).search("fish", 3, where={"page": 2}) == [Hit(chunks[2], round(2 / 61, 12))]
    nested = Hybrid(Hybrid(words, dense, depth=1), words, depth=1)
    assert nested.search("fish", 3, where={"page": [1, 2]})[0].chunk.metadata["page"] in (1, 2)


def test_neighbours_that_do_not_match_are_not_given() -> None:
    chunks = [
        replace(one, metadata={"open": place != 1}) for place, one in enumerate(pieces("d", ["milk", "bread", "fish"]))
    ]
    found = NeighbourRetriever(chunks).search("fish", 3, where={"open": True})
    assert [hit.chunk.text for hit in found] == ["fish"]
    assert NeighbourRetriever(chunks).search("bread", 3, where={"open": True}) == []


def test_parents_are_given_for_children_that_match() -> None:
    text = "fish milk bread salt"
    parents = [chunk(text[:9], 0), chunk(text[10:], 10)]
    children = [
        replace(one, metadata={"page": page}) for one, page in zip(pieces("d", text.split()), (1, 1, 2, 3), strict=True)
    ]
    retriever = ParentRetriever([*parents, *children], "dense", embed="hashing")
    assert [hit.chunk for hit in retriever.search("fish", 2, where={"page": [2, 3]})] == parents[1:]
    assert [hit.chunk for hit in retriever.search("fish", 2, where={"page": [1, 3]})] == parents
    assert retriever.search("fish", 2, where={"page": 4}) == []


def test_values_of_numpy_and_numbers_that_nothing_writes() -> None:
    chunks = [
        Chunk("a", 0, 1, 1, 0, 0, "d", metadata={"page": value}) for value in (np.int64(3), np.True_, np.float32(0.5))
    ]
    huge = Chunk("a", 0, 1, 1, 0, 0, "d", metadata={"page": 10**5000})
    wanted = [3, np.True_, 0.5, np.int8(3), {3, 0.5}]
    found = [Metadata([*chunks, huge]).matching({"page": value}).tolist() for value in wanted]
    three, true, half = ([at == place for at in range(4)] for place in range(3))
    assert found == [three, true, half, three, [True, False, True, False]]
    ones = [Chunk("a", 0, 1, 1, 0, 0, "d", metadata={"page": value}) for value in (True, 1, 1.0, "1")]
    assert Metadata(ones).matching({"page": 1}).tolist() == [False, True, True, False]


class Foreign:
    """A retriever of a user, which knows no filter."""

    def __init__(self, chunks: Sequence[Chunk]) -> None:
        self.chunks = chunks

    def search(self, query: str, k: int = 5) -> list[Hit]:
        return [Hit(piece, 1.0) for piece in self.chunks[:k]]

    def rank(self, queries: Sequence[str], k: int) -> Any:
        return np.arange(min(k, len(self.chunks)))[None].repeat(len(queries), 0)


@pytest.mark.parametrize(
    "make", [lambda chunks: ParentRetriever(chunks, Foreign), lambda chunks: Hybrid(Foreign(chunks), BM25(chunks))]
)
def test_a_retriever_that_knows_no_filter_is_named(make: Any) -> None:
    retriever = make(pieces("d", ["fish", "bread"]))
    assert len(retriever.search("fish", 2, where={})) == 2
    with pytest.raises(TypeError, match=r"^Foreign\.\w+\(\) got an unexpected keyword argument 'where'$"):
        retriever.search("fish", where={"page": 1})


RULE = "must be a text, a finite number, True, False or None, or a list of one or more of these: got "
REFUSED: dict[str, tuple[Any, type[Exception], str]] = {
    "a text": ("page", InvalidType, "where must be a dictionary of keys of metadata and values: got str"),
    "an empty list": ({"page": []}, InvalidValue, f"where['page'] {RULE}[]"),
    "NaN": ({"page": float("nan")}, InvalidValue, f"where['page'] {RULE}nan"),
    "a dictionary": ({"page": {"$gt": 3}}, InvalidType, f"where['page'] {RULE}dict"),
    "a list in a list": ({"page": [[3]]}, InvalidType, f"where['page'] {RULE}list"),
    "a number too large": ({"page": 10**5000}, InvalidValue, f"where['page'] {RULE}int"),
}


@pytest.mark.parametrize(("where", "error", "message"), REFUSED.values(), ids=REFUSED)
def test_what_is_no_filter_is_refused_by_all(where: Any, error: type[Exception], message: str, tmp_path: Path) -> None:
    searchers = [make(some) for make in SCORED.values() for some in (pieces("d", ["fish", "bread"]), [])]
    with Database(tmp_path, embed="hashing") as database:
        for searcher in [*searchers, database]:
            for ask in (partial(searcher.search, "fish"), partial(searcher.rank, [], 2)):
                with pytest.raises(error) as raised:
                    ask(where=where)
                assert str(raised.value).startswith(message)

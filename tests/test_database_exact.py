"""The vector database finds what exact search finds, whoever else writes in it."""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from chunklib.chunk import Chunk
from chunklib.embed import embedder, hashing, vectors
from chunklib.retrieval import database as module
from chunklib.retrieval.changes import plan
from chunklib.retrieval.database import Database
from chunklib.retrieval.dense import Dense
from chunklib.retrieval.stored import Held, Mark, Stored
from tests.chroma_server import chroma_server
from tests.test_database import chunk, pieces

NAMES = (f"exact-{number}" for number in itertools.count())


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    with chroma_server(tmp_path_factory.mktemp("server") / "data") as address:
        yield address


@pytest.fixture(scope="module", params=["folder", pytest.param("server", marks=pytest.mark.required_in_ci)])
def where(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> str | Path:
    if request.param == "server":
        return str(request.getfixturevalue("server"))
    return tmp_path_factory.mktemp("folder")


def assert_exact(database: Database, queries: list[str], k: int, embed: Any) -> None:
    """Hits, scores and the order of ties are those of exact search."""
    exact = Dense(database.chunks, embed)
    for query in queries:
        assert database.search(query, k) == exact.search(query, k)
    assert database.rank(queries, k).tolist() == exact.rank(queries, k).tolist()


# ------------------------------------------------------------------ texts that are equal, or nearly


def test_a_footer_on_every_page_hides_nothing(where: str | Path) -> None:
    pages: list[Chunk] = []
    for page in range(600):
        own = f"Pump {page} is made of brass."
        pages.append(chunk("All rights reserved.", 0, f"d{page}"))
        pages += [chunk(own, 21, f"d{page}")] if page < 50 else []
    with Database(where, collection=next(NAMES)) as database:
        database.index(pages)
        assert database.search("Pump 3 brass", 1)[0].chunk.text == "Pump 3 is made of brass."
        assert_exact(database, ["Pump 3 brass", "rights", "All rights reserved."], 650, None)


def test_tickets_of_one_form_are_all_found(where: str | Path) -> None:
    texts = [f"Ticket {n}: the customer asked for a refund of order {1000 + n}." for n in range(300)]
    with Database(where, collection=next(NAMES), embed="hashing") as database:
        database.index(pieces("d", texts))
        assert len(database.search("refund", 300)) == 300
        assert_exact(database, ["refund", *texts[::5]], 300, "hashing")
        assert [database.search(text, 1)[0].score for text in texts] == [1.0] * 300


TABLE = np.array([(1, 0, 0), (1, 1e-4, 0), (1, 2e-3, 0), (0, 1, 0), (0, 0, 0), (-1, 1, 2), (3, 1, 7)], np.float32)


def by_table(texts: list[str]) -> Any:
    return TABLE[[int(text[0]) for text in texts]]


@settings(max_examples=20)
@given(rows=st.lists(st.integers(0, len(TABLE) - 1), min_size=1, max_size=12), query=st.integers(0, len(TABLE) - 1))
def test_any_chunks_and_any_query(where: str | Path, rows: list[int], query: int) -> None:
    with Database(where, collection=next(NAMES), embed=by_table) as database:
        database.index(pieces("d", [f"{row} text" for row in reversed(rows)]))
        for k in range(1, len(rows) + 1):
            assert_exact(database, [str(query)], k, by_table)


def test_vectors_come_back_to_the_bit(where: str | Path) -> None:
    """A text that moved is not embedded again, and scores as if it were."""
    texts = [f"The pump {n} has {n} valves and {n * n} bolts." for n in range(99)]
    with Database(where, collection=next(NAMES), embed="wordllama") as database:
        database.index(pieces("d", texts))
        held = database._records._everything()
        assert (held.rows == vectors(embedder("wordllama"), texts)).all()
        database.index(pieces("d", ["Moved.", *texts]))
        assert (database._records._everything().rows[1:] == held.rows).all()


# ------------------------------------------------------------------ above the number up to which it is exact


@pytest.mark.parametrize("most", [2, 3])
def test_more_chunks_are_left_to_the_index_of_chroma(most: int, tmp_path: Path, monkeypatch: Any) -> None:
    monkeypatch.setattr(module, "EXACT", most)
    asked, nearest = list[int](), Stored.nearest

    def counted(self: Stored, rows: Any, n: int, include: Any) -> Any:
        asked.append(n)
        return nearest(self, rows, n, include)

    monkeypatch.setattr(Stored, "nearest", counted)
    with Database(tmp_path, embed="hashing") as database:
        database.index(pieces("d", ["fish", "bread", "milk"]))
        database.search("fish", 3)
        asked.clear()
        assert [hit.chunk.text for hit in database.search("milk", 1)] == ["milk"]
        assert database.rank(["bread"], 1).tolist() == [[1]]
        assert asked == ([1, 1] if most < 3 else [])


# ------------------------------------------------------------------ what is held in memory


@pytest.fixture
def readings(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """How many chunks were read, each time that all are."""
    found, everything = list[int](), Stored._everything

    def counted(self: Stored) -> Held:
        held = everything(self)
        found.append(len(held.chunks))
        return held

    monkeypatch.setattr(Stored, "_everything", counted)
    return found


def test_what_nobody_changes_is_read_once(where: str | Path, readings: list[int]) -> None:
    with Database(where, collection=next(NAMES), embed="hashing") as database:
        for document in map(str, range(9)):
            database.index(pieces(document, ["fish", f"bread {document}"]))
        for number in range(9):
            assert database.search(f"bread {number}", 1)[0].chunk.document == str(number)
            assert (database.rank(["fish"], 18) >= 0).all()
        assert readings == [18]
        database.index(pieces("7", ["milk"]))
        assert (database.search("milk", 1)[0].score, readings) == (1, [18, 17])


# Each keeps the number of chunks, and all but the last two their ids.
CHANGES: dict[str, list[Chunk]] = {
    "another text": pieces("d", ["fish", "milk!"]),
    "another index": [chunk("fish", 0, index=7), chunk("bread", 5, index=1)],
    "other metadata": [chunk("fish", 0), chunk("bread", 5, index=1, metadata={"page": 2})],
    "another context": [chunk("fish", 0, context="Milk"), chunk("bread", 5, index=1)],
    "another place": pieces("d", ["bread", "fish"]),
    "fewer": pieces("d", ["fish"]),
}


@pytest.mark.parametrize("change", CHANGES)
@pytest.mark.parametrize("before", [1, 4])
def test_what_another_writes_is_found_at_once(change: str, before: int, where: str | Path) -> None:
    name = next(NAMES)
    opened = partial(Database, where, collection=name, embed="hashing")
    with opened() as one, opened() as other:
        for number in range(before):
            one.index(pieces(f"e{number}", ["salt"]))
        one.index(pieces("d", ["fish", "bread"]))
        assert_exact(other, ["milk", "fish", "bread"], 2, "hashing")
        one.index(CHANGES[change])
        assert other.chunks[:-before] == CHANGES[change]
        assert_exact(other, ["milk", "fish", "bread"], 2, "hashing")
        one.index(pieces("d", ["fish", "bread"]))
        assert_exact(other, ["milk", "fish", "bread"], 2, "hashing")
        for number in range(before):
            one.remove(f"e{number}")
        one.remove("d")
        assert other.search("fish", 1) == []
        assert other.rank(["fish"], 1).shape == (1, 0)


@pytest.mark.parametrize("writings", [1, 2])
def test_what_is_written_while_it_is_read_is_found(
    writings: int, where: str | Path, readings: list[int], monkeypatch: pytest.MonkeyPatch
) -> None:
    name, holds = next(NAMES), Stored.holds
    texts = iter([["fish", "milk!", "ham"], ["fish", "bread", "ham"]][:writings])
    opened = partial(Database, where, collection=name, embed=hashing)
    with opened() as one, opened() as other:
        one.index(pieces("d", ["fish", "bread"]))

        def disturbed(self: Stored, held: Held) -> bool:
            """Behind the reading, before it is compared."""
            if now := next(texts, None):
                one.index(pieces("d", now))
            return holds(self, held)

        monkeypatch.setattr(Stored, "holds", disturbed)
        best = other.search("ham", 1)[0]  # after two readings in vain by the index of Chroma
        assert (best.chunk.text, best.score, readings) == ("ham", 1, [2, 3])
        assert_exact(other, ["milk", "bread"], 3, "hashing")
        assert readings == [2, 3, *[3] * (writings - 1)]


def test_a_reading_that_chroma_cannot_finish_is_tried_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A server fails where a record is deleted between its text and its vector: not to be caused at will."""
    from chromadb.api.models.Collection import Collection
    from chromadb.errors import InternalError

    get, failures = Collection.get, [True, False, True, True]

    def failing(self: Collection, **more: Any) -> Any:
        if "embeddings" in more.get("include", []) and failures and failures.pop(0):
            raise InternalError("Error executing plan: Internal error: Error finding id")
        return get(self, **more)

    monkeypatch.setattr(Collection, "get", failing)
    with Database(tmp_path, embed="hashing") as database:
        for words in (["fish"], ["fish", "bread"]):
            database._records.make(Mark("hashing", 512))
            database._held = None
            database._records.write(plan({}, pieces(f"{len(words)}", words)), hashing(words))
            assert database.search(words[-1], 1)[0].score == 1
        assert failures == []
        assert_exact(database, ["fish", "bread"], 3, "hashing")


def test_records_without_a_stamp_are_read_each_time(where: str | Path, readings: list[int]) -> None:
    with Database(where, collection=next(NAMES), embed="hashing") as database:
        database.index(pieces("d", ["fish", "bread"]))
        database._records._collection.update(ids=["d:0-4"], metadatas=[{"written": None}])
        for _ in range(2):
            assert database.search("fish", 1)[0].score == 1
        assert readings == [2, 2]

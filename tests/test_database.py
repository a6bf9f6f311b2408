"""The vector database, in a folder and on a server: what it holds, what it finds, what it embeds."""

from __future__ import annotations

import itertools
import random
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from chunklib.chunk import Chunk
from chunklib.data import load
from chunklib.embed import hashing
from chunklib.retrieval import database as database_module
from chunklib.retrieval import stored
from chunklib.retrieval.changes import Changes, plan
from chunklib.retrieval.database import Database
from chunklib.retrieval.dense import Dense
from chunklib.strategies import token_windows
from tests.chroma_server import chroma_server

NAMES = (f"collection-{number}" for number in itertools.count())


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    with chroma_server(tmp_path_factory.mktemp("server") / "data") as address:
        yield address


@pytest.fixture(scope="module", params=["folder", pytest.param("server", marks=pytest.mark.required_in_ci)])
def where(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> str | Path:
    """Both kinds of database; the same calls."""
    if request.param == "server":
        return str(request.getfixturevalue("server"))
    return tmp_path_factory.mktemp("folder")


@pytest.fixture(params=["exact", "approximate"])
def search(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Both ways in which a database is searched."""
    if request.param == "approximate":
        monkeypatch.setattr(database_module, "EXACT", 0)


class Counting:
    """An embedder that remembers what it was asked."""

    def __init__(self) -> None:
        self.asked: list[str] = []

    def __call__(self, texts: list[str]) -> Any:
        self.asked += texts
        return hashing(texts)


def chunk(text: str, start: int, document: str = "d", **more: Any) -> Chunk:
    given: dict[str, Any] = {"size": len(text.split()), "overlap": 0, "index": 0, "document": document, **more}
    return Chunk(text, start, start + len(text), **given)


def pieces(document: str, words: Sequence[str]) -> list[Chunk]:
    """A document of these words, a chunk each."""
    starts = itertools.accumulate((len(word) + 1 for word in words), initial=0)
    each = enumerate(zip(words, starts, strict=False))
    return [chunk(word, start, document, index=place) for place, (word, start) in each]


@pytest.fixture(scope="module")
def real() -> list[Chunk]:
    """Some hundreds of chunks of the course's documents, in document order."""
    names = ("handbook", "licence", "paper")
    return [piece for name in names for piece in token_windows(load(name), 100, 20, document=name)]


# ------------------------------------------------------------------ what is found


@pytest.mark.usefixtures("search")
def test_it_finds_what_exact_search_finds(where: str | Path, real: list[Chunk]) -> None:
    exact = Dense(real, "wordllama")
    queries = [piece.text[20:80] for piece in real[::8]]
    assert (len(real) > 250, len(queries) > 30) == (True, True)
    with Database(where, collection=next(NAMES), embed="wordllama") as database:
        assert database.index(reversed(real)).added == tuple(piece.id for piece in reversed(real))
        assert database.chunks == real
        assert (database.rank(queries, 5) == exact.rank(queries, 5)).all()
        for query in queries:
            found, right = database.search(query), exact.search(query)
            assert [hit.chunk for hit in found] == [hit.chunk for hit in right]
            assert [hit.score for hit in found] == pytest.approx([hit.score for hit in right], abs=2e-6)
        everything = database.rank(queries[:2], len(real))
        assert [sorted(row) for row in everything.tolist()] == [list(range(len(real)))] * 2


@pytest.mark.usefixtures("search")
def test_chunks_come_back_as_they_were_put_in(where: str | Path) -> None:
    data = {"page": 3, "share": 0.25, "kept": True, "nothing": None, "path": ["A", "B"], "deep": {"": "\ud800 é 文 \0"}}
    odd = [
        chunk("naïve 👩\u200d🔧\0\r\n文", 7, "é: 文-1", size=9, overlap=2, index=4, context="H > 1\n", metadata=data),
        chunk(" ", 0, ""),
        chunk("a" * 100_000, 10**12, "long"),
    ]
    with Database(where, collection=next(NAMES), embed="hashing") as database:
        database.index(odd)
        assert database.chunks == [odd[1], odd[2], odd[0]]
        assert database.search("naïve 文", 1)[0].chunk == odd[0]
        assert database.index(odd) == Changes((), tuple(piece.id for piece in odd), ())


@pytest.mark.usefixtures("search")
def test_a_chunk_is_found_by_its_context_too(where: str | Path) -> None:
    with Database(where, collection=next(NAMES), embed="hashing") as database:
        database.index([chunk("cold fish", 0, context="Kitchen"), chunk("cold fish", 10)])
        (first, second) = database.search("kitchen", 2)
    assert (first.chunk.context, second.score) == ("Kitchen", 0)


@pytest.mark.usefixtures("search")
def test_zeros_are_similar_to_nothing_and_equal_scores_are_in_document_order(where: str | Path) -> None:
    some = [chunk("!", 0), *(chunk("fish", at) for at in (50, 10, 30)), chunk("bread", 70), chunk("?", 90, "a")]
    with Database(where, collection=next(NAMES), embed="hashing") as database:
        database.index(some)
        assert database.search("...", 3) == []
        hits = database.search("fish", 6)
        assert [(hit.chunk.start_char, hit.score) for hit in hits] == [(10, 1), (30, 1), (50, 1), (70, 0)]
        starts = [piece.start_char for piece in database.chunks]
        ranked = database.rank(["fish", "...", "bread"], 6)
        assert [[starts[place] for place in row if place >= 0] for row in ranked[:2]] == [[10, 30, 50, 70], []]
        assert (ranked[:, 4:].tolist(), starts[ranked[2, 0]]) == ([[-1, -1]] * 3, 70)
        assert database.rank([], 1).shape == (0, 1)


@pytest.mark.usefixtures("search")
def test_no_record_is_ever_written_over(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Chroma's index loses records to searches where others are written over (its issue 7758)."""
    from chromadb.api.models.Collection import Collection

    write, written = Collection.upsert, list[str]()

    def upsert(self: Collection, ids: list[str], **more: Any) -> None:
        assert self.get(ids=ids)["ids"] == []
        written.extend(ids)
        write(self, ids=ids, **more)

    monkeypatch.setattr(Collection, "upsert", upsert)
    chance, words = random.Random(5), [f"{number:04}" for number in range(150)]  # noqa: S311
    with Database(tmp_path, embed="hashing") as database:
        for _ in range(5):
            database.index(pieces("d", words))
            assert [database.search(word, 1)[0].score for word in words[::10]] == [1.0] * 15
            for place in chance.sample(range(150), 50):
                words[place] = f"{chance.randrange(10**4):04}"
    assert (written[0], sum(name.endswith("~") for name in written) > 100) == ("d:0-4", True)


# ------------------------------------------------------------------ what an index changes

WORDS = st.lists(st.sampled_from(["one", "two", "three", "four", "five", "six and", "seven"]), max_size=6)


@settings(max_examples=15)
@given(edits=st.lists(st.tuples(st.sampled_from(["a", "b"]), WORDS), min_size=1, max_size=5))
def test_an_index_adds_keeps_and_deletes_exactly_what_changed(where: str | Path, edits: Any) -> None:
    embed, held = Counting(), dict[str, list[Chunk]]()
    with Database(where, collection=next(NAMES), embed=embed) as database:
        for document, words in edits:
            before, after = held.get(document, []), pieces(document, words)
            embed.asked.clear()
            changes = database.index(after, documents=[document])
            content = {piece.id: piece.text for piece in before}
            same = {piece.id for piece in after if content.get(piece.id) == piece.text}
            assert set(changes.kept) == same
            assert set(changes.added) == {piece.id for piece in after} - same
            assert set(changes.deleted) == set(content) - same
            assert sorted(embed.asked) == sorted({piece.text for piece in after} - set(content.values()))
            held[document] = after
            assert database.chunks == [piece for name in sorted(held) for piece in held[name]]


@pytest.mark.usefixtures("search")
def test_a_text_that_moved_is_not_embedded_again(where: str | Path) -> None:
    embed, paragraphs = Counting(), load("licence").split("\n\n")
    with Database(where, collection=next(NAMES), embed=embed) as database:
        database.index(pieces("licence", paragraphs))
        assert sorted(embed.asked) == sorted(set(paragraphs))
        before = [hit.score for hit in database.search("licence fee", 9)]
        embed.asked.clear()
        moved = pieces("licence", ["Moved", *paragraphs])
        changes = database.index(moved)
        assert (embed.asked, changes.added, len(changes.deleted)) == (
            ["Moved"],
            tuple(piece.id for piece in moved),
            len(paragraphs),
        )
        assert (database.chunks, [hit.score for hit in database.search("licence fee", 9)]) == (moved, before)


@pytest.mark.usefixtures("search")
def test_what_a_kept_chunk_says_of_itself_is_brought_up_to_date(where: str | Path) -> None:
    embed = Counting()
    with Database(where, collection=next(NAMES), embed=embed) as database:
        database.index([chunk("fish", 0), chunk("bread", 9, index=1, metadata={"old": 1})])
        after = [chunk("fish", 0), chunk("bread", 9, index=2, overlap=1, metadata={"new": 1})]
        embed.asked.clear()
        assert database.index(after) == Changes((), ("d:0-4", "d:9-14"), ())
        assert (database.chunks, embed.asked) == (after, [])
        assert database.search("bread", 1)[0] == (after[1], 1.0)
        other = [chunk("fish", 0, context="On"), after[1]]
        assert database.index(other) == Changes(("d:0-4",), ("d:9-14",), ("d:0-4",))


def test_documents_are_emptied_and_removed(where: str | Path) -> None:
    with Database(where, collection=next(NAMES), embed="hashing") as database:
        assert database.remove("a") == Changes((), (), ())
        assert (len(database), database.chunks) == (0, [])
        database.index([*pieces("a", ["one", "two"]), *pieces("b", ["two"]), *pieces("c", ["six"])])
        assert database.remove("a") == Changes((), (), ("a:0-3", "a:4-7"))
        changes = database.index(pieces("b", ["one"]), documents=["b", "c", "never there"])
        assert changes == Changes(("b:0-3",), (), ("b:0-3", "c:0-3"))
        assert [piece.id for piece in database.chunks] == ["b:0-3"]


def test_more_chunks_than_are_written_together(where: str | Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(stored, "_ROWS", 7)
    old, new = pieces("d", [f"w{n:02}" for n in range(50)]), pieces("d", [f"v{n:02}" for n in range(30)])
    many = [piece for n in range(20) for piece in pieces(f"e{n}", ["x"])]
    with Database(where, collection=next(NAMES), embed="hashing") as database:
        assert len(database.index([*old, *many]).added) == 70
        assert [len(ids) for ids in database.index([*new, *many])] == [30, 20, 50]
        assert database.chunks == [*new, *sorted(many, key=lambda piece: piece.document)]


def test_heavy_chunks_are_written_in_more_parts() -> None:
    """No part is heavier than the limit unless it is one chunk; nothing is left out."""
    weights = [random.Random(n).randrange(9_000_000) for n in range(200)]  # noqa: S311
    parts = list(stored._batches(weights, 5))
    assert [n for part in parts for n in range(part.start, part.stop)] == list(range(200))
    for part in parts:
        assert len(weights[part]) <= 5
        assert len(weights[part]) == 1 or sum(weights[part]) <= stored._BYTES


def test_a_plan_heeds_what_a_crash_left() -> None:
    old, new = chunk("fish", 0), chunk("bird", 0)
    steps = plan({"d:0-4": old, "d:0-4~": new}, [new])
    assert (steps.replaced, steps.gone, steps.changes) == ([new], ["d:0-4~"], Changes(("d:0-4",), (), ("d:0-4",)))
    steps = plan({"d:0-4~": new}, [new])
    assert (steps.new, steps.gone, steps.changes) == ([new], ["d:0-4~"], Changes(("d:0-4",), (), ()))

"""The contract of a database, for every store: what it holds, what it finds, what it embeds."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from chunklib.chunk import Chunk
from chunklib.data import load
from chunklib.embed import embedder, hashing, vectors
from chunklib.retrieval.database import Database
from chunklib.retrieval.exact_search import Dense, Vectors
from chunklib.retrieval.index_plan import Changes
from chunklib.strategies import token_windows
from tests.each import each
from tests.promises import refused
from tests.stores import KINDS, NAMES, TWO, Counting, chunk, opened, pieces, running


@pytest.fixture(scope="module", params=KINDS)
def where(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """Every kind of store; the same calls."""
    with running(request.param, tmp_path_factory.mktemp("store")) as address:
        yield address


def assert_exact(database: Database, queries: list[str], k: int, embed: Any) -> None:
    """Hits, scores and the order of ties are those of exact search."""
    exact = Dense(database.chunks, embed)
    for query in queries:
        assert database.search(query, k) == exact.search(query, k)
    assert database.rank(queries, k).tolist() == exact.rank(queries, k).tolist()


# ------------------------------------------------------------------ what is found


def test_it_finds_what_exact_search_finds(where: str) -> None:
    names = ("licence", "paper")
    real = [piece for name in names for piece in token_windows(load(name), 100, 20, document=name)]
    exact = Dense(real, "wordllama")
    queries = [piece.text[20:80] for piece in real[::20]]
    assert len(queries) > 5
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


def test_chunks_come_back_as_they_were_put_in(where: str) -> None:
    data: dict[str, Any] = {
        "page": 3,
        "share": 0.25,
        "kept": True,
        "nothing": None,
        "path": ["A", "B"],
        "deep": {"": "\ud800 é 文 \0"},
    }
    data["headings"] = ("H", "1")  # as strategies write them
    odd = [
        chunk("naïve 👩\u200d🔧\0\r\n文", 7, "é: 文-1", size=9, overlap=2, index=4, context="H > 1\n", metadata=data),
        chunk(" ", 0, ""),
        chunk("a" * 100_000, 10**12, "long"),
    ]
    with opened(where, collection=next(NAMES))() as database:
        database.index(odd)
        assert database.chunks == [odd[1], odd[2], odd[0]]
        assert database.search("naïve 文", 1)[0].chunk == odd[0]
        assert database.index(odd) == Changes((), tuple(piece.id for piece in odd), ())


def test_a_chunk_is_found_by_its_context_too(where: str) -> None:
    with opened(where, collection=next(NAMES))() as database:
        database.index([chunk("cold fish", 0, context="Kitchen"), chunk("cold fish", 10)])
        (first, second) = database.search("kitchen", 2)
    assert (first.chunk.context, second.score) == ("Kitchen", 0)


TABLE = np.array([(1, 0, 0), (1, 1e-4, 0), (1, 2e-3, 0), (0, 1, 0), (0, 0, 0), (-1, 1, 2), (3, 1, 7)], np.float32)


def by_table(texts: list[str]) -> Any:
    return TABLE[[int(text[0]) for text in texts]]


@settings(max_examples=20)
@given(rows=st.lists(st.integers(0, len(TABLE) - 1), min_size=1, max_size=12), query=st.integers(0, len(TABLE) - 1))
def test_any_chunks_and_any_query(where: str, rows: list[int], query: int) -> None:
    with Database(where, collection=next(NAMES), embed=by_table) as database:
        database.index(pieces("d", [f"{row} text" for row in reversed(rows)]))
        for k in range(1, len(rows) + 1):
            assert_exact(database, [str(query)], k, by_table)


def test_vectors_come_back_to_the_bit(where: str) -> None:
    """A text that moved is not embedded again, and scores as if it were."""
    texts = [f"The pump {n} has {n} valves and {n * n} bolts." for n in range(99)]
    with Database(where, collection=next(NAMES), embed="wordllama") as database:
        for words in (texts, ["Moved.", *texts]):
            database.index(pieces("d", words))
            held = database._use().read(["d"])
            rows = {piece.text: row for piece, row in zip(held.chunks.values(), held.rows, strict=True)}
            assert (np.array([rows[text] for text in texts]) == vectors(embedder("wordllama"), texts)).all()


# ------------------------------------------------------------------ what an index changes

WORDS = st.lists(st.sampled_from(["one", "two", "three", "four", "five", "six and", "seven"]), max_size=6)


@settings(max_examples=15)
@given(edits=st.lists(st.tuples(st.sampled_from(["a", "b"]), WORDS), min_size=1, max_size=5))
def test_an_index_adds_keeps_and_deletes_exactly_what_changed(where: str, edits: Any) -> None:
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


def test_what_a_kept_chunk_says_of_itself_is_brought_up_to_date(where: str) -> None:
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


def test_documents_are_emptied_and_removed(where: str) -> None:
    with opened(where, collection=next(NAMES))() as database:
        assert database.remove("a") == Changes((), (), ())
        assert (len(database), database.chunks) == (0, [])
        database.index([*pieces("a", ["one", "two"]), *pieces("b", ["two"]), *pieces("c", ["six"])])
        assert database.remove("a") == Changes((), (), ("a:0-3", "a:4-7"))
        changes = database.index(pieces("b", ["one"]), documents=["b", "c", "never there"])
        assert changes == Changes(("b:0-3",), (), ("b:0-3", "c:0-3"))
        assert (str(changes), f"{changes!r}") == ("1 added, 0 kept, 2 deleted",) * 2
        assert [piece.id for piece in database.chunks] == ["b:0-3"]


def test_collections_know_nothing_of_each_other(where: str) -> None:
    short = opened(where, collection=next(NAMES), embed=by_table)
    with short() as one, opened(where, collection=next(NAMES))() as other:
        one.index(pieces("d", ["0", "3"]))
        other.index(TWO)
        assert [hit.chunk.text for hit in one.search("3", 9)] == ["3", "0"]
        assert (other.search("fish", 1), other.chunks) == ([(TWO[0], 1.0)], TWO)
        one.remove("d")
        assert (one.search("3"), len(other)) == ([], 2)


# ------------------------------------------------------------------ beside others


def test_what_nobody_changes_is_read_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    readings, in_order = list[int](), Vectors.in_order

    def counted(chunks: Any, rows: Any) -> Vectors:
        readings.append(len(rows))
        return in_order(chunks, rows)

    monkeypatch.setattr(Vectors, "in_order", counted)
    with opened(tmp_path)() as database:
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


@each("change", CHANGES)
def test_what_another_writes_is_found_at_once(change: str, where: str) -> None:
    name = next(NAMES)
    with opened(where, collection=name)() as one, opened(where, collection=name)() as other:
        one.index([*pieces("e", ["salt"]), *TWO])
        assert_exact(other, ["milk", "fish", "bread"], 2, "hashing")
        one.index(CHANGES[change])
        assert other.chunks[:-1] == CHANGES[change]
        assert_exact(other, ["milk", "fish", "bread"], 2, "hashing")
        one.index(TWO)
        assert_exact(other, ["milk", "fish", "bread"], 2, "hashing")
        for document in "de":
            one.remove(document)
        assert (other.search("fish", 1), other.rank(["fish"], 1).shape) == ([], (1, 0))


def test_whoever_writes_last_wins_as_a_whole(where: str) -> None:
    """If another process writes after the plan was made, the plan is made again; no text is embedded twice."""
    name, asked = next(NAMES), list[str]()
    with opened(where, collection=name, embed=Counting())() as other:

        class Meddling(Counting):
            """Embeds, while another writes."""

            def __call__(self, texts: list[str]) -> Any:
                asked.extend(texts)
                if "milk" in texts:
                    other.index(pieces("d", ["salt", "milk", "ham"]))
                return hashing(texts)

        Meddling.__module__, Meddling.__qualname__ = Counting.__module__, Counting.__qualname__
        for before in ([], ["rice", "tea"]):
            other.index(pieces("d", before), documents=["d"])
            with opened(where, collection=name, embed=Meddling())() as database:
                changes = database.index(pieces("d", ["rice", "milk"]))
            assert (changes.deleted, other.chunks) == (("d:0-4", "d:10-13"), pieces("d", ["rice", "milk"]))
        assert asked.count("milk") == 2


def test_threads_share_a_database(where: str) -> None:
    with opened(where, collection=next(NAMES))() as database, ThreadPoolExecutor(4) as threads:
        assert list(threads.map(lambda n: len(database.index(pieces(str(n), ["fish"])).added), range(20))) == [1] * 20
        assert {len(hits) for hits in threads.map(lambda _: database.search("fish", 99), range(20))} == {20}


def test_an_embedder_that_fails_leaves_everything_as_it_was(where: str) -> None:
    def broken(texts: list[str]) -> Any:
        if "bread" in texts:
            raise OSError("the model is gone")
        return hashing(texts)

    with opened(where, collection=next(NAMES), embed=broken)() as database:
        database.index(TWO[:1])
        with pytest.raises(OSError, match="the model is gone"):
            database.index(TWO)
        assert database.chunks == TWO[:1]


def test_a_database_is_kept_where_it_is(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A folder, the file in it, a file of another name; a relative path is that of the time of opening."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "here").mkdir()
    with opened("here")() as one, opened(tmp_path / "here" / "chunks.sqlite3")() as two, opened("new/x.db")() as three:
        monkeypatch.chdir("/")
        for database in (one, two, three):
            refused(partial(database.search, "fish"), ValueError, " has no collection 'chunks' to search: it is made")
            assert (len(database), database.chunks, database.remove("d")) == (0, [], Changes((), (), ()))
        assert [*tmp_path.rglob("*")] == [tmp_path / "here"]
        one.index(TWO)
        assert two.chunks == TWO
        three.index(TWO)
    assert [path.name for path in sorted(tmp_path.rglob("*.*"))] == ["chunks.sqlite3", "x.db"]


READS = """
import os, sys
from chunklib.retrieval import Database, sqlite_store
if os.geteuid() == 0:
    os.setuid(65534)
def hit(database): return database.search("bread", 1)[0].chunk.id
for ask in (hit, lambda database: database.remove("d"), lambda database: database.remove("x")):
    try:
        with Database(sys.argv[1], embed="hashing") as database:
            print(ask(database))
    except (ValueError, PermissionError) as error:
        print(str(error).replace(sys.argv[1], "it"))
"""


@pytest.mark.skipif(not hasattr(os, "geteuid"), reason="permissions are others there")
@each(("journal", "said"), [
    (False, ["d:5-10", "cannot write the database it: no permission to write {}", "0 added, 0 kept, 0 deleted"]),
    (True, ["the database it failed: attempt to write a readonly database: a writing that was broken off, or "] * 3),
])  # fmt: skip
def test_what_may_only_be_read_is_searched(journal: bool, said: list[str]) -> None:
    folder = Path(tempfile.mkdtemp())  # that of the test is its user's own
    with opened(folder)() as database:
        database.index(TWO)
    if journal:  # as a process leaves it that is killed while it writes
        broken_off = "import os, sqlite3, sys; file = sqlite3.connect(sys.argv[1], isolation_level=None)\n"
        steps = ("PRAGMA cache_size = 1", "BEGIN", "UPDATE chunks SET chunk = hex(zeroblob(99999))")
        broken_off += "".join(f"file.execute({step!r})\n" for step in steps) + "os._exit(0)"
        subprocess.run([sys.executable, "-c", broken_off, folder / "chunks.sqlite3"], check=True)
        assert (folder / "chunks.sqlite3-journal").exists()
    for path in (*folder.iterdir(), folder):
        path.chmod(0o555)
    done = subprocess.run([sys.executable, "-c", READS, folder], capture_output=True, text=True, check=True)
    for path in (folder, *folder.iterdir()):
        path.chmod(0o755)
    for line, begins in zip(done.stdout.splitlines(), said, strict=True):
        assert line.startswith(begins.format(folder.name))
    with opened(folder)() as database:
        assert database.chunks == TWO
    shutil.rmtree(folder)

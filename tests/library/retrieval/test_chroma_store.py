"""Only Chroma has two ways to search, readings that others disturb, and records that are never written over."""

from __future__ import annotations

import random
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest

from chunklib.embed import hashing
from chunklib.retrieval import chroma_store as module
from chunklib.retrieval.chroma_store import ChromaStore
from chunklib.retrieval.database import Database
from chunklib.retrieval.store import Held
from tests.promises import refused
from tests.stores import TWO, opened, pieces

pytestmark = [
    pytest.mark.skipif(find_spec("chromadb") is None, reason="the package chromadb is not installed"),
    pytest.mark.required_in_ci,
    pytest.mark.slow_server,
]


def store_of(database: Database) -> ChromaStore:
    store = database._use()
    assert isinstance(store, ChromaStore)
    return store


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
    with opened(f"chroma:{tmp_path}")() as database:
        for _ in range(3):
            database.index(pieces("d", words))
            for place in chance.sample(range(150), 50):
                words[place] = f"{chance.randrange(10**4):04}"
    assert (written[0], sum(name.endswith("~") for name in written) > 50) == ("d:0-4", True)


def test_heavy_chunks_are_written_in_more_parts() -> None:
    """No part is heavier than the limit unless it is one chunk; nothing is left out."""
    weights = [random.Random(n).randrange(9_000_000) for n in range(200)]  # noqa: S311
    parts = list(module._batches(weights, 5))
    assert [n for part in parts for n in range(part.start, part.stop)] == list(range(200))
    for part in parts:
        assert len(weights[part]) <= 5
        assert len(weights[part]) == 1 or sum(weights[part]) <= module._BYTES


@pytest.mark.parametrize("most", [2, 3])
def test_more_chunks_are_left_to_the_index_of_chroma(most: int, tmp_path: Path, monkeypatch: Any) -> None:
    monkeypatch.setattr(module, "EXACT", most)
    asked, nearest = list[int](), ChromaStore._nearest

    def counted(self: ChromaStore, rows: Any, n: int, only: Any) -> Any:
        asked.append(n)
        return nearest(self, rows, n, only)

    monkeypatch.setattr(ChromaStore, "_nearest", counted)
    with opened(f"chroma:{tmp_path}")() as database:
        database.index(pieces("d", ["fish", "bread", "milk"]))
        assert [hit.chunk.text for hit in database.search("milk", 1)] == ["milk"]
        assert database.rank(["bread"], 1).tolist() == [[1]]
        assert asked == ([1, 1] if most < 3 else [])


@pytest.mark.parametrize("writings", [1, 2])
def test_what_is_written_while_it_is_read_is_found(writings: int, tmp_path: Path, monkeypatch: Any) -> None:
    texts, unchanged = iter([["fish", "milk!", "ham"], ["fish", "bread", "ham"]][:writings]), ChromaStore._unchanged
    with opened(f"chroma:{tmp_path}")() as one, opened(f"chroma:{tmp_path}")() as other:
        one.index(TWO)

        def disturbed(self: ChromaStore, held: Held) -> bool:
            """Write after the reading, before it is compared."""
            if now := next(texts, None):
                one.index(pieces("d", now))
            return unchanged(self, held)

        monkeypatch.setattr(ChromaStore, "_unchanged", disturbed)
        best = other.search("ham", 1)[0]  # after two readings in vain by the index of Chroma
        assert (best.chunk.text, best.score) == ("ham", 1)
        assert (store_of(other)._held is None) == (writings == 2)


def test_a_reading_that_chroma_cannot_finish_is_tried_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A server fails where a record is deleted between its text and its vector: not to be caused at will."""
    from chromadb.api.models.Collection import Collection
    from chromadb.errors import InternalError

    get, failures = Collection.get, list[bool]()

    def failing(self: Collection, **more: Any) -> Any:
        if "embeddings" in more.get("include", []) and failures and failures.pop(0):
            raise InternalError("Error executing plan: Internal error: Error finding id")
        return get(self, **more)

    monkeypatch.setattr(Collection, "get", failing)
    with opened(f"chroma:{tmp_path}")() as database:
        database.index(TWO)
        for often in (1, 4):
            store_of(database)._held = None
            failures += [True] * often
            assert (database.search("bread", 1)[0].score, failures) == (1, [])
        failures += [True]
        assert list(store_of(database).read(["d"]).chunks.values()) == TWO


def test_records_without_a_stamp_are_read_each_time(tmp_path: Path) -> None:
    with opened(f"chroma:{tmp_path}")() as database:
        database.index(TWO)
        store_of(database)._collection.update(ids=["d:0-4"], metadatas=[{"written": None}])
        for _ in range(2):
            assert database.search("fish", 1)[0].score == 1
            held = store_of(database)._held
            assert held
            assert held[0].version is None


@pytest.mark.parametrize("harm", ["garbage", "page", "cut"])
def test_a_damaged_folder(harm: str, tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    with opened(f"chroma:{tmp_path}")() as database:
        database.index(pieces("d", [f"word {n}" for n in range(200)]))
    file = tmp_path / "chroma.sqlite3"
    data = file.read_bytes()
    page = data[:20_000] + b"\xff" * 40_000 + data[60_000:]
    file.write_bytes({"garbage": b"garbage" * 999, "page": page, "cut": data[:100_000]}[harm])
    refused(opened(tmp_path), ValueError, f"the database {tmp_path} is damaged: ")
    assert capfd.readouterr() == ("", "")


def test_a_folder_that_is_a_file(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("x")
    refused(opened(f"chroma:{tmp_path / 'file'}"), ValueError, "which must be a folder: file exists")


def test_a_collection_of_somebody_else_is_left_alone(tmp_path: Path) -> None:
    import chromadb

    quiet = chromadb.config.Settings(anonymized_telemetry=False)
    client: Any = chromadb.PersistentClient(tmp_path, settings=quiet)
    with client:
        theirs = client.create_collection("chunks", embedding_function=None)
        theirs.add(ids=["mine"], embeddings=[[1.0, 0.0]])
        refused(opened(tmp_path, embed=hashing), ValueError, "the collection 'chunks' was not made by chunklib")
        assert theirs.get()["ids"] == ["mine"]

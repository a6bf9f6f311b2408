"""A database refuses wrong places, names, chunks, queries, and collections of others."""

from __future__ import annotations

import os
import sqlite3
import sys
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from chunklib.embed import hashing
from tests.each import each
from tests.promises import refused
from tests.stores import TWO, chunk, opened, pieces


def short(texts: list[str]) -> Any:
    return hashing(texts)[:, :7]


# ------------------------------------------------------------------ places that are none


def test_places_where_there_cannot_be_a_file(tmp_path: Path) -> None:
    file = tmp_path / "file"
    file.write_text("x" * 2000)
    refused(opened(file), ValueError, f"the database {file} is damaged or of another kind: file is not a database")
    refused(opened(file / "a/in"), ValueError, f"cannot open the database {file / 'a/in'}", "not a directory")
    refused(opened(tmp_path / ("n" * 300)), ValueError, "which must be a file or a folder: file name too long")
    refused(opened("a\0b"), ValueError, "cannot open the database a\0b, which must be a file or a folder: ", "null")
    assert file.read_text() == "x" * 2000


@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() == 0, reason="the superuser may open everything")
def test_a_folder_without_permission(tmp_path: Path) -> None:
    tmp_path.chmod(0o500)
    for where, said in (
        (tmp_path, "cannot write the database {}: no permission"),
        (tmp_path / "a/b", "denied"),
    ):
        refused(partial(opened(where)().index, TWO), PermissionError, said.format(where))
    tmp_path.chmod(0o700)


@pytest.mark.parametrize("harm", ["garbage", "page", "cut"])
def test_a_damaged_file(harm: str, tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    with opened(tmp_path)() as database:
        database.index(pieces("d", [f"word {n}" for n in range(200)]))
        file = tmp_path / "chunks.sqlite3"
        data = file.read_bytes()
        page = data[:20_000] + b"\xff" * 40_000 + data[60_000:]
        file.write_bytes({"garbage": b"garbage" * 999, "page": page, "cut": data[:100_000]}[harm])
        said = f"the database {tmp_path} is damaged or of another kind: "
        refused(opened(tmp_path), ValueError, said)
        refused(lambda: database.chunks, ValueError, said)
        file.unlink()
        refused(lambda: database.chunks, ValueError, f"the database {tmp_path} failed: unable to open database file")
    assert capfd.readouterr() == ("", "")


def test_a_file_of_somebody_else_is_left_alone(tmp_path: Path) -> None:
    theirs = sqlite3.connect(tmp_path / "theirs.db")
    theirs.execute("CREATE TABLE chunks (mine)")
    theirs.close()
    before = (tmp_path / "theirs.db").read_bytes()
    refused(opened(tmp_path / "theirs.db"), ValueError, "theirs.db was not made by chunklib: choose another file")
    assert (tmp_path / "theirs.db").read_bytes() == before


def test_a_file_that_another_keeps_to_itself(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from chunklib.retrieval import sqlite_store

    monkeypatch.setattr(sqlite_store, "_PATIENCE", 0.05)
    with opened(tmp_path)() as database:
        database.index(TWO)
        other = sqlite3.connect(tmp_path / "chunks.sqlite3")
        other.execute("BEGIN IMMEDIATE")
        assert database.search("fish", 1) == [(TWO[0], 1.0)]  # it may be read
        refused(lambda: database.remove("d"), ValueError, f"the database {tmp_path} failed: database is locked")
        other.close()
        assert database.chunks == TWO


@each("where", ["", "localhost:8000", "127.0.0.1:8000", "file:///tmp", ":memory:"])
def test_texts_that_are_no_place(where: str) -> None:
    refused(opened(where), ValueError, "a database is a file or a folder, or postgresql://", f"got {where!r}")


def test_without_the_package_of_a_store(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "psycopg", None)
    said = "PostgreSQL needs the package psycopg: pip install 'chunklib[postgres]'"
    refused(opened("postgresql://h/x"), ModuleNotFoundError, said)


# ------------------------------------------------------------------ chunks, queries and names that are none


@each("name", ["", "a" * 513, "a b", "abc\n", "a\0", "\ud800"])
def test_names_that_no_collection_has(name: str, tmp_path: Path) -> None:
    refused(opened(tmp_path / "in", collection=name), ValueError, "must have 1-512 letters, digits", repr(name))
    assert not (tmp_path / "in").exists()


def test_types_that_are_wrong(tmp_path: Path) -> None:
    refused(opened(7), TypeError, "a database is a file or a folder, or postgresql://", "got int")
    refused(opened(tmp_path, collection=b"abc"), TypeError, "the name of a collection must be a text (str): got bytes")
    refused(opened(tmp_path, embed=7), TypeError, "an embedder is a name or a callable")
    refused(opened(tmp_path, embed="none"), ValueError, "unknown embedder 'none'")


def test_what_cannot_be_indexed_changes_nothing(tmp_path: Path) -> None:
    surrogate, data = chunk("a\ud800", 0), chunk("a", 0, metadata={"at": Path("x")})
    with opened(tmp_path)() as database:
        for chunks, kind, said in (
            ([], ValueError, "nothing to index: a document that became empty must be named"),
            ([TWO[0], TWO[1], TWO[0]], ValueError, "each chunk must have an id of its own: 'd:0-4' occurs twice"),
            ([surrogate], ValueError, "the text of chunk 'd:0-2' has a lone surrogate at character 1"),
            ([data], TypeError, "metadata must be plain data (JSON) to be stored: chunk 'd:0-1'"),
            (TWO[0], TypeError, "an index needs a list of chunks: got Chunk"),
        ):
            refused(partial(database.index, chunks), kind, said)
        refused(
            partial(database.index, TWO, ["e"]), ValueError, "a chunk is of the document 'd', which documents", "'e'"
        )
        refused(partial(database.index, TWO, "d"), TypeError, "documents must be a list of names: got str")
        assert (len(database), database.chunks) == (0, [])


def test_what_cannot_be_asked(tmp_path: Path) -> None:
    with opened(tmp_path)() as database:
        for ask in (partial(database.search, "fish"), partial(database.rank, ["fish"], 5)):
            refused(ask, ValueError, f"the database {tmp_path} has no collection 'chunks' to search: it is made when")
        assert database.rank([], 5).shape == (0, 0)
        refused(partial(database.search, 7), TypeError, "a query must be a text (str): got int")
        database.index(TWO)
        assert database.search("fish", 99) == database.search("fish", 2)
        assert database.rank(["fish"], 99).shape == (1, 2)
        for call in (database.search, lambda text, k: database.rank([text], k)):
            refused(partial(call, "fish", 0), ValueError, "k must be at least 1")
            refused(partial(call, 7, 1), TypeError, "a query must be a text (str): got int")
        refused(partial(database.rank, "fish", 1), TypeError, "queries must be a list of texts: got str")
    database.close()
    for use in (lambda: database.search("fish"), lambda: database.index(TWO), lambda: database.chunks):
        refused(use, ValueError, f"the database {tmp_path} was closed")


# ------------------------------------------------------------------ whose collection it is


def test_another_embedder_is_refused(tmp_path: Path) -> None:
    with opened(tmp_path)() as database:
        database.index(TWO)
    begun = "the collection 'chunks' was made with the embedder hashing (512 dimensions): got "
    refused(opened(tmp_path, embed=short), ValueError, f"{begun}{short.__module__}.short (7 dimensions)")
    refused(opened(tmp_path, embed="wordllama"), ValueError, f"{begun}wordllama (256 dimensions)")
    with opened(tmp_path, embed=short, collection="another")() as database:
        database.index(TWO)
    with opened(tmp_path)() as database:
        assert database.chunks == TWO
        assert database.search("fish", 1) == [(TWO[0], 1.0)]


def test_other_dimensions_under_the_same_name_are_refused(tmp_path: Path) -> None:
    dimensions = [5]

    def changing(texts: list[str]) -> Any:
        return hashing(texts)[:, : dimensions[0]] + 1

    with opened(tmp_path, embed=changing)() as database:
        database.index(TWO)
        dimensions[0] = 4
        for call in (lambda: database.index(pieces("d", ["x", "fish"])), lambda: database.search("fish", 1)):
            refused(call, ValueError, "(5 dimensions): got ", "(4 dimensions)")
        assert database.chunks == TWO
    refused(opened(tmp_path, embed=changing), ValueError, "(5 dimensions): got ", "(4 dimensions)")

"""A store in one SQLite file, searched exactly: nothing to install, nothing to start."""

import os
import secrets
import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from chunklib.chunk import Chunk
from chunklib.errors import InvalidValue
from chunklib.retrieval.exact_search import Vectors
from chunklib.retrieval.index_plan import Plan, from_json, to_json
from chunklib.retrieval.retriever import Hit
from chunklib.retrieval.store import NOTHING_HELD, Held, Mark

FILE = "chunks.sqlite3"
"""The name of the file, where a folder is given."""

_PATIENCE = 60.0  # seconds until another process has finished its writing
_OURS = int.from_bytes(b"chnk", "big")  # by which SQLite and `file` know whose file it is
_TABLES = """
CREATE TABLE IF NOT EXISTS collections
    (name TEXT PRIMARY KEY, embedder TEXT NOT NULL, dimensions INTEGER NOT NULL, version INTEGER NOT NULL);
CREATE TABLE IF NOT EXISTS chunks (collection TEXT NOT NULL, id TEXT NOT NULL, document TEXT NOT NULL,
    chunk TEXT NOT NULL, vector BLOB NOT NULL, PRIMARY KEY (collection, id));
CREATE INDEX IF NOT EXISTS chunks_of_documents ON chunks (collection, document)
"""
_VERSION = "INSERT INTO collections VALUES (?, ?, ?, ?) ON CONFLICT (name) DO UPDATE SET version = excluded.version"
_NUMBERS = "<f4"


class SqliteStore:
    """A collection in a SQLite file, which other processes may read and write at the same time.

    Each call opens the file and closes it again, and is one transaction. All chunks and vectors are read into memory
    when they are first searched, and again when somebody has changed them.

    Args:
        where: a file, which is made if there is none, or a folder that it is in.
        name: the name of the collection.

    Raises:
        ValueError: for a file that is not ours, and a damaged file.
        PermissionError: for a file that may not be read and written.
    """

    def __init__(self, where: str | Path, name: str) -> None:
        self._where, self._name = where, name
        self._file = _file(where)
        self._held: tuple[object, Vectors] | None = None
        self._prepare()

    def mark(self) -> Mark | None:
        """Return what the collection remembers; None before the first writing."""
        with self._transaction() as file:
            query = "SELECT embedder, dimensions FROM collections WHERE name = ?"
            found = file.execute(query, [self._name]).fetchone()
        return Mark(*found) if found else None

    def count(self) -> int:
        """Count the chunks."""
        with self._transaction() as file:
            (count,) = file.execute("SELECT count(*) FROM chunks WHERE collection = ?", [self._name]).fetchone()
        return int(count)

    def chunks(self) -> list[Chunk]:
        """Read all chunks, in any order."""
        with self._transaction() as file:
            found = file.execute("SELECT chunk FROM chunks WHERE collection = ?", [self._name]).fetchall()
        return [from_json(chunk) for (chunk,) in found]

    def read(self, documents: Sequence[str]) -> Held:
        """Read the chunks of these documents, and their vectors."""
        with self._transaction() as file:
            return self._read(file, documents)

    def write(self, mark: Mark, steps: Plan, rows: NDArray[np.float32], version: object) -> bool:
        """Carry out a plan in one transaction, unless somebody else has written since it was made."""
        vectors = rows.astype(_NUMBERS)
        written = [
            (self._name, chunk.id, chunk.document, to_json(chunk), row.tobytes())
            for chunk, row in zip((*steps.new, *steps.replaced), vectors, strict=True)
        ]
        with self._transaction("BEGIN IMMEDIATE") as file:
            if self._version(file) != version:
                return False
            file.execute(_VERSION, [self._name, *mark, secrets.randbits(62)])
            file.executemany(
                "DELETE FROM chunks WHERE collection = ? AND id = ?", [(self._name, gone) for gone in steps.gone]
            )
            file.executemany("REPLACE INTO chunks VALUES (?, ?, ?, ?, ?)", written)
            moved = [(to_json(chunk), self._name, chunk.id) for chunk in steps.moved]
            file.executemany("UPDATE chunks SET chunk = ? WHERE collection = ? AND id = ?", moved)
        return True

    def search(self, rows: NDArray[np.float32], k: int) -> list[list[Hit]]:
        """Find the k best chunks for each vector, best first; equal scores are in document order."""
        held = self._held
        with self._transaction() as file:
            version = self._version(file)
            if held is None or held[0] != version:
                now = self._read(file)
                self._held = held = version, Vectors.in_order(list(now.chunks.values()), now.rows)
        return held[1].nearest(rows, k)

    def close(self) -> None:
        """Forget what was read; between calls no file is open."""
        self._held = None

    def _version(self, file: sqlite3.Connection) -> object:
        found = file.execute("SELECT version FROM collections WHERE name = ?", [self._name]).fetchone()
        return found and found[0]

    def _read(self, file: sqlite3.Connection, documents: Sequence[str] | None = None) -> Held:
        query = "SELECT id, chunk, vector FROM chunks WHERE collection = ?"
        found: list[tuple[str, str, bytes]] = []
        if documents is None:
            found = file.execute(query, [self._name]).fetchall()
        for name in documents or ():
            found += file.execute(f"{query} AND document = ?", [self._name, name])
        version = self._version(file)
        if not found:
            return NOTHING_HELD._replace(version=version)
        rows = np.frombuffer(b"".join(vector for _, _, vector in found), _NUMBERS).reshape(len(found), -1)
        return Held({record: from_json(chunk) for record, chunk, _ in found}, rows.astype(np.float32), version)

    @contextmanager
    def _transaction(self, begin: str = "BEGIN", mode: str = "rw") -> Iterator[sqlite3.Connection]:
        """Give access to the file as it is now; what fails is taken back, and said in one line."""
        uri = f"{self._file.as_uri()}?mode={mode}"
        try:
            with closing(sqlite3.connect(uri, _PATIENCE, isolation_level=None, uri=True)) as file:
                file.execute(begin)
                yield file
                file.execute("COMMIT")
        except sqlite3.OperationalError as error:  # locked, full, gone
            raise InvalidValue(f"the database {self._where} failed: {error}") from None
        except sqlite3.DatabaseError as error:
            raise InvalidValue(f"the database {self._where} is damaged or of another kind: {error}") from None

    def _prepare(self) -> None:
        """Make the tables, in a file that is new."""
        with self._transaction(mode="rwc") as file:
            (said,) = file.execute("PRAGMA quick_check(1)").fetchone()
            (kind,) = file.execute("PRAGMA application_id").fetchone()
            (tables,) = file.execute("SELECT count(*) FROM sqlite_master").fetchone()
        if said != "ok":
            raise InvalidValue(f"the database {self._where} is damaged or of another kind: {' '.join(said.split())}")
        if kind != _OURS:
            if tables:
                message = f"the database {self._where} was not made by chunklib"
                raise InvalidValue(f"{message}: choose another file for yours")
            with self._transaction("BEGIN IMMEDIATE") as file:
                for statement in (*_TABLES.split(";"), f"PRAGMA application_id = {_OURS}"):
                    file.execute(statement)


def _file(where: str | Path) -> Path:
    """Find the file at a place, and make the folders on the way to it.

    Raises:
        ValueError: where there cannot be a file.
        PermissionError: where it may not be read and written.
    """
    try:
        path = Path(where).resolve()
        path = path / FILE if path.is_dir() else path
        path.parent.mkdir(parents=True, exist_ok=True)
        there = path.exists()
    except PermissionError:
        raise PermissionError(f"cannot open the database {where}: permission denied") from None
    except (OSError, ValueError) as error:
        reason = (getattr(error, "strerror", None) or str(error)).lower()
        raise InvalidValue(f"cannot open the database {where}, which must be a file or a folder: {reason}") from None
    for part in (path.parent, *([path] if there else [])):
        if not os.access(part, os.R_OK | os.W_OK):
            raise PermissionError(f"cannot open the database {where}: no permission to read and write {part.name}")
    return path

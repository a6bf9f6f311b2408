"""Keep chunks in one SQLite file, which is searched exactly: nothing to install, nothing to start."""

import os
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from chunklib.errors import InvalidValue, NotPermitted
from chunklib.retrieval.exact_search import Vectors
from chunklib.retrieval.retriever import Hit
from chunklib.retrieval.store import Store
from chunklib.retrieval.where import Where

_FILE = "chunks.sqlite3"  # where a folder is given
_PATIENCE = 60.0  # seconds until another process has finished its writing
_OURS = int.from_bytes(b"chnk", "big")  # by which SQLite and `file` know whose file it is
_TABLES = """
CREATE TABLE IF NOT EXISTS collections
    (name TEXT PRIMARY KEY, embedder TEXT NOT NULL, dimensions INTEGER NOT NULL, version INTEGER NOT NULL);
CREATE TABLE IF NOT EXISTS chunks (collection TEXT NOT NULL, id TEXT NOT NULL, document TEXT NOT NULL,
    chunk TEXT NOT NULL, vector BLOB NOT NULL, PRIMARY KEY (collection, id));
CREATE INDEX IF NOT EXISTS chunks_of_documents ON chunks (collection, document)
"""
_WORDS = {"collections": "collections", "chunks": "chunks", "chunk": "chunk", "vector": "vector", "_": "?"}
_NUMBERS = "<f4"


class SqliteStore(Store):
    """Keeps a collection in a SQLite file, which other processes may read and write at the same time.

    Each call opens the file and closes it again.
    """

    def __init__(self, where: str | Path, name: str) -> None:
        super().__init__(name, _WORDS, _NUMBERS)
        self._where = where
        self._file = _file_at(where)
        self._held: tuple[object, Vectors] | None = None
        self._prepare()

    def search(self, rows: NDArray[np.float32], k: int, where: Where | None) -> list[list[Hit]]:
        """Find the k best chunks: they are read into memory first, unless they are there."""
        held = self._held
        with self._transaction() as file:
            version = self._version(file)
        if held is None or held[0] != version:
            now = self.read(None)
            self._held = held = now.version, Vectors.in_order(now.chunks.values(), now.rows)
        return held[1].nearest(rows, k, where)

    def close(self) -> None:
        """Forget what was read; between calls no file is open."""
        self._held = None

    def _sent(self, row: NDArray[np.float32]) -> bytes:
        return row.astype(_NUMBERS).tobytes()

    @contextmanager
    def _transaction(self, *, writing: bool = False, new: bool = False) -> Iterator[sqlite3.Connection]:
        uri = f"{self._file.as_uri()}?mode={'rwc' if new else 'rw'}"
        try:
            with closing(sqlite3.connect(uri, _PATIENCE, isolation_level=None, uri=True)) as file:
                file.execute("BEGIN IMMEDIATE" if writing else "BEGIN")
                yield file
                file.execute("COMMIT")
        except sqlite3.OperationalError as error:  # locked, full, gone
            raise InvalidValue(f"the database {self._where} failed: {error}") from None
        except sqlite3.DatabaseError as error:
            raise InvalidValue(f"the database {self._where} is damaged or of another kind: {error}") from None

    def _prepare(self) -> None:
        """Make the tables, in a file that is new."""
        with self._transaction(new=True) as file:
            (said,) = file.execute("PRAGMA quick_check(1)").fetchone()
            (kind,) = file.execute("PRAGMA application_id").fetchone()
            (tables,) = file.execute("SELECT count(*) FROM sqlite_master").fetchone()
        if said != "ok":
            raise InvalidValue(f"the database {self._where} is damaged or of another kind: {' '.join(said.split())}")
        if kind != _OURS:
            if tables:
                message = f"the database {self._where} was not made by chunklib"
                raise InvalidValue(f"{message}: choose another file for yours")
            with self._transaction(writing=True) as file:
                for statement in (*_TABLES.split(";"), f"PRAGMA application_id = {_OURS}"):
                    file.execute(statement)


def _file_at(where: str | Path) -> Path:
    """Find the file of a store, and make the folders on the way to it."""
    try:
        path = Path(where).resolve()
        path = path / _FILE if path.is_dir() else path
        path.parent.mkdir(parents=True, exist_ok=True)
        parts = [path.parent, path] if path.exists() else [path.parent]
    except PermissionError:
        raise NotPermitted(f"cannot open the database {where}: permission denied") from None
    except (OSError, ValueError) as error:
        reason = (getattr(error, "strerror", None) or str(error)).lower()
        raise InvalidValue(f"cannot open the database {where}, which must be a file or a folder: {reason}") from None
    for part in parts:
        if not os.access(part, os.R_OK | os.W_OK):
            raise NotPermitted(f"cannot open the database {where}: no permission to read and write {part.name}")
    return path

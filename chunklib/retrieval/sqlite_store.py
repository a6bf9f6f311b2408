"""Keep chunks in one SQLite file, which is searched exactly: nothing to install, nothing to start."""

import os
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from errno import ENOTDIR
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
_UNFINISHED = "a writing that was broken off, or a WAL, needs a file and a folder that may be written"
_WORDS = {"collections": "collections", "chunks": "chunks", "chunk": "chunk", "vector": "vector", "_": "?"}


class SqliteStore(Store):
    """Keeps a collection in a SQLite file, which other processes may read and write at the same time.

    Each call opens the file and closes it again. The file, and the folders on the way to it, are made when something is
    first written; until then it reads as empty. Reading needs no permission to write.
    """

    def __init__(self, where: str | Path, name: str) -> None:
        super().__init__(name, _WORDS, "<f4")
        self._where = where
        self._file = _file_at(where)
        self._made = False  # whether the tables were seen
        self._held: tuple[object, Vectors] | None = None
        self._look()

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

    def ready(self) -> None:
        """Make the folders on the way to the file, and refuse a file or a folder that may not be written."""
        folder = self._file.parent
        with _opening(self._where):
            folder.mkdir(parents=True, exist_ok=True)
            parts = [folder, self._file] if self._file.exists() else [folder]
        for part in parts:
            if not os.access(part, os.W_OK):
                raise NotPermitted(f"cannot write the database {self._where}: no permission to write {part.name}")

    @contextmanager
    def _transaction(self, *, writing: bool = False) -> Iterator[sqlite3.Connection]:
        self._look()
        if writing:
            self.ready()
        with self._connected("rw" if self._made else "rwc" if writing else "memory") as file:
            file.execute("BEGIN IMMEDIATE" if writing else "BEGIN")
            if not self._made:
                for statement in (*_TABLES.split(";"), f"PRAGMA application_id = {_OURS}"):
                    file.execute(statement)
            yield file
            file.execute("COMMIT")
        self._made = self._made or writing

    @contextmanager
    def _connected(self, mode: str) -> Iterator[sqlite3.Connection]:
        """Open the file, or an empty database in memory; what fails is one line."""
        try:
            uri = f"{self._file.as_uri()}?mode={mode}"
            with closing(sqlite3.connect(uri, _PATIENCE, isolation_level=None, uri=True)) as file:
                yield file
        except sqlite3.OperationalError as error:  # locked, full, gone
            needs = getattr(error, "sqlite_errorname", "").startswith(("SQLITE_READONLY", "SQLITE_IOERR_DELETE"))
            why = f"{error}: {_UNFINISHED}" if needs else error
            raise InvalidValue(f"the database {self._where} failed: {why}") from None
        except sqlite3.DatabaseError as error:
            raise InvalidValue(f"the database {self._where} is damaged or of another kind: {error}") from None

    def _look(self) -> None:
        """Look for the tables once there is a file, and refuse one that is damaged or not ours."""
        if self._made or not self._file.exists():
            return
        with self._connected("rw") as file:
            (said,) = file.execute("PRAGMA quick_check(1)").fetchone()
            (kind,) = file.execute("PRAGMA application_id").fetchone()
            (tables,) = file.execute("SELECT count(*) FROM sqlite_master").fetchone()
        if said != "ok":
            raise InvalidValue(f"the database {self._where} is damaged or of another kind: {' '.join(said.split())}")
        if tables and kind != _OURS:
            message = f"the database {self._where} was not made by chunklib"
            raise InvalidValue(f"{message}: choose another file for yours")
        self._made = kind == _OURS


@contextmanager
def _opening(where: object) -> Iterator[None]:
    """Say in one line why there cannot be a file."""
    try:
        yield
    except PermissionError:
        raise NotPermitted(f"cannot open the database {where}: permission denied") from None
    except (OSError, ValueError) as error:
        reason = (getattr(error, "strerror", None) or str(error)).lower()
        raise InvalidValue(f"cannot open the database {where}, which must be a file or a folder: {reason}") from None


def _file_at(where: str | Path) -> Path:
    """Find the file of a store; nothing is made."""
    with _opening(where):
        path = Path(where).resolve()
        path = path / _FILE if path.is_dir() else path
        if path.exists() and not os.access(path, os.R_OK):
            raise PermissionError
        if not next(one for one in path.parents if one.exists()).is_dir():
            raise NotADirectoryError(ENOTDIR, os.strerror(ENOTDIR))
    return path

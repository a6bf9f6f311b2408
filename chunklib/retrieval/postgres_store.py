"""A store in PostgreSQL with pgvector: for a server that others use too."""

from __future__ import annotations

import secrets
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from threading import Lock
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from chunklib.chunk import Chunk
from chunklib.errors import InvalidValue, MissingPackage
from chunklib.missing import not_installed
from chunklib.retrieval.exact_search import DECIMALS, Vectors
from chunklib.retrieval.index_plan import Plan, from_json, to_json
from chunklib.retrieval.retriever import Hit
from chunklib.retrieval.store import NOTHING_HELD, Held, Mark, shown

if TYPE_CHECKING:
    from psycopg import Connection

_PATIENCE = 10  # seconds until a server has answered
_MOST = 1 << 62  # rows that a query can ask for
_ROUNDED = float(np.finfo(np.float32).eps)  # the share of a product that single precision may lose
_HEADER = 4  # bytes of a sent vector before its numbers
_TABLES = """
CREATE EXTENSION IF NOT EXISTS vector;
CREATE TABLE chunklib_collections
    (name text PRIMARY KEY, embedder text NOT NULL, dimensions int NOT NULL, version bigint NOT NULL);
CREATE TABLE chunklib_chunks (collection text NOT NULL REFERENCES chunklib_collections ON DELETE CASCADE,
    id text NOT NULL, document text NOT NULL, chunk json NOT NULL, vector vector NOT NULL,
    PRIMARY KEY (collection, id));
CREATE INDEX chunklib_chunks_of_documents ON chunklib_chunks (collection, document)
"""
# pgvector adds up in single precision. So the server gives all chunks that may be among the best, and these are
# compared again here. The distances come first, because another collection may have vectors of another length.
_NEAREST = """
WITH each AS MATERIALIZED (
    SELECT id, vector <#> %(row)s::vector AS far
    FROM chunklib_chunks WHERE collection = %(name)s AND vector_norm(vector) > 0
)
SELECT chunk::text, vector_send(vector) FROM chunklib_chunks JOIN each USING (id) WHERE collection = %(name)s
AND far <= %(slack)s + (SELECT max(far) FROM (SELECT far FROM each ORDER BY far LIMIT %(k)s) AS best)
"""


class PostgresStore:
    """A collection in two tables of a PostgreSQL database, ``chunklib_collections`` and ``chunklib_chunks``.

    The tables, and the extension pgvector, are made if they are not there. A chunk is JSON, so that ``chunk->>'text'``
    is its text. The server compares all vectors for each search, and whoever writes is seen at once.

    Args:
        where: an address, as libpq takes it.
        name: the name of the collection.

    Raises:
        ValueError: for an address that is none, and a database in which the tables cannot be made.
        ConnectionError: where no server answers, or it refuses the user.
        ModuleNotFoundError: without psycopg (the extra ``postgres``).
    """

    def __init__(self, where: str, name: str) -> None:
        try:
            import psycopg
        except ModuleNotFoundError:
            raise MissingPackage(not_installed("psycopg", "chunklib[postgres]"), name="psycopg") from None
        self._psycopg, self._where, self._name = psycopg, where, name
        self._shown = shown(where)
        self._turn = Lock()  # of the threads that share the connection
        try:
            psycopg.conninfo.conninfo_to_dict(where)
        except psycopg.ProgrammingError:
            message = f"the address of a database must be postgresql://user@host:port/name: got {self._shown!r}"
            raise InvalidValue(message) from None
        self._connection = self._connect()
        try:
            self._prepare()
        except BaseException:
            self.close()
            raise

    def mark(self) -> Mark | None:
        """Return what the collection remembers; None before the first writing."""
        query = "SELECT embedder, dimensions FROM chunklib_collections WHERE name = %s"
        with self._transaction() as server:
            found = server.execute(query, [self._name]).fetchone()
        return Mark(*found) if found else None

    def count(self) -> int:
        """Count the chunks."""
        query = "SELECT count(*) FROM chunklib_chunks WHERE collection = %s"
        with self._transaction() as server:
            return int(server.execute(query, [self._name]).fetchall()[0][0])

    def chunks(self) -> list[Chunk]:
        """Read all chunks, in any order."""
        query = "SELECT chunk::text FROM chunklib_chunks WHERE collection = %s"
        with self._transaction() as server:
            found = server.execute(query, [self._name]).fetchall()
        return [from_json(chunk) for (chunk,) in found]

    def read(self, documents: Sequence[str]) -> Held:
        """Read the chunks of these documents, and their vectors."""
        query = "SELECT id, chunk::text, vector_send(vector) FROM chunklib_chunks WHERE collection = %s"
        with self._transaction() as server:
            server.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ")
            version = self._version(server)
            found = server.execute(f"{query} AND document = ANY(%s)", [self._name, list(documents)]).fetchall()
        if not found:
            return NOTHING_HELD._replace(version=version)
        return Held({record: from_json(chunk) for record, chunk, _ in found}, _rows([row[2] for row in found]), version)

    def write(self, mark: Mark, steps: Plan, rows: NDArray[np.float32], version: object) -> bool:
        """Carry out a plan in one transaction, unless somebody else has written since it was made."""
        stamp = secrets.randbits(62)
        gone = "DELETE FROM chunklib_chunks WHERE collection = %s AND id = ANY(%s)"
        add = "INSERT INTO chunklib_chunks VALUES (%s, %s, %s, %s, %s::vector)"
        moved = "UPDATE chunklib_chunks SET chunk = %s WHERE collection = %s AND id = %s"
        added = [*steps.new, *steps.replaced]
        with self._transaction() as server:
            # Whoever comes second waits here until the first is done.
            if version is None:
                made = "INSERT INTO chunklib_collections VALUES (%s, %s, %s, %s) ON CONFLICT DO NOTHING"
                done = server.execute(made, [self._name, *mark, stamp])
            else:
                changed = "UPDATE chunklib_collections SET version = %s WHERE name = %s AND version = %s"
                done = server.execute(changed, [stamp, self._name, version])
            if not done.rowcount:
                return False
            server.execute(gone, [self._name, [*steps.gone, *(chunk.id for chunk in steps.replaced)]])
            with server.cursor() as cursor:
                cursor.executemany(
                    add,
                    (
                        (self._name, chunk.id, chunk.document, to_json(chunk), _text(row))
                        for chunk, row in zip(added, rows, strict=True)
                    ),
                )
                cursor.executemany(moved, [(to_json(chunk), self._name, chunk.id) for chunk in steps.moved])
        return True

    def search(self, rows: NDArray[np.float32], k: int) -> list[list[Hit]]:
        """Find the k best chunks for each vector, best first; equal scores are in document order."""
        slack = 2 * rows.shape[1] * _ROUNDED + 10.0**-DECIMALS
        found: list[list[Hit]] = []
        with self._transaction() as server:
            for row in rows:
                asked = {"row": _text(row), "name": self._name, "k": min(k, _MOST), "slack": slack}
                near = server.execute(_NEAREST, asked).fetchall() if row.any() else []
                chunks = [from_json(chunk) for chunk, _ in near]
                best = Vectors.in_order(chunks, _rows([vector for _, vector in near]))
                found += best.nearest(row[np.newaxis], k)
        return found

    def close(self) -> None:
        """Let go of the server."""
        self._connection.close()

    def _version(self, server: Connection[Any]) -> object:
        query = "SELECT version FROM chunklib_collections WHERE name = %s"
        found = server.execute(query, [self._name]).fetchone()
        return found and found[0]

    def _connect(self) -> Connection[Any]:
        try:
            return self._psycopg.connect(self._where, connect_timeout=_PATIENCE)
        except self._psycopg.OperationalError as error:
            raise ConnectionError(f"no server answers at {self._shown}: {' '.join(str(error).split())}") from None

    @contextmanager
    def _transaction(self) -> Iterator[Connection[Any]]:
        """Give access to the database; what fails is taken back, and said in one line."""
        with self._turn:
            if self._connection.closed:  # the server went away, and may be back
                self._connection = self._connect()
            try:
                with self._connection.transaction():
                    yield self._connection
            except self._psycopg.Error as error:
                said = " ".join(str(error).split())
                if self._connection.closed:
                    raise ConnectionError(f"the server at {self._shown} went away: {said}") from None
                raise InvalidValue(f"the database {self._shown} failed: {said}") from None

    def _prepare(self) -> None:
        """Make the tables, unless they are there."""
        with self._transaction() as server:
            server.execute("SELECT pg_advisory_xact_lock(hashtext('chunklib'))")  # two may come at once
            if server.execute("SELECT to_regclass('chunklib_chunks')").fetchall()[0][0] is None:
                server.execute(_TABLES)


def _text(row: NDArray[np.float32]) -> str:
    return str(row.tolist())


def _rows(sent: Sequence[bytes]) -> NDArray[np.float32]:
    """Read vectors as pgvector sends them."""
    if not sent:
        return np.zeros((0, 1), np.float32)
    return np.array([np.frombuffer(vector, ">f4", offset=_HEADER) for vector in sent], np.float32)

"""Keep chunks in PostgreSQL with pgvector, for a server that others use too."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from threading import Lock
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from chunklib.chunk import Chunk
from chunklib.errors import InvalidValue, NoAnswer
from chunklib.missing import needed
from chunklib.retrieval.exact_search import DECIMALS, Vectors
from chunklib.retrieval.index_plan import from_json
from chunklib.retrieval.retriever import Hit
from chunklib.retrieval.store import Store, shown
from chunklib.retrieval.where import Where, conditions, facts, unknown_key, wanted_facts

if TYPE_CHECKING:
    from psycopg import Connection

_PATIENCE = 10  # seconds until a server has answered
_MOST = 1 << 62  # rows that a query can ask for
_ROUNDED = float(np.finfo(np.float32).eps)  # the share of a product that single precision may lose
_NUMBERS, _HEADER = ">f4", 4  # as pgvector sends a vector: four bytes, and then its numbers
_TABLES = """
CREATE EXTENSION IF NOT EXISTS vector;
CREATE TABLE chunklib_collections
    (name text PRIMARY KEY, embedder text NOT NULL, dimensions int NOT NULL, version bigint NOT NULL);
CREATE TABLE chunklib_chunks (collection text NOT NULL REFERENCES chunklib_collections ON DELETE CASCADE,
    id text NOT NULL, document text NOT NULL, chunk json NOT NULL, vector vector NOT NULL,
    facts text[] NOT NULL,    PRIMARY KEY (collection, id));
CREATE INDEX chunklib_chunks_of_documents ON chunklib_chunks (collection, document)
"""
_WORDS = {
    "collections": "chunklib_collections",
    "chunks": "chunklib_chunks",
    "chunk": "chunk::text",
    "vector": "vector_send(vector)",
    "_": "%s",
    "added": ", %s",
}
# pgvector adds up in single precision. So the server gives all chunks that may be among the best, and these are
# compared again here. The distances come first, because another collection may have vectors of another length.
_NEAREST = """
WITH each AS MATERIALIZED (
    SELECT id, vector <#> %(row)s::vector AS far
    FROM chunklib_chunks WHERE collection = %(name)s AND vector_norm(vector) > 0{found}
)
SELECT chunk::text, vector_send(vector) FROM chunklib_chunks JOIN each USING (id) WHERE collection = %(name)s
AND far <= %(slack)s + (SELECT max(far) FROM (SELECT far FROM each ORDER BY far LIMIT %(k)s) AS best)
"""
_KEYS = r"""SELECT DISTINCT substring(fact FROM '^"(?:[^"\\]|\\.)*"')
FROM chunklib_chunks, unnest(facts) AS fact WHERE collection = %s"""


class PostgresStore(Store):
    """Keeps a collection in the tables ``chunklib_collections`` and ``chunklib_chunks`` of a PostgreSQL database.

    The tables, and the extension pgvector, are made if they are not there. A chunk is JSON, so that ``chunk->>'text'``
    is its text. The server compares all vectors for each search, and finds what another process has written at once.
    """

    def __init__(self, where: str, name: str) -> None:
        super().__init__(name, _WORDS, _NUMBERS, _HEADER)
        with needed("PostgreSQL needs", "psycopg", "postgres"):
            import psycopg
        self._psycopg, self._where = psycopg, where
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

    def search(self, rows: NDArray[np.float32], k: int, where: Where | None) -> list[list[Hit]]:
        """Find the k best chunks: the server gives all that may be among them."""
        slack = 2 * rows.shape[1] * _ROUNDED + 10.0**-DECIMALS
        wanted = {f"facts_{at}": one for at, one in enumerate(wanted_facts(where))}
        nearest = _NEAREST.format(found="".join(f" AND facts && %({name})s" for name in wanted))
        found: list[list[Hit]] = []
        with self._transaction() as server:
            for row in rows:
                asked = {"row": self._sent(row), "name": self._name, "k": min(k, _MOST), "slack": slack, **wanted}
                near = server.execute(nearest, asked).fetchall() if row.any() else []
                vectors = np.array([np.frombuffer(sent, _NUMBERS, offset=_HEADER) for _, sent in near], np.float32)
                found += Vectors.in_order([from_json(chunk) for chunk, _ in near], vectors).nearest(row[np.newaxis], k)
            if where and not all(found):
                self._refuse_unknown_keys(server, where)
        return found

    def close(self) -> None:
        """Let go of the server."""
        self._connection.close()

    def _refuse_unknown_keys(self, server: Connection[Any], where: Where | None) -> None:
        """Refuse a key of a filter that no chunk has a value of, where there are chunks."""
        known = [json.loads(name) for (name,) in server.execute(_KEYS, [self._name])]
        for key in conditions(where):
            if known and key not in known:
                raise unknown_key(key, known)

    def _more(self, chunk: Chunk) -> tuple[object, ...]:
        return (facts(chunk),)

    def _sent(self, row: NDArray[np.float32]) -> str:
        return str(row.tolist())

    def _connect(self) -> Connection[Any]:
        try:
            return self._psycopg.connect(self._where, connect_timeout=_PATIENCE)
        except self._psycopg.OperationalError as error:
            raise NoAnswer(f"no server answers at {self._shown}: {' '.join(str(error).split())}") from None

    @contextmanager
    def _transaction(self, *, writing: bool = False) -> Iterator[Connection[Any]]:  # noqa: ARG002 (all are alike)
        with self._turn:
            if self._connection.closed:  # the server went away, and may be back
                self._connection = self._connect()
            try:
                with self._connection.transaction():
                    yield self._connection
            except self._psycopg.Error as error:
                said = " ".join(str(error).split())
                if self._connection.closed:
                    raise NoAnswer(f"the server at {self._shown} went away: {said}") from None
                raise InvalidValue(f"the database {self._shown} failed: {said}") from None

    def _prepare(self) -> None:
        """Make the tables, unless they are there."""
        with self._transaction() as server:
            server.execute("SELECT pg_advisory_xact_lock(hashtext('chunklib'))")  # two may come at once
            if server.execute("SELECT to_regclass('chunklib_chunks')").fetchall()[0][0] is None:
                server.execute(_TABLES)

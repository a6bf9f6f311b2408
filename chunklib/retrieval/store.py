"""Keep chunks with their vectors in two tables of a database that understands SQL, and find the nearest to a vector."""

import re
import secrets
from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from contextlib import AbstractContextManager
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from chunklib.chunk import Chunk
from chunklib.retrieval.index_plan import Plan, from_json, to_json
from chunklib.retrieval.retriever import Hit
from chunklib.retrieval.where import Where

_TOGETHER = 500  # documents that are asked for in one query


def shown(where: object) -> str:
    """Show where a store is, without the password.

    >>> shown("postgresql://me:secret@host:5432/notes")
    'postgresql://me:***@host:5432/notes'
    """
    return re.sub(r"(?<=:)[^/@]+(?=@)|(?<=password=)[^&]+", "***", str(where))


class Mark(NamedTuple):
    """Says what a collection remembers: the name of the embedder of its vectors, and how many numbers each has."""

    embedder: str
    dimensions: int


class Held(NamedTuple):
    """Says what a store holds at one moment: chunks by their id, and their vectors in the same order."""

    chunks: Mapping[str, Chunk]
    rows: NDArray[np.float32]
    version: object  # changes with every writing; None before the first


class Store(ABC):
    """Keeps a collection in a table of collections and a table of chunks; each call is one transaction.

    The collection is made when something is first written. A failure is one line: a ValueError, or a ConnectionError if
    no server answers. A process that is killed in the middle of a call leaves either all old chunks or all new chunks.

    Args:
        name: the name of the collection.
        words: how the tables are called, how a chunk and a vector are selected, the mark of a value (``_``), and the
            marks of further columns.
        numbers: the type of a vector's numbers in numpy.
        header: how many bytes are before them.
    """

    def __init__(self, name: str, words: Mapping[str, str], numbers: str, header: int = 0) -> None:
        self._name, self._numbers, self._header = name, numbers, header
        self._words = {"added": "", **words}

    @abstractmethod
    def _transaction(self, *, writing: bool = False) -> AbstractContextManager[Any]:
        """Give a connection to the database as it is now; what fails is taken back, and said in one line."""

    def _more(self, chunk: Chunk) -> tuple[object, ...]:  # noqa: ARG002
        """Give the values of the further columns."""
        return ()

    def _sent(self, row: NDArray[np.float32]) -> object:
        """Write a vector as the database takes it."""
        return row.astype(self._numbers).tobytes()

    @abstractmethod
    def search(self, rows: NDArray[np.float32], k: int, where: Where | None) -> list[list[Hit]]:
        """Find the k best chunks that a filter lets through for each vector, best first; ties are in document order."""

    @abstractmethod
    def close(self) -> None:
        """Let go of the file or the server."""

    def ready(self) -> None:  # noqa: B027 (a server says it by itself)
        """Refuse a place that may not be written, before anything is embedded for it."""

    def mark(self) -> Mark | None:
        """Return what the collection remembers; None before the first writing."""
        with self._transaction() as database:
            found = self._ask(database, "SELECT embedder, dimensions FROM {collections} WHERE name = {_}").fetchone()
        return Mark(*found) if found else None

    def count(self) -> int:
        """Count the chunks."""
        with self._transaction() as database:
            return int(self._ask(database, "SELECT count(*) FROM {chunks} WHERE collection = {_}").fetchone()[0])

    def read(self, documents: Sequence[str] | None) -> Held:
        """Read the chunks of these documents (of all for None), and their vectors."""
        query, found = "SELECT id, {chunk}, {vector} FROM {chunks} WHERE collection = {_}", []
        steps = range(0, len(documents or ()), _TOGETHER)
        with self._transaction() as database:
            version = self._version(database)  # first: chunks that another process writes after it are of a newer one
            for part in [None] if documents is None else [documents[at : at + _TOGETHER] for at in steps]:
                among = "" if part is None else f" AND document IN ({', '.join(['{_}'] * len(part))})"
                found += self._ask(database, query + among, *(part or ())).fetchall()
        each = [np.frombuffer(row, self._numbers, offset=self._header) for *_, row in found]
        return Held({record: from_json(chunk) for record, chunk, _ in found}, np.array(each, np.float32), version)

    def write(self, mark: Mark, steps: Plan, rows: NDArray[np.float32], version: object) -> bool:
        """Carry out a plan, unless another process has written since it was made: then nothing is, and it says False.

        ``rows`` are the vectors of the chunks that come; ``version`` is that of what the plan was made from.
        """
        words, name, stamp = self._words, self._name, secrets.randbits(62)
        added = zip(steps.coming, map(self._sent, rows), strict=True)
        begun = "INSERT INTO {collections} VALUES ({_}, {_}, {_}, {_}) ON CONFLICT DO NOTHING"
        changed = "UPDATE {collections} SET version = {_} WHERE name = {_} AND version = {_}"
        delete = "DELETE FROM {chunks} WHERE collection = {_} AND id = {_}"
        add = "INSERT INTO {chunks} VALUES ({_}, {_}, {_}, {_}, {_}{added})"
        changes: dict[str, list[Sequence[object]]] = {
            delete: [(name, record) for record in steps.gone],
            add: [(name, chunk.id, chunk.document, to_json(chunk), row, *self._more(chunk)) for chunk, row in added],
        }
        with self._transaction(writing=True) as database:
            # The second of two writers waits here until the first is done.
            query, values = (begun, [name, *mark, stamp]) if version is None else (changed, [stamp, name, version])
            if not database.execute(query.format_map(words), values).rowcount:
                return False
            cursor = database.cursor()
            for query, each in changes.items():
                cursor.executemany(query.format_map(words), each)
        return True

    def _ask(self, database: Any, query: str, *values: object) -> Any:
        """Ask for something of this collection, whose name is the first value."""
        return database.execute(query.format_map(self._words), [self._name, *values])

    def _version(self, database: Any) -> object:
        found = self._ask(database, "SELECT version FROM {collections} WHERE name = {_}").fetchone()
        return found and found[0]

"""Keep chunks in Chroma: records are read as chunks and written by a plan, so that a crash loses nothing."""

from __future__ import annotations

import secrets
from collections.abc import Iterator, Sequence
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from chunklib.chunk import Chunk
from chunklib.errors import InvalidValue
from chunklib.retrieval.chroma_client import disconnect, in_words
from chunklib.retrieval.exact_search import DECIMALS, Vectors
from chunklib.retrieval.index_plan import PROVISIONAL, Plan, chunk_of, fields, in_document_order
from chunklib.retrieval.retriever import Hit
from chunklib.retrieval.store import NOTHING_HELD, Held, Mark
from chunklib.retrieval.where import Where, facts, wanted_facts

if TYPE_CHECKING:
    from chromadb.api import ClientAPI

EXACT = 4000
"""Up to so many chunks a collection is searched exactly. So many take a second or so to be read when they have changed,
and each search some milliseconds to see that they have not."""

_QUERIES = 100  # that are sent together
_ROWS = 1000  # records that are written, or asked for by their ids, together (Chroma may allow fewer)
_BYTES = 8_000_000  # of texts and vectors that are written together: a server refuses 40 MB
_NUMBER = 16  # bytes that a number of a vector takes on its way to a server, at most
_FACTS = "facts"  # beside a record: what a filter can ask of its chunk
_STAMP = "written"  # beside a record: a random number for each time that records were written together
_READINGS = 2  # until one is whole
_MADE_BY, _FORMAT = "chunklib", 2
_INDEX: Any = {
    "hnsw": {
        # Of vectors of length 1 the inner product is the cosine; asked for cosines, Chroma scales what it is given once
        # more, and gives back other numbers.
        "space": "ip",
        "ef_construction": 200,
        "ef_search": 200,
        # The files of the vector index are not written in one step: a process that is killed meanwhile leaves a folder
        # that crashes the next search. So they are never written; the index is made from the log (SQLite) instead.
        "sync_threshold": 1_000_000_000,
    }
}


class ChromaStore:
    """Keeps a collection in Chroma, in a folder or on a server.

    Up to :data:`EXACT` chunks are searched exactly: they are read into memory when they are first searched, and again
    when another process has changed them. With more chunks, or while others write faster than they can be read, the
    index of Chroma is asked (HNSW), which is approximate: it may miss the best hits, and give fewer than k. Above all
    it misses texts that are equal or nearly equal (a footer on every page, tickets of one form), and texts beside many
    of them: it links such vectors only to each other, so that a search does not reach them, or finds nothing else,
    whatever k.

    The vector index itself is not on the disk (Chroma's files of it do not survive a crash): a process that
    opens the folder makes it again from there when it is first used.

    A folder is for one process at a time. A second one may open it, and nothing is lost when both write; but with more
    than :data:`EXACT` chunks ``search`` finds what another process has written only after an ``index`` here, or when it
    is opened anew. For several processes at once run a server (``chroma run --path FOLDER``) and give its address.

    Args:
        where: the folder or the address.
        client: the way to it, as :mod:`chroma_client` gives it.
        name: the name of the collection.
    """

    def __init__(self, where: str | Path, client: ClientAPI, name: str) -> None:
        self._where, self._client, self._name = where, client, name
        self._collection: Any = None
        self._loaded = False
        self._held: tuple[Held, Vectors] | None = None

    def mark(self) -> Mark | None:
        """Return what the collection remembers; None before the first writing. Refuse one of another program."""
        with in_words(self._where):
            return self._find()

    def count(self) -> int:
        """Count the records."""
        with in_words(self._where):
            return int(self._collection.count()) if self._find() else 0

    def chunks(self) -> list[Chunk]:
        """Read all chunks, in any order."""
        with in_words(self._where):
            if self._find() is None:
                return []
            found = self._collection.get(include=["documents", "metadatas"])
        return [chunk_of(text, beside) for text, beside in zip(found["documents"], found["metadatas"], strict=True)]

    def read(self, documents: Sequence[str]) -> Held:
        """Read the chunks of these documents, and their vectors; the version is the stamps of their records."""
        with in_words(self._where):
            parts = [{"document": {"$in": part}} for part in _parts(documents)]
            return self._read(parts) if self._find() else NOTHING_HELD

    def write(self, mark: Mark, steps: Plan, rows: NDArray[np.float32], version: object) -> bool:  # noqa: ARG002
        """Carry out a plan so that at any moment all old chunks or all new chunks are there.

        A record is never written over, because Chroma's index then loses its neighbours to searches: a chunk that
        replaces another is there under a provisional id while the other is deleted. Chroma has no transactions, so it
        is not seen whether another process writes meanwhile.
        """
        with in_words(self._where):
            if (self._find() or self._make(mark)) != mark and len(rows):
                return False  # another process was quicker, with another embedder
            self._write(steps, rows)
        return True

    def search(self, rows: NDArray[np.float32], k: int, where: Where | None) -> list[list[Hit]]:
        """Find the k best chunks for each vector; which of equal ones are among k is left to Chroma above EXACT.

        So many are counted after a filter: what few chunks pass is searched exactly in a collection of any size.
        """
        with in_words(self._where):
            if self._find() is None or not self._collection.count():
                return [[] for _ in rows]
            if exact := self._exact():
                return exact.nearest(rows, k, where)
            wanted = [[{_FACTS: {"$contains": one}} for one in each] for each in wanted_facts(where)]
            only = _joined("$and", [_joined("$or", each) for each in wanted])
            count = len(self._ids(only)) if only else self._collection.count()
            if only and count <= EXACT:
                held = self._read([only])
                return Vectors.in_order(held.chunks.values(), held.rows).nearest(rows, k)
            n = min(k, count) + len(self._ids({"blank": True}))
            steps = range(0, len(rows), _QUERIES)
            found = [hits for at in steps for hits in self._nearest(rows[at : at + _QUERIES], n, only)]
        return [
            sorted(hits, key=lambda hit: (-hit.score, in_document_order(hit.chunk)))[:k] if row.any() else []
            for row, hits in zip(rows, found, strict=True)
        ]

    def close(self) -> None:
        """Let go of the folder or the server."""
        self._held = None
        disconnect(self._client)

    def _find(self) -> Mark | None:
        """Look for the collection, if it was not there before."""
        from chromadb.errors import NotFoundError

        if self._collection is None:
            try:
                found = self._client.get_collection(self._name, embedding_function=None)
            except NotFoundError:
                return None
            said = found.metadata or {}
            if (said.get("made_by"), said.get("format")) != (_MADE_BY, _FORMAT):
                message = f"the collection {self._name!r} was not made by chunklib: choose another name for yours"
                raise InvalidValue(message)
            self._collection = found
        remembered = self._collection.metadata
        return Mark(str(remembered["embedder"]), int(str(remembered["dimensions"])))

    def _make(self, mark: Mark) -> Mark | None:
        """Make the collection, unless another process was quicker."""
        remembered = {"made_by": _MADE_BY, "format": _FORMAT, **mark._asdict()}
        self._client.get_or_create_collection(
            self._name, embedding_function=None, configuration=_INDEX, metadata=remembered
        )
        return self._find()

    def _ids(self, where: Any, limit: int | None = None) -> list[str]:
        return list(self._collection.get(where=where, limit=limit, include=[])["ids"])

    def _read(self, parts: Sequence[Any] = (None,)) -> Held:
        """Read what the collection holds, in parts of these conditions.

        Tried again for a record that was deleted between its text and its vector.
        """
        from chromadb.errors import InternalError

        if self._client.get_settings().is_persistent:  # a folder; a server knows what it has written
            self._catch_up()
        for _ in range(_READINGS - 1):
            with suppress(InternalError):
                return self._everything(parts)
        return self._everything(parts)

    def _catch_up(self) -> None:
        """Let the vector index know what other processes have written."""
        if not self._loaded:  # a write that comes before the first query makes Chroma apply the whole log twice
            self._ask(np.zeros((1, self._collection.metadata["dimensions"]), np.float32), 1, None, [])
        self._collection.delete(ids=[PROVISIONAL])  # any write does it; no record has this id

    def _everything(self, parts: Sequence[Any]) -> Held:
        chunks: dict[str, Chunk] = {}
        rows: list[NDArray[np.float32]] = []
        stamps: set[int | None] = set()
        for where in parts:
            got = self._collection.get(where=where, include=["documents", "metadatas", "embeddings"])
            for record, text, beside in zip(got["ids"], got["documents"], got["metadatas"], strict=True):
                chunks[record] = chunk_of(text, beside)
                stamps.add(beside.get(_STAMP))
            rows += list(got["embeddings"])
        return Held(chunks, np.array(rows, np.float32), None if None in stamps else tuple(stamps))

    def _exact(self) -> Vectors | None:
        """Hold what is stored in memory, as it is now, if it is not too much, and if others let it be read whole."""
        from chromadb.errors import InternalError

        if self._held and self._unchanged(self._held[0]):
            return self._held[1]
        self._held = None
        for _ in range(_READINGS if self._collection.count() <= EXACT else 0):
            with suppress(InternalError):
                held = self._read()
                if held.version is None or self._unchanged(held):
                    self._held = held, Vectors.in_order(held.chunks.values(), held.rows)
                    return self._held[1]
        return None

    def _unchanged(self, held: Held) -> bool:
        """Tell whether the collection holds exactly this.

        Every writing has a new stamp and is one step, so records of these stamps and no other, as many as before, are
        the same records.
        """
        if not isinstance(held.version, tuple) or self._collection.count() != len(held.chunks):
            return False
        stamps = list(held.version)
        return not self._ids({_STAMP: {"$nin": stamps}}, limit=1)

    def _nearest(self, rows: NDArray[np.float32], n: int, only: Any) -> list[list[Hit]]:
        found = self._ask(rows, n, only, ["metadatas", "documents", "distances"])
        return [
            [
                Hit(chunk_of(text, beside), round(1 - far, DECIMALS) + 0.0)  # no -0.0
                for text, beside, far in zip(*each, strict=True)
                if not beside["blank"]
            ]
            for each in zip(found["documents"], found["metadatas"], found["distances"], strict=True)
        ]

    def _ask(self, rows: NDArray[np.float32], n: int, where: Any, include: Sequence[str]) -> Any:
        found = self._collection.query(query_embeddings=rows, n_results=n, where=where, include=list(include))
        self._loaded = True
        return found

    def _write(self, steps: Plan, rows: NDArray[np.float32]) -> None:
        free, taken = [chunk.id for chunk in steps.new], [chunk.id for chunk in steps.replaced]
        waiting = [record + PROVISIONAL for record in taken]
        self._add([*free, *waiting], [*steps.new, *steps.replaced], rows)
        self._delete([*(record for record in steps.gone if record not in set(waiting)), *taken])
        self._add(taken, steps.replaced, rows[len(free) :])
        self._delete(waiting)
        for moved in _parts(steps.moved):
            stamp = secrets.randbits(62)
            beside = [{**_beside(chunk), _STAMP: stamp} for chunk in moved]
            self._collection.update(ids=[chunk.id for chunk in moved], metadatas=beside)

    def _add(self, records: Sequence[str], chunks: Sequence[Chunk], rows: NDArray[np.float32]) -> None:
        most = min(_ROWS, self._client.get_max_batch_size()) if records else _ROWS
        beside = [{**_beside(chunk), "blank": not row.any()} for chunk, row in zip(chunks, rows, strict=True)]
        sent = [(chunk.text, *own.values()) for chunk, own in zip(chunks, beside, strict=True)]
        weights = [rows.shape[1] * _NUMBER + sum(len(str(value).encode()) for value in each) for each in sent]
        for part in _batches(weights, most):
            stamp = secrets.randbits(62)
            self._collection.upsert(
                ids=records[part],
                embeddings=rows[part],
                documents=[chunk.text for chunk in chunks[part]],
                metadatas=[{**own, _STAMP: stamp} for own in beside[part]],
            )

    def _delete(self, records: Sequence[str]) -> None:
        for part in _parts(records):
            self._collection.delete(ids=part)


def _beside(chunk: Chunk) -> dict[str, Any]:
    return {**fields(chunk), _FACTS: facts(chunk)}


def _joined(operator: str, conditions: list[Any]) -> Any:
    return {operator: conditions} if len(conditions) > 1 else next(iter(conditions), None)  # Chroma wants two or more


def _batches(weights: Sequence[int], most: int) -> Iterator[slice]:
    """Cut a list into parts that are not too many and not too heavy."""
    begin, weight = 0, 0
    for at, one in enumerate([*weights, _BYTES + 1]):
        if at > begin and (at - begin == most or weight + one > _BYTES):
            yield slice(begin, at)
            begin, weight = at, 0
        weight += one


def _parts(values: Sequence[Any]) -> Iterator[list[Any]]:
    return (list(values[at : at + _ROWS]) for at in range(0, len(values), _ROWS))

"""A collection of Chroma: it remembers its embedder, its records are read as chunks and written by a plan."""

from __future__ import annotations

import re
import secrets
from collections.abc import Iterator, Sequence
from contextlib import suppress
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar

import numpy as np

from chunklib.chunk import Chunk
from chunklib.retrieval.changes import PROVISIONAL, Plan, chunk_of, fields, in_document_order

if TYPE_CHECKING:
    from chromadb.api import ClientAPI
    from numpy.typing import NDArray

T = TypeVar("T")

_ROWS = 1000  # records that are written, or asked for by their ids, together (Chroma may allow fewer)
_BYTES = 8_000_000  # of texts and vectors that are written together: a server refuses 40 MB
_NUMBER = 16  # bytes that a number of a vector takes on its way to a server, at most
_STAMP = "written"  # beside a record: a number of its own for each time that records were written together
_READINGS = 2  # until one is whole
_MADE_BY, _FORMAT = "chunklib", 1
_NAME = re.compile(r"[a-zA-Z0-9][a-zA-Z0-9._-]{1,510}[a-zA-Z0-9]")
_NAME_RULE = "3-512 characters from [a-zA-Z0-9._-], the first and last a letter or digit, no '..' and no IP address"
_INDEX: Any = {
    "hnsw": {
        # Of vectors of length 1 the inner product is the cosine; asked for cosines, Chroma scales what it is given once
        # more, and gives back other numbers.
        "space": "ip",
        "ef_construction": 200,
        "ef_search": 200,
        # The files of the vector index are not written in one step: a process that is killed meanwhile leaves a folder
        # that crashes whoever searches it. So they are never written; the index is made from the log (SQLite) instead.
        "sync_threshold": 1_000_000_000,
    }
}


class Mark(NamedTuple):
    """What a collection remembers: what made its vectors, and how many numbers each has."""

    embedder: str
    dimensions: int


class Held(NamedTuple):
    """All that a collection holds, in document order, and the stamps of what was written.

    Args:
        chunks: n chunks.
        rows: their vectors, shape (n, dimensions).
        stamps: the different stamps of the records; None where a record has none.
    """

    chunks: list[Chunk]
    rows: NDArray[np.float32]
    stamps: tuple[int, ...] | None


class Stored:
    """The collection of a name, which need not be there yet.

    Args:
        client: the way to Chroma.
        name: the name of the collection.
    """

    def __init__(self, client: ClientAPI, name: str) -> None:
        self.name = name
        self.mark: Mark | None = None
        self._client, self._loaded = client, False
        self._collection: Any = None
        self.find()

    def find(self) -> None:
        """Look for the collection, if it was not there before.

        Raises:
            ValueError: for one that somebody else has made.
        """
        from chromadb.errors import NotFoundError

        if self._collection is not None:
            return
        try:
            found = self._client.get_collection(self.name, embedding_function=None)
        except NotFoundError:
            return
        said = found.metadata or {}
        if (said.get("made_by"), said.get("format")) != (_MADE_BY, _FORMAT):
            raise ValueError(f"the collection {self.name!r} was not made by chunklib: choose another name for yours")
        self.mark = Mark(str(said["embedder"]), int(str(said["dimensions"])))
        self._collection = found

    def make(self, mark: Mark) -> None:
        """Make the collection, unless somebody was quicker."""
        remembered = {"made_by": _MADE_BY, "format": _FORMAT, **mark._asdict()}
        self._client.get_or_create_collection(
            self.name, embedding_function=None, configuration=_INDEX, metadata=remembered
        )
        self.find()

    def catch_up(self) -> None:
        """Let the vector index know what other processes have written."""
        if self._collection is None or self.mark is None:
            return
        if not self._loaded:  # a write that comes before the first query makes Chroma apply the whole log twice
            self.nearest(np.zeros((1, self.mark.dimensions), np.float32), 1, [])
        self._collection.delete(ids=[PROVISIONAL])  # any write does it; no record has this id

    def count(self) -> int:
        """Count the records."""
        return int(self._collection.count()) if self._collection is not None else 0

    def read(self, documents: Sequence[str] | None = None) -> dict[str, Chunk]:
        """Read the chunks of these documents (of all), by the id of their record."""
        if self._collection is None:
            return {}
        found: dict[str, Chunk] = {}
        for where in [None] if documents is None else [{"document": {"$in": part}} for part in _parts(documents)]:
            got = self._collection.get(where=where, include=["documents", "metadatas"])
            found |= {
                record: chunk_of(text, beside)
                for record, text, beside in zip(got["ids"], got["documents"], got["metadatas"], strict=True)
            }
        return found

    def hold(self) -> Held | None:
        """Read everything with its vectors; None where others write faster than it is read."""
        from chromadb.errors import InternalError

        for _ in range(_READINGS):
            with suppress(InternalError):  # for a record that was deleted between its text and its vector
                held = self._everything()
                if held.stamps is None or self.holds(held):
                    return held
        return None

    def _everything(self) -> Held:
        if self._client.get_settings().is_persistent:  # a folder; a server knows what it has written
            self.catch_up()
        got = self._collection.get(include=["documents", "metadatas", "embeddings"])
        each = zip(got["documents"], got["metadatas"], got["embeddings"], strict=True)
        found = [(chunk_of(text, beside), row, beside.get(_STAMP)) for text, beside, row in each]
        found.sort(key=lambda one: in_document_order(one[0]))
        stamps = {stamp for _, _, stamp in found}
        return Held(
            [chunk for chunk, _, _ in found],
            np.array([row for _, row, _ in found], np.float32),
            None if None in stamps else tuple(map(int, stamps)),
        )

    def holds(self, held: Held) -> bool:
        """Tell whether the collection holds exactly this.

        Every writing has a new stamp and is one step, so records of these stamps and no other, as many as before, are
        the same records.
        """
        if not held.stamps or self.count() != len(held.chunks):
            return False
        return not self._collection.get(where={_STAMP: {"$nin": list(held.stamps)}}, limit=1, include=[])["ids"]

    def blanks(self) -> set[str]:
        """Find the records whose vector is all zeros."""
        return set(self._collection.get(where={"blank": True}, include=[])["ids"]) if self._collection else set()

    def vectors(self, records: Sequence[str]) -> dict[str, NDArray[np.float32]]:
        """Read the vectors of records by their ids; :meth:`catch_up` first."""
        found: dict[str, NDArray[np.float32]] = {}
        for part in _parts(records):
            got = self._collection.get(ids=part, include=["embeddings"])
            found |= dict(zip(got["ids"], np.asarray(got["embeddings"], np.float32), strict=True))
        return found

    def nearest(self, rows: NDArray[np.float32], n: int, include: Sequence[str]) -> Any:
        """Ask for the n records nearest to each vector."""
        found = self._collection.query(query_embeddings=rows, n_results=n, include=list(include))
        self._loaded = True
        return found

    def write(self, steps: Plan, rows: NDArray[np.float32]) -> None:
        """Carry out a plan so that at any moment all old chunks or all new chunks are there.

        A record is never written over, because Chroma's index then loses its neighbours to searches: a chunk that
        replaces another is there under a provisional id while the other is deleted.

        Args:
            steps: the plan.
            rows: the vectors of its new and its replaced chunks, in this order.
        """
        free, taken = [chunk.id for chunk in steps.new], [chunk.id for chunk in steps.replaced]
        waiting = [record + PROVISIONAL for record in taken]
        self._add([*free, *waiting], [*steps.new, *steps.replaced], rows)
        self._delete([*(record for record in steps.gone if record not in set(waiting)), *taken])
        self._add(taken, steps.replaced, rows[len(free) :])
        self._delete(waiting)
        for part in _parts(steps.moved):
            stamp = _stamp()
            beside = [{**fields(chunk), _STAMP: stamp} for chunk in part]
            self._collection.update(ids=[chunk.id for chunk in part], metadatas=beside)

    def _add(self, records: Sequence[str], chunks: Sequence[Chunk], rows: NDArray[np.float32]) -> None:
        most = min(_ROWS, self._client.get_max_batch_size()) if records else _ROWS
        for part in _batches([_weight(chunk, rows.shape[1]) for chunk in chunks], most):
            stamp = _stamp()
            self._collection.upsert(
                ids=records[part],
                embeddings=rows[part],
                documents=[chunk.text for chunk in chunks[part]],
                metadatas=[
                    {**fields(chunk), "blank": not row.any(), _STAMP: stamp}
                    for chunk, row in zip(chunks[part], rows[part], strict=True)
                ],
            )

    def _delete(self, records: Sequence[str]) -> None:
        for part in _parts(records):
            self._collection.delete(ids=part)


def check_name(name: str) -> str:
    """Read the name of a collection.

    Raises:
        ValueError: for one that Chroma does not take.
        TypeError: for what is no text.

    >>> check_name("chunks")
    'chunks'
    """
    if not isinstance(name, str):
        raise TypeError(f"the name of a collection must be a text (str): got {type(name).__name__}")
    if not _NAME.fullmatch(name) or ".." in name or re.fullmatch(r"\d+(\.\d+){3}", name):
        raise ValueError(f"the name of a collection must have {_NAME_RULE}: got {name!r}")
    return name


def _stamp() -> int:
    return secrets.randbits(62)  # of two processes that write at once, none can have the other's


def _weight(chunk: Chunk, dimensions: int) -> int:
    return dimensions * _NUMBER + sum(len(str(value).encode()) for value in (chunk.text, *fields(chunk).values()))


def _batches(weights: Sequence[int], most: int) -> Iterator[slice]:
    """Cut a list into parts that are not too many and not too heavy."""
    begin, weight = 0, 0
    for at, one in enumerate(weights):
        if at > begin and (at - begin == most or weight + one > _BYTES):
            yield slice(begin, at)
            begin, weight = at, 0
        weight += one
    if begin < len(weights):
        yield slice(begin, len(weights))


def _parts(values: Sequence[T]) -> Iterator[list[T]]:
    return (list(values[at : at + _ROWS]) for at in range(0, len(values), _ROWS))

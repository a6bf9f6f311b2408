"""Define a store, which keeps chunks with their vectors and finds the nearest to a vector; open the one at a place."""

import os
import re
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import NamedTuple, Protocol

import numpy as np
from numpy.typing import NDArray

from chunklib.chunk import Chunk
from chunklib.errors import InvalidType, InvalidValue
from chunklib.retrieval.index_plan import Plan
from chunklib.retrieval.retriever import Hit


def shown(where: object) -> str:
    """Show where a store is, without the password.

    >>> shown("postgresql://me:secret@host:5432/notes")
    'postgresql://me:***@host:5432/notes'
    """
    return re.sub(r"(?<=:)[^/@]+(?=@)|(?<=password=)[^&]+", "***", str(where))


class Mark(NamedTuple):
    """What a collection remembers: the name of the embedder of its vectors, and how many numbers each has."""

    embedder: str
    dimensions: int


class Held(NamedTuple):
    """What a store holds at one moment.

    Args:
        chunks: n chunks by the id of their record, which is their own or a provisional one.
        rows: their vectors in the same order: shape (n, dimensions).
        version: what changes with every writing; None before the first.
    """

    chunks: Mapping[str, Chunk]
    rows: NDArray[np.float32]
    version: object


NOTHING_HELD = Held({}, np.zeros((0, 1), np.float32), None)
"""What a collection holds that is not there yet."""


class Store(Protocol):
    """Keeps the chunks of one collection; the collection is made when something is first written.

    What fails is said in one line, as a ValueError, or a ConnectionError where no server answers. Whoever is killed
    in the middle of a call leaves all old chunks or all new chunks there.
    """

    def mark(self) -> Mark | None:
        """Return what the collection remembers; None before the first writing."""

    def count(self) -> int:
        """Count the chunks."""

    def chunks(self) -> list[Chunk]:
        """Read all chunks, in any order."""

    def read(self, documents: Sequence[str]) -> Held:
        """Read the chunks of these documents, and their vectors."""

    def write(self, mark: Mark, steps: Plan, rows: NDArray[np.float32], version: object) -> bool:
        """Carry out a plan.

        Args:
            mark: what a new collection is to remember.
            steps: the plan.
            rows: the vectors of its new and its replaced chunks, in this order.
            version: that of what the plan was made from.

        Returns:
            whether it was written. False, and nothing is written, where somebody else has written since.
        """

    def search(self, rows: NDArray[np.float32], k: int) -> list[list[Hit]]:
        """Find the k best chunks for each vector, best first; equal scores are in document order."""

    def close(self) -> None:
        """Let go of a folder or a server."""


_NAME = re.compile(r"[a-zA-Z0-9][a-zA-Z0-9._-]{1,510}[a-zA-Z0-9]")
_NAME_RULE = "3-512 characters from [a-zA-Z0-9._-], the first and last a letter or digit, no '..' and no IP address"
_CHROMA, _CHROMA_FILE = "chroma:", "chroma.sqlite3"
_PLACES = "a file or a folder, postgresql://user@host:port/name or http://host:port (Chroma)"


def open_store(where: str | Path, name: str) -> Store:
    """Open the store at a place.

    Args:
        where: a file or a folder, ``chroma:FOLDER``, or an address that begins with ``http://``, ``https://``,
            ``postgresql://`` or ``postgres://``.
        name: the name of the collection.

    Raises:
        ValueError: for a place that is none, and as the stores do.
        TypeError: for what is neither a path nor a text.
    """
    if not isinstance(where, str | Path):
        raise InvalidType(f"a database is {_PLACES}: got {type(where).__name__}")
    address = where if isinstance(where, str) else ""
    if re.match(r"postgres(ql)?://", address):
        from chunklib.retrieval.postgres_store import PostgresStore

        return PostgresStore(address, name)
    http = re.match(r"https?://", address)
    folder: str | Path | None = where if os.path.exists(os.path.join(where, _CHROMA_FILE)) else None  # noqa: PTH110, PTH118 (never raises)
    if re.match(rf"{_CHROMA}(?!//).", address):
        folder = address.removeprefix(_CHROMA)
    if http or folder:
        from chunklib.retrieval.chroma_client import open_folder, reach_server
        from chunklib.retrieval.chroma_store import ChromaStore

        return ChromaStore(where, open_folder(folder) if folder else reach_server(address), name)
    if where == "" or "://" in address or re.fullmatch(r"[\w.-]*:[\w:]*", address):  # localhost:8000, :memory:
        raise InvalidValue(f"a database is {_PLACES}: got {where!r}")
    from chunklib.retrieval.sqlite_store import SqliteStore

    return SqliteStore(where, name)


def check_name(name: str) -> str:
    """Read the name of a collection; it fits every store, so that an index can move.

    Raises:
        ValueError: for one that Chroma does not take.
        TypeError: for anything but a text.

    >>> check_name("chunks")
    'chunks'
    """
    if not isinstance(name, str):
        raise InvalidType(f"the name of a collection must be a text (str): got {type(name).__name__}")
    if not _NAME.fullmatch(name) or ".." in name or re.fullmatch(r"\d+(\.\d+){3}", name):
        raise InvalidValue(f"the name of a collection must have {_NAME_RULE}: got {name!r}")
    return name

"""Define a store, which keeps chunks with their vectors and finds the nearest to a vector."""

import os
import re
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import NamedTuple, Protocol

import numpy as np
from numpy.typing import NDArray

from chunklib.chunk import Chunk
from chunklib.errors import InvalidValue, NotPermitted
from chunklib.retrieval.index_plan import Plan
from chunklib.retrieval.retriever import Hit
from chunklib.retrieval.where import Where


def shown(where: object) -> str:
    """Show where a store is, without the password.

    >>> shown("postgresql://me:secret@host:5432/notes")
    'postgresql://me:***@host:5432/notes'
    """
    return re.sub(r"(?<=:)[^/@]+(?=@)|(?<=password=)[^&]+", "***", str(where))


def file_at(where: str | Path, name: str) -> Path:
    """Find the file of a store, and make the folders on the way to it.

    Args:
        where: the file, or the folder that it is in.
        name: how it is called in a folder.

    Raises:
        ValueError: where there cannot be a file.
        PermissionError: where it may not be read and written.
    """
    try:
        path = Path(where).resolve()
        path = path / name if path.is_dir() else path
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


class Mark(NamedTuple):
    """Says what a collection remembers: the name of the embedder of its vectors, and how many numbers each has."""

    embedder: str
    dimensions: int


class Held(NamedTuple):
    """Says what a store holds at one moment.

    Args:
        chunks: n chunks by their id.
        rows: their vectors in the same order: shape (n, dimensions).
        version: what changes with every writing; None before the first.
    """

    chunks: Mapping[str, Chunk]
    rows: NDArray[np.float32]
    version: object


NOTHING_HELD = Held({}, np.zeros((0, 1), np.float32), None)
"""The contents of a collection that is not there yet."""


class Store(Protocol):
    """Keeps the chunks of one collection; the collection is made when something is first written.

    A failure is one line: a ValueError, or a ConnectionError if no server answers. A process that is killed in the
    middle of a call leaves either all old chunks or all new chunks.
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
            whether it was written. False, and nothing is written, if another process has written since.
        """

    def search(self, rows: NDArray[np.float32], k: int, where: Where | None) -> list[list[Hit]]:
        """Find the k best chunks that a filter lets through for each vector, best first; ties are in document order."""

    def close(self) -> None:
        """Let go of a folder or a server."""

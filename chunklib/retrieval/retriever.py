"""What a retriever is: it ranks chunks for a query."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple, Protocol

from chunklib.chunk import Chunk
from chunklib.integers import at_least

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

NOTHING = -1
"""Stands in :meth:`Retriever.rank` where there is no further hit."""


class Hit(NamedTuple):
    """A chunk that was found, and its score: higher is better, and only comparable within one search."""

    chunk: Chunk
    score: float


class Retriever(Protocol):
    """Searches a fixed list of chunks, best first; equal scores keep the order of the chunks.

    A k above the number of chunks finds what there is, and an index without chunks finds nothing.
    """

    @property
    def chunks(self) -> Sequence[Chunk]:
        """The chunks that are searched."""

    def search(self, query: str, k: int = 5) -> list[Hit]:
        """Find the k best chunks for a query; fewer where fewer have anything to do with it."""

    def rank(self, queries: Sequence[str], k: int) -> NDArray[np.intp]:
        """Find the places in ``chunks`` of the k best for each of n queries, best first.

        The array has the shape (n, k), or (n, number of chunks) where k is more; it is filled up with -1.
        """


def how_many(k: int, chunks: int) -> int:
    """Read how many hits are wanted: as many as there are chunks, where k is more.

    Raises:
        ValueError: for a k below 1.
        TypeError: for anything but a whole number.

    >>> how_many(5, 12), how_many(5, 3)
    (5, 3)
    """
    return min(at_least(1, "k", k), chunks)

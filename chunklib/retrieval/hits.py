"""What a retriever is: it ranks chunks for a query."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple, Protocol

from chunklib.chunk import Chunk
from chunklib.whole import at_least

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
    """Searches a fixed list of chunks, best first; equal scores keep the order of the chunks."""

    @property
    def chunks(self) -> Sequence[Chunk]:
        """The chunks that are searched."""

    def search(self, query: str, k: int = 5) -> list[Hit]:
        """Find the k best chunks for a query; fewer where fewer have anything to do with it."""

    def rank(self, queries: Sequence[str], k: int) -> NDArray[np.intp]:
        """Find the places in ``chunks`` of the k best for each of n queries: shape (n, k), filled up with -1."""


def how_many(k: int, chunks: int) -> int:
    """Read how many hits are wanted.

    Raises:
        ValueError: unless ``1 <= k <= chunks``.
        TypeError: for anything but a whole number.

    >>> how_many(5, 12)
    5
    """
    k = at_least(1, "k", k)
    if k > chunks:
        raise ValueError(f"k must be at most the number of chunks in the index: got k={k}, {chunks} chunks")
    return k

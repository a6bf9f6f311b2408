"""Define a retriever: it ranks chunks for a query. The base of those that score all of their chunks is here too."""

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any, NamedTuple, Protocol

import numpy as np
from numpy.typing import NDArray

from chunklib.chunk import Chunk
from chunklib.errors import InvalidType, InvalidValue
from chunklib.readers import a_text, at_least, listed
from chunklib.retrieval.where import Where, conditions

NOTHING = -1
"""The place in :meth:`Retriever.rank` that means that there is no further hit."""


class Hit(NamedTuple):
    """Holds a chunk that was found, and its score: higher is better, and only comparable within one search."""

    chunk: Chunk
    score: float


class Retriever(Protocol):
    """Searches a fixed list of chunks, best first; equal scores keep the order of the chunks.

    A k above the number of chunks finds what there is, and an index without chunks finds nothing. Our own also take a
    filter in both methods: ``where={"source": "handbook.md", "page": [3, 4]}``, see :data:`Where`.
    """

    @property
    def chunks(self) -> Sequence[Chunk]:
        """Give the chunks that are searched."""

    def search(self, query: str, k: int = 5) -> list[Hit]:
        """Find the k best chunks for a query; fewer where fewer have anything to do with it."""

    def rank(self, queries: Sequence[str], k: int) -> NDArray[np.intp]:
        """Find the places in ``chunks`` of the k best for each of n queries, best first.

        The array has the shape (n, k), or (n, number of chunks) where k is more; it is filled up with -1.
        """


def how_many(k: int, chunks: int) -> int:
    """Read how many hits are wanted: as many as there are chunks, where k is more."""
    return min(at_least(1, "k", k), chunks)


NO_HIT = -np.inf
"""The score of a chunk that has nothing to do with the query."""


class Searching(ABC):
    """Searches chunks by what is found for each query: places among them, with scores."""

    chunks: Sequence[Chunk]

    @abstractmethod
    def _found(self, queries: list[str], k: int, where: Where | None) -> Iterator[Sequence[tuple[int, float]]]:
        """Find for each query the places in ``chunks``, and the scores, of the k best, best first; k is 0 for none."""

    def search(self, query: str, k: int = 5, *, where: Where | None = None) -> list[Hit]:
        """Find the k best chunks for a query, best first; fewer where fewer have anything to do with it.

        Args:
            query: the words that are searched for.
            k: the most hits.
            where: a filter, see :data:`Where`: the k best are those of the chunks that it lets through.

        Raises:
            ValueError: for a k below 1, and a filter that is none (:func:`chunklib.retrieval.where.conditions`).
            TypeError: for a query that is not a text, and a filter that is none.
        """
        k, text = how_many(k, len(self.chunks)), asked([query])
        conditions(where)
        (found,) = self._found(text, k, where)
        return [Hit(self.chunks[at], score) for at, score in found]

    def rank(self, queries: Sequence[str], k: int, *, where: Where | None = None) -> NDArray[np.intp]:
        """Find the places in ``chunks`` of the k best for each of n queries, as :meth:`Retriever.rank` does."""
        k, texts = how_many(k, len(self.chunks)), asked(queries)
        conditions(where)
        return filled_up([[at for at, _ in found] for found in self._found(texts, k, where)], k)


class Scored(Searching):
    """Scores all of its chunks for a query; equal scores keep the order of the chunks."""

    def __init__(self, chunks: Iterable[Chunk]) -> None:
        self.chunks = indexed(chunks)

    @abstractmethod
    def _scores(self, queries: list[str], where: Where | None) -> Iterator[NDArray[np.floating[Any]]]:
        """Score every chunk for each query in turn; ``NO_HIT`` for one that must not be found."""

    def _found(self, queries: list[str], k: int, where: Where | None) -> Iterator[Sequence[tuple[int, float]]]:
        for scores in self._scores(queries, where):
            yield [(at, float(scores[at])) for at in best(scores, k).tolist()]


def filled_up(found: Sequence[Sequence[int]], k: int) -> NDArray[np.intp]:
    """Put the places that each query found into rows of k, filled up with -1.

    >>> filled_up([[4, 0], [3]], 2).tolist()
    [[4, 0], [3, -1]]
    """
    rows = np.full((len(found), k), NOTHING, np.intp)
    for row, places in zip(rows, found, strict=True):
        row[: len(places)] = places[:k]
    return rows


def indexed(chunks: Iterable[Chunk]) -> tuple[Chunk, ...]:
    """Read the chunks of an index."""
    return tuple(listed("an index needs a list of chunks", chunks, Chunk))


def asked(queries: Sequence[str]) -> list[str]:
    """Read queries."""
    return [a_text("a query", query) for query in listed("queries must be a list of texts", queries)]


def found_by(chunks: Sequence[Chunk], texts: Callable[[Chunk], str]) -> list[str]:
    """Ask for what each chunk is found by."""
    return [a_text(f"what texts returns for chunk {chunk.id}", texts(chunk)) for chunk in chunks]


def best(scores: NDArray[np.floating[Any]], k: int) -> NDArray[np.intp]:
    """Find the places of the k highest scores, highest first; equal ones in their order, ``NO_HIT`` never.

    >>> best(np.array([1.0, 3.0, NO_HIT, 3.0, 0.0]), 3).tolist()
    [1, 3, 0]
    """
    least = NO_HIT if k >= len(scores) else np.partition(scores, -k)[-k]
    places = np.flatnonzero((scores >= least) & (scores > NO_HIT))
    return places[np.argsort(-scores[places], kind="stable")[:k]]


def checked_ranks(found: object, shape: tuple[int, int], chunks: int) -> NDArray[np.intp]:
    """Refuse ranks of a retriever, which may be anybody's, that would be read as something else."""
    try:
        ranks = np.asarray(found)
    except ValueError:  # rows of different lengths
        raise InvalidValue(f"rank must fill every row up to k with {NOTHING}: got rows of different lengths") from None
    if ranks.shape != shape:
        raise InvalidValue(f"rank must return an array of shape (queries, k) = {shape}: got {ranks.shape}")
    if ranks.dtype.kind not in "iu":
        raise InvalidType(f"rank must return whole numbers, places of chunks: got {ranks.dtype}")
    if len(wrong := ranks[(ranks < NOTHING) | (ranks >= chunks)]):
        raise InvalidValue(f"rank must return places from 0 to {chunks - 1}, or {NOTHING}: got {wrong[0]}")
    return ranks.astype(np.intp)

"""Fuse several retrievers by rank, because their scores cannot be compared; and make a retriever by its name."""

from collections.abc import Iterable, Iterator
from itertools import zip_longest
from typing import Any

import numpy as np
from numpy.typing import NDArray

from chunklib.chunk import Chunk
from chunklib.embed import Embedder
from chunklib.errors import InvalidType, InvalidValue, check_name
from chunklib.readers import at_least
from chunklib.retrieval.bm25 import BM25
from chunklib.retrieval.exact_search import Dense
from chunklib.retrieval.retriever import NO_HIT, NOTHING, Retriever, Scored, checked_ranks, indexed
from chunklib.retrieval.where import Where

_DECIMALS = 12  # equal sums of different fractions (1/3 + 1/6 and 1/4 + 1/4) may differ in their last bit


class Hybrid(Scored):
    """Finds what several retrievers find, by reciprocal rank fusion.

    A chunk scores the sum of ``1 / (constant + rank)`` over the lists that have it; the first of a list has rank 1
    (Cormack, Clarke, Büttcher, "Reciprocal Rank Fusion outperforms Condorcet and individual Rank Learning Methods",
    SIGIR 2009). What is equal to 12 decimals keeps the order of the chunks. The lists are read equally far whatever
    ``k`` is, so more hits never change the first ones.

    Args:
        retrievers: two or more over the same chunks.
        constant: how little the first ranks stand out, 0 or more; 60 is the paper's.
        depth: how many hits of each list count; a shorter list counts whole.

    Raises:
        ValueError: for fewer than two retrievers, for different chunks, and numbers out of range.
        TypeError: for anything but a retriever.

    >>> from chunklib import Chunk
    >>> from chunklib.retrieval import BM25, Dense
    >>> one = Chunk("Fish is cold.", 0, 13, size=4, overlap=0, index=0, document="note")
    >>> two = Chunk("Bread is warm.", 14, 28, size=4, overlap=0, index=1, document="note")
    >>> both = Hybrid(BM25([one, two]), Dense([one, two], "hashing"))
    >>> [(hit.chunk.id, round(hit.score, 4)) for hit in both.search("warm bread", k=2)]
    [('note:14-28', 0.0328), ('note:0-13', 0.0161)]
    """

    def __init__(self, *retrievers: Retriever, constant: int = 60, depth: int = 100) -> None:
        self._constant = at_least(0, "constant", constant)
        depth = at_least(1, "depth", depth)
        super().__init__(_shared(retrievers).chunks)
        self._retrievers = retrievers
        self._depth = max(1, min(depth, len(self.chunks)))

    def _scores(self, queries: list[str], where: Where | None) -> Iterator[NDArray[np.floating[Any]]]:
        more: dict[str, Any] = {"where": where} if where else {}  # a retriever of yours may know no filter
        found = [retriever.rank(queries, self._depth, **more) for retriever in self._retrievers]
        shape = len(queries), min(self._depth, len(self.chunks))
        lists = np.stack([checked_ranks(one, shape, len(self.chunks)) for one in found], axis=1)
        parts = 1 / (self._constant + np.arange(1, self._depth + 1))
        for ranked in lists:
            scores = np.zeros(len(self.chunks))
            for places in ranked:
                hits = places[places != NOTHING]
                scores[hits] += parts[: len(hits)]
            fused = np.round(scores, _DECIMALS)
            yield np.where(fused > 0, fused, NO_HIT)


def _shared(retrievers: tuple[Retriever, ...]) -> Retriever:
    """Refuse what cannot be fused."""
    for retriever in retrievers:
        if isinstance(retriever, type) or not (hasattr(retriever, "rank") and hasattr(retriever, "chunks")):
            raise InvalidType(f"a hybrid is made of retrievers, with rank and chunks: got {type(retriever).__name__}")
    if len(retrievers) < 2:
        raise InvalidValue(f"a hybrid needs at least two retrievers: got {len(retrievers)}")
    first, *others = ([chunk.id for chunk in retriever.chunks] for retriever in retrievers)
    for number, other in enumerate(others, start=2):
        for place, (one, two) in enumerate(zip_longest(first, other, fillvalue="none")):
            if one != two:
                where = f"at place {place} the first has {one}, number {number} has {two}"
                raise InvalidValue(f"the retrievers of a hybrid must search the same chunks: {where}")
    return retrievers[0]


RETRIEVERS = ("bm25", "dense", "hybrid")
"""The names that :func:`make_retriever` knows."""


def make_retriever(name: str, chunks: Iterable[Chunk], embed: str | Embedder | None = None) -> Retriever:
    """Make a retriever with its defaults.

    Args:
        name: ``"bm25"`` (:class:`BM25`), ``"dense"`` (:class:`Dense`) or ``"hybrid"`` (both, fused).
        chunks: what is searched.
        embed: the embedder of ``dense`` and ``hybrid``, as :func:`chunklib.embed.embedder` takes it; ``bm25`` needs
            none and does not look at it.

    Raises:
        ValueError: for an unknown name.
        ModuleNotFoundError: for ``bm25`` and ``hybrid`` without bm25s (the extra ``retrieval``).

    >>> chunk = Chunk("Fish is cold.", 0, 13, size=4, overlap=0, index=0, document="note")
    >>> [hit.chunk.id for hit in make_retriever("bm25", [chunk]).search("cold", k=1)]
    ['note:0-13']
    """
    check_name("retriever", name, RETRIEVERS)
    found = indexed(chunks)
    if name == "bm25":
        return BM25(found)
    if name == "dense":
        return Dense(found, embed)
    return Hybrid(BM25(found), Dense(found, embed))

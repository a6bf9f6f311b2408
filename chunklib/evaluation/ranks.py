"""Ask any retriever for its hits, and read them as places among the chunks that it was given."""

import operator
from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from chunklib.chunk import Chunk
from chunklib.errors import InvalidType, InvalidValue
from chunklib.readers import listed
from chunklib.retrieval.retriever import NOTHING, checked_ranks


def ranked(retriever: Any, chunks: Sequence[Chunk], queries: Sequence[str], k: int) -> NDArray[np.intp]:
    """Ask a retriever for the k best chunks of each of Q queries: places in ``chunks``, shape (Q, k), -1 for none.

    It is a :class:`chunklib.retrieval.Retriever`, or anything with ``search(query, k)`` that returns chunks, their
    ids, or pairs that begin with one. Where it keeps its chunks in another order, they are known by their ids.
    """
    if callable(getattr(retriever, "rank", None)):
        found, own = retriever.rank(queries, k), getattr(retriever, "chunks", None)
        if not isinstance(own, Sequence) or not all(isinstance(chunk, Chunk) for chunk in own):
            own = chunks  # what it calls chunks is something else
        return _ours(checked_ranks(found, (len(queries), k), len(own)), own, chunks)
    if not callable(getattr(retriever, "search", None)):
        rule = "a retriever has rank(queries, k) or search(query, k)"
        raise InvalidType(f"{rule}: got {type(retriever).__name__}, which has neither")
    places = _places(chunks)
    ranks = np.full((len(queries), k), NOTHING, np.intp)
    for row, query in zip(ranks, queries, strict=True):
        hits = listed("search must return a list of hits", retriever.search(query, k))
        found = [_place(_id(hit), places) for hit in hits][:k]
        row[: len(found)] = found
    return ranks


def _ours(ranks: NDArray[np.intp], own: Sequence[Chunk], chunks: Sequence[Chunk]) -> NDArray[np.intp]:
    """Turn places in a retriever's own chunks into places in ours: a database keeps them in an order of its own."""
    if len(own) == len(chunks) and all(map(operator.is_, own, chunks)):
        return ranks
    names = [chunk.id for chunk in own]
    places, there = _places(chunks), [NOTHING] * (len(names) + 1)  # the last is what -1 stands for
    for at in np.unique(ranks[ranks != NOTHING]).tolist():
        there[at] = _place(names[at], places)
    return np.array(there, np.intp)[ranks]


def _places(chunks: Sequence[Chunk]) -> dict[str, int]:
    return {chunks[at].id: at for at in reversed(range(len(chunks)))}  # of equal ones the first counts


def _place(name: str, places: dict[str, int]) -> int:
    if name not in places:
        those = f"the {len(places)} chunks that it was given"
        raise InvalidValue(f"the retriever found {name!r}, which is not among {those}")
    return places[name]


def _id(hit: object) -> str:
    chunk = hit[0] if isinstance(hit, tuple) and hit else hit
    if isinstance(chunk, str):
        return chunk
    if not isinstance(chunk, Chunk):
        rule = "search must return chunks (chunklib.Chunk), their ids, or pairs that begin with one"
        raise InvalidType(f"{rule}: got {type(chunk).__name__}")
    return chunk.id

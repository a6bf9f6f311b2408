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
    own = getattr(retriever, "chunks", None)
    if not isinstance(own, Sequence) or not all(isinstance(chunk, Chunk) for chunk in own):
        own = chunks  # what it calls chunks is something else
    same = len(own) == len(chunks) and all(map(operator.is_, own, chunks))
    if same and callable(getattr(retriever, "rank", None)):
        return checked_ranks(retriever.rank(queries, k), (len(queries), k), len(chunks))
    if not callable(getattr(retriever, "search", None)):
        rule = "a retriever has rank(queries, k) or search(query, k)"
        raise InvalidType(f"{rule}: got {type(retriever).__name__}, which has neither")
    places = {chunks[at].id: at for at in reversed(range(len(chunks)))}  # of equal ones the first counts
    ranks = np.full((len(queries), k), NOTHING, np.intp)
    for row, query in zip(ranks, queries, strict=True):
        hits = listed("search must return a list of hits", retriever.search(query, k))
        found = [_place(hit, places) for hit in hits][:k]
        row[: len(found)] = found
    return ranks


def _place(hit: object, places: dict[str, int]) -> int:
    chunk = hit[0] if isinstance(hit, tuple) and hit else hit
    if not isinstance(chunk, str | Chunk):
        rule = "search must return chunks (chunklib.Chunk), their ids, or pairs that begin with one"
        raise InvalidType(f"{rule}: got {type(chunk).__name__}")
    name = chunk if isinstance(chunk, str) else chunk.id
    if name not in places:
        those = f"the {len(places)} chunks that it was given"
        raise InvalidValue(f"the retriever found {name!r}, which is not among {those}")
    return places[name]

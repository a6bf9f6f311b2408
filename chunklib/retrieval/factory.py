"""Retrievers by name, for what takes a name: sweeps and the command line."""

from __future__ import annotations

from collections.abc import Iterable

from chunklib.chunk import Chunk
from chunklib.embed import Embedder
from chunklib.errors import InvalidValue
from chunklib.retrieval.base import indexed
from chunklib.retrieval.bm25 import BM25
from chunklib.retrieval.dense import Dense
from chunklib.retrieval.hybrid import Hybrid
from chunklib.retrieval.retriever import Retriever

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
    if name not in RETRIEVERS:
        raise InvalidValue(f"unknown retriever {name!r}: choose {', '.join(RETRIEVERS[:-1])} or {RETRIEVERS[-1]}")
    found = indexed(chunks)
    if name == "bm25":
        return BM25(found)
    if name == "dense":
        return Dense(found, embed)
    return Hybrid(BM25(found), Dense(found, embed))

"""Retrieval by vectors: every chunk is compared with the query, exactly."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Any

import numpy as np
from numpy.typing import NDArray

from chunklib.chunk import Chunk
from chunklib.context import in_full
from chunklib.embed import Embedder, embedder
from chunklib.retrieval.base import Scored, found_by
from chunklib.retrieval.exact_search import Vectors, embedded


class Dense(Scored):
    """Finds chunks by the cosine between their vector and the query's: exact search, no index that approximates.

    Cosines are compared to 6 decimals; what is equal then keeps the order of the chunks. A cosine of 0 or below is
    ranked like any other. A vector of zeros has no direction: such a chunk is never found, such a query finds nothing.

    Args:
        chunks: what is searched.
        embed: a name or a callable, as :func:`chunklib.embed.embedder` takes it; it embeds chunks and queries. Each
            different text is embedded once.
        texts: what a chunk is found by; by default its context, a blank line, and its text.

    Raises:
        ValueError: for an unknown embedder, and one that does not return a vector of numbers a text.
        TypeError: for what is no chunk, and for ``texts`` that does not return texts.
        ModuleNotFoundError: for ``embed="wordllama"`` without wordllama (the extra ``semantic``).

    >>> one = Chunk("Fish is cold.", 0, 13, size=4, overlap=0, index=0, document="note")
    >>> two = Chunk("Bread is warm.", 14, 28, size=4, overlap=0, index=1, document="note")
    >>> [(hit.chunk.id, round(hit.score, 3)) for hit in Dense([one, two], "hashing").search("warm bread", k=2)]
    [('note:14-28', 0.816), ('note:0-13', 0.0)]
    """

    def __init__(
        self,
        chunks: Iterable[Chunk],
        embed: str | Embedder | None = None,
        *,
        texts: Callable[[Chunk], str] = in_full,
    ) -> None:
        super().__init__(chunks)
        self._embed = embedder(embed)
        self._vectors = Vectors(self.chunks, embedded(self._embed, found_by(self.chunks, texts)))

    def _scores(self, queries: list[str]) -> Iterator[NDArray[np.floating[Any]]]:
        return (
            self._vectors.scores(embedded(self._embed, queries)) if self.chunks else iter(np.zeros((len(queries), 0)))
        )

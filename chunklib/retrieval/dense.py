"""Retrieval by vectors: every chunk is compared with the query, exactly."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from chunklib.chunk import Chunk
from chunklib.context import in_full
from chunklib.embed import Embedder, embedder, vectors
from chunklib.retrieval.scored import NO_HIT, Scored, found_by

if TYPE_CHECKING:
    from numpy.typing import NDArray

_DECIMALS = 6  # single precision, in which embedders work, tells no more apart
_SCORES = 1 << 21  # cosines that are held at once


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
        ValueError: without chunks, for an unknown embedder, and one that does not return a vector of numbers a text.
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
        self._vectors = self._embedded(found_by(self.chunks, texts))
        self._nowhere = ~self._vectors.any(axis=1)

    def _embedded(self, texts: Sequence[str]) -> NDArray[np.float64]:
        """Embed texts; the same text has the same vector, whatever stands beside it."""
        places = {text: place for place, text in enumerate(dict.fromkeys(texts))}
        return vectors(self._embed, list(places))[[places[text] for text in texts]].astype(np.float64)

    def _scores(self, queries: list[str]) -> Iterator[NDArray[np.floating[Any]]]:
        if not queries:
            return
        asked = self._embedded(queries)
        dimensions = self._vectors.shape[1]
        if asked.shape[1] != dimensions:
            sizes = f"{dimensions} numbers a chunk, {asked.shape[1]} a query"
            raise ValueError(f"an embedder must give queries and chunks vectors of one length: got {sizes}")
        step = max(1, _SCORES // len(self.chunks))
        for at in range(0, len(asked), step):
            block = asked[at : at + step]
            cosines = np.round(block @ self._vectors.T, _DECIMALS) + 0.0  # no -0.0
            cosines[:, self._nowhere] = NO_HIT
            cosines[~block.any(axis=1)] = NO_HIT
            yield from cosines

"""Exact search by vectors: the cosine of every chunk for every query, in one way for all who search exactly."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from chunklib.chunk import Chunk
from chunklib.embed import Embedder, vectors
from chunklib.retrieval.scored import NO_HIT, Scored

if TYPE_CHECKING:
    from numpy.typing import NDArray

DECIMALS = 6
"""To which cosines are compared: single precision, in which embedders work, tells no more apart."""

_SCORES = 1 << 21  # cosines that are held at once


def embedded(embed: Embedder, texts: Sequence[str]) -> NDArray[np.float32]:
    """Embed texts, each different one once; the same text has the same vector, whatever stands beside it.

    Args:
        embed: a callable ``list[str] -> array``.
        texts: n texts.

    Returns:
        an array of shape (n, dimensions), as :func:`chunklib.embed.vectors` makes it.

    Raises:
        ValueError: as :func:`chunklib.embed.vectors`.

    >>> embedded(lambda texts: [[len(text), 0] for text in texts], ["one", "three", "one"]).tolist()
    [[1.0, 0.0], [1.0, 0.0], [1.0, 0.0]]
    """
    places = {text: place for place, text in enumerate(dict.fromkeys(texts))}
    return vectors(embed, list(places))[[places[text] for text in texts]]


class Vectors(Scored):
    """Chunks whose vectors are known, found by the cosine between their vector and the query's.

    Args:
        chunks: what is searched, n of them.
        rows: their vectors: shape (n, dimensions), each of length 1, or of zeros, which is never found.
        ask: what makes such rows of queries.

    Raises:
        TypeError: for what is not a chunk.

    >>> one, two = (Chunk(text, 0, 1, size=1, overlap=0, index=0, document=text) for text in "ab")
    >>> found = Vectors([one, two], np.array([[0.6, 0.8], [1, 0]]), lambda texts: np.array([[1.0, 0]] * len(texts)))
    >>> [(hit.chunk.document, hit.score) for hit in found.search("?", k=2)]
    [('b', 1.0), ('a', 0.6)]
    """

    def __init__(
        self, chunks: Sequence[Chunk], rows: NDArray[Any], ask: Callable[[Sequence[str]], NDArray[Any]]
    ) -> None:
        super().__init__(chunks)
        self._ask = ask
        self._vectors = rows.astype(np.float64)
        self._nowhere = ~self._vectors.any(axis=1)

    def _scores(self, queries: list[str]) -> Iterator[NDArray[np.floating[Any]]]:
        if not queries or not self.chunks:
            yield from np.zeros((len(queries), 0))
            return
        asked = self._ask(queries).astype(np.float64)
        dimensions = self._vectors.shape[1]
        if asked.shape[1] != dimensions:
            sizes = f"{dimensions} numbers a chunk, {asked.shape[1]} a query"
            raise ValueError(f"an embedder must give queries and chunks vectors of one length: got {sizes}")
        step = max(1, _SCORES // len(self.chunks))
        for at in range(0, len(asked), step):
            block = asked[at : at + step]
            cosines = np.round(block @ self._vectors.T, DECIMALS) + 0.0  # no -0.0
            cosines[:, self._nowhere] = NO_HIT
            cosines[~block.any(axis=1)] = NO_HIT
            yield from cosines

"""Exact search by vectors: the cosine of every chunk for every query, in one way for all who search exactly."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from chunklib.chunk import Chunk
from chunklib.embed import Embedder, vectors
from chunklib.errors import InvalidValue
from chunklib.retrieval.base import NO_HIT, best
from chunklib.retrieval.index_plan import in_document_order
from chunklib.retrieval.retriever import Hit

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


class Vectors:
    """Chunks and their vectors, compared with other vectors by the cosine.

    Args:
        chunks: what is searched, n of them.
        rows: their vectors: shape (n, dimensions), each of length 1, or of zeros, which is never found.

    >>> one, two = (Chunk(text, 0, 1, size=1, overlap=0, index=0, document=text) for text in "ab")
    >>> [hits] = Vectors([one, two], np.array([[0.6, 0.8], [1, 0]])).nearest(np.array([[1.0, 0]]), k=2)
    >>> [(hit.chunk.document, hit.score) for hit in hits]
    [('b', 1.0), ('a', 0.6)]
    """

    def __init__(self, chunks: Sequence[Chunk], rows: NDArray[Any]) -> None:
        self._chunks = chunks
        self._rows = rows.astype(np.float64)
        self._nowhere = ~self._rows.any(axis=1)

    @classmethod
    def in_order(cls, chunks: Sequence[Chunk], rows: NDArray[Any]) -> Vectors:
        """Put chunks of many documents, and their vectors, in document order."""
        order = sorted(range(len(chunks)), key=lambda at: in_document_order(chunks[at]))
        return cls([chunks[at] for at in order], rows[order])

    def nearest(self, asked: NDArray[Any], k: int) -> list[list[Hit]]:
        """Find the k best chunks for each vector, best first; equal cosines keep the order of the chunks."""
        return [
            [Hit(self._chunks[at], float(scores[at])) for at in best(scores, min(k, len(scores)))]
            for scores in self.scores(asked)
        ]

    def scores(self, asked: NDArray[Any]) -> Iterator[NDArray[np.float64]]:
        """Score every chunk for each vector in turn; ``NO_HIT`` for one that must not be found.

        Raises:
            ValueError: for vectors of another length.
        """
        if not len(asked) or not self._chunks:
            yield from np.zeros((len(asked), 0))
            return
        dimensions = self._rows.shape[1]
        if asked.shape[1] != dimensions:
            sizes = f"{dimensions} numbers a chunk, {asked.shape[1]} a query"
            raise InvalidValue(f"an embedder must give queries and chunks vectors of one length: got {sizes}")
        step = max(1, _SCORES // len(self._chunks))
        for at in range(0, len(asked), step):
            block = asked[at : at + step].astype(np.float64)
            cosines = np.round(block @ self._rows.T, DECIMALS) + 0.0  # no -0.0
            cosines[:, self._nowhere] = NO_HIT
            cosines[~block.any(axis=1)] = NO_HIT
            yield from cosines

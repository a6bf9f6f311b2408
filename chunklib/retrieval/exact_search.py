"""Search by vectors, exactly: the cosine of every chunk for every query, in one way for all who search exactly."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from chunklib.chunk import Chunk
from chunklib.context import in_full
from chunklib.embed import Embedder, embedder, vectors
from chunklib.errors import InvalidValue
from chunklib.retrieval.index_plan import in_document_order
from chunklib.retrieval.retriever import NO_HIT, Hit, Scored, best, found_by
from chunklib.retrieval.where import Metadata, Where

DECIMALS = 6
"""To which cosines are compared: single precision, in which embedders work, tells no more apart."""

_SCORES = 1 << 21  # cosines that are held at once


def embedded(embed: Embedder, texts: Sequence[str]) -> NDArray[np.float32]:
    """Embed texts as :func:`chunklib.embed.vectors` does, each different one once: the same text has the same vector.

    >>> embedded(lambda texts: [[len(text), 0] for text in texts], ["one", "three", "one"]).tolist()
    [[1.0, 0.0], [1.0, 0.0], [1.0, 0.0]]
    """
    places = {text: place for place, text in enumerate(dict.fromkeys(texts))}
    return vectors(embed, list(places))[[places[text] for text in texts]]


class Vectors:
    """Compares the vectors of n chunks, each of length 1 or of zeros, with other vectors by the cosine.

    >>> one, two = (Chunk(text, 0, 1, size=1, overlap=0, index=0, document=text) for text in "ab")
    >>> [hits] = Vectors([one, two], np.array([[0.6, 0.8], [1, 0]])).nearest(np.array([[1.0, 0]]), k=2)
    >>> [(hit.chunk.document, hit.score) for hit in hits]
    [('b', 1.0), ('a', 0.6)]
    """

    def __init__(self, chunks: Sequence[Chunk], rows: NDArray[Any]) -> None:
        self._chunks, self._metadata = chunks, Metadata(chunks)
        self._rows = rows.astype(np.float64)
        self._nowhere = ~self._rows.any(axis=-1)

    @classmethod
    def in_order(cls, chunks: Iterable[Chunk], rows: NDArray[Any]) -> Vectors:
        """Put chunks of many documents, and their vectors, in document order."""
        found = list(chunks)
        order = sorted(range(len(found)), key=lambda at: in_document_order(found[at]))
        return cls([found[at] for at in order], rows[order])

    def nearest(self, asked: NDArray[Any], k: int, where: Where | None = None) -> list[list[Hit]]:
        """Find the k best chunks for each vector, best first; equal cosines keep the order of the chunks."""
        return [
            [Hit(self._chunks[at], float(scores[at])) for at in best(scores, min(k, len(scores)))]
            for scores in self.scores(asked, where)
        ]

    def scores(self, asked: NDArray[Any], where: Where | None = None) -> Iterator[NDArray[np.float64]]:
        """Score every chunk for each vector in turn; ``NO_HIT`` for one that must not be found."""
        if not len(asked) or not self._chunks:
            yield from np.zeros((len(asked), 0))
            return
        dimensions = self._rows.shape[1]
        if asked.shape[1] != dimensions:
            sizes = f"{dimensions} numbers a chunk, {asked.shape[1]} a query"
            raise InvalidValue(f"an embedder must give queries and chunks vectors of one length: got {sizes}")
        never = self._nowhere | ~self._metadata.matching(where)
        step = max(1, _SCORES // len(self._chunks))
        for at in range(0, len(asked), step):
            block = asked[at : at + step].astype(np.float64)
            cosines = np.round(block @ self._rows.T, DECIMALS) + 0.0  # no -0.0
            cosines[:, never] = NO_HIT
            cosines[~block.any(axis=1)] = NO_HIT
            yield from cosines


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
        TypeError: for anything but a chunk, and for ``texts`` that does not return texts.
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

    def _scores(self, queries: list[str], where: Where | None) -> Iterator[NDArray[np.floating[Any]]]:
        return self._vectors.scores(embedded(self._embed, queries), where)

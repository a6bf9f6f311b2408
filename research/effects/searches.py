"""Search in the ways that are compared: each function puts the hits of a retriever in another order, or asks it again.

It takes the chunks, the retriever, queries and the number of hits, and gives for each query the places of its hits.
"""

import re
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from math import log
from typing import Any

import numpy as np
from numpy.typing import NDArray

from chunklib.chunk import Chunk
from chunklib.evaluation.benchmarks.benchmark import Question
from chunklib.retrieval.retriever import NOTHING, filled_up

Makes = Callable[[Sequence[Chunk]], Any]
Rows = Iterator[list[int]]
Asked = Mapping[str, Question]
"""Questions by their texts, which are all that a retriever is given of them."""

FIRST = 20  # hits that are put in another order
_KEPT = 3  # hits of a first search that are read before those of a second
_READ, _ADDED = 3, 10  # hits from which a query takes words, and how many
_WORD = re.compile(r"\w\w+")


class Reordered:
    """Ranks chunks by one of the functions below; ``of`` makes the retriever that it is given."""

    def __init__(self, chunks: Sequence[Chunk], of: Makes, order: Callable[..., Rows]) -> None:
        self.chunks, self._searched, self._order = chunks, of(chunks), order

    def rank(self, queries: Sequence[str], k: int) -> NDArray[np.intp]:
        """Find the places of the k best for each query, as :meth:`chunklib.retrieval.Retriever.rank` does."""
        k = min(k, len(self.chunks))
        return filled_up(list(self._order(self.chunks, self._searched, queries, k)), k)


def _hits(retriever: Any, queries: Sequence[str], k: int, **where: Any) -> list[list[int]]:
    ranks = retriever.rank(queries, min(k, len(retriever.chunks)), **where)
    return [row[row != NOTHING].tolist() for row in ranks]


def in_own_document(_: Sequence[Chunk], searched: Any, queries: Sequence[str], k: int, *, asked: Asked) -> Rows:
    """Search for each question only its own document, as if the user had named it; a query begins with its question."""
    for query in queries:
        yield from _hits(searched, [query], k, where={"document": asked[query.partition("\n")[0]].document})


def best_order(chunks: Sequence[Chunk], searched: Any, queries: Sequence[str], k: int, *, asked: Asked) -> Rows:
    """Put the first 20 in the order of the evidence that they have: no reranker of 20 can find more.

    This is exact for chunks that share no text, if the evidence lies in no more of them than are read.
    """
    for query, row in zip(queries, _hits(searched, queries, max(k, FIRST)), strict=True):
        lacking = {at: -_evidence(chunks[at], asked[query]) for at in row[:FIRST]}
        yield sorted(lacking, key=lacking.__getitem__) + row[FIRST:]


def _evidence(chunk: Chunk, asked: Question) -> int:
    """Count the characters of evidence that a chunk has."""
    shared = (min(chunk.end_char, end) - max(chunk.start_char, start) for start, end in asked.spans)
    return sum(max(0, one) for one in shared) if chunk.document == asked.document else 0


def reranked(chunks: Sequence[Chunk], searched: Any, queries: Sequence[str], k: int, *, by: Makes) -> Rows:
    """Put the first 20 in the order in which another retriever ranks them."""
    judged = _hits(by(chunks), queries, len(chunks))
    for row, best in zip(_hits(searched, queries, max(k, FIRST)), judged, strict=True):
        yield [at for at in best if at in row[:FIRST]] + row[FIRST:]


def searched_twice(chunks: Sequence[Chunk], searched: Any, queries: Sequence[str], k: int) -> Rows:
    """Read three hits; then those of a second search, which is asked the question and the text of the best hit."""
    first = _hits(searched, queries, k)
    seeds = ("\n".join(chunks[at].text for at in row[:1]) for row in first)
    again = _hits(searched, [f"{query}\n{seed}" for query, seed in zip(queries, seeds, strict=True)], k)
    for row, more in zip(first, again, strict=True):
        yield list(dict.fromkeys([*row[:_KEPT], *more, *row]))


def expanded(chunks: Sequence[Chunk], searched: Any, queries: Sequence[str], k: int) -> Rows:
    """Search again with the question and ten words of its three best hits (pseudo relevance feedback).

    A word counts the hits that have it times ln(N / n), for a word in n of N chunks, after the offer weight of
    Robertson ("On Term Selection for Query Expansion", 1990); words of the question are left out. Of equal ones the
    first in the hits is taken.
    """
    words = [dict.fromkeys(_WORD.findall(chunk.text.lower())) for chunk in chunks]
    often, longer = Counter(word for own in words for word in own), []
    for query, row in zip(queries, _hits(searched, queries, _READ), strict=True):
        found, known = Counter(word for at in row for word in words[at]), _WORD.findall(query.lower())
        weights = {word: hits * log(len(chunks) / often[word]) for word, hits in found.items() if word not in known}
        longer.append(" ".join([query, *sorted(weights, key=weights.__getitem__, reverse=True)[:_ADDED]]))
    yield from _hits(searched, longer, k)

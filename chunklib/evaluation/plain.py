"""The evaluation that tutorials show: whole chunks are right or wrong, and named by their ids."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Any, Protocol

from chunklib.chunk import Chunk
from chunklib.retrieval.hits import how_many


class Searches(Protocol):
    """A retriever, as far as it is used here."""

    @property
    def search(self) -> Any:
        """Find hits: ``search(query, k)``."""


def evaluate_overlap_impact(
    queries: Sequence[str],
    ground_truth: Sequence[Collection[str]] | Mapping[str, Collection[str]],
    chunks: Sequence[Chunk],
    retriever: Searches,
    k: int = 5,
) -> dict[str, float]:
    """Average recall, precision and F1 over queries, counting whole chunks.

    Use it to see what tutorials compute. It has limits, and :func:`chunklib.evaluation.evaluate` has none of them:

    * ids belong to one chunking: with another overlap there are other chunks, so the ground truth has to be made
      again, and two chunkings are not measured by the same truth;
    * with overlap, evidence lies in more chunks: the same retrieval then has a lower recall, for nothing was lost;
    * a chunk counts fully, however little of the evidence it has, and whatever its length;
    * precision cannot reach 1 where fewer than k chunks are relevant;
    * a mean alone says nothing about chance.

    Args:
        queries: n questions.
        ground_truth: the ids of the relevant chunks of each, in the same order, or by query.
        chunks: what the retriever searches; every id of the ground truth is one of theirs.
        retriever: anything with ``search(query, k)`` that returns chunks, or pairs that begin with one.
        k: how many chunks are retrieved.

    Returns:
        ``recall``, ``precision`` and ``f1``, fractions, each the mean over the queries.

    Raises:
        ValueError: without queries; for another number of truths than queries; for a query without relevant chunks, and
            an id that no chunk has.

    >>> class First:
    ...     def search(self, query, k):
    ...         return [(chunk, 1.0) for chunk in chunks[:k]]
    >>> chunks = [Chunk("a", at, at + 1, 1, 0, at, "doc") for at in range(4)]
    >>> found = evaluate_overlap_impact(["one", "two"], [["doc:0-1"], ["doc:1-2", "doc:3-4"]], chunks, First(), k=2)
    >>> found == {"recall": 0.75, "precision": 0.5, "f1": (2 / 3 + 1 / 2) / 2}
    True
    """
    k = how_many(k, len(chunks))
    truths = _truths(list(queries), ground_truth, {chunk.id for chunk in chunks})
    scores = [_scores(truth, _ids(retriever.search(query, k))) for query, truth in truths]
    recall, precision, f1 = (sum(values) / len(scores) for values in zip(*scores, strict=True))
    return {"recall": recall, "precision": precision, "f1": f1}


def _truths(
    queries: list[str], ground_truth: Sequence[Collection[str]] | Mapping[str, Collection[str]], known: set[str]
) -> list[tuple[str, set[str]]]:
    if not queries:
        raise ValueError("queries must not be empty")
    if isinstance(ground_truth, Mapping):
        missing = [query for query in queries if query not in ground_truth]
        if missing:
            raise ValueError(f"ground_truth has nothing for {missing[0]!r}")
        ground_truth = [ground_truth[query] for query in queries]
    if len(ground_truth) != len(queries):
        raise ValueError(f"each query needs its truth: got {len(queries)} queries, {len(ground_truth)} truths")
    found = [(query, set(truth)) for query, truth in zip(queries, ground_truth, strict=True)]
    for query, truth in found:
        if not truth:
            raise ValueError(f"a query needs relevant chunks: got none for {query!r}")
        if unknown := sorted(truth - known):
            raise ValueError(f"no chunk has the id {unknown[0]!r}, which is the truth for {query!r}: another chunking?")
    return found


def _ids(hits: Iterable[Any]) -> set[str]:
    chunks = [hit[0] if isinstance(hit, tuple) else hit for hit in hits]
    return {chunk if isinstance(chunk, str) else chunk.id for chunk in chunks}


def _scores(relevant: set[str], retrieved: set[str]) -> tuple[float, float, float]:
    both = len(relevant & retrieved)
    precision = both / len(retrieved) if retrieved else 0.0
    return both / len(relevant), precision, 2 * both / (len(relevant) + len(retrieved))

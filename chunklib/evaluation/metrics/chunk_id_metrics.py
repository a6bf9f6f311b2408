"""Evaluate as tutorials do: whole chunks are right or wrong, and named by their ids."""

from collections.abc import Collection, Sequence
from typing import Any

from chunklib.chunk import Chunk
from chunklib.errors import InvalidValue
from chunklib.evaluation.ranks import ranked
from chunklib.readers import listed
from chunklib.retrieval.retriever import NOTHING, asked, how_many, indexed

_NAMES = ("recall", "precision", "f1")


def evaluate_overlap_impact(
    queries: Sequence[str],
    ground_truth: Sequence[Collection[str]],
    chunks: Sequence[Chunk],
    retriever: Any,
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
        ground_truth: the ids of the relevant chunks of each, in the same order.
        chunks: what the retriever searches; every id of the ground truth is one of theirs.
        retriever: anything with ``search(query, k)`` that returns chunks, their ids, or pairs that begin with one.
        k: how many chunks are retrieved.

    Returns:
        ``recall``, ``precision`` and ``f1``, fractions, each the mean over the queries.

    Raises:
        ValueError: without queries; for more or fewer truths than queries, one without ids, an id that no chunk has.
        TypeError: for one text in place of a list, a retriever without ``search``, and hits that are none of these.

    >>> from types import SimpleNamespace
    >>> first = SimpleNamespace(search=lambda query, k: [(chunk, 1.0) for chunk in chunks[:k]])
    >>> chunks = [Chunk("a", at, at + 1, 1, 0, at, "doc") for at in range(4)]
    >>> found = evaluate_overlap_impact(["one", "two"], [["doc:0-1"], ["doc:1-2", "doc:3-4"]], chunks, first, k=2)
    >>> found == {"recall": 0.75, "precision": 0.5, "f1": (2 / 3 + 1 / 2) / 2}
    True
    """
    chunks, texts = indexed(chunks), asked(queries)
    ids = [chunk.id for chunk in chunks]
    truths, k = _truths(texts, ground_truth, set(ids)), how_many(k, len(chunks))
    found = [{ids[at] for at in row if at != NOTHING} for row in ranked(retriever, chunks, texts, k).tolist()]
    scores = [_scores(truth, own) for truth, own in zip(truths, found, strict=True)]
    return {name: sum(values) / len(scores) for name, values in zip(_NAMES, zip(*scores, strict=True), strict=True)}


def _truths(queries: list[str], ground_truth: Sequence[Collection[str]], known: set[str]) -> list[set[str]]:
    truths = listed("ground_truth must be a list of lists of ids", ground_truth)
    if not queries:
        raise InvalidValue("queries must not be empty")
    if len(truths) != len(queries):
        raise InvalidValue(f"each query needs its truth: got {len(queries)} queries, {len(truths)} truths")
    for query, truth in zip(queries, truths, strict=True):
        ids = listed(f"the truth for {query!r} must be a list of ids", truth, str)
        if not ids:
            raise InvalidValue(f"a query needs relevant chunks: got none for {query!r}")
        for name in ids:
            if name not in known:
                raise InvalidValue(f"no chunk has the id {name!r}, which is the truth for {query!r}: another chunking?")
    return list(map(set, truths))


def _scores(relevant: set[str], retrieved: set[str]) -> tuple[float, float, float]:
    both = len(relevant & retrieved)
    precision = both / len(retrieved) if retrieved else 0.0
    return both / len(relevant), precision, 2 * both / (len(relevant) + len(retrieved))

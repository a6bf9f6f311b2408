"""Recall, precision and their kin from places in documents alone: (document, start, end), half-open, exact integers."""

from collections.abc import Iterable, Sequence

import numpy as np
from numpy.typing import NDArray

from chunklib.chunk import Chunk
from chunklib.errors import InvalidValue
from chunklib.evaluation.metrics.axis import Evidence, Line, Pool
from chunklib.evaluation.metrics.registry import METRICS
from chunklib.evaluation.metrics.retrieved import Retrieved


def retrieved_scores(evidence: Evidence, pool: Pool, ranks: NDArray[np.intp]) -> dict[str, NDArray[np.float64]]:
    """Score what was retrieved for Q questions.

    Args:
        evidence: of Q questions.
        pool: N chunks.
        ranks: shape (Q, k): the places of the chunks in the pool, best first, -1 where there is none.

    Returns:
        an array of shape (Q,) for each metric that judges hits alone; linear in what was retrieved, but for a sort.
    """
    hits = Retrieved(evidence, pool, ranks, ranks.shape[1])
    return {name: metric.compute(hits) for name, metric in METRICS.items() if metric.judges == "hits"}


def span_scores(
    retrieved: Sequence[tuple[str, int, int]], evidence: Iterable[tuple[str, int, int]]
) -> dict[str, float]:
    """Score what was retrieved for one question, from places alone.

    Args:
        retrieved: (document, start, end) of each retrieved chunk, best first.
        evidence: (document, start, end) of each piece of evidence; pieces do not overlap.

    Returns:
        a fraction for each metric that judges hits alone.

    Raises:
        ValueError: without evidence; for a range that is empty, reversed or begins before 0; for evidence that
            overlaps.

    >>> scores = span_scores([("a", 0, 100), ("a", 80, 180)], [("a", 90, 110)])
    >>> scores["recall"], scores["precision"], scores["iou"], round(scores["iou_set"], 4), scores["redundancy"]
    (1.0, 0.1, 0.1, 0.1111, 0.1)
    """
    wanted = sorted(evidence)
    if not wanted:
        raise InvalidValue("a question needs evidence: got none")
    lengths: dict[str, int] = {}
    for document, _, end in (*wanted, *retrieved):
        lengths[document] = max(lengths.get(document, 0), end)
    line = Line(lengths)
    spans = line.ranges([0] * len(wanted), wanted, "evidence")
    if (spans.start[1:] < spans.end[:-1]).any():
        raise InvalidValue(f"pieces of evidence must not overlap: got {wanted}")
    chunks = [Chunk("", start, end, 0, 0, at, document) for at, (document, start, end) in enumerate(retrieved)]
    scores = retrieved_scores(Evidence(spans, 1, line), Pool(chunks, line), np.arange(len(chunks))[None, :])
    return {name: float(score[0]) for name, score in scores.items()}

"""What was retrieved, against the evidence: recall, precision and their kin, question by question.

All from places in documents (document, start, end), half-open, in exact integers; one division at the end. In these
formulas *found* is the evidence that some retrieved chunk has, *given* the characters of all retrieved chunks, one that
two of them have counted twice, *different* the same counted once, and *evidence* the characters of the evidence.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from chunklib.chunk import Chunk
from chunklib.evaluation.intervals import Covered, Ranges, total
from chunklib.evaluation.line import Evidence, Line, Pool
from chunklib.retrieval.hits import NOTHING

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Fractions = NDArray[np.float64]

METRICS = {
    "recall": "found / evidence",
    "precision": "found / given",
    "f1": "2 found / (given + evidence): the harmonic mean of recall and precision",
    "iou": "found / (given + evidence - found): repeated characters count each time, as Chroma's report has it",
    "iou_set": "found / (different + evidence - found): Jaccard's index of two sets of characters",
    "whole": "the share of the pieces of evidence that lie wholly inside one retrieved chunk",
    "redundancy": "1 - different / given: the share of what was retrieved that had been retrieved before",
}
"""What :func:`retrieved_scores` measures, each a fraction from 0 to 1, in words."""


def ratio(part: NDArray[Any], whole: NDArray[Any]) -> Fractions:
    """Divide, with 0 where there is nothing to divide by.

    >>> ratio(np.array([1, 0]), np.array([4, 0])).tolist()
    [0.25, 0.0]
    """
    divided: Fractions = part / np.maximum(whole, 1)
    return divided


def retrieved_scores(evidence: Evidence, pool: Pool, ranks: NDArray[np.intp]) -> dict[str, Fractions]:
    """Score what was retrieved for Q questions.

    Args:
        evidence: of Q questions.
        pool: N chunks.
        ranks: shape (Q, k): the places of the chunks in the pool, best first, -1 where there is none.

    Returns:
        an array of shape (Q,) for each of :data:`METRICS`; linear in what was retrieved, but for a sort.
    """
    given = pool.taken(ranks)
    covered = Covered(given, evidence.questions, evidence.line.length)
    found = total(evidence.spans.owner, covered.within(evidence.spans), evidence.questions)
    characters = total(given.owner, given.length, evidence.questions)
    missed = evidence.length - found
    recall, precision = ratio(found, evidence.length), ratio(found, characters)
    return {
        "recall": recall,
        "precision": precision,
        "f1": ratio(2 * found, characters + evidence.length),
        "iou": ratio(found, characters + missed),
        "iou_set": ratio(found, covered.lengths + missed),
        "whole": evidence.share(_whole(evidence.spans, pool, ranks)),
        "redundancy": ratio(characters - covered.lengths, characters),
    }


def _whole(spans: Ranges, pool: Pool, ranks: NDArray[np.intp]) -> NDArray[np.bool_]:
    """Tell which spans lie wholly inside one chunk that was retrieved for their question."""
    at = ranks[spans.owner]  # (S, k)
    inside = (pool.start[at] <= spans.start[:, None]) & (pool.end[at] >= spans.end[:, None]) & (at != NOTHING)
    within: NDArray[np.bool_] = inside.any(axis=1)
    return within


def span_scores(
    retrieved: Sequence[tuple[str, int, int]], evidence: Iterable[tuple[str, int, int]]
) -> dict[str, float]:
    """Score what was retrieved for one question, from places alone.

    Args:
        retrieved: (document, start, end) of each retrieved chunk, best first.
        evidence: (document, start, end) of each piece of evidence; pieces do not overlap.

    Returns:
        a fraction for each of :data:`METRICS`.

    Raises:
        ValueError: without evidence; for a range that is empty, reversed or begins before 0; for evidence that
            overlaps.

    >>> scores = span_scores([("a", 0, 100), ("a", 80, 180)], [("a", 90, 110)])
    >>> scores["recall"], scores["precision"], scores["iou"], round(scores["iou_set"], 4), scores["redundancy"]
    (1.0, 0.1, 0.1, 0.1111, 0.1)
    """
    wanted = sorted(evidence)
    if not wanted:
        raise ValueError("a question needs evidence: got none")
    lengths: dict[str, int] = {}
    for document, _, end in (*wanted, *retrieved):
        lengths[document] = max(lengths.get(document, 0), end)
    line = Line(lengths)
    spans = line.ranges([0] * len(wanted), wanted, "evidence")
    if (spans.start[1:] < spans.end[:-1]).any():
        raise ValueError(f"pieces of evidence must not overlap: got {wanted}")
    chunks = [Chunk("", start, end, 0, 0, at, document) for at, (document, start, end) in enumerate(retrieved)]
    scores = retrieved_scores(Evidence(spans, 1, line), Pool(chunks, line), np.arange(len(chunks))[None, :])
    return {name: float(score[0]) for name, score in scores.items()}

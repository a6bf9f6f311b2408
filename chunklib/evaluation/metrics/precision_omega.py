"""Precision at full recall: how much evidence is in the chunks that have any of it (*precision-omega*).

It judges a chunking alone, as if every chunk with evidence, and no other, were retrieved (Smith and Troynikov,
"Evaluating Chunking Strategies for Retrieval", Chroma Research, 2024).
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from chunklib.evaluation.metrics.axis import Evidence, Pool
from chunklib.evaluation.metrics.ranges import Covered, Ranges, meetings, ratio, total


def precision_omega(evidence: Evidence, pool: Pool) -> NDArray[np.float64]:
    """Divide the evidence that is in any chunk by the characters of all chunks that have some of it.

    Ranges are half-open, and a character that two of these chunks have counts twice, as in precision.

    Args:
        evidence: of Q questions.
        pool: all chunks.

    Returns:
        fractions of shape (Q,); 0 where no chunk has any evidence.
    """
    chunks = _with_evidence(evidence, pool, reach=0)
    found = _found(evidence, chunks)
    return ratio(found, total(chunks.owner, chunks.length, evidence.questions))


def precision_omega_published(evidence: Evidence, pool: Pool) -> NDArray[np.float64]:
    """Compute precision-omega as the published code does, for comparison with what was published.

    There a chunk that only touches the evidence is counted among those that have it, a character that two chunks have
    counts once, and evidence that is in no chunk is counted with the chunks.

    Args:
        evidence: of Q questions.
        pool: all chunks.

    Returns:
        fractions of shape (Q,).
    """
    chunks = _with_evidence(evidence, pool, reach=1)
    found = _found(evidence, chunks)
    different = Covered(chunks, evidence.questions, evidence.line.length).lengths
    return ratio(found, different + evidence.length - found)


def _with_evidence(evidence: Evidence, pool: Pool, *, reach: int) -> Ranges:
    """List the chunks that have evidence of a question, each once for each question."""
    order = np.argsort(pool.start, kind="stable")
    start, end = pool.start[order], pool.end[order]
    span, chunk = meetings(evidence.spans, start, end, reach=reach)
    pairs = np.unique(np.stack([evidence.spans.owner[span], chunk]), axis=1)
    return Ranges(pairs[0], start[pairs[1]], end[pairs[1]])


def _found(evidence: Evidence, chunks: Ranges) -> NDArray[np.int64]:
    covered = Covered(chunks, evidence.questions, evidence.line.length)
    return total(evidence.spans.owner, covered.within(evidence.spans), evidence.questions)

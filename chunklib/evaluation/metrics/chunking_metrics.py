"""Judge a chunking before anything is retrieved: containment, cut evidence, repetition, precision-omega.

*Precision-omega* is precision at full recall: how much evidence is in the chunks that have any of it, as if every such
chunk, and no other, were retrieved (Smith and Troynikov, "Evaluating Chunking Strategies for Retrieval", Chroma
Research, 2024). What takes the evidence of Q questions and all chunks, in any order, gives fractions of shape (Q,).
"""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from chunklib.chunk import Chunk
from chunklib.evaluation.axis import Evidence, Pool, Ranges, ratio, total, whole_in_some


def contained(evidence: Evidence, pool: Pool) -> NDArray[np.float64]:
    """Say which share of each question's pieces of evidence lie wholly inside some chunk."""
    return evidence.share(whole_in_some(evidence.spans.start, evidence.spans.end, pool.start, pool.end))


def boundary_cut(evidence: Evidence, pool: Pool) -> NDArray[np.float64]:
    """Say which share of each question's pieces of evidence have the start or the end of a chunk inside them.

    An overlap cuts no less: it adds a chunk that has the whole piece. So this rises with overlap while
    :func:`contained` rises too.
    """
    edges = np.unique(np.concatenate([pool.start, pool.end]))
    spans = evidence.spans
    cut = np.searchsorted(edges, spans.start, side="right") < np.searchsorted(edges, spans.end, side="left")
    return evidence.share(cut)


def achieved_overlap(chunks: Sequence[Chunk]) -> float:
    """Average what neighbours of one document really share, in units of their ruler; 0 without neighbours."""
    shared = [chunk.overlap for chunk in chunks if chunk.index]
    return sum(shared) / len(shared) if shared else 0.0


def precision_omega(evidence: Evidence, pool: Pool) -> NDArray[np.float64]:
    """Divide the evidence that is in any chunk by the characters of all chunks that have some of it.

    Ranges are half-open, and a character that two of these chunks have counts twice, as in precision. It is 0 where no
    chunk has any evidence.
    """
    chunks = _with_evidence(evidence, pool, reach=0)
    found = evidence.found(evidence.coverage(chunks))
    return ratio(found, total(chunks.owner, chunks.length, evidence.questions))


def precision_omega_published(evidence: Evidence, pool: Pool) -> NDArray[np.float64]:
    """Compute precision-omega as the published code does, for comparison with what was published.

    There a chunk that only touches the evidence is counted among those that have it, a character that two chunks have
    counts once, and evidence that is in no chunk is counted with the chunks.
    """
    covered = evidence.coverage(_with_evidence(evidence, pool, reach=1))
    found = evidence.found(covered)
    return ratio(found, covered.lengths + evidence.length - found)


def _with_evidence(evidence: Evidence, pool: Pool, *, reach: int) -> Ranges:
    """List the chunks that have evidence of a question, each once for each; with reach 1 also those that touch it."""
    spans, order = evidence.spans, np.argsort(pool.start, kind="stable")
    start, end = pool.start[order], pool.end[order]
    first = np.searchsorted(np.maximum.accumulate(end), spans.start - reach, side="right").tolist()
    last = np.searchsorted(start, spans.end + reach, side="left").tolist()
    near = zip(spans.owner.tolist(), (spans.start - reach).tolist(), first, last, strict=True)
    # Between the first and the last, a short chunk may end before the evidence, after the start of a long one.
    pairs = {(owner, at) for owner, begin, *places in near for at in range(*places) if end[at] > begin}
    owner, at = np.array(sorted(pairs), np.int64).reshape(-1, 2).T
    return Ranges(owner, start[at], end[at])

"""Measures of a ranking, where the order of the hits matters: reciprocal rank and nDCG, computed by ir-measures."""

from __future__ import annotations

import warnings
from typing import TYPE_CHECKING, Any

import numpy as np

from chunklib.evaluation.intervals import meetings
from chunklib.evaluation.line import Evidence, Pool
from chunklib.retrieval.hits import NOTHING

if TYPE_CHECKING:
    from numpy.typing import NDArray


def ranking_scores(evidence: Evidence, pool: Pool, ranks: NDArray[np.intp]) -> dict[str, NDArray[np.float64]]:
    """Score the order in which chunks with evidence were found.

    A chunk is relevant if it has any character of the evidence. With overlap, or in smaller pieces, more chunks are, so
    these scores compare retrievers over one chunking, not chunkings.

    Args:
        evidence: of Q questions.
        pool: N chunks.
        ranks: shape (Q, k): the places of the chunks in the pool, best first, -1 where there is none.

    Returns:
        two arrays of shape (Q,): ``mrr``, one over the rank of the first relevant chunk, and ``ndcg``, the discounted
        gain over that of the best order (Järvelin and Kekäläinen, "Cumulated gain-based evaluation of IR techniques",
        2002), both to depth k; 0 where nothing relevant was found.

    Raises:
        ModuleNotFoundError: without ir-measures (the extra ``ranking``).

    >>> from chunklib.evaluation.line import Line
    >>> from chunklib.chunk import Chunk
    >>> from chunklib.evaluation.benchmark import Question
    >>> line = Line({"a": 20})
    >>> evidence = Evidence.of([Question("q", "?", "a", ((12, 14),))], line)
    >>> pool = Pool([Chunk("", 0, 10, 1, 0, 0, "a"), Chunk("", 10, 20, 1, 0, 1, "a")], line)
    >>> {name: float(score[0].round(3)) for name, score in ranking_scores(evidence, pool, np.array([[0, 1]])).items()}
    {'mrr': 0.5, 'ndcg': 0.631}
    """
    measures = _package()
    depth = ranks.shape[1]
    reciprocal, gain = measures.RR @ depth, measures.nDCG @ depth
    found = measures.iter_calc([reciprocal, gain], _relevant(evidence, pool), _run(ranks))
    names = {reciprocal: "mrr", gain: "ndcg"}
    scores = {name: np.zeros(evidence.questions) for name in names.values()}
    for one in found:
        scores[names[one.measure]][int(one.query_id)] = one.value
    return scores


def _relevant(evidence: Evidence, pool: Pool) -> dict[str, dict[str, int]]:
    order = np.argsort(pool.start, kind="stable")
    span, chunk = meetings(evidence.spans, pool.start[order], pool.end[order])
    relevant: dict[str, dict[str, int]] = {}
    for question, place in zip(evidence.spans.owner[span].tolist(), order[chunk].tolist(), strict=True):
        relevant.setdefault(str(question), {})[str(place)] = 1
    return relevant


def _run(ranks: NDArray[np.intp]) -> dict[str, dict[str, float]]:
    """Turn ranks into scores that fall with the rank."""
    return {
        str(question): {str(place): -float(rank) for rank, place in enumerate(places) if place != NOTHING}
        for question, places in enumerate(ranks.tolist())
    }


def _package() -> Any:
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # of packages that it finds on the way
            import ir_measures
    except ModuleNotFoundError:
        message = "ranking measures need the package ir-measures: pip install 'chunklib[ranking]'"
        raise ModuleNotFoundError(message, name="ir_measures") from None
    return ir_measures

"""Recall that does not mind which copy of the evidence was found: it may be in several places, word for word."""

from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from chunklib.evaluation.benchmarks.benchmark import Benchmark
from chunklib.evaluation.metrics.axis import Evidence, Line, Pool
from chunklib.evaluation.metrics.ranges import Ranges, ratio, total

_LEAST = 20  # characters: a shorter piece is by chance in places that answer nothing


class Copies:
    """All places where the text of a piece of evidence is, in any document; short pieces have only their own.

    Args:
        benchmark: documents and questions.
        line: its documents on a line.
    """

    def __init__(self, benchmark: Benchmark, line: Line) -> None:
        found: list[tuple[int, int, tuple[str, int, int]]] = []
        span = 0
        for number, question in enumerate(benchmark.questions):
            for (start, end), text in zip(question.spans, benchmark.evidence(question), strict=True):
                long = len(text) >= _LEAST
                places = _occurrences(benchmark, text) if long else [(question.document, start, end)]
                found += [(span, number, place) for place in places]
                span += 1
        self.span = np.array([span for span, _, _ in found], np.int64)
        self.ranges: Ranges = line.ranges(
            [question for _, question, _ in found], [place for _, _, place in found], "evidence"
        )


def _occurrences(benchmark: Benchmark, text: str) -> Iterator[tuple[str, int, int]]:
    for name, document in benchmark.documents.items():
        at = document.find(text)
        while at >= 0:
            yield name, at, at + len(text)
            at = document.find(text, at + 1)


def recall_of_any_copy(evidence: Evidence, copies: Copies, pool: Pool, ranks: NDArray[np.intp]) -> NDArray[np.float64]:
    """Measure recall where each piece of evidence counts by the copy of which most was retrieved.

    Args:
        evidence: of Q questions.
        copies: where their evidence is.
        pool: N chunks.
        ranks: shape (Q, k), best first, -1 where there is none.

    Returns:
        fractions of shape (Q,), none below recall itself.
    """
    covered = evidence.coverage(pool.taken(ranks))
    best = np.zeros(len(evidence.spans.start), np.int64)
    np.maximum.at(best, copies.span, covered.within(copies.ranges))
    return ratio(total(evidence.spans.owner, best, evidence.questions), evidence.length)

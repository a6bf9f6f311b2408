"""Measure whether a retriever's scores show that a question has no answer."""

import numpy as np

from chunklib.errors import InvalidValue
from chunklib.evaluation.benchmarks.benchmark import Benchmark
from chunklib.retrieval.retriever import NO_HIT, Retriever


def told_apart(benchmark: Benchmark, retriever: Retriever) -> float:
    """Measure how often the best hit of a question with an answer scores above that of one without.

    Args:
        benchmark: its ``questions`` are compared with its ``unanswerable`` ones, each with each.
        retriever: searches the chunks of its documents.

    Returns:
        the exact share of pairs, where equal scores count half: 1 if a threshold on the score separates all of them,
        0.5 if the score says nothing. It is the area under the ROC curve (Hanley and McNeil, 1982).

    Raises:
        ValueError: for a benchmark without unanswerable questions.

    >>> from chunklib.evaluation import own_benchmark
    >>> from chunklib.retrieval import BM25
    >>> from chunklib.strategies import recursive
    >>> own = own_benchmark()
    >>> chunks = [chunk for name, text in own.documents.items() for chunk in recursive(text, 200, 0, document=name)]
    >>> 0.5 < told_apart(own, BM25(chunks)) < 1
    True
    """
    if not benchmark.unanswerable:
        raise InvalidValue(f"the benchmark {benchmark.name!r} has no unanswerable questions")
    asked = (benchmark.questions, benchmark.unanswerable)
    best = ([max((hit[1] for hit in retriever.search(q.text, 1)), default=NO_HIT) for q in part] for part in asked)
    answered, not_answered = map(np.array, best)
    above = answered[:, None] > not_answered
    return float((2 * above.sum() + (answered[:, None] == not_answered).sum()) / (2 * above.size))

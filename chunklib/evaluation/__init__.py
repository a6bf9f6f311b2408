"""Does it help? Questions with exact evidence, metrics over spans, and statistics that can be trusted."""

from chunklib.evaluation.benchmark import Benchmark, Question
from chunklib.evaluation.evaluate import Evaluation, evaluate
from chunklib.evaluation.own import own_benchmark
from chunklib.evaluation.plain import evaluate_overlap_impact
from chunklib.evaluation.public import load_benchmark, load_squad
from chunklib.evaluation.retrieved import span_scores

__all__ = [
    "Benchmark",
    "Evaluation",
    "Question",
    "evaluate",
    "evaluate_overlap_impact",
    "load_benchmark",
    "load_squad",
    "own_benchmark",
    "span_scores",
]

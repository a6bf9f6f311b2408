"""Measure whether it helps: questions with exact evidence, metrics over spans, and statistics that can be trusted."""

from chunklib.evaluation.benchmarks.benchmark import Benchmark, LeftOut, Question
from chunklib.evaluation.benchmarks.course_benchmark import SELF_CONTAINED, own_benchmark
from chunklib.evaluation.benchmarks.loaders import load_benchmark
from chunklib.evaluation.benchmarks.squad import load_squad
from chunklib.evaluation.evaluate import Evaluation, evaluate
from chunklib.evaluation.metrics.chunk_id_metrics import evaluate_overlap_impact
from chunklib.evaluation.metrics.registry import span_scores
from chunklib.evaluation.statistics.differences import Difference, Interval, interval, paired
from chunklib.evaluation.statistics.verdict import Verdict, verdict, verdicts
from chunklib.evaluation.sweep.comparison import Findings, findings
from chunklib.evaluation.sweep.grid import Setting, grid
from chunklib.evaluation.sweep.results import Results
from chunklib.evaluation.sweep.sweep import sweep
from chunklib.evaluation.unanswerable import told_apart

__all__ = [
    "SELF_CONTAINED",
    "Benchmark",
    "Difference",
    "Evaluation",
    "Findings",
    "Interval",
    "LeftOut",
    "Question",
    "Results",
    "Setting",
    "Verdict",
    "evaluate",
    "evaluate_overlap_impact",
    "findings",
    "grid",
    "interval",
    "load_benchmark",
    "load_squad",
    "own_benchmark",
    "paired",
    "span_scores",
    "sweep",
    "told_apart",
    "verdict",
    "verdicts",
]

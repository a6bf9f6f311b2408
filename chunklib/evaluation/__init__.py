"""Does it help? Questions with exact evidence, metrics over spans, and statistics that can be trusted."""

from chunklib.evaluation.benchmark import Benchmark, Question
from chunklib.evaluation.evaluate import Evaluation, evaluate
from chunklib.evaluation.findings import Findings, findings
from chunklib.evaluation.own import own_benchmark
from chunklib.evaluation.plain import evaluate_overlap_impact
from chunklib.evaluation.public import load_benchmark, load_squad
from chunklib.evaluation.results import Results
from chunklib.evaluation.retrieved import span_scores
from chunklib.evaluation.settings import Setting, grid
from chunklib.evaluation.statistics import Difference, Interval, interval, paired
from chunklib.evaluation.sweep import sweep
from chunklib.evaluation.verdict import Verdict, verdict, verdicts

__all__ = [
    "Benchmark",
    "Difference",
    "Evaluation",
    "Findings",
    "Interval",
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
    "verdict",
    "verdicts",
]

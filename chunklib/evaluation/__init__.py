"""Measure whether it helps: questions with exact evidence, metrics over spans, and statistics that can be trusted."""

from chunklib.evaluation.benchmarks.benchmark import Benchmark as Benchmark
from chunklib.evaluation.benchmarks.benchmark import LeftOut as LeftOut
from chunklib.evaluation.benchmarks.benchmark import Question as Question
from chunklib.evaluation.benchmarks.course_benchmark import SELF_CONTAINED as SELF_CONTAINED
from chunklib.evaluation.benchmarks.course_benchmark import own_benchmark as own_benchmark
from chunklib.evaluation.benchmarks.loaders import load_benchmark as load_benchmark
from chunklib.evaluation.benchmarks.squad import load_squad as load_squad
from chunklib.evaluation.evaluate import Evaluation as Evaluation
from chunklib.evaluation.evaluate import evaluate as evaluate
from chunklib.evaluation.evaluate import told_apart as told_apart
from chunklib.evaluation.lost import Ledger as Ledger
from chunklib.evaluation.lost import where_lost as where_lost
from chunklib.evaluation.metrics.chunk_id_metrics import evaluate_overlap_impact as evaluate_overlap_impact
from chunklib.evaluation.metrics.registry import span_scores as span_scores
from chunklib.evaluation.statistics.differences import Difference as Difference
from chunklib.evaluation.statistics.differences import Interval as Interval
from chunklib.evaluation.statistics.differences import interval as interval
from chunklib.evaluation.statistics.differences import paired as paired
from chunklib.evaluation.statistics.verdict import Verdict as Verdict
from chunklib.evaluation.statistics.verdict import verdicts as verdicts
from chunklib.evaluation.sweep.comparison import Findings as Findings
from chunklib.evaluation.sweep.comparison import findings as findings
from chunklib.evaluation.sweep.grid import Setting as Setting
from chunklib.evaluation.sweep.grid import grid as grid
from chunklib.evaluation.sweep.results import Results as Results
from chunklib.evaluation.sweep.sweep import sweep as sweep

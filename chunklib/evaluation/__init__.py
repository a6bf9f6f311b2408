"""Does it help? Questions with exact evidence, metrics over spans, and statistics that can be trusted."""

from chunklib.evaluation.benchmark import Benchmark, Question

__all__ = ["Benchmark", "Question"]

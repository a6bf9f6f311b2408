"""Answer what :func:`chunklib.advice.tune` asks by measuring on a benchmark."""

from dataclasses import KW_ONLY, dataclass, field

from chunklib.embed import Embedder
from chunklib.errors import InvalidValue
from chunklib.evaluation.benchmarks.benchmark import Benchmark
from chunklib.evaluation.metrics.registry import METRICS
from chunklib.evaluation.phases import PHASES
from chunklib.evaluation.sweep.grid import Setting
from chunklib.evaluation.sweep.results import Results
from chunklib.evaluation.sweep.sweep import sweep


@dataclass
class Measured:
    """Measures ``(size, overlap) -> score`` on a benchmark, averaged over phases; nothing is measured twice.

    ``metric`` is one of which more is better, since the search raises it. All else is as in :func:`.sweep.sweep`.

    >>> small = Benchmark.from_quotes("small", {"note": "Warm rooms. " * 40 + "Cold rooms."}, {"How cold?": "Cold"})
    >>> measured = Measured(small, "token_windows", k=2, phases=2)
    >>> measured(10, 0), round(measured.storage(10, 5), 2)
    (1.0, 1.93)
    """

    benchmark: Benchmark
    strategy: str = "token_windows"
    _: KW_ONLY
    retriever: str = "bm25"
    k: int = 5
    metric: str = "recall"
    phases: int = PHASES
    embed: str | Embedder | None = None
    _found: dict[tuple[int, int], Results] = field(default_factory=dict, init=False, repr=False)

    def __post_init__(self) -> None:
        if self.metric in METRICS and not METRICS[self.metric].higher_is_better:
            raise InvalidValue(f"metric must be one of which more is better, for it is raised: got {self.metric!r}")

    def __call__(self, size: int, overlap: int) -> float:
        """Measure the metric."""
        results = self._results(size, overlap)
        return results.mean(results.settings[0], self.metric)

    def storage(self, size: int, overlap: int) -> float:
        """Measure what is stored, over the documents' own tokens; at least 1."""
        results = self._results(size, overlap)
        return max(1.0, results.multiplier(results.settings[0]))

    def _results(self, size: int, overlap: int) -> Results:
        if (size, overlap) not in self._found:
            setting = Setting(self.strategy, size, overlap, self.retriever, self.k)
            self._found[size, overlap] = sweep([setting], self.benchmark, phases=self.phases, embed=self.embed)
        return self._found[size, overlap]

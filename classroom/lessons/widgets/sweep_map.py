"""Hold the results of a sweep, and draw its questions again once: every figure after that is arithmetic."""

from __future__ import annotations

from functools import cached_property

from chunklib.errors import InvalidType
from chunklib.evaluation.statistics.differences import Interval, interval
from chunklib.evaluation.statistics.resampling import Resampler
from chunklib.evaluation.sweep.grid import Setting
from chunklib.evaluation.sweep.results import Results
from classroom.lessons.widgets.arguments import one_of


class Measured:
    """Holds the results of a sweep, with the draws that all means share."""

    def __init__(self, results: Results) -> None:
        self.results = results
        self._means: dict[tuple[str, str], Interval] = {}

    @cached_property
    def resampler(self) -> Resampler:
        """Return the draws."""
        return Resampler(self.results.documents)

    def mean(self, metric: str, setting: Setting) -> Interval:
        """Average a metric of a setting."""
        key = metric, setting.label
        if key not in self._means:
            self._means[key] = interval(self.results.scores(setting, metric), self.resampler)
        return self._means[key]


def measured(results: object, metric: str) -> Measured:
    """Take the results of a sweep.

    Raises:
        TypeError: they are not what ``sweep`` gives.
        ValueError: the sweep has no such metric.
    """
    if not isinstance(results, Results):
        raise InvalidType(f"results must be what sweep() gives: got {type(results).__name__}")
    one_of("metric", metric, results.metrics)
    return Measured(results)

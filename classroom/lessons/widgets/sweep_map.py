"""Lay the results of a sweep out as a map, and draw its questions again once: every figure after that is arithmetic."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property

from chunklib.errors import InvalidType
from chunklib.evaluation.statistics.differences import Interval, interval
from chunklib.evaluation.statistics.resampling import Resampler
from chunklib.evaluation.statistics.verdict import Verdict
from chunklib.evaluation.sweep.grid import Setting
from chunklib.evaluation.sweep.results import Results
from chunklib.evaluation.wording import points
from classroom.lessons.widgets.arguments import one_of

SAME_ROW = "first of its row"
"""The baseline that is not one setting: every cell is compared with the first of its row."""
_WORDS = {
    "lost to correction": "lost to Holm",
    "test and interval disagree": "no claim",
    "no difference seen": "not seen",
}


@dataclass(frozen=True, slots=True)
class Cell:
    """Holds a setting on the map: its mean and interval, or a verdict on its difference; none for the baseline."""

    setting: Setting
    mean: Interval | None = None
    verdict: Verdict | None = None

    @property
    def value(self) -> float:
        """Return the number that the cell is coloured by: a fraction."""
        if self.mean:
            return self.mean.mean
        return self.verdict.difference.mean if self.verdict else 0.0

    @property
    def number(self) -> str:
        """Write the number: per cent, or points with their sign."""
        if self.mean:
            return f"{100 * self.mean.mean:.1f}"
        return points(self.verdict.difference.mean) if self.verdict else "baseline"

    @property
    def interval(self) -> str:
        """Write the interval; empty for the baseline."""
        if self.mean:
            return f"[{100 * self.mean.low:.1f}, {100 * self.mean.high:.1f}]"
        found = self.verdict and self.verdict.difference
        return f"[{points(found.low)}, {points(found.high)}]" if found else ""

    @property
    def word(self) -> str:
        """Say of a difference what the data allow: "more", "less", or why neither."""
        if not self.verdict:
            return ""
        if self.verdict.finding != "difference":
            return _WORDS[self.verdict.finding]
        if not self.verdict.claim:
            return "too few phases"
        return "more" if self.verdict.difference.mean > 0 else "less"

    def __str__(self) -> str:
        return "  ".join(filter(None, (self.number, self.interval, self.word)))


class Measured:
    """Lays the results of a sweep out as a map: rows of one chunking size and retriever, columns of overlaps."""

    def __init__(self, results: Results) -> None:
        self.results = results
        self.labels: Mapping[str, Setting] = {setting.label: setting for setting in results.settings}
        self.columns = tuple(dict.fromkeys(str(setting.overlap) for setting in results.settings))
        self.rows: dict[str, dict[str, Setting]] = {}
        for setting in results.settings:
            self.rows.setdefault(row_name(setting), {})[str(setting.overlap)] = setting
        self._means: dict[tuple[str, str], Interval] = {}

    @cached_property
    def resampler(self) -> Resampler:
        """Return the draws that all cells share."""
        return Resampler(self.results.documents)

    def mean(self, metric: str, setting: Setting) -> Interval:
        """Average a metric of a setting."""
        key = metric, setting.label
        if key not in self._means:
            self._means[key] = interval(self.results.scores(setting, metric), self.resampler)
        return self._means[key]

    def baseline_of(self, setting: Setting, baseline: str) -> Setting:
        """Find what a setting is compared with."""
        if baseline == SAME_ROW:
            return next(iter(self.rows[row_name(setting)].values()))
        return self.labels[baseline]


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


def row_name(setting: Setting) -> str:
    """Name the row of a setting.

    >>> row_name(Setting("token_windows", 200, "20%", "dense"))
    'token_windows 200, dense@5'
    """
    return f"{setting.strategy} {setting.size}, {setting.retriever}@{setting.k}"

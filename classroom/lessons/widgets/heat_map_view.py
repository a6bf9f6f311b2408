"""One state of the heat map: a metric of a sweep, its means or its differences to a baseline, each with its interval.

Questions are drawn again once (``Measured``); every state after that is arithmetic
on those draws.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property

from chunklib.errors import InvalidType
from chunklib.evaluation.statistics.differences import Interval, interval, paired
from chunklib.evaluation.statistics.holm import holm
from chunklib.evaluation.statistics.resampling import RESAMPLES, Resampler
from chunklib.evaluation.statistics.verdict import Verdict, verdict
from chunklib.evaluation.sweep.grid import Setting
from chunklib.evaluation.sweep.results import Results
from chunklib.evaluation.wording import count, effect, phases_averaged, points
from classroom.lessons.widgets.arguments import one_of

MEANS, SAME_ROW = "none", "first of its row"
"""The two baselines that are not settings: show means; compare every cell with the first of its row."""

_WORDS = {
    "lost to correction": "lost to Holm",
    "test and interval disagree": "no claim",
    "no difference seen": "not seen",
}


@dataclass(frozen=True, slots=True)
class Settings:
    """Holds the values of the controls: a metric, and ``MEANS``, ``SAME_ROW`` or the label of a setting."""

    metric: str
    baseline: str


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

    def __init__(self, results: Results, resamples: int = RESAMPLES) -> None:
        self.results = results
        self.labels: Mapping[str, Setting] = {setting.label: setting for setting in results.settings}
        self.columns = tuple(dict.fromkeys(str(setting.overlap) for setting in results.settings))
        self.rows: dict[str, dict[str, Setting]] = {}
        for setting in results.settings:
            self.rows.setdefault(row_name(setting), {})[str(setting.overlap)] = setting
        self._resamples = resamples
        self._means: dict[tuple[str, str], Interval] = {}

    @cached_property
    def resampler(self) -> Resampler:
        """Return the draws that all cells share."""
        return Resampler(self.results.documents, resamples=self._resamples)

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


@dataclass(frozen=True, slots=True)
class View:
    """Holds settings and the cells that came of them, by row and column (None where nothing was tried)."""

    settings: Settings
    measured: Measured
    cells: Mapping[str, tuple[Cell | None, ...]]

    def __str__(self) -> str:
        return "\n".join([*self.head(), *self.lines()])

    @property
    def verdicts(self) -> list[Verdict]:
        """Return the verdicts on the map, row by row."""
        return [cell.verdict for row in self.cells.values() for cell in row if cell and cell.verdict]

    def head(self) -> list[str]:
        """Say what is shown."""
        results = self.measured.results
        averaged = phases_averaged(map(len, results.phases.values()))
        documents = count(len(set(results.documents)), "document")
        base = f"{averaged}, {len(results.questions):,} questions, {documents}"
        name = self.settings.metric
        if self.settings.baseline == MEANS:
            return [f"{name} in per cent, 95 % intervals: {base}"]
        lines = [f"{name}, difference to {self.settings.baseline} in points, 95 % intervals: {base}"]
        return [*lines, self._family()]

    def _family(self) -> str:
        """Say how many comparisons are corrected together, and what they can show."""
        found = self.verdicts
        if not found:
            return "nothing on this map is compared; too little differs to say which effect this data can show"
        effects = [one.detectable for one in found if one.detectable is not None]
        many = f"Holm over the {count(len(found), 'comparison')} shown"
        if not effects:
            return f"{many}; too little differs to say which effect this data can show"
        ends = dict.fromkeys((effect(min(effects)), effect(max(effects))))
        return f"{many}; the smallest effect that this data can show: {' to '.join(ends)}"

    def lines(self) -> Iterator[str]:
        """Write every cell, row by row."""
        width = max(map(len, self.measured.columns))
        for name, row in self.cells.items():
            yield name
            for column, cell in zip(self.measured.columns, row, strict=True):
                yield f"  overlap {column:>{width}}  {cell or 'not tried'}"


def view(settings: Settings, measured: Measured) -> View:
    """Compute the cells of a map."""
    judged = {} if settings.baseline == MEANS else _judged(settings, measured)
    cells: dict[str, tuple[Cell | None, ...]] = {}
    for name, row in measured.rows.items():
        found = (row.get(column) for column in measured.columns)
        cells[name] = tuple(_cell(setting, settings, measured, judged) if setting else None for setting in found)
    return View(settings, measured, cells)


def _cell(setting: Setting, settings: Settings, measured: Measured, judged: Mapping[str, Verdict]) -> Cell:
    if settings.baseline == MEANS:
        return Cell(setting, mean=measured.mean(settings.metric, setting))
    return Cell(setting, verdict=judged.get(setting.label))


def _judged(settings: Settings, measured: Measured) -> dict[str, Verdict]:
    """Compare every setting with its baseline, corrected over all that are shown."""
    found = {}
    for setting in measured.results.settings:
        base = measured.baseline_of(setting, settings.baseline)
        first, second = (measured.results.scores(one, settings.metric) for one in (base, setting))
        if base != setting and first.shape == second.shape:
            found[setting.label] = paired(first, second, measured.resampler)
    if not found:
        return {}
    adjusted = holm({label: difference.p for label, difference in found.items()})
    return {
        label: verdict(label, difference, holm_p=adjusted[label], family=len(found))
        for label, difference in found.items()
    }

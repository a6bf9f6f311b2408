"""One state of the chart of demands: what each setting of a sweep finds and stores, against what is demanded of it.

Intervals are drawn once (``classroom.lessons.widgets.heat_map_view.Measured``); every
state after that is a comparison.
"""

from __future__ import annotations

from dataclasses import dataclass

from chunklib.evaluation.statistics.differences import Interval
from chunklib.evaluation.sweep.grid import Setting
from chunklib.evaluation.wording import phases_averaged
from classroom.lessons.widgets.heat_map_view import Measured

MEETS, TOO_LITTLE, TOO_MUCH, NEITHER = "meets both", "finds too little", "stores too much", "meets neither"


@dataclass(frozen=True, slots=True)
class Settings:
    """Holds the values of the controls: a metric, its least mean and the most that is stored, both in per cent."""

    metric: str
    least: int
    stored: int


@dataclass(frozen=True, slots=True)
class Row:
    """Holds a setting, what it finds (a fraction, with its interval) and stores (in multiples of the documents)."""

    setting: Setting
    found: Interval
    stored: float
    finds: bool
    fits: bool
    sure: bool

    @property
    def word(self) -> str:
        """Say which of the two demands it meets, and whether its whole interval lies above the first."""
        if self.finds and self.fits:
            return f"{MEETS}, with its whole interval" if self.sure else MEETS
        if self.fits:
            return TOO_LITTLE
        return TOO_MUCH if self.finds else NEITHER

    @property
    def figures(self) -> tuple[str, str]:
        """Write what the setting finds, with the interval, and what it stores."""
        low, mean, high = (f"{100 * value:.1f}" for value in (self.found.low, self.found.mean, self.found.high))
        return f"{mean} [{low}, {high}]", f"{100 * self.stored:.1f}"


@dataclass(frozen=True, slots=True)
class View:
    """Holds settings and a row for each setting of the sweep: by whole per cents stored, then what finds most."""

    settings: Settings
    measured: Measured
    rows: tuple[Row, ...]

    def __str__(self) -> str:
        names = [row.setting.label for row in self.rows]
        cells = [(name, *row.figures, row.word) for name, row in zip(names, self.rows, strict=True)]
        wide = [max(len(cell[at]) for cell in cells) for at in range(3)]
        lines = [f"  {a:<{wide[0]}}  {b:>{wide[1]}}  {c:>{wide[2]}}  {d}" for a, b, c, d in cells]
        return "\n".join([*self.head(), *lines])

    def head(self) -> list[str]:
        """Say what is demanded, how many settings meet it, and what the columns are."""
        asked, results = self.settings, self.measured.results
        good = [row for row in self.rows if row.finds and row.fits]
        sure = sum(row.sure for row in good)
        base = f"{phases_averaged(map(len, results.phases.values()))}, {len(results.questions):,} questions"
        demand = f"{asked.metric} at least {asked.least} %, stored at most {asked.stored} %"
        columns = f"{asked.metric} in per cent with its 95 % interval, stored tokens in per cent of the documents'"
        return [
            f"{demand}: {len(good)} of {len(self.rows)} settings meet both, {sure} with the whole interval",
            f"{columns}; {base}",
        ]


def view(settings: Settings, measured: Measured) -> View:
    """Compare every setting of a sweep with what is demanded.

    What is compared is not rounded: 69.96 % does not meet 70 %, although it may be written 70.0.
    """
    rows = (_row(setting, settings, measured) for setting in measured.results.settings)
    return View(settings, measured, tuple(sorted(rows, key=lambda row: (round(100 * row.stored), -row.found.mean))))


def _row(setting: Setting, settings: Settings, measured: Measured) -> Row:
    found, stored = measured.mean(settings.metric, setting), measured.results.multiplier(setting)
    least = settings.least / 100
    return Row(
        setting, found, stored, finds=found.mean >= least, fits=stored <= settings.stored / 100, sure=found.low >= least
    )

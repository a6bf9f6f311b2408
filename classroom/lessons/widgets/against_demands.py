"""against_demands(results): which settings of a sweep find enough and store little enough.

The table has two bars for each setting, and a line across them at each demand. What meets both demands has a thick
edge, a mark and a word.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from html import escape
from typing import Any

from ipywidgets import Layout

from chunklib.evaluation.statistics.differences import Interval
from chunklib.evaluation.sweep.grid import Setting
from chunklib.evaluation.sweep.results import Results
from chunklib.evaluation.wording import phases_averaged
from chunklib.view.palette import COLORS, INK, PAPER
from classroom.lessons.widgets.arguments import between, refusing
from classroom.lessons.widgets.controls import NAME, Dropdown, Number
from classroom.lessons.widgets.parts import SCROLL, framed, lines_html, region
from classroom.lessons.widgets.sweep_map import Measured, measured
from classroom.lessons.widgets.widget import Widget

MEETS, TOO_LITTLE, TOO_MUCH, NEITHER = "meets both", "finds too little", "stores too much", "meets neither"
_FOUND, _STORED = COLORS[0], COLORS[2]
_CELL = f"color:{INK};background-color:{PAPER};padding:2px 8px;text-align:left;vertical-align:middle;border:0"
_REGION = f"padding:8px 10px;{SCROLL};contain:inline-size"  # a wide table widens no page
_KEY = (
    "line across the bars: the demand · ✓ and a thick edge: meets both · "
    "the least stored stands first, then what finds most"
)
_WIDTH, _LINE = 170, 2  # pixels of a bar's room, and of the line across it
_MOST_STORED = 300  # per cent: an overlap of two thirds
_MOST_ROWS = 5


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


@dataclass(frozen=True)
class View:
    """Holds a sweep and what is demanded of it: the least mean of a metric and the most that is stored, in per cent.

    What is compared is not rounded: 69.96 % does not meet 70 %, although it may be written 70.0.
    """

    measured: Measured
    metric: str
    least: int
    stored: int

    def __str__(self) -> str:
        names = [row.setting.label for row in self.rows]
        cells = [(name, *row.figures, row.word) for name, row in zip(names, self.rows, strict=True)]
        wide = [max(len(cell[at]) for cell in cells) for at in range(3)]
        lines = [f"  {a:<{wide[0]}}  {b:>{wide[1]}}  {c:>{wide[2]}}  {d}" for a, b, c, d in cells]
        return "\n".join([*self.head(), *lines])

    @cached_property
    def every(self) -> list[Row]:
        """Return a row for each setting of the sweep: first what meets both demands, then what finds most."""
        rows = map(self._row, self.measured.results.settings)
        return sorted(rows, key=lambda row: (not (row.finds and row.fits), -row.found.mean))

    @cached_property
    def rows(self) -> list[Row]:
        """Return the first few of them: by whole per cents stored, then what finds most."""
        return sorted(self.every[:_MOST_ROWS], key=lambda row: (round(100 * row.stored), -row.found.mean))

    def _row(self, setting: Setting) -> Row:
        found, stored = self.measured.mean(self.metric, setting), self.measured.results.multiplier(setting)
        finds, sure = (value >= self.least / 100 for value in (found.mean, found.low))
        return Row(setting, found, stored, finds, stored <= self.stored / 100, sure)

    def head(self) -> list[str]:
        """Say what is demanded, how many settings meet it, and what the columns are."""
        results = self.measured.results
        good = [row for row in self.every if row.finds and row.fits]
        sure = sum(row.sure for row in good)
        base = f"{phases_averaged(map(len, results.phases.values()))}, {len(results.questions):,} questions"
        demand = f"{self.metric} at least {self.least} %, stored at most {self.stored} %"
        columns = f"{self.metric} in per cent with its 95 % interval, stored tokens in per cent of the documents'"
        few = f"the {_MOST_ROWS} that find most are shown, of those that meet both first"
        return [
            f"{demand}: {len(good)} of {len(self.every)} settings meet both, {sure} with the whole interval",
            f"{columns}; {base}",
            *([few] if len(self.every) > _MOST_ROWS else []),
        ]


def page(shown: View) -> str:
    """Draw a view: what is demanded, the key, and the table."""
    head = lines_html(map(escape, (*shown.head(), _KEY)))
    names = ("setting", f"{shown.metric}, per cent", "stored, per cent", "against the demands")
    heads = "".join(f'<th scope="col" style="{_CELL};font-weight:bold">{escape(name)}</th>' for name in names)
    table = (
        f'<table style="border-collapse:collapse;font-size:13px;margin:0">'
        f"<thead><tr>{heads}</tr></thead><tbody>{''.join(_rows(shown))}</tbody></table>"
    )
    return framed(head, region("The settings against the demands", _REGION, table))


def _rows(shown: View) -> Iterator[str]:
    most = 100 * max(shown.stored / 100, *(row.stored for row in shown.rows))
    for row in shown.rows:
        found, stored = row.figures
        bars = (
            _bar(100 * row.found.mean, shown.least, 100.0, _FOUND) + _label(found),
            _bar(100 * row.stored, shown.stored, most, _STORED) + _label(stored),
        )
        cells = "".join(f'<td style="{_CELL}">{bar}</td>' for bar in bars)
        name = f'<th scope="row" style="{_CELL};white-space:nowrap">{escape(row.setting.label)}</th>'
        yield f"<tr>{name}{cells}{_word(row)}</tr>"


def _word(row: Row) -> str:
    good = row.finds and row.fits
    edge = f"3px solid {INK}" if good else f"1px dashed {INK}"
    mark = "✓ " if good else ""
    return f'<td style="{_CELL};border:{edge};white-space:nowrap">{mark}{escape(row.word)}</td>'


def _label(text: str) -> str:
    return f'<div style="line-height:1.3">{escape(text)}</div>'


def _bar(value: float, line: float, most: float, fill: str) -> str:
    """Draw a bar from 0 to ``value`` in a room from 0 to ``most``, cut in two at ``line``, which makes the line."""
    before, behind = round(_WIDTH * line / most), _WIDTH - round(_WIDTH * line / most)
    long = round(_WIDTH * value / most)
    first, second = max(0, min(long, before - _LINE)), max(0, long - before)
    edge = f"flex:0 0 {before}px;border-right:{_LINE}px solid {INK};box-sizing:border-box"
    left = f'<div style="{edge}">{_part(first, fill)}</div>'
    right = f'<div style="flex:0 0 {behind}px">{_part(second, fill)}</div>'
    return f'<div style="display:flex;width:{_WIDTH}px">{left}{right}</div>'


def _part(long: int, fill: str) -> str:
    return f'<div style="width:{long}px;max-width:100%;height:12px;background-color:{fill}"></div>'


class AgainstDemands(Widget[View]):
    """Shows the settings of a sweep against two demands; made by ``against_demands``."""

    def __init__(self, asked: View) -> None:
        self._measured = asked.measured
        self.metric = Dropdown(
            description="metric", options=list(asked.measured.results.metrics), value=asked.metric, style=NAME,
            layout=Layout(width="auto", max_width="360px"),
        )  # fmt: skip
        self.least = Number("at least", asked.least, least=0, most=100)
        self.stored = Number("stored", asked.stored, least=100, most=_MOST_STORED)
        controls = self.metric, self.least, self.stored
        super().__init__(*controls, view=View, page=page)

    def _state(self) -> tuple[Any, ...]:
        return self._measured, self.metric.value, self.least.value, self.stored.value


def against_demands(results: Results, *, metric: str = "recall", least: int = 70, stored: int = 130) -> AgainstDemands:
    """Show what every setting of a sweep finds and stores, with a line at each of two demands.

    Args:
        results: what ``chunklib.evaluation.sweep.sweep.sweep`` gave.
        metric: the name of a metric in it.
        least: the least mean of the metric that is wanted, in per cent, from 0 to 100.
        stored: the most tokens that may be stored, in per cent of the documents' own, from 100.

    Returns:
        A widget; ``str(widget)`` says the same in words. It shows the five settings that find most, of those that meet
        both demands first; the one that stores least is on top (in whole per cents; then what finds most). Each has
        its interval beside it: of many settings the best was partly lucky.

    Raises:
        CourseError: for anything but a sweep, a metric that is not in it, a demand out of range, and fewer than two
            questions.

    >>> from chunklib.evaluation import Benchmark, Question
    >>> from chunklib.evaluation.sweep.grid import grid
    >>> from chunklib.evaluation.sweep.sweep import sweep
    >>> asked = tuple(Question(f"q{at}", "How cold?", "note", ((at * 12, at * 12 + 11),)) for at in range(4))
    >>> small = Benchmark("small", {"note": "Cold rooms. " * 20}, asked)
    >>> print(against_demands(sweep(grid(sizes=[12], overlaps=[0, 6], k=2), small, phases=2), stored=150))
    recall at least 70 %, stored at most 150 %: 1 of 2 settings meet both, 0 with the whole interval
    recall in per cent with its 95 % interval, stored tokens in per cent of the documents'; two phases, 4 questions
      token_windows 12/0, bm25@2  75.0 [46.1, 100.0]   99.2  meets both
      token_windows 12/6, bm25@2  87.5 [58.6, 100.0]  182.8  stores too much
    """
    with refusing("against_demands"):
        found = measured(results, metric)
        demands = between(0, 100, "least", least), between(100, 10_000, "stored", stored)
        return AgainstDemands(View(found, metric, *demands))

"""heat_map(results): a metric of a sweep on a map of sizes and overlaps, with intervals.

The colour of a cell repeats its number; a difference that may be claimed has a thick edge and a word.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from html import escape
from typing import Any

from ipywidgets import Layout

from chunklib.errors import InvalidValue
from chunklib.evaluation.statistics.verdict import Verdict, verdicts
from chunklib.evaluation.sweep.grid import Setting
from chunklib.evaluation.sweep.results import Results
from chunklib.evaluation.wording import count, effect, phases_averaged
from chunklib.view.palette import COLORS, INK, PAPER
from classroom.lessons.widgets.arguments import refusing
from classroom.lessons.widgets.controls import NAME, Dropdown
from classroom.lessons.widgets.parts import SCROLL, framed, lines_html, region
from classroom.lessons.widgets.sweep_map import SAME_ROW, Cell, Measured, measured
from classroom.lessons.widgets.widget import Widget

MEANS = "none"
"""The baseline that is none: show means."""
_MORE, _LESS = COLORS[0], COLORS[1]
_SIDE = f"color:{INK};background-color:{PAPER};padding:4px 8px;text-align:left;font-weight:bold;border:0"
_REGION = f"padding:8px 10px;{SCROLL};contain:inline-size"  # a wide table widens no page


@dataclass(frozen=True)
class View:
    """Holds a sweep, a metric, and ``MEANS``, ``SAME_ROW`` or the label of a setting as baseline; gives the cells."""

    measured: Measured
    metric: str
    baseline: str

    def __str__(self) -> str:
        return "\n".join([*self.head(), *self.lines()])

    @cached_property
    def cells(self) -> dict[str, tuple[Cell | None, ...]]:
        """Compute the cells by row and column, None where nothing was tried."""
        judged = {} if self.baseline == MEANS else self._judged()
        found: dict[str, tuple[Cell | None, ...]] = {}
        for name, row in self.measured.rows.items():
            there = (row.get(column) for column in self.measured.columns)
            found[name] = tuple(self._cell(setting, judged) if setting else None for setting in there)
        return found

    def _cell(self, setting: Setting, judged: Mapping[str, Verdict]) -> Cell:
        if self.baseline == MEANS:
            return Cell(setting, mean=self.measured.mean(self.metric, setting))
        return Cell(setting, verdict=judged.get(setting.label))

    def _judged(self) -> dict[str, Verdict]:
        """Compare every setting with its baseline, corrected over all that are shown."""
        pairs = {}
        for setting in self.measured.results.settings:
            base = self.measured.baseline_of(setting, self.baseline)
            first, second = (self.measured.results.scores(one, self.metric) for one in (base, setting))
            if base != setting and first.shape == second.shape:
                pairs[setting.label] = first, second
        found = verdicts(pairs, self.measured.results.documents) if pairs else []
        return {one.label: one for one in found}

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
        if self.baseline == MEANS:
            return [f"{self.metric} in per cent, 95 % intervals: {base}"]
        lines = [f"{self.metric}, difference to {self.baseline} in points, 95 % intervals: {base}"]
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


def page(shown: View) -> str:
    """Draw a view: what is shown, the key, and the table."""
    table = (
        f'<table style="border-collapse:separate;border-spacing:4px;font-size:14px;margin:0">'
        f"<thead><tr>{''.join(_heads(shown))}</tr></thead><tbody>{''.join(_rows(shown))}</tbody></table>"
    )
    return framed(lines_html(map(escape, (*shown.head(), _key(shown)))), region("The heat map", _REGION, table))


def tint(value: float, least: float, most: float, strongest: str) -> str:
    """Mix a colour with white: white for the least value, the whole colour for the most.

    >>> tint(0.0, 0.0, 1.0, "#77AADD"), tint(1.0, 0.0, 1.0, "#77AADD"), tint(0.5, 0.5, 0.5, "#77AADD")
    ('#FFFFFF', '#77AADD', '#FFFFFF')
    """
    part = (value - least) / (most - least) if most > least else 0.0
    full = (int(strongest[at : at + 2], 16) for at in (1, 3, 5))
    return "#" + "".join(f"{round(255 + part * (channel - 255)):02X}" for channel in full)


def fill(cell: Cell, shown: View) -> str:
    """Choose the ground of a cell: the more the stronger; for differences blue above 0, orange below."""
    values = [one.value for row in shown.cells.values() for one in row if one]
    if shown.baseline == MEANS:
        return tint(cell.value, min(values), max(values), _MORE)
    largest = max(map(abs, values))
    return tint(abs(cell.value), 0.0, largest, _MORE if cell.value >= 0 else _LESS)


def _key(shown: View) -> str:
    if shown.baseline == MEANS:
        return "the stronger the blue, the higher the mean"
    return (
        "blue: more than the baseline, orange: less · thick edge: a difference that may be claimed · dashed: none · "
        "the word says why"
    )


def _heads(shown: View) -> Iterator[str]:
    yield f'<th scope="col" style="{_SIDE}">overlap</th>'
    for column in shown.measured.columns:
        yield f'<th scope="col" style="{_SIDE};text-align:center">{escape(column)}</th>'


def _rows(shown: View) -> Iterator[str]:
    for name, row in shown.cells.items():
        cells = "".join(_cell(cell, shown) for cell in row)
        yield f'<tr><th scope="row" style="{_SIDE}">{escape(name)}</th>{cells}</tr>'


def _cell(cell: Cell | None, shown: View) -> str:
    look = f"color:{INK};text-align:center;padding:4px 10px;min-width:96px;white-space:nowrap"
    if cell is None:
        return f'<td style="{look};background-color:{PAPER};border:1px dotted #757575">not tried</td>'
    ground = fill(cell, shown)
    claimed = cell.verdict is not None and cell.verdict.claim
    edge = f"3px solid {INK}" if claimed else f"1px {'dashed' if cell.verdict else 'solid'} {INK}"
    lines = "".join(f'<div style="line-height:1.4">{escape(part)}</div>' for part in (cell.interval, cell.word) if part)
    number = f'<div style="line-height:1.4;font-weight:bold">{escape(cell.number)}</div>'
    title = escape(f"{cell.setting.label}: {cell}")
    return f'<td title="{title}" style="{look};background-color:{ground};border:{edge}">{number}{lines}</td>'


class HeatMap(Widget[View]):
    """Shows a metric of a sweep on a map of its settings; made by ``heat_map``."""

    def __init__(self, asked: View) -> None:
        self._measured = asked.measured
        look = {"style": NAME, "layout": Layout(width="auto", max_width="520px")}
        metrics = list(asked.measured.results.metrics)
        baselines = {"none: show means": MEANS, "the first of each row": SAME_ROW}
        baselines |= {label: label for label in asked.measured.labels}
        self.metric = Dropdown(description="metric", options=metrics, value=asked.metric, **look)
        self.baseline = Dropdown(description="baseline", options=list(baselines.items()), value=asked.baseline, **look)
        super().__init__(self.metric, self.baseline, view=View, page=page)

    def _state(self) -> tuple[Any, ...]:
        return self._measured, self.metric.value, self.baseline.value


def heat_map(results: Results, *, metric: str = "recall", baseline: str | None = None) -> HeatMap:
    """Show a metric of every setting of a sweep, or its difference to a baseline, with 95 % intervals.

    What is clicked through is a look at the data and no test of a claim: a family of comparisons is declared before
    it is measured, with ``chunklib.evaluation.statistics.verdict.verdicts``.

    Args:
        results: what ``chunklib.evaluation.sweep.sweep.sweep`` gave.
        metric: the name of a metric in it.
        baseline: None shows means; "first of its row", or the label of a setting, what every cell is compared with.

    Returns:
        A widget; ``str(widget)`` says the same in words. Differences are corrected (Holm) over all that are shown.

    Raises:
        CourseError: for anything but a sweep, a metric or a baseline that is not in it, and fewer than two questions.

    >>> from chunklib.evaluation import Benchmark, Question
    >>> from chunklib.evaluation.sweep.grid import grid
    >>> from chunklib.evaluation.sweep.sweep import sweep
    >>> asked = tuple(Question(f"q{at}", "How cold?", "note", ((at * 12, at * 12 + 11),)) for at in range(4))
    >>> small = Benchmark("small", {"note": "Cold rooms. " * 20}, asked)
    >>> print(heat_map(sweep(grid(sizes=[12], overlaps=[0, 6], k=2), small, phases=2)))
    recall in per cent, 95 % intervals: two phases, 4 questions, one document
    token_windows 12, bm25@2
      overlap 0  75.0  [46.1, 100.0]
      overlap 6  87.5  [58.6, 100.0]
    """
    with refusing("heat_map"):
        found = measured(results, metric)
        known = (SAME_ROW, *found.labels)
        if baseline is not None and baseline not in (MEANS, *known):
            raise InvalidValue(f"unknown baseline {baseline!r}: choose None or one of {', '.join(known)}")
        return HeatMap(View(found, metric, baseline or MEANS))

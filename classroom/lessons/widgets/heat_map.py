"""heat_map(results): a metric of a sweep on a map of sizes and overlaps, with intervals."""

from __future__ import annotations

from ipywidgets import Layout

from chunklib.errors import InvalidValue
from chunklib.evaluation.sweep.results import Results
from classroom.lessons.widgets.arguments import refusing
from classroom.lessons.widgets.controls import NAME, Dropdown
from classroom.lessons.widgets.heat_map_html import page
from classroom.lessons.widgets.heat_map_view import MEANS, SAME_ROW, Measured, Settings, View, measured, view
from classroom.lessons.widgets.widget import Widget


class HeatMap(Widget[Settings, View]):
    """Shows a metric of a sweep on a map of its settings; made by ``heat_map``."""

    def __init__(self, measured: Measured, asked: Settings) -> None:
        look = {"style": NAME, "layout": Layout(width="auto", max_width="520px")}
        metrics = list(measured.results.metrics)
        baselines = {"none: show means": MEANS, "the first of each row": SAME_ROW}
        baselines |= {label: label for label in measured.labels}
        self.metric = Dropdown(description="metric", options=metrics, value=asked.metric, **look)
        self.baseline = Dropdown(description="baseline", options=list(baselines.items()), value=asked.baseline, **look)
        super().__init__(self.metric, self.baseline, view=lambda state: view(state, measured), page=page)

    def _state(self) -> Settings:
        return Settings(self.metric.value, self.baseline.value)


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
        return HeatMap(found, Settings(metric, baseline or MEANS))

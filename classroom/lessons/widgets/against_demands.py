"""against_demands(results): which settings of a sweep find enough and store little enough."""

from __future__ import annotations

from ipywidgets import Layout

from chunklib.evaluation.sweep.results import Results
from classroom.lessons.widgets.against_demands_html import page
from classroom.lessons.widgets.against_demands_view import Settings, View, view
from classroom.lessons.widgets.arguments import between, refusing
from classroom.lessons.widgets.controls import NAME, Dropdown, Number
from classroom.lessons.widgets.heat_map_view import Measured, measured
from classroom.lessons.widgets.widget import Widget

_MOST_STORED = 300  # per cent: an overlap of two thirds


class AgainstDemands(Widget[Settings, View]):
    """Shows the settings of a sweep against two demands; made by ``against_demands``."""

    def __init__(self, measured: Measured, asked: Settings) -> None:
        self.metric = Dropdown(
            description="metric", options=list(measured.results.metrics), value=asked.metric, style=NAME,
            layout=Layout(width="auto", max_width="360px"),
        )  # fmt: skip
        self.least = Number("at least", asked.least, least=0, most=100)
        self.stored = Number("stored", asked.stored, least=100, most=_MOST_STORED)
        controls = self.metric, self.least, self.stored
        super().__init__(*controls, view=lambda state: view(state, measured), page=page)

    def _state(self) -> Settings:
        return Settings(self.metric.value, self.least.value, self.stored.value)


def against_demands(results: Results, *, metric: str = "recall", least: int = 70, stored: int = 130) -> AgainstDemands:
    """Show what every setting of a sweep finds and stores, with a line at each of two demands.

    Args:
        results: what ``chunklib.evaluation.sweep.sweep.sweep`` gave.
        metric: the name of a metric in it.
        least: the least mean of the metric that is wanted, in per cent, from 0 to 100.
        stored: the most tokens that may be stored, in per cent of the documents' own, from 100.

    Returns:
        A widget; ``str(widget)`` says the same in words. The setting that stores least is first (in whole per cents;
        then what finds most), so the first that meets both demands is the cheapest. Each has its interval beside it:
        of many settings the best was partly lucky.

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
        settings = Settings(metric, between(0, 100, "least", least), between(100, 10_000, "stored", stored))
        return AgainstDemands(found, settings)

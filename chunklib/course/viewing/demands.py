"""against_demands(results): which settings of a sweep find enough and store little enough."""

from __future__ import annotations

from typing import TYPE_CHECKING

from chunklib.course.viewing.demands_view import Settings
from chunklib.course.viewing.heat_map_view import Measured
from chunklib.course.words import CourseError
from chunklib.evaluation.results import Results

if TYPE_CHECKING:
    from chunklib.course.viewing.demands_widget import AgainstDemands


def against_demands(results: Results, *, metric: str = "recall", least: int = 70, stored: int = 130) -> AgainstDemands:
    """Show what every setting of a sweep finds and stores, with a line at each of two demands.

    Args:
        results: What :func:`chunklib.evaluation.sweep.sweep` gave.
        metric: The name of a metric in it.
        least: The least mean of the metric that is wanted, in per cent, from 0 to 100.
        stored: The most tokens that may be stored, in per cent of the documents' own, from 100.

    Returns:
        A widget; `str(widget)` says the same in words. The least stored stands first (in whole per cents; then what
        finds most), so the first setting that meets both demands is the cheapest. The interval of each stands beside
        it: of many settings the best was partly lucky.

    Raises:
        CourseError: For what is no sweep, a metric that is not in it, a demand out of range, and fewer than two
            questions.

    >>> from chunklib.evaluation import Benchmark, Question
    >>> from chunklib.evaluation.settings import grid
    >>> from chunklib.evaluation.sweep import sweep
    >>> asked = tuple(Question(f"q{at}", "How cold?", "note", ((at * 12, at * 12 + 11),)) for at in range(4))
    >>> small = Benchmark("small", {"note": "Cold rooms. " * 20}, asked)
    >>> print(against_demands(sweep(grid(sizes=[12], overlaps=[0, 6], k=2), small, phases=2), stored=150))
    recall at least 70 %, stored at most 150 %: 1 of 2 settings meet both, 0 with the whole interval
    recall in per cent with its 95 % interval, stored tokens in per cent of the documents'; two phases, 4 questions
      token_windows 12/0, bm25@2  75.0 [46.1, 100.0]   99.2  meets both
      token_windows 12/6, bm25@2  87.5 [58.6, 100.0]  182.8  stores too much
    """
    _refuse_nonsense(results, metric, least, stored)
    try:
        from chunklib.course.viewing.demands_widget import AgainstDemands

        return AgainstDemands(Measured(results), Settings(metric, least, stored))
    except ModuleNotFoundError as error:
        raise CourseError(f"against_demands needs {error.name}: install chunklib[course]") from None
    except (ValueError, TypeError) as error:
        raise CourseError(f"against_demands: {error}") from None


def _refuse_nonsense(results: object, metric: object, least: object, stored: object) -> None:
    if not isinstance(results, Results):
        raise CourseError(f"against_demands shows what sweep() gives: got {type(results).__name__}")
    if metric not in results.metrics:
        raise CourseError(f"against_demands: unknown metric {metric!r}; measured: {', '.join(results.metrics)}")
    for name, value, low, high in (("least", least, 0, 100), ("stored", stored, 100, 10_000)):
        if type(value) is not int or not low <= value <= high:
            raise CourseError(
                f"against_demands: {name} is a whole number of per cent from {low} to {high:,}: got {value!r}"
            )

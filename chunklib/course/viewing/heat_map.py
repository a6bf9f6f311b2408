"""heat_map(results): a metric of a sweep on a map of sizes and overlaps, with intervals."""

from __future__ import annotations

from typing import TYPE_CHECKING

from chunklib.course.viewing.heat_map_view import MEANS, SAME_ROW, Measured, Settings
from chunklib.course.words import CourseError
from chunklib.evaluation.results import Results

if TYPE_CHECKING:
    from chunklib.course.viewing.heat_map_widget import HeatMap


def heat_map(results: Results, *, metric: str = "recall", baseline: str | None = None) -> HeatMap:
    """Show a metric of every setting of a sweep, or its difference to a baseline, with 95 % intervals.

    What is clicked through is a look at the data and no test of a claim: a family of comparisons is declared before
    it is measured, with :func:`chunklib.evaluation.verdict.verdicts`.

    Args:
        results: What :func:`chunklib.evaluation.sweep.sweep` gave.
        metric: The name of a metric in it.
        baseline: None shows means; "first of its row", or the label of a setting, what every cell is compared with.

    Returns:
        A widget; `str(widget)` says the same in words. Differences are corrected (Holm) over all that are shown.

    Raises:
        CourseError: For what is no sweep, a metric or a baseline that is not in it, and fewer than two questions.

    >>> from chunklib.evaluation import Benchmark, Question
    >>> from chunklib.evaluation.settings import grid
    >>> from chunklib.evaluation.sweep import sweep
    >>> asked = tuple(Question(f"q{at}", "How cold?", "note", ((at * 12, at * 12 + 11),)) for at in range(4))
    >>> small = Benchmark("small", {"note": "Cold rooms. " * 20}, asked)
    >>> print(heat_map(sweep(grid(sizes=[12], overlaps=[0, 6], k=2), small, phases=2)))
    recall in per cent, 95 % intervals: two phases, 4 questions, one document
    token_windows 12, bm25@2
      overlap 0  75.0  [46.1, 100.0]
      overlap 6  87.5  [58.6, 100.0]
    """
    if not isinstance(results, Results):
        raise CourseError(f"heat_map shows what sweep() gives: got {type(results).__name__}")
    if metric not in results.metrics:
        raise CourseError(f"heat_map: unknown metric {metric!r}; measured: {', '.join(results.metrics)}")
    measured = Measured(results)
    chosen = MEANS if baseline is None else baseline
    known = (SAME_ROW, *measured.labels)
    if chosen not in (MEANS, *known):
        raise CourseError(f"heat_map: unknown baseline {baseline!r}; choose None or one of {', '.join(known)}")
    try:
        from chunklib.course.viewing.heat_map_widget import HeatMap

        return HeatMap(measured, Settings(metric, chosen))
    except ModuleNotFoundError as error:
        raise CourseError(f"heat_map needs {error.name}: install chunklib[course]") from None
    except (ValueError, TypeError) as error:
        raise CourseError(f"heat_map: {error}") from None

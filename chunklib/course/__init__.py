"""The course engine: check a function, open a hint, see progress, see a solution, answer a quiz.

Each name is loaded when it is first asked for: a lesson needs few of them, and the process of a check none.
"""

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from chunklib.course.answers import solution
    from chunklib.course.checking import check
    from chunklib.course.hints import hint
    from chunklib.course.overview import progress
    from chunklib.course.quizview import quiz
    from chunklib.course.store import practice
    from chunklib.course.viewing.demands import against_demands
    from chunklib.course.viewing.distance_plot import distance_plot
    from chunklib.course.viewing.heading_path import heading_path
    from chunklib.course.viewing.heat_map import heat_map
    from chunklib.course.viewing.hits_and_misses import hits_and_misses
    from chunklib.course.viewing.overlap_calculator import overlap_calculator
    from chunklib.course.viewing.reindex_viewer import reindex_viewer
    from chunklib.course.viewing.separator_tree import separator_tree
    from chunklib.course.viewing.span_painter import span_painter
    from chunklib.course.viewing.token_viewer import token_viewer
    from chunklib.course.viewing.viewer import chunk_viewer

__all__ = [
    "against_demands",
    "check",
    "chunk_viewer",
    "distance_plot",
    "heading_path",
    "heat_map",
    "hint",
    "hits_and_misses",
    "overlap_calculator",
    "practice",
    "progress",
    "quiz",
    "reindex_viewer",
    "separator_tree",
    "solution",
    "span_painter",
    "token_viewer",
]

_PLACES = {
    "against_demands": "viewing.demands",
    "check": "checking",
    "chunk_viewer": "viewing.viewer",
    "distance_plot": "viewing.distance_plot",
    "heading_path": "viewing.heading_path",
    "heat_map": "viewing.heat_map",
    "hint": "hints",
    "hits_and_misses": "viewing.hits_and_misses",
    "overlap_calculator": "viewing.overlap_calculator",
    "practice": "store",
    "progress": "overview",
    "quiz": "quizview",
    "reindex_viewer": "viewing.reindex_viewer",
    "separator_tree": "viewing.separator_tree",
    "solution": "answers",
    "span_painter": "viewing.span_painter",
    "token_viewer": "viewing.token_viewer",
}

if not TYPE_CHECKING:  # a checker of types would take this for a promise that every name is there

    def __getattr__(name: str) -> object:
        """Load a name from the module that has it."""
        if name not in _PLACES:
            raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
        try:
            return getattr(import_module(f"{__name__}.{_PLACES[name]}"), name)
        except ModuleNotFoundError as error:
            from chunklib.missing import not_installed

            why = not_installed(error.name or "", "course")
            raise ModuleNotFoundError(f"{name} cannot be loaded: {why}", name=error.name) from None

    def __dir__() -> list[str]:
        """Name what can be asked for."""
        return sorted({*globals(), *__all__})

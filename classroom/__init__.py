"""The course engine: predict, check a function, open a hint, see progress, see a solution, answer a quiz.

Each name is loaded when it is first asked for: a lesson needs few of them, and the process of a check none.
"""

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from classroom.lessons.answering import ask as ask
    from classroom.lessons.blanks import checked as checked
    from classroom.lessons.bringing import bring as bring
    from classroom.lessons.checking import check as check
    from classroom.lessons.hints import hint as hint
    from classroom.lessons.hints import solution as solution
    from classroom.lessons.keeping import keep as keep
    from classroom.lessons.kept.using import mine as mine
    from classroom.lessons.ledger_bar import ledger_bar as ledger_bar
    from classroom.lessons.ledger_bar import moves as moves
    from classroom.lessons.predictions import compare as compare
    from classroom.lessons.predictions import predict as predict
    from classroom.lessons.progress import progress as progress
    from classroom.lessons.quiz import quiz as quiz
    from classroom.lessons.score import score as score
    from classroom.lessons.store import practice as practice
    from classroom.lessons.widgets.against_demands import against_demands as against_demands
    from classroom.lessons.widgets.chunk_viewer import chunk_viewer as chunk_viewer
    from classroom.lessons.widgets.distance_plot import distance_plot as distance_plot
    from classroom.lessons.widgets.draw_again import draw_again as draw_again
    from classroom.lessons.widgets.guides_board import guides_board as guides_board
    from classroom.lessons.widgets.heading_path import heading_path as heading_path
    from classroom.lessons.widgets.hits_and_misses import hits_and_misses as hits_and_misses
    from classroom.lessons.widgets.labelling import label as label
    from classroom.lessons.widgets.ledger_viewer import ledger_viewer as ledger_viewer
    from classroom.lessons.widgets.moving_cuts import moving_cuts as moving_cuts
    from classroom.lessons.widgets.moving_passage import moving_passage as moving_passage
    from classroom.lessons.widgets.packer_stepper import packer_stepper as packer_stepper
    from classroom.lessons.widgets.reindex_viewer import reindex_viewer as reindex_viewer
    from classroom.lessons.widgets.sentence_tester import sentence_tester as sentence_tester
    from classroom.lessons.widgets.separator_tree import separator_tree as separator_tree
    from classroom.lessons.widgets.span_painter import span_painter as span_painter
    from classroom.lessons.widgets.token_viewer import token_viewer as token_viewer

_WIDGETS = (
    "against_demands chunk_viewer distance_plot draw_again guides_board heading_path hits_and_misses ledger_viewer "
    "moving_cuts moving_passage packer_stepper reindex_viewer sentence_tester separator_tree span_painter token_viewer"
)
WIDGETS = tuple(_WIDGETS.split())
_PLACES = {
    "ask": "answering",
    "bring": "bringing",
    "check": "checking",
    "compare": "predictions",
    "checked": "blanks",
    "hint": "hints",
    "label": "widgets.labelling",
    "keep": "keeping",
    "mine": "kept.using",
    "moves": "ledger_bar",
    "practice": "store",
    "predict": "predictions",
    "solution": "hints",
    **{name: name for name in ("ledger_bar", "progress", "quiz", "score")},
    **{name: f"widgets.{name}" for name in WIDGETS},
}
"""The module of each name."""

__all__ = list(_PLACES)

if not TYPE_CHECKING:  # a checker of types would take this for a promise that every name is there

    def __getattr__(name: str) -> object:
        """Load a name from the module that has it."""
        if name not in _PLACES:
            raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
        try:
            return getattr(import_module(f"{__name__}.lessons.{_PLACES[name]}"), name)
        except ModuleNotFoundError as error:
            from chunklib.missing import not_installed

            line = f"{name} cannot be loaded: {not_installed(error.name or '', 'chunklib-course')}"
            missing = ModuleNotFoundError(line, name=error.name)
            vars(missing)["_render_traceback_"] = lambda: [line]  # a notebook shows the line alone
            raise missing from None

    def __dir__() -> list[str]:
        """Name what can be asked for."""
        return sorted({*globals(), *__all__})

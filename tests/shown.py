"""Every widget once: how it is called here and in a notebook, and where each of its controls leads.

A move names a control, the value that it gets, and the arguments of a call that shows the same; None where no call can.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import Any

import classroom
from classroom.lessons.widgets.widget import Widget

Move = tuple[str, Any, dict[str, Any] | None]

SETUP = """\
import classroom
from chunklib.evaluation import Benchmark, Question, grid, sweep, where_lost

TEXT = "# Tea & <b>\\n\\nBoil the water. Half \\ud800 a pair.\\n\\n## Ice\\n\\nIce is cold. It melts in the sun.\\n"
asked = tuple(Question(f"q{at}", "How cold?", "note", ((at * 12, at * 12 + 11),)) for at in range(4))
small = Benchmark("small", {"note": "Cold rooms. " * 20}, asked)
results = sweep(grid(sizes=[12, 24], overlaps=[0, 6], k=2), small, phases=2)
quotes = {"Is ice cold?": "Ice is cold.", "Tea? <i>": "a pair.\\n\\n## Ice\\n\\nIce is cold.", "Salt?": "sun"}
paper = Benchmark.from_quotes("b", {"<b>": TEXT}, quotes)
cut = {"strategy": "token_windows", "overlap": 0}
ledgers = {name: where_lost(paper, {**cut, "size": size}, k=1) for name, size in (("whole", 200), ("halves", 8))}"""
# The arguments of each call, as code.
CALLS = {
    "against_demands": {"results": "results", "least": "60", "stored": "150"},
    "chunk_viewer": {"text": "TEXT", "size": "20", "overlap": "5"},
    "distance_plot": {"text": "TEXT", "size": "40", "min_size": "5", "embed": "'hashing'"},
    "draw_again": {"values": "[0.0, 0.5, 1.0, -0.25]", "questions": "3", "draws": "50"},
    "guides_board": {"mark": "20"},
    "heading_path": {"text": "TEXT", "size": "20", "words": "'tea'"},
    "hits_and_misses": {"text": "TEXT", "question": "'Is it cold?'", "spans": "[(2, 9)]", "size": "20"},
    "label": {"text": "TEXT.replace('\\ud800', '?')"},
    "moving_cuts": {"question": "'handbook-20'"},
    "ledger_viewer": {"ledgers": "ledgers"},
    "moving_passage": {"text": "TEXT", "passage_tokens": "5", "size": "8"},
    "packer_stepper": {"text": "TEXT", "size": "20", "overlap": "5"},
    "reindex_viewer": {"text": "TEXT", "size": "20"},
    "sentence_tester": {"text": "TEXT"},
    "separator_tree": {"text": "TEXT", "size": "20"},
    "span_painter": {"text": "TEXT", "gold": "(2, 9)", "size": "40"},
    "token_viewer": {"text": "TEXT"},
}
SPACES = ("\n\n", "\n", " ")
MOVES: dict[str, list[Move]] = {
    "against_demands": [
        ("metric", "whole", {"metric": "whole"}), ("at least", 80, {"least": 80}), ("stored", 200, {"stored": 200}),
    ],
    "chunk_viewer": [
        ("strategy", "sentences", {"strategy": "sentences"}), ("ruler", "words", {"ruler": "words"}),
        ("size", 10, {"size": 10}), ("overlap", 3, {"overlap": 3}),
    ],
    "distance_plot": [
        ("threshold", "interquartile", {"threshold": "interquartile"}), ("amount", 0.5, {"amount": 0.5}),
        ("window", 2, {"window": 2}), ("minimum", 3, {"min_size": 3}), ("size", 30, {"size": 30}),
    ],
    "draw_again": [("draws", 90, {"draws": 90}), ("questions", 4, {"questions": 4})],
    "guides_board": [("mark", 30, {"mark": 30}), ("your use", "legal texts", {"use": "legal texts"})],
    "heading_path": [
        ("size", 8, {"size": 8}), ("chunk", 1, {"chunk": 1}), ("words", "cold", {"words": "cold"}),
        ("count the path inside the size", True, {"count_context": True}),
    ],
    "hits_and_misses": [
        ("size", 30, {"size": 30}), ("budget", 9, {"budget": 9}), ("question", "the sun", {"question": "the sun"}),
    ],
    "label": [],
    "moving_cuts": [
        ("placing", 5, {"placing": 5}), ("overlap", "50%", {"overlap": "50%"}),
        ("question", "We mislaid a Fjordlink API key. Can support look it up for us?", {"question": "handbook-30"}),
    ],
    "ledger_viewer": [
        ("outcome", "found", None), ("chunks", "halves", None), ("chunks", "whole", None), ("question", 2, None),
    ],
    "moving_passage": [
        ("begins at", 7, {"start": 7}), ("overlap", 4, {"overlap": 4}), ("passage", 6, {"passage_tokens": 6}),
        ("size", 9, {"size": 9}),
    ],
    "packer_stepper": [("step", 4, {"step": 4}), ("size", 12, {"size": 12}), ("overlap", 2, {"overlap": 2})],
    "reindex_viewer": [
        ("strategy", "sentences", {"strategy": "sentences"}), ("edit", "a word deleted", {"edit": "delete"}),
        ("place, %", 90, {"place": 90}), ("overlap", 4, {"overlap": 4}), ("size", 15, {"size": 15}),
    ],
    "sentence_tester": [("your pattern", r"\.\s", None)],
    "separator_tree": [
        ("size", 30, {"size": 30}), ("full stop and space", False, {"separators": SPACES}),
        ("separators", "[' ', '|']", {"separators": (" ", "|")}),
    ],
    "span_painter": [
        ("end", 50, {"gold": (2, 50), "retrieved": [0]}), ("[1]", True, {"retrieved": [0, 1]}),
        ("start", 45, {"gold": (45, 50)}), ("overlap", 10, {"overlap": 10, "retrieved": [1]}),
        ("size", 30, {"size": 30, "retrieved": [1, 2]}),
    ],
    "token_viewer": [
        ("your text", "<i>Tea</i> ☂", {"text": "<i>Tea</i> ☂"}), ("encoding", "o200k_base", {"encoding": "o200k_base"}),
        ("labels", "bytes", None),
    ],
}  # fmt: skip


def call(name: str) -> str:
    """Return the code that shows a widget, for a notebook that has run ``SETUP``."""
    return f"classroom.{name}({', '.join(f'{argument}={code}' for argument, code in CALLS[name].items())})"


@cache
def names() -> dict[str, Any]:
    """Return what ``SETUP`` defines."""
    found: dict[str, Any] = {}
    exec(SETUP, found)  # noqa: S102 (the code of a notebook)
    return found


def show(name: str, **changed: Any) -> Widget[Any]:
    """Call a widget here as a notebook does; some arguments may be others."""
    given = {argument: eval(code, names()) for argument, code in CALLS[name].items() if argument not in changed}  # noqa: S307
    shown: Widget[Any] = getattr(classroom, name)(**given, **changed)
    return shown


def controls(widget: Widget[Any]) -> Iterator[Any]:
    """Yield what can be moved, wherever it is: a number by its box and by its slider."""
    parts = [part for row in widget.children for part in (getattr(row, "children", ()) or (row,))]
    silent = widget.page, widget.in_words, widget.note, getattr(widget, "found", None)
    return (part for part in parts if hasattr(part, "value") and part not in silent and type(part).__name__ != "Label")


def move(widget: Widget[Any], name: str, value: Any) -> None:
    """Give the control of a name a value; a choice is named as a reader sees it."""
    control = next(one for one in controls(widget) if getattr(one, "description", "") == name)
    setattr(control, "label" if hasattr(control, "options") else "value", value)

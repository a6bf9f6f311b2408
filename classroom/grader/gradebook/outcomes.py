"""Work out what a test cell that ran in a kernel has earned, and the outputs by which nbgrader counts it.

nbgrader gives full points to a test cell without outputs and to a result below 0, and stops at one above the points.
So the outputs are made here, and what the student's process said is in them as text alone.
"""

from __future__ import annotations

import ast
import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from classroom.build.masters import node
from classroom.grader.gradebook.page import NOT_MARKED, unmarked
from classroom.grader.marks.model import State
from classroom.grader.sandbox.cell_output import Output, Ran

if TYPE_CHECKING:
    from nbformat import NotebookNode

FORGEABLE = "marked in a kernel, which runs the student's code and the tests together: these points can be forged"
UNASSERTED = "an assertion that must fail did not: the notebook has switched assertions off; look at it"
STANDARD_ERROR = "it wrote to standard error, which counts as failed"
_PICTURE = "[picture]"


@dataclass(frozen=True)
class Outcome:
    """Holds the points that a test cell has earned (None: a person has to say), its state, and why not all."""

    state: State
    points: float | None
    reason: str = ""


def outcome_of(source: str, max_points: float, ran: Ran) -> Outcome:
    """Return what a test cell has earned.

    Args:
        source: of the cell, as its teacher wrote it.
        max_points: what it is worth.
        ran: what came out.

    >>> outcome_of("assert f(1) == 1", 2, Ran())
    Outcome(state='final', points=2, reason='')
    >>> outcome_of("score()", 2, Ran((Output("execute_result", "", "1.5"),)))
    Outcome(state='final', points=1.5, reason='')
    >>> outcome_of("score()", 2, Ran((Output("execute_result", "", "-1"),))).reason
    'its result is a number outside of 0 to 2, what it is worth'
    """
    if ran.over:
        return Outcome("failed", 0, ran.over)
    errors = [one for one in ran.outputs if one.kind == "error"]
    if errors:
        return Outcome("final", 0, _first_line(errors[0]))
    if any(one.kind == "stream" and one.name == "stderr" for one in ran.outputs):
        return Outcome("final", 0, STANDARD_ERROR)
    results = [one.text for one in ran.outputs if one.kind == "execute_result"]
    if len(results) > (1 if _ends_in_a_value(source) else 0):
        return Outcome("ungraded", None, f"{len(results)} results where an honest kernel gives none or one; look at it")
    return _by_value(results, max_points)


def _by_value(results: Sequence[str], max_points: float) -> Outcome:
    """Read a result as nbgrader does: a number is partial credit, anything else is as good as nothing."""
    try:
        points = float(results[0])
    except (IndexError, ValueError):
        return Outcome("final", max_points)
    if math.isfinite(points) and 0 <= points <= max_points:
        return Outcome("final", points)
    return Outcome("failed", 0, f"its result is a number outside of 0 to {max_points:g}, what it is worth")


def _ends_in_a_value(source: str) -> bool:
    """Tell whether a cell shows a value at its end, as far as that can be known: one with a magic may."""
    try:
        body = ast.parse(source).body
    except (SyntaxError, ValueError, RecursionError):
        return True
    return bool(body) and isinstance(body[-1], ast.Expr)


def _first_line(error: Output) -> str:
    return f"{error.name}: {error.text.partition(chr(10))[0]}"[:200]


def outputs_of_test(outcome: Outcome, ran: Ran, notes: Sequence[str] = ()) -> list[NotebookNode]:
    """Return the outputs of a test cell from which nbgrader reads ``outcome``; all other outputs become text."""
    said = [_text("\n".join(f"Note: {note}." for note in notes))] if notes else []
    said += [_text(f"[{FORGEABLE}]")] if outcome.points else []
    return [*_counted(outcome, ran), *_shown(ran, result=False), *said]


def _counted(outcome: Outcome, ran: Ran) -> Iterator[NotebookNode]:
    errors = [one for one in ran.outputs if one.kind == "error"]
    if outcome.points is None or (outcome.points == 0 and outcome.reason):
        yield _error(errors[0]) if errors and outcome.state == "final" else unmarked(outcome.reason)
    elif any(one.kind == "execute_result" for one in ran.outputs):
        data = {"text/plain": repr(float(outcome.points))}
        yield node({"output_type": "execute_result", "execution_count": 1, "data": data, "metadata": {}})


def shown_outputs(ran: Ran) -> list[NotebookNode]:
    """Return the outputs of a cell that earns nothing, as text."""
    if ran.over:
        return [unmarked(ran.over)]
    return list(_shown(ran, result=True))


def _shown(ran: Ran, *, result: bool) -> Iterator[NotebookNode]:
    for one in ran.outputs:
        if one.kind == "stream":
            name = "stderr" if one.name == "stderr" else "stdout"
            yield node({"output_type": "stream", "name": name, "text": one.text})
        elif one.kind == "error" and result:
            yield _error(one)
        elif one.kind in ("execute_result", "display_data"):
            yield _text(f"{one.text}\n{_PICTURE}" if one.name == "picture" else one.text)


def _text(text: str) -> NotebookNode:
    """Return text as something that was displayed, which nbgrader counts as nothing."""
    return node({"output_type": "display_data", "data": {"text/plain": text}, "metadata": {}})


def _error(one: Output) -> NotebookNode:
    first, _, trace = one.text.partition("\n")
    name = one.name if one.name not in ("", NOT_MARKED) else "Error"  # that one is ours alone
    fields = {"output_type": "error", "ename": name, "evalue": first, "traceback": (trace or first).split("\n")}
    return node(fields)

"""Remove hidden tests, and what could tell of them, from the feedback on a notebook that ran in a kernel.

A cell is sent into the sandbox when it is its turn. From the first hidden test on, the student's code may have read
one, and may write it anywhere. So nothing that it wrote from there on is shown, but which of the visible lines failed.
"""

from __future__ import annotations

import re
from copy import deepcopy
from typing import TYPE_CHECKING, Any

from nbgrader.preprocessors import ClearHiddenTests, NbGraderPreprocessor

from classroom.build.masters import node
from classroom.grader.gradebook.in_kernel import Place, needs_kernel
from classroom.grader.gradebook.outcomes import FORGEABLE, STANDARD_ERROR, UNASSERTED
from classroom.grader.gradebook.page import NOT_MARKED, unmarked
from classroom.grader.gradebook.scoring import course_of
from classroom.grader.sandbox.cell_output import OVER

if TYPE_CHECKING:
    from collections.abc import Sequence

    from nbformat import NotebookNode

CUT = "# (hidden tests are not shown)"
LEFT_OUT = "what this cell shows is left out: a hidden test had run before"
_LINE = re.compile(r"^Cell In\[\d{1,6}\], line (\d{1,6})$", re.MULTILINE)
_KNOWN = {one.__name__ for one in (AssertionError, NameError, TypeError, ValueError, IndexError, KeyError)}
_KNOWN |= {"AttributeError", "NotImplementedError", "ZeroDivisionError", "RecursionError", "KeyboardInterrupt"}
_OURS = re.compile(
    rf"(not executed: )?({OVER}|the kernel ended|the notebook [a-zA-Z0-9. ()]+)"
    rf"|{re.escape(STANDARD_ERROR)}|{re.escape(UNASSERTED)}|its result is a number outside of 0 to [0-9.e+]+, .*"
)
"""Reasons that hold no word of a student's."""


class Discreet(NbGraderPreprocessor):  # type: ignore[misc]
    """Takes hidden tests out of feedback, and what a kernel showed once it had one."""

    def preprocess(self, nb: NotebookNode, resources: dict[str, Any]) -> tuple[NotebookNode, dict[str, Any]]:
        """Return the notebook as a student may see it."""
        place = Place(course_of(self), resources["nbgrader"]["assignment"], 0)
        if not any(needs_kernel(cell, place) for cell in nb.cells):
            return nb, resources
        cutter, seen = ClearHiddenTests(parent=self.parent), False
        for cell in (cell for cell in nb.cells if cell.cell_type == "code"):
            whole, test = cell.source, needs_kernel(cell, place)
            if test:
                seen = _cut(cell, cutter) or seen
            cell.outputs = [output for output in cell.outputs if FORGEABLE not in str(output.get("data", ""))]
            if seen:
                cell.outputs = _told(whole, cell) if test else _left_out(cell.outputs)
        return nb, resources


def _cut(cell: NotebookNode, cutter: Any) -> bool:
    """Take the hidden tests out of a cell; tells whether there were any."""
    copy = deepcopy(cell)
    found = bool(cutter._remove_hidden_test_region(copy))
    if found:
        cell.source = f"{copy.source}\n{CUT}".lstrip("\n")
    return found


def _left_out(outputs: Sequence[NotebookNode]) -> list[NotebookNode]:
    text = {"output_type": "stream", "name": "stdout", "text": LEFT_OUT}
    return [node(text)] if outputs else []


def _told(whole: str, cell: NotebookNode) -> list[NotebookNode]:
    """Return what is said of a test in words of ours: the kind of its error, and its line if that can be seen."""
    errors = [output for output in cell.outputs if output.output_type == "error"]
    if not errors:
        return []
    error = errors[0]
    if error.ename == NOT_MARKED:
        return [unmarked(error.evalue if _OURS.fullmatch(error.evalue) else "not marked: ask your teacher")]
    lines, visible = whole.split("\n"), set(cell.source.split("\n"))
    found = _LINE.search("\n".join(error.traceback))
    line = lines[int(found[1]) - 1].strip() if found and 0 < int(found[1]) <= len(lines) else ""
    where = (
        f"in the line: {line}" if line and line in {one.strip() for one in visible} else "in a test that is not shown"
    )
    name = error.ename if error.ename in _KNOWN else "Error"
    return [node({"output_type": "error", "ename": name, "evalue": where, "traceback": [f"{name} {where}"]})]

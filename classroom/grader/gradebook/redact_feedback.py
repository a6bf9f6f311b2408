"""Remove the hidden tests of a teacher's own notebooks from feedback."""

from __future__ import annotations

from copy import deepcopy
from typing import TYPE_CHECKING, Any

from nbgrader.preprocessors import ClearHiddenTests, NbGraderPreprocessor

from classroom.grader.gradebook.repair import is_check

if TYPE_CHECKING:
    from nbformat import NotebookNode

CUT = "# (hidden tests are not shown)"


class Discreet(NbGraderPreprocessor):  # type: ignore[misc]
    """Takes hidden tests out of feedback."""

    def preprocess(self, nb: NotebookNode, resources: dict[str, Any]) -> tuple[NotebookNode, dict[str, Any]]:
        """Return the notebook as a student may see it."""
        cutter = ClearHiddenTests(parent=self.parent)
        for cell in filter(is_check, nb.cells):
            copy = deepcopy(cell)
            if cutter._remove_hidden_test_region(copy):
                cell.source = f"{copy.source}\n{CUT}".lstrip("\n")
        return nb, resources

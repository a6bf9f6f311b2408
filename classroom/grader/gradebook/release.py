"""Release: in place of nbgrader's own cutting, the exercise as the build makes it; one's own as nbgrader cuts it."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

from nbgrader.preprocessors import (
    CheckCellMetadata,
    ClearHiddenTests,
    ClearMarkScheme,
    ClearOutput,
    ClearSolutions,
    ComputeChecksums,
    IncludeHeaderFooter,
    InstantiateTests,
    LockCells,
    NbGraderPreprocessor,
    SaveCells,
)

from chunklib.errors import ChunklibError
from classroom.build.builder import exercise_of
from classroom.build.masters import TEACHERS, Master
from classroom.grader.gradebook.places import is_own

if TYPE_CHECKING:
    from collections.abc import Sequence

    from nbformat import NotebookNode

OF_NBGRADER = (
    IncludeHeaderFooter,
    InstantiateTests,
    LockCells,
    ClearSolutions,
    ClearOutput,
    CheckCellMetadata,
    ComputeChecksums,
    SaveCells,  # with the hidden tests, which are cut only then
    ClearHiddenTests,
    ClearMarkScheme,
    ComputeChecksums,
    CheckCellMetadata,
)
"""nbgrader's own steps, in its order."""


class NotReleased(ChunklibError):
    """Says in one line why a release would give learners something else than the exercise."""


def exercise_for(master: Master, solution: NotebookNode) -> NotebookNode:
    """Return the exercise of ``master``, as the build makes it.

    Raises:
        NotReleased: the folder of the solution holds more than what is known there, which learners would be given.
        BuildError: the exercise cannot be cut out of its master.
    """
    if not (master.root / master.name).is_file():
        raise NotReleased(f"{master.name} is missing: an exercise is released as it is cut out of its master")
    folder = master.targets["solution"].parent
    known = (f"{master.slug}.ipynb", ".ipynb_checkpoints", "__pycache__", *TEACHERS)
    more = sorted(path.name for path in folder.iterdir() if path.name not in known)
    if more:
        raise NotReleased(f"solutions/{master.slug} holds {more[0]!r}, which would go to the learners: move it away")
    return exercise_of(master, solution)


class Release(NbGraderPreprocessor):  # type: ignore[misc]
    """Makes what learners get out of a solution: an exercise of the course as built, one's own as nbgrader would."""

    def preprocess(self, nb: NotebookNode, resources: dict[str, Any]) -> tuple[NotebookNode, dict[str, Any]]:
        """Return what is released, and enter it into the gradebook.

        Raises:
            NotReleased: what would be released is not the exercise alone, or cannot be marked.
        """
        about = resources["nbgrader"]
        name, root = about["assignment"], Path(self.parent.parent.coursedir.root)
        if is_own(root, name):
            steps: Sequence[type[NbGraderPreprocessor]] = OF_NBGRADER
        else:
            if name != about["notebook"]:
                raise NotReleased(f"solutions/{name} holds {about['notebook']}.ipynb, which has no master")
            nb = exercise_for(Master(name, "solution", root), nb)
            steps = (CheckCellMetadata, SaveCells)
        for step in steps:
            nb, resources = step(parent=self.parent)(nb, resources)
        return nb, resources

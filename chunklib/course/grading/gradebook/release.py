"""Release: in place of nbgrader's own cutting, the exercise as the build makes it."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

from nbgrader.preprocessors import NbGraderPreprocessor

from chunklib.course.build.builder import exercise_of
from chunklib.course.build.masters import Master

if TYPE_CHECKING:
    from nbformat import NotebookNode


class NotReleased(Exception):
    """Raised where a release would give learners something else than the exercise; the message is one line."""


def exercise_for(master: Master, solution: NotebookNode) -> NotebookNode:
    """Return the exercise of ``master``, as the build makes it.

    Raises:
        NotReleased: The folder of the solution holds more than its notebook, which learners would be given.
        BuildError: The exercise cannot be cut out of its master.
    """
    if not (master.root / master.name).is_file():
        raise NotReleased(f"{master.name} is missing: an exercise is released as it is cut out of its master")
    folder = master.targets["solution"].parent
    more = sorted(path.name for path in folder.iterdir() if _would_go_along(path, master))
    if more:
        raise NotReleased(f"solutions/{master.slug} holds {more[0]!r}, which would go to the learners: move it away")
    return exercise_of(master, solution)


def _would_go_along(path: Path, master: Master) -> bool:
    return path.name not in (f"{master.slug}.ipynb", ".ipynb_checkpoints", "__pycache__")


class AsBuilt(NbGraderPreprocessor):  # type: ignore[misc]
    """Takes the place of all that nbgrader does to make an exercise out of a solution."""

    def preprocess(self, nb: NotebookNode, resources: dict[str, Any]) -> tuple[NotebookNode, dict[str, Any]]:
        """Return the exercise instead of the solution.

        Raises:
            NotReleased: What would be released is not the exercise alone.
        """
        about = resources["nbgrader"]
        root = Path(self.parent.parent.coursedir.root)
        if about["assignment"] != about["notebook"]:
            raise NotReleased(f"solutions/{about['assignment']} holds {about['notebook']}.ipynb, which has no master")
        return exercise_for(Master(about["assignment"], "solution", root), nb), resources

"""Set what ``nbgrader_config.py`` needs: where things are, and which parts of nbgrader are ours.

Parts are named, not imported: a command loads what it uses.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

from classroom.build.masters import TEACHERS
from classroom.grader.gradebook.places import GRADING, course_root
from classroom.grader.sandbox.surroundings import leave
from classroom.judge.ownership import NotOurs

COURSE_ID = "chunklib"
_HERE = "classroom.grader.gradebook"
_THEIRS = "nbgrader.preprocessors"
RELEASE = (f"{_HERE}.release.Release",)
SANITIZE = (
    f"{_HERE}.scoring.Repair",
    f"{_THEIRS}.OverwriteKernelspec",
    f"{_THEIRS}.OverwriteCells",
    f"{_THEIRS}.CheckCellMetadata",
)
AUTOGRADE = (
    f"{_HERE}.scoring.OutOfProcess",
    f"{_THEIRS}.SaveAutoGrades",
    f"{_HERE}.scoring.SaveReasons",
    f"{_THEIRS}.AssignLatePenalties",
    f"{_HERE}.exporter.Plain",
    f"{_THEIRS}.CheckCellMetadata",
)

FEEDBACK = (
    f"{_HERE}.exporter.Discreet",
    f"{_THEIRS}.GetGrades",
    "nbconvert.preprocessors.CSSHTMLHeaderPreprocessor",
)


def configure(config: Any, root: Path) -> None:
    """Set nbgrader up for the course at ``root``.

    Args:
        config: nbgrader's configuration, changed in place.
        root: the folder with ``solutions``, ``exercises`` and, for all that is nobody else's business, ``grading``.

    Raises:
        SystemExit: another user could have written what is run of the course.
    """
    course = config.CourseDirectory
    course.root = str(root)
    course.course_id = COURSE_ID
    course.source_directory = "solutions"
    course.ignore = [".ipynb_checkpoints", "*.pyc", "__pycache__", "feedback", *TEACHERS]
    for step in ("release", "submitted", "autograded", "feedback", "source_with_tests", "solution"):
        setattr(course, f"{step}_directory", f"{GRADING}/{step}")
    course.db_url = f"sqlite:///{root / GRADING / 'gradebook.db'}"
    leave()  # nbgrader calls alembic by its name to make a gradebook
    if (root / "solutions").is_dir():
        try:
            course_root(root)
        except NotOurs as error:  # nbgrader passes over any other exception
            raise SystemExit(f"chunklib: {error}") from None
        (root / GRADING).mkdir(mode=0o700, exist_ok=True)
    config.GenerateAssignment.force = True
    config.GenerateAssignment.preprocessors = list(RELEASE)
    config.GenerateAssignment.post_convert_hook = f"{_HERE}.nbgrader_api.put_into_exercises"
    config.Autograde.exporter_class = f"{_HERE}.exporter.SubmissionExporter"
    config.Autograde.pre_convert_hook = f"{_HERE}.handed_in.make_safe"
    config.Autograde.sanitize_preprocessors = list(SANITIZE)
    config.Autograde.autograde_preprocessors = list(AUTOGRADE)
    config.GenerateFeedback.exporter_class = f"{_HERE}.exporter.FeedbackExporter"
    config.GenerateFeedback.preprocessors = list(FEEDBACK)
    config.OverwriteCells.add_missing_cells = True
    config.ExchangeFactory.collect = f"{_HERE}.handed_in.SafeCollect"

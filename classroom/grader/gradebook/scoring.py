"""Autograde: marks of functions come from outside the student's process; other test cells wait for a person.

nbgrader reads both as outputs of its cells.
"""

from __future__ import annotations

import os
import re
import shutil
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any
from weakref import WeakKeyDictionary

import nbformat
from nbgrader.api import Gradebook
from nbgrader.preprocessors import NbGraderPreprocessor
from traitlets import Bool, Integer

from classroom.build.marking_cells import ANSWER_TO
from classroom.build.masters import node
from classroom.grader.batch.worker import Task
from classroom.grader.gradebook.page import output_of, unmarked, writable
from classroom.grader.gradebook.places import has_master, released_notebooks
from classroom.grader.gradebook.prefetch import Ahead, to_come
from classroom.grader.gradebook.repair import is_check, is_written, missing, read_submission, repaired
from classroom.grader.gradebook.report import FINAL
from classroom.grader.intake.notebook import Unreadable
from classroom.grader.intake.times import EXCHANGE_FILES
from classroom.grader.marks.model import Mark
from classroom.judge.catalogue import EXERCISES

if TYPE_CHECKING:
    from nbformat import NotebookNode

_BATCHES: WeakKeyDictionary[Any, Ahead] = WeakKeyDictionary()
"""What marks for each run of nbgrader; it makes a new preprocessor for each submission."""
NOTES, REFUSED, MARKS = "notes", "refused", "chunklib_marks"
BY_HAND = "a person marks this test: code that runs beside a test can change what the test finds"


class Repair(NbGraderPreprocessor):  # type: ignore[misc]
    """Reads what was handed in, whatever it is, and gives the notebook in the form of its exercise."""

    def preprocess(
        self,
        nb: NotebookNode,  # noqa: ARG002 -- empty: the file is read here, by what expects the worst
        resources: dict[str, Any],
    ) -> tuple[NotebookNode, dict[str, Any]]:
        """Return the repaired notebook; anything else becomes the exercise as it was released, with a reason."""
        path, about = submitted_path(self, resources), resources["nbgrader"]
        released = course_of(self) / "exercises" / about["assignment"] / f"{about['notebook']}.ipynb"
        exercise = nbformat.read(released, as_version=4)  # type: ignore[no-untyped-call]
        cells, refused = [], ""
        try:
            cells = read_submission(path)
        except Unreadable as error:
            refused = str(error)
        notebook, notes = repaired(exercise, cells)
        notebook.metadata.chunklib = node({NOTES: [] if refused else notes, REFUSED: refused})
        for cell in notebook.cells:
            if is_check(cell):
                cell.outputs = [unmarked("not marked yet")]
        return notebook, resources


class OutOfProcess(NbGraderPreprocessor):  # type: ignore[misc]
    """Takes the place of nbgrader's execution: marks every function that the notebook asks for, without a kernel.

    Test cells that are not of the course are left to a person: nothing of the notebook is run for them.
    """

    jobs = Integer(os.cpu_count() or 1, min=1, help="How many submissions are marked at a time.").tag(config=True)
    trust = Bool(False, help="Run submissions without a sandbox. Only for code that you have read.").tag(config=True)

    def preprocess(self, nb: NotebookNode, resources: dict[str, Any]) -> tuple[NotebookNode, dict[str, Any]]:
        """Put a mark under each cell that checks a function or tests one; an output is what nbgrader counts."""
        path, about = submitted_path(self, resources), resources["nbgrader"]
        root = course_of(self)
        functions = functions_in(nb, root, about["assignment"])
        refused = str(nb.metadata.get("chunklib", {}).get(REFUSED, ""))
        resources[MARKS] = {}
        for cell in filter(is_check, nb.cells):
            name, points = cell.metadata.nbgrader.grade_id, cell.metadata.nbgrader.points
            if name in functions:
                mark = self._mark(Task(about["student"], name, path.name, path), functions)
                mark = mark if mark.max_points == points else _worth_something_else(mark, points)
                cell.outputs = [output_of(mark, _about(name, nb))]
            else:
                by_hand = Mark(name, "ungraded", None, points, BY_HAND)
                mark = Mark(name, "failed", 0, points, refused) if refused else by_hand
                cell.outputs = [unmarked(mark.reason)]
            resources[MARKS][name] = mark
        writable(nb)
        for name, mark in resources[MARKS].items():
            reason = writable(mark.reason)
            resources[MARKS][name] = replace(mark, reason=reason)
            self.log.info("%s: %s, %s", name, mark.state, reason)
        _keep_only(released_notebooks(root, about["assignment"]), autograded_folder(self, resources))
        return nb, resources

    def _mark(self, task: Task, functions: Sequence[str]) -> Mark:
        """Mark one function; what nbgrader will ask for later in this batch is marked meanwhile."""
        converter = self.parent.parent
        paths: list[Path] = []
        for folder, notebooks in sorted(converter.assignments.items()):
            student = Path(folder).parent.name
            marked = Path(
                converter.coursedir.format_path(converter.coursedir.autograded_directory, student, task.path.stem)
            )
            if converter.force or not marked.exists():
                paths += [Path(path) for path in notebooks if Path(path).stem == task.path.stem]
        marks = _BATCHES.setdefault(converter, Ahead(course_of(self), trust=self.trust, jobs=self.jobs))
        return marks.mark(task, to_come(task, functions, paths))


class SaveReasons(NbGraderPreprocessor):  # type: ignore[misc]
    """Says why there are no points, once nbgrader has saved them, and leaves no zero that is not a mark."""

    def preprocess(self, nb: NotebookNode, resources: dict[str, Any]) -> tuple[NotebookNode, dict[str, Any]]:
        """Write the reasons into the comments, and take back the zero of what was not marked."""
        about = resources["nbgrader"]
        place = (about["notebook"], about["assignment"], about["student"])
        said = nb.metadata.get("chunklib", {})
        refused = said.get(REFUSED)
        with Gradebook(about["db_url"]) as book:
            comments: dict[str, list[str]] = {}
            for name, mark in resources.get(MARKS, {}).items():
                if (
                    mark.state != "final" or mark.points == 0
                ) and mark.reason != BY_HAND:  # the report says that itself
                    comments.setdefault(_answer_to(name, nb), []).append(f"{mark.state}: {mark.reason}")
                if mark.points is None:
                    _open(book.find_grade(name, *place))
            for answer, words in comments.items():
                if answer:
                    ordered = sorted(dict.fromkeys(words), key=lambda said: said.startswith(FINAL))
                    book.find_comment(answer, *place).auto_comment = _as_text("; ".join(ordered))
            for name in (cell.metadata.nbgrader.grade_id for cell in nb.cells if is_written(cell)):
                if refused:
                    book.find_comment(name, *place).auto_comment = _as_text(f"failed: {refused}")
                elif missing(name) in said.get(NOTES, ()):  # it may be in another cell: a person has to look
                    book.find_comment(name, *place).auto_comment = f"ungraded: {missing(name)}"
                    _open(book.find_grade(name, *place))
            book.db.commit()
        return nb, resources


def _answer_to(name: str, nb: NotebookNode) -> str:
    """Return the cell under which a person reads about a test: what is filled in before it, or else anywhere."""
    filled = [cell.metadata.nbgrader.grade_id for cell in nb.cells if _is_filled_in(cell)]
    if ANSWER_TO.format(name) in filled:
        return ANSWER_TO.format(name)
    found = ""
    for cell in nb.cells:
        if _is_filled_in(cell):
            found = str(cell.metadata.nbgrader.grade_id)
        elif cell.metadata.get("nbgrader", {}).get("grade_id") == name and found:
            break
    return found


def _is_filled_in(cell: NotebookNode) -> bool:
    marks = cell.metadata.get("nbgrader", {})
    return bool(marks.get("solution")) and "grade_id" in marks


def functions_in(nb: NotebookNode, root: Path, assignment: str) -> list[str]:
    """Return the functions that a notebook's check cells judge by properties, in their order."""
    names = [cell.metadata.nbgrader.grade_id for cell in nb.cells if is_check(cell)]
    return [name for name in names if name in EXERCISES] if has_master(root, assignment) else []


def course_of(part: NbGraderPreprocessor) -> Path:
    """Return the folder of the course that a preprocessor works in."""
    return Path(part.parent.parent.coursedir.root)


def submitted_path(part: NbGraderPreprocessor, resources: dict[str, Any]) -> Path:
    """Return where the notebook that is marked was handed in."""
    course, about = part.parent.parent.coursedir, resources["nbgrader"]
    folder = course.format_path(course.submitted_directory, about["student"], about["assignment"])
    return Path(folder, f"{about['notebook']}.ipynb")


def autograded_folder(part: NbGraderPreprocessor, resources: dict[str, Any]) -> Path:
    """Return the folder of nbgrader's marked copy."""
    course, about = part.parent.parent.coursedir, resources["nbgrader"]
    return Path(course.format_path(course.autograded_directory, about["student"], about["assignment"]))


def _about(name: str, nb: NotebookNode) -> list[str]:
    names = (name, ANSWER_TO.format(name))
    return [note for note in nb.metadata.get("chunklib", {}).get(NOTES, ()) if note.split()[2] in names]


def _worth_something_else(mark: Mark, points: float) -> Mark:
    reason = f"worth {mark.max_points} points by its properties and {points:g} in the gradebook: release it again"
    return mark if mark.points is None else Mark(mark.exercise, "ungraded", None, mark.max_points, reason)


def _keep_only(notebooks: Sequence[str], folder: Path) -> None:
    """Remove what else was handed in from nbgrader's copy: feedback would hand it out again, links followed."""
    for path in folder.iterdir():
        if path.is_dir() and not path.is_symlink():
            shutil.rmtree(path)
        elif path.name not in (*notebooks, *EXCHANGE_FILES):
            path.unlink()


def _open(grade: Any) -> None:
    grade.auto_score, grade.needs_manual_grade = None, True


_HARMLESS = str.maketrans("<>[]`&$\\*#", "‹›()'+S/··")
_AT_AN_EDGE = re.compile(r"(?<![^\W_])_|_(?![^\W_])")  # an underscore between letters is one


def _as_text(words: str) -> str:
    """Return words that mean nothing more in Markdown, HTML or a formula, where nbgrader shows them as a comment.

    >>> _as_text("no smart_chunk in __main__, *really* <b>")
    'no smart_chunk in --main--, ·really· ‹b›'
    """
    return _AT_AN_EDGE.sub("-", words.translate(_HARMLESS))

"""Report what a gradebook holds of a class: a row a student, in which a zero is never ambiguous."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from classroom.grader.gradebook.nbgrader_api import gradebook_of
from classroom.grader.gradebook.page import NOT_MARKED
from classroom.grader.gradebook.places import GRADING, course_root, name_of
from classroom.grader.marks.model import State

_BETWEEN = re.compile(r"; (?=failed: |ungraded: )")


@dataclass(frozen=True)
class Row:
    """Describes one student's exercise: its state, its points so far (None where there are none), and why.

    ``missing`` is the state of what was never handed in; the others are those of a mark.
    """

    student: str
    exercise: str
    state: State | str
    points: float | None
    max_points: float
    reason: str = ""


def class_rows(start: Path, which: str | None = None) -> list[Row]:
    """Return the rows of one exercise, or of all that were released, in the order of exercises and students.

    Raises:
        NoCourse: there is no course, or no such exercise.
        LookupError: the exercise is not in the gradebook.
        Failed: the gradebook cannot be read.
    """
    root = course_root(start)
    chosen = None if which is None else name_of(root, which)
    with gradebook_of(root) as book:
        released = [one for one in book.assignments if chosen in (None, one.name)]
        if not released:
            raise LookupError(f"{chosen or 'an exercise'} is not in the gradebook yet: chunklib release enters it")
        return [row for one in sorted(released, key=lambda one: str(one.name)) for row in _rows(book, one, root)]


def _rows(book: Any, assignment: Any, root: Path) -> Iterator[Row]:
    """Yield a row for everybody in the gradebook, and for everybody whose submission lies there."""
    handed_in = {path.parent.name for path in (root / GRADING / "submitted").glob(f"*/{assignment.name}")}
    graded = {one.student.id: one for one in assignment.submissions}
    for student in sorted({one.id for one in book.students} | handed_in):
        folder = root / GRADING / "submitted" / student / assignment.name
        copies = root / GRADING / "autograded" / student / assignment.name
        if student in graded and student in handed_in and not any(copies.glob("*.ipynb")):  # gone where marking fails
            about = f"no marked copy of it, as it was handed in again or not marked to the end: {_again(assignment)}"
            yield Row(student, assignment.name, "ungraded", None, assignment.max_score, about)
        elif student in graded:
            row = _graded(graded[student], student, assignment, _not_there(assignment, folder))
            if row.points == 0 and not row.reason:
                row = replace(row, reason="; ".join(why_nothing(graded[student], copies)))
            yield row
        elif student in handed_in:
            yield _waiting(student, assignment, folder)
        else:
            yield Row(student, assignment.name, "missing", None, assignment.max_score, "nothing handed in")


def _again(assignment: Any) -> str:
    return f"nbgrader autograde {assignment.name}"


def _not_there(assignment: Any, folder: Path) -> list[str]:
    """Return a reason for each notebook that was not handed in beside others: nbgrader gives it 0 without a word."""
    names = sorted(f"{one.name}.ipynb" for one in assignment.notebooks)
    there = [name for name in names if (folder / name).is_file() or (folder / name).is_symlink()]
    return [f"failed: no {name} was handed in" for name in names if there and name not in there]


def _waiting(student: str, assignment: Any, folder: Path) -> Row:
    """Return the row of what lies there and is in no gradebook: nbgrader passes over a folder without a notebook."""
    if not any(folder.glob("*.ipynb")):
        return Row(student, assignment.name, "failed", 0.0, assignment.max_score, "failed: no notebook was handed in")
    about = f"handed in, not graded: {_again(assignment)}"
    return Row(student, assignment.name, "ungraded", None, assignment.max_score, about)


def _graded(submission: Any, student: str, assignment: Any, reasons: list[str]) -> Row:
    grades = [grade for notebook in submission.notebooks for grade in notebook.grades]
    comments = [str(one.auto_comment or "") for notebook in submission.notebooks for one in notebook.comments]
    found = [words for words in comments if words.split(":")[0] in ("failed", "ungraded")]
    reasons = list(dict.fromkeys(reasons + [one for words in found for one in _BETWEEN.split(words)]))
    left = [grade.cell.name for grade in grades if grade.needs_manual_grade]
    points = max(0.0, submission.score - (submission.late_submission_penalty or 0))
    if left:
        named = "; ".join(reasons) or f"a person has to mark {', '.join(sorted(left))}"
        return Row(student, assignment.name, "ungraded", None, assignment.max_score, named)
    failed = bool(reasons) and submission.score == 0
    state = "failed" if failed else "late" if submission.total_seconds_late > 0 else "final"
    return Row(student, assignment.name, state, points, assignment.max_score, "; ".join(reasons))


FINAL = "final: "
"""What a comment begins with that says how a function that was judged came to no points."""
_NO_RESPONSE = "No response."  # what nbgrader says of a cell that is as it was released
_MOST = 200  # characters of an error


def why_nothing(submission: Any, folder: Path) -> list[str]:
    """Return at least one reason.

    Args:
        submission: of nbgrader's gradebook, with no points.
        folder: with nbgrader's marked copies of its notebooks; they may be missing.
    """
    if submission.score > 0:
        return [f"judged with {submission.score:g} points, all taken by the penalty for being late"]
    found = [reason for notebook in submission.notebooks for reason in _of_notebook(notebook, folder)]
    return list(dict.fromkeys(found)) or ["nothing in it has points"]


def _of_notebook(notebook: Any, folder: Path) -> Iterator[str]:
    comments = {one.cell.name: str(one.auto_comment or "") for one in notebook.comments}
    said = [words.removeprefix(FINAL) for words in comments.values() if words.startswith(FINAL)]
    yield from said
    errors = {} if said else _errors(folder / f"{notebook.name}.ipynb")
    for grade in notebook.grades:
        name, worth = grade.cell.name, f"0 of {grade.max_score:g} points"
        if grade.manual_score is not None:
            yield f"{name}: {worth}, given by a person"
        elif comments.get(name) == _NO_RESPONSE:
            yield f"{name}: nothing was written"
        elif not said and grade.max_score:
            yield f"{name}: {errors.get(name, worth)}"


def _errors(copy: Path) -> dict[str, str]:
    """Return the first error of each marked cell of a marked copy, for the teacher: it may tell of a hidden test."""
    found: dict[str, str] = {}
    with suppress(OSError, ValueError, LookupError, TypeError, AttributeError):  # no copy of ours
        for cell in json.loads(copy.read_bytes())["cells"]:
            name = cell["metadata"].get("nbgrader", {}).get("grade_id", "")
            errors = [one for one in cell.get("outputs", ()) if one["output_type"] == "error"]
            if name and errors:
                kind = "" if errors[0]["ename"] == NOT_MARKED else f"{errors[0]['ename']}: "
                found[name] = f"{kind}{errors[0]['evalue']}"[:_MOST]
    return found

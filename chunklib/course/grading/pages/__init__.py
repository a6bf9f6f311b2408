"""Pages that open anywhere: feedback for each student, and an overview of the class for the teacher."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from chunklib.course.grading.graded import Graded
from chunklib.course.grading.keeping import FEEDBACK, write
from chunklib.course.grading.pages.class_page import class_page
from chunklib.course.grading.pages.names import file_name
from chunklib.course.grading.pages.numbers import place
from chunklib.course.grading.pages.student import student_page

__all__ = ["write_pages"]


def write_pages(out: Path, graded: Sequence[Graded]) -> None:
    """Write `class.html` and `feedback/<student>.html` for every student into a folder.

    Args:
        out: the folder; it is made where it is missing.
        graded: all submissions; their order means nothing, and the same ones give the same bytes.

    Raises:
        OSError: a page cannot be written; those that were there before are whole.
    """
    feedback = out / FEEDBACK
    feedback.mkdir(parents=True, exist_ok=True)
    students: dict[str, list[Graded]] = {}
    for one in sorted(graded, key=place):
        students.setdefault(one.student, []).append(one)
    for student, own in students.items():
        write(feedback / f"{file_name(student)}.html", student_page(student, own).encode())
    write(out / "class.html", class_page(graded).encode())

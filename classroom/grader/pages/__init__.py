"""Pages that open anywhere: feedback for each student, and an overview of the class for the teacher."""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path

from classroom.grader.marks.model import Graded
from classroom.grader.marks.results import Change
from classroom.grader.marks.store import FEEDBACK, PAGES, page_name, write
from classroom.grader.pages.class_page import class_page
from classroom.grader.pages.numbers import place
from classroom.grader.pages.student import student_page

__all__ = ["write_pages"]

_NAME = re.compile(r"[A-Za-z0-9][\w.-]*\.html", re.ASCII)


def write_pages(
    out: Path,
    graded: Sequence[Graded],
    totals: Sequence[Graded] = (),
    *,
    seed: str,
    compared: Sequence[Change] | None = None,
) -> None:
    """Write ``class.html`` and a page in ``feedback/`` for every student into a folder.

    Pages of an earlier call, of students who are no longer there, are removed; no other file is.

    Args:
        out: the folder; it is made where it is missing.
        graded: all submissions; their order means nothing, and the same ones give the same bytes.
        totals: one mark for each student, where several functions are marked together.
        seed: the class's secret, which gives the names of the pages: nobody can guess where another's is.
        compared: what a regrade changed.

    Raises:
        OSError: a page cannot be written; those that were there before are whole.
    """
    feedback = out / FEEDBACK
    feedback.mkdir(parents=True, exist_ok=True)
    students: dict[str, list[Graded]] = {}
    for one in sorted(graded, key=place):
        students.setdefault(one.student, []).append(one)
    names = {student: page_name(student, seed) for student in students}
    before, now = _noted(out), set(names.values())
    _note(out, before | now)  # first: a run that is broken off leaves no page that nobody knows of
    for student, own in students.items():
        write(feedback / names[student], student_page(student, own).encode())
    write(out / "class.html", class_page(graded, totals, seed, compared).encode())
    for name in before - now:
        if not (feedback / name).is_dir():
            (feedback / name).unlink(missing_ok=True)
    _note(out, now)


def _noted(out: Path) -> set[str]:
    """Return the names of the pages that earlier calls wrote."""
    try:
        lines = (out / PAGES).read_text("ascii").splitlines()
    except (FileNotFoundError, UnicodeDecodeError):
        return set()
    return {name for name in lines if _NAME.fullmatch(name)}


def _note(out: Path, names: set[str]) -> None:
    if names != _noted(out):
        write(out / PAGES, "".join(f"{name}\n" for name in sorted(names)).encode("ascii"))

"""A class that is collected, marked, and collected again: deadlines, and marks of what is no longer there."""

from __future__ import annotations

import json
import os
from copy import deepcopy
from pathlib import Path

import pytest

from classroom.grader.gradebook.report import Row, class_rows
from classroom.grader.gradebook.taking_in import take_in
from classroom.grader.intake.times import moment_of
from classroom.grader.sandbox.bubblewrap import NoSandbox, find_bubblewrap
from tests.grader.classroom import ASKED, BROKEN, RIGHT, SLUG, cell, make_course, nbgrader, wrong_answer

try:
    find_bubblewrap()
except NoSandbox as missing:
    pytestmark = [pytest.mark.skip(reason=str(missing)), pytest.mark.required_in_ci]

DUE = "2026-11-22 09:00:00 UTC"
IN_TIME, TOO_LATE = (moment_of(f"2026-11-22 {hour}:00:00 UTC") for hour in ("08", "10"))


def autograded(course: Path) -> dict[str, Row]:
    done = nbgrader(course, "autograde", SLUG)
    assert done.returncode == 0, done.stderr[-3000:]
    return rows(course)


def rows(course: Path) -> dict[str, Row]:
    return {row.student: row for row in class_rows(course, "01")}


def collected(course: Path, folder: Path) -> dict[str, str]:
    return {one.student: one.became for one in take_in(folder, ASKED, course)}


def test_a_deadline_and_a_second_collection(tmp_path: Path) -> None:
    course, folder = tmp_path / "course", tmp_path / "in"
    course.mkdir()
    folder.mkdir()
    make_course(course)
    assert nbgrader(course, "generate_assignment", SLUG).returncode == 0
    assert nbgrader(course, "db", "assignment", "add", SLUG, "--duedate", DUE).returncode == 0
    exercise = json.loads((course / "exercises" / SLUG / f"{SLUG}.ipynb").read_text(encoding="utf-8"))

    def put(student: str, code: str, when: float) -> None:
        notebook = deepcopy(exercise)
        cell(notebook, "hello-answer")["source"] = code
        path = folder / f"{student}.ipynb"
        path.write_text(BROKEN[student] if student in BROKEN else json.dumps(notebook), encoding="utf-8")
        os.utime(path, (when, when))

    put("ada", RIGHT, IN_TIME)
    put("bob", RIGHT, TOO_LATE)
    put("cut", "", IN_TIME)
    assert collected(course, folder) == dict.fromkeys(("ada", "bob", "cut"), "taken")
    found = autograded(course)
    assert {name: (row.state, row.points) for name, row in found.items()} == {
        "ada": ("final", 5.0),
        "bob": ("late", 5.0),
        "cut": ("failed", 0.0),
    }
    assert found["cut"].reason.count("failed: ") == 1  # two cells say the same

    put("ada", wrong_answer(), TOO_LATE)
    assert collected(course, folder) == {"ada": "replaced", "bob": "unchanged", "cut": "unchanged"}
    again = rows(course)
    assert (again["ada"].state, again["ada"].points) == ("ungraded", None)
    assert again["ada"].reason.endswith(f"nbgrader autograde {SLUG}")
    assert {name: again[name] for name in ("bob", "cut")} == {name: found[name] for name in ("bob", "cut")}
    marked = autograded(course)["ada"]
    assert (marked.state, marked.points) == ("late", 2.0)

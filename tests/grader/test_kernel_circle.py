"""A teacher's own assignment through the real nbgrader, in a real kernel inside the real sandbox."""

from __future__ import annotations

import csv
import json
import shutil
import sqlite3
from copy import deepcopy
from pathlib import Path
from typing import Any

import pytest

from classroom.grader.gradebook.nbgrader_api import release
from classroom.grader.gradebook.outcomes import FORGEABLE, UNASSERTED
from classroom.grader.gradebook.redact_feedback import CUT, LEFT_OUT
from classroom.grader.gradebook.report import Row, class_rows
from classroom.grader.sandbox.bubblewrap import NoSandbox, find_bubblewrap
from tests.grader.classroom import ROOT, cell, nbgrader, scores
from tests.grader.kernel_class import HIDDEN, MORE, NAME, RIGHT, filled, hand_in, make_own, released
from tests.grader.test_gradebook_circle import Seen

pytestmark = pytest.mark.required_in_ci

ASSERTS_OFF = """import ast
class Off(ast.NodeTransformer):
    def visit_Assert(self, node): return ast.Pass()
get_ipython().ast_transformers.append(Off())
def square(n): return 0"""
LEAKS = """import base64
def square(n):
    print(In[-1], base64.b64encode(In[-1].encode()).decode())
    if n < 0: raise AssertionError(In[-1])
    return n * n"""
HALF = "print('<script>alert(1)</script>')\ndef square(n):\n    return n + n"
POINTS = {  # of the cells read, score, test, last; and of the second notebook
    "right": (1, 3, 2, 1, 1),
    "stripped": (1, 3, 2, 1, 0),
    "half": (1, 2, 0, 0, 0),
    "leaks": (1, 3, 0, 1, 0),
    "dies": (0, 0, 0, 0, 0),
    "broken": (0, 0, 0, 0, 0),
    "asserts": (None, None, None, None, 0),
    "zero": (0, 0, 0, 0, 0),
}
WROTE_NOTHING = ("broken", "zero")
NEEDS_A_LOOK = {"asserts"}


def submissions(root: Path) -> None:
    exercise = released(root)
    hand_in(root, "right", filled(exercise, RIGHT))
    second = released(root, MORE)
    cell(second, "x")["source"] = "x = 1"
    hand_in(root, "right", second, MORE)
    hand_in(root, "half", filled(exercise, HALF))
    hand_in(root, "asserts", filled(exercise, ASSERTS_OFF))
    hand_in(root, "dies", filled(exercise, "import os\nos._exit(7)"))
    hand_in(root, "broken", '{"cells": [')
    stripped = filled(exercise, RIGHT)
    for one in stripped["cells"]:
        one["metadata"] = {}
        del one["id"]
    hand_in(root, "stripped", stripped)
    leaks = filled(exercise, LEAKS)
    cell(leaks, "test").update(source="2", outputs=[{"output_type": "execute_result", "data": {"text/plain": "2"}}])
    cell(leaks, "test")["metadata"]["nbgrader"].update(points=100, locked=False)
    leaks["metadata"]["kernelspec"] = {"name": "bash", "display_name": "<b>", "language": "bash"}
    hand_in(root, "leaks", leaks)
    zero = deepcopy(exercise)
    cell(zero, "square")["source"] = "import os\nos.chdir('/')"
    hand_in(root, "zero", zero)
    hand_in(root, "zero", released(root, MORE), MORE)


@pytest.fixture(scope="module")
def course(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A course with the assignment alone, whose class has been marked and has its feedback."""
    try:
        find_bubblewrap()
    except NoSandbox as missing:
        pytest.skip(str(missing))
    root = tmp_path_factory.mktemp("course")
    (root / "solutions").mkdir(parents=True, exist_ok=True)
    shutil.copy(ROOT / "nbgrader_config.py", root)
    make_own(root)
    assert release(NAME, root) == (root / "exercises" / NAME / f"{NAME}.ipynb", 10.0)
    submissions(root)
    for step in ("autograde", "generate_feedback"):
        done = nbgrader(root, step, NAME)
        assert done.returncode == 0, done.stderr[-3000:]
    return root


@pytest.fixture(scope="module")
def found(course: Path) -> dict[tuple[str, str], tuple[Any, ...]]:
    """Return what the gradebook holds before a person marks by hand."""
    return scores(course)


def page(course: Path, student: str) -> str:
    return (course / "grading" / "feedback" / student / NAME / f"{NAME}.html").read_text(encoding="utf-8")


def marked(course: Path, student: str) -> Any:
    return json.loads((course / "grading" / "autograded" / student / NAME / f"{NAME}.ipynb").read_text("utf-8"))


def test_points_are_what_the_code_earns(found: dict[tuple[str, str], tuple[Any, ...]]) -> None:
    cells = ("read", "score", "test", "last", "is-x")
    assert {student: tuple(found[student, name][0] for name in cells) for student in POINTS} == POINTS
    waiting = {student for (student, name), (*_, waits) in found.items() if name == "test" and waits}
    assert waiting == NEEDS_A_LOOK


def test_written_answers_wait_for_a_person(found: dict[tuple[str, str], tuple[Any, ...]]) -> None:
    waiting = {student for (student, name), (*_, waits) in found.items() if name == "why" and waits}
    assert waiting == set(POINTS) - set(WROTE_NOTHING)
    assert found["broken", "why"][0] == 0  # nothing was written


def test_everybody_has_a_row_that_says_why(course: Path) -> None:
    rows = {row.student: row for row in class_rows(course, NAME)}
    assert set(rows) == set(POINTS)
    assert rows["right"] == Row("right", NAME, "ungraded", None, 10.0, "a person has to mark why")
    missing = f"failed: no {MORE}.ipynb was handed in"
    assert rows["half"] == Row("half", NAME, "ungraded", None, 10.0, missing)
    assert rows["dies"].reason == f"{missing}; failed: not executed: the kernel died (exit status 7)"
    assert rows["asserts"].reason == f"{missing}; ungraded: {UNASSERTED}"
    assert rows["broken"].state == "failed"
    assert "broken JSON" in rows["broken"].reason
    name_error = "NameError: name 'square' is not defined"
    assert (rows["zero"].state, rows["zero"].points) == ("final", 0)
    assert set(rows["zero"].reason.split("; ")) == {
        "read: FileNotFoundError: [Errno 2] No such file or directory: 'data/words.txt'",
        *(f"{name}: {name_error}" for name in ("score", "test", "last")),
        "why: nothing was written",
        "is-x: NameError: name 'x' is not defined",
    }


def test_no_hidden_test_leaves_the_teacher(course: Path) -> None:
    """Neither in what is handed out nor in feedback; the gradebook and the teacher's copy hold it."""
    handed_out = [path for path in (course / "exercises").rglob("*") if path.is_file()]
    pages = list((course / "grading" / "feedback").rglob("*.html"))
    assert len(pages) == len(POINTS) + 2  # two have a second notebook
    for path in (*handed_out, *pages):
        text = path.read_text(encoding="utf-8")
        for secret in (
            HIDDEN,
            "1681",
            "THE HIDDEN WORD",
            "BEGIN HIDDEN",
            "THE SOLUTION",
            "THE MODEL ANSWER",
            "IyMjIEJ",
        ):
            assert secret not in text, (path, secret)
    assert HIDDEN in "".join(cell(marked(course, "right"), "test")["source"])
    assert HIDDEN.encode() in (course / "grading" / "gradebook.db").read_bytes()


def test_feedback_tells_what_may_be_told(course: Path) -> None:
    half = page(course, "half")
    assert "Score: 3.0 / 9.0" in half.replace("\n", " ") or "3.0 / 9.0" in half
    assert "AssertionError in a test that is not shown" in half
    assert "AssertionError in the line: assert square(3) == 9" in half
    assert CUT.removeprefix("# ") in page(course, "right")
    assert "ready" in half  # what was shown before any hidden test
    assert LEFT_OUT not in half
    assert "alert(1)" in half
    seen = Seen()
    seen.feed(half)
    assert seen.live == []
    assert "the kernel died (exit status 7)" in page(course, "dies")
    assert not [name for name in POINTS if FORGEABLE in page(course, name)]


def test_the_teacher_reads_that_points_can_be_forged(course: Path) -> None:
    for name, points in (("score", 2), ("test", 0)):
        texts = [str(output) for output in cell(marked(course, "half"), name)["outputs"]]
        assert any(FORGEABLE in text for text in texts) == bool(points)


def test_what_lies_beside_is_not_handed_back(course: Path) -> None:
    for step in ("autograded", "feedback"):
        names = {path.name for path in (course / "grading" / step).rglob("*") if path.is_file()}
        assert not {"words.txt"} & names


def test_export_and_report_hold_the_points_of_the_gradebook(course: Path, tmp_path: Path) -> None:
    with sqlite3.connect(course / "grading" / "gradebook.db") as book:  # as a person would
        book.execute("update grade set manual_score = 0.5, needs_manual_grade = 0 where needs_manual_grade = 1")
    table = tmp_path / "grades.csv"
    assert nbgrader(course, "export", "--to", str(table)).returncode == 0
    with table.open(encoding="utf-8", newline="") as file:
        exported = {line["student_id"]: float(line["score"]) for line in csv.DictReader(file)}
    by_hand = {
        student: 0.5 * (points.count(None) + (student not in WROTE_NOTHING)) for student, points in POINTS.items()
    }
    assert exported == {student: sum(filter(None, points)) + by_hand[student] for student, points in POINTS.items()}
    rows = {row.student: row for row in class_rows(course, NAME)}
    assert {student: row.points for student, row in rows.items()} == exported
    assert rows["right"].reason == "marked in a kernel: points can be forged"
    assert rows["right"].state == "final"

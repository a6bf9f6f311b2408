"""A teacher's own assignment through the real nbgrader: its tests are marked by hand, and hidden ones stay hidden."""

from __future__ import annotations

import csv
import json
import shutil
import sqlite3
from pathlib import Path
from typing import Any

import pytest

from classroom.grader.gradebook.exporter import CUT
from classroom.grader.gradebook.nbgrader_api import release
from classroom.grader.gradebook.report import Row, class_rows
from tests.grader.classroom import ROOT, cell, nbgrader, scores
from tests.grader.own_class import HIDDEN, MORE, NAME, RIGHT, filled, hand_in, make_own, released
from tests.grader.test_gradebook_circle import Seen

TESTS = ("read", "score", "test", "last")
SHOWS = {"output_type": "execute_result", "execution_count": 1, "data": {"text/plain": "2"}, "metadata": {}}


@pytest.fixture(scope="module")
def course(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A course with the assignment alone, whose class has been marked and has its feedback."""
    root = tmp_path_factory.mktemp("course")
    (root / "solutions").mkdir(parents=True, exist_ok=True)
    shutil.copy(ROOT / "nbgrader_config.py", root)
    make_own(root)
    assert release(NAME, root) == (root / "exercises" / NAME / f"{NAME}.ipynb", 10.0)
    exercise, second = released(root), released(root, MORE)
    cell(second, "x")["source"] = "x = 1"
    hand_in(root, "right", filled(exercise, RIGHT))
    hand_in(root, "right", second, MORE)
    hand_in(root, "broken", '{"cells": [')
    runs = f"from pathlib import Path\nPath({str(root / 'ran')!r}).touch()\nprint('<script>alert(1)</script>')"
    claims = filled(exercise, runs)
    cell(claims, "test").update(source="2", outputs=[SHOWS])
    cell(claims, "test")["metadata"]["nbgrader"].update(points=100, locked=False)
    hand_in(root, "claims", claims)
    for step in ("autograde", "generate_feedback"):
        done = nbgrader(root, step, NAME)
        assert done.returncode == 0, done.stderr[-3000:]
    return root


def page(course: Path, student: str) -> str:
    return (course / "grading" / "feedback" / student / NAME / f"{NAME}.html").read_text(encoding="utf-8")


def marked(course: Path, student: str) -> Any:
    return json.loads((course / "grading" / "autograded" / student / NAME / f"{NAME}.ipynb").read_text("utf-8"))


def test_tests_wait_for_a_person_whatever_the_notebook_shows_and_nothing_of_it_is_run(course: Path) -> None:
    found = scores(course)
    waiting = {student: {name for name in TESTS if found[student, name][-1]} for student in ("right", "claims")}
    assert waiting == {"right": set(TESTS), "claims": set(TESTS)}
    assert [found["broken", name][0] for name in TESTS] == [0, 0, 0, 0]
    assert not (course / "ran").exists()


def test_everybody_has_a_row_that_says_why(course: Path) -> None:
    rows = {row.student: row for row in class_rows(course, NAME)}
    assert set(rows) == {"right", "broken", "claims"}
    assert (rows["right"].state, rows["right"].points) == ("ungraded", None)
    assert rows["right"].reason == "a person has to mark is-x, last, read, score, test, why"
    assert f"failed: no {MORE}.ipynb was handed in" in rows["claims"].reason
    assert rows["broken"].state == "failed"
    assert "broken JSON" in rows["broken"].reason


def test_no_hidden_test_leaves_the_teacher(course: Path) -> None:
    """Neither in what is handed out nor in feedback; the gradebook and the teacher's copy hold it."""
    handed_out = [path for path in (course / "exercises").rglob("*") if path.is_file()]
    pages = list((course / "grading" / "feedback").rglob("*.html"))
    assert len(pages) == 4
    secrets = (HIDDEN, "1681", "THE HIDDEN WORD", "BEGIN HIDDEN", "THE SOLUTION", "THE MODEL ANSWER", "IyMjIEJ")
    for path in (*handed_out, *pages):
        text = path.read_text(encoding="utf-8")
        assert not [secret for secret in secrets if secret in text], path
    assert HIDDEN in "".join(cell(marked(course, "right"), "test")["source"])
    assert HIDDEN.encode() in (course / "grading" / "gradebook.db").read_bytes()
    assert CUT.removeprefix("# ") in page(course, "right")
    seen = Seen()
    seen.feed(page(course, "claims"))
    assert seen.live == []


def test_what_lies_beside_is_not_handed_back(course: Path) -> None:
    for step in ("autograded", "feedback"):
        names = {path.name for path in (course / "grading" / step).rglob("*") if path.is_file()}
        assert not {"words.txt"} & names


def test_export_and_report_hold_what_a_person_gave(course: Path, tmp_path: Path) -> None:
    with sqlite3.connect(course / "grading" / "gradebook.db") as book:
        book.execute("update grade set manual_score = 0.5, needs_manual_grade = 0 where needs_manual_grade = 1")
    table = tmp_path / "grades.csv"
    assert nbgrader(course, "export", "--to", str(table)).returncode == 0
    with table.open(encoding="utf-8", newline="") as file:
        exported = {line["student_id"]: float(line["score"]) for line in csv.DictReader(file)}
    rows = {row.student: row for row in class_rows(course, NAME)}
    assert exported == {"right": 3.0, "claims": 2.5, "broken": 0.0}
    assert {student: row.points for student, row in rows.items()} == exported
    assert rows["right"] == Row("right", NAME, "final", 3.0, 10.0, "")

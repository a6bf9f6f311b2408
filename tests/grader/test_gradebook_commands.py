"""`chunklib release`, `collect` and `class-report`: what they print, and one line where nothing can be done."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

import pytest

from classroom.grader.gradebook.nbgrader_api import gradebook_of
from tests.commandline import Run, runner
from tests.grader.classroom import RIGHT, SLUG, answered, make_course


@pytest.fixture
def course(tmp_path: Path) -> Path:
    make_course(tmp_path)
    return tmp_path


@pytest.fixture
def run(capfdbinary: pytest.CaptureFixture[bytes], monkeypatch: pytest.MonkeyPatch, course: Path) -> Run:
    return runner(capfdbinary, monkeypatch, course)


def hand_out(course: Path, folder: Path, *students: str) -> None:
    exercise: dict[str, Any] = json.loads((course / "exercises" / SLUG / f"{SLUG}.ipynb").read_text(encoding="utf-8"))
    folder.mkdir()
    for student in students:
        (folder / f"{student}.ipynb").write_text(json.dumps(answered(exercise, RIGHT)), encoding="utf-8")


def test_from_release_to_report(run: Run, course: Path, tmp_path: Path) -> None:
    done = run("release", "01")
    assert (done.status, done.out.decode()) == (0, f"exercises/{SLUG}/{SLUG}.ipynb: 9 points, in the gradebook\n")
    with gradebook_of(course) as book:
        book.add_student("eve")
    hand_out(course, tmp_path / "in", "ada", "bad,name")
    done = run("collect", "01", tmp_path / "in", "--course", ".")
    assert done.status == 1  # one was refused
    assert done.out.decode().splitlines() == [
        "student    became            from  reason",
        "--------  -------  --------------  ---------------------------------------",
        "ada         taken       ada.ipynb",
        "bad,name  refused  bad,name.ipynb  no name in it that a gradebook can hold",
        "2 submissions",
    ]
    done = run("class-report")
    assert done.status == 0
    assert (
        f"ada      {SLUG}  ungraded       -   9  handed in, not graded: nbgrader autograde {SLUG}" in done.out.decode()
    )
    assert done.out.decode().splitlines()[-1] == "1 missing, 1 ungraded"
    (course / "grading" / "submitted" / "empty" / SLUG).mkdir(parents=True)
    ada, empty, eve = json.loads(run("class-report", "01", "--json").out)
    assert (ada["student"], ada["points"], ada["max_points"]) == ("ada", None, 9.0)
    assert (eve["student"], eve["state"], eve["points"], eve["reason"]) == ("eve", "missing", None, "nothing handed in")
    assert {name: empty[name] for name in ("student", "exercise", "state", "points", "reason")} == {
        "student": "empty",
        "exercise": SLUG,
        "state": "failed",
        "points": 0.0,
        "reason": "failed: no notebook was handed in",
    }


def test_wrong_use_is_one_line(run: Run, course: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    assert run("release", "nothing").refusal == f"no exercise 'nothing'; there are {SLUG}"
    assert run("collect", "01", "nowhere", "--course", ".").refusal == "nowhere is neither a folder nor a zip"
    assert run("collect", "01", "").refusal.startswith("FOLDER must not be empty")
    (tmp_path / "void").mkdir()
    assert (
        run("collect", "01", "void", "--course", ".").refusal
        == "nothing to collect in void: expected <student>/ or <student>*.ipynb"
    )
    assert run("class-report", "01").refusal == f"{SLUG} is not in the gradebook yet: chunklib release enters it"
    monkeypatch.chdir("/")
    assert run("class-report").refusal.startswith("/ is not a course: go to the folder of yours, or ")


def test_locked_gradebook_is_one_line(run: Run, course: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    import sqlite3

    before = (course / "exercises" / SLUG / f"{SLUG}.ipynb").read_bytes()
    run("release", "01")
    with sqlite3.connect(course / "grading" / "gradebook.db") as book:
        book.execute("begin exclusive")
        assert "database is locked" in run("release", "01").refusal
        assert "database is locked" in run("class-report").refusal
        book.rollback()
    assert (course / "exercises" / SLUG / f"{SLUG}.ipynb").read_bytes() == before


def test_without_nbgrader_it_says_what_to_install(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "nbgrader", None)
    for command in (("release", "01"), ("collect", "01"), ("class-report",)):
        assert run(*command).refusal == "not installed: nbgrader; pip install 'chunklib-course[class]'"

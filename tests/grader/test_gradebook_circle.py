"""The whole way with the real nbgrader: release, autograde, manual marks, feedback, export; the same points in all."""

from __future__ import annotations

import csv
import json
import os
import re
import sqlite3
from collections.abc import Iterator
from html.parser import HTMLParser
from pathlib import Path

import pytest

from classroom.grader.batch.grader import Grader
from classroom.grader.gradebook.nbgrader_api import gradebook_of, nbgrader_of, release
from classroom.grader.gradebook.places import class_seed
from classroom.grader.gradebook.report import Row, class_rows
from classroom.grader.intake.notebook import read_notebook
from classroom.grader.intake.times import EXCHANGE_FILES
from classroom.grader.sandbox.bubblewrap import NoSandbox, find_bubblewrap
from classroom.judge.manifest import of_solutions
from tests.each import each
from tests.grader.classroom import (
    BROKEN,
    CHANGES,
    RIGHT,
    SLUG,
    answered,
    hand_in,
    make_course,
    nbgrader,
    scores,
    wrong_answer,
)
from tests.grader.form_grader import FormGrader, running

try:
    find_bubblewrap()
except NoSandbox as missing:
    pytestmark = [pytest.mark.skip(reason=str(missing)), pytest.mark.required_in_ci]

CHANGED = {name: change for name, change in CHANGES.items() if name not in ("strips", "kernel", "types")}
STUB = "stub"
TEAM = "Team (1)"
HALF_A_PAIR = "surrogates"
SURROGATES = """
class X:
    def __repr__(self):
        return "\\ud800"


def hello(name):
    print("\\udcff")
    return X()
"""
DUE = "2026-11-22 09:00:00 UTC"


def submissions(root: Path) -> None:
    exercise = json.loads((root / "exercises" / SLUG / f"{SLUG}.ipynb").read_text(encoding="utf-8"))
    hand_in(root, "right", answered(exercise, RIGHT))
    hand_in(root, "wrong", answered(exercise, wrong_answer()))
    hand_in(root, STUB, exercise)
    for student, change in CHANGED.items():
        notebook = answered(exercise, RIGHT)
        change(notebook)
        hand_in(root, student, notebook)
    for student, content in BROKEN.items():
        hand_in(root, student, content)
    hand_in(root, HALF_A_PAIR, answered(exercise, SURROGATES))
    hand_in(root, TEAM, answered(exercise, RIGHT))
    hand_in(root, "renamed", answered(exercise, RIGHT), "my work (final)")
    beside = hand_in(root, "beside", answered(exercise, RIGHT)).parent
    (beside / "timestamp.txt").write_text("2026-11-22 10:00:00 UTC", encoding="utf-8")
    (beside / "page.html").write_text("<script>alert(1)</script>", encoding="utf-8")
    (beside / "seed.txt").symlink_to(root / "solutions" / SLUG / "master.py")
    (beside / "all").symlink_to(root)
    (beside / "zero").symlink_to("/dev/zero")
    os.mkfifo(beside / "pipe")
    link = hand_in(root, "link", "")
    link.unlink()
    link.symlink_to(root / "solutions" / SLUG / f"{SLUG}.ipynb")


@pytest.fixture(scope="module")
def course(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A course whose class has been marked and has its feedback."""
    root = tmp_path_factory.mktemp("course")
    make_course(root)
    release(SLUG, root)
    with gradebook_of(root) as book:
        book.update_or_create_assignment(SLUG, duedate=DUE)
    submissions(root)
    for step in ("autograde", "generate_feedback"):
        done = nbgrader(root, step, SLUG)
        assert done.returncode == 0, done.stderr[-3000:]
    return root


@pytest.fixture(scope="module")
def rows(course: Path) -> dict[str, Row]:
    return {row.student: row for row in class_rows(course, "01")}


def page(course: Path, student: str) -> str:
    return (course / "grading" / "feedback" / student / SLUG / f"{SLUG}.html").read_text(encoding="utf-8")


FULL = ["right", *CHANGED, "renamed", "beside", TEAM]
FAILED = [*BROKEN, "link"]


def test_points_of_the_function(course: Path) -> None:
    found = {student: auto for (student, name), (auto, *_) in scores(course).items() if name == "hello"}
    assert found == {
        **dict.fromkeys(FULL, 5.0),
        "wrong": 2.0,
        STUB: 0.0,
        HALF_A_PAIR: 0.0,
        **dict.fromkeys(FAILED, 0.0),
    }


def test_points_are_those_of_our_own_marks(course: Path) -> None:
    grader = Grader("hello", class_seed(course), find_bubblewrap(), course / "solutions")
    for student in ("right", "wrong", STUB, "attacks"):
        mark = grader.mark(read_notebook(course / "grading" / "submitted" / student / SLUG / f"{SLUG}.ipynb"))
        assert (mark.points, mark.max_points) == (scores(course)[student, "hello"][0], 5)


def test_answers_wait_for_a_person(course: Path) -> None:
    waiting = {student for (student, name), (*_, waits) in scores(course).items() if name == "why" and waits}
    assert waiting == {*FULL, "wrong", HALF_A_PAIR}
    assert scores(course)[STUB, "why"] == (0.0, None, 0)  # nothing was written


def test_everybody_has_a_row_that_says_why(rows: dict[str, Row]) -> None:
    assert set(rows) == {*FULL, "wrong", STUB, HALF_A_PAIR, *FAILED}
    assert rows["right"] == Row("right", SLUG, "ungraded", None, 9.0, "a person has to mark why")
    assert rows[STUB] == Row(
        STUB, SLUG, "final", 0.0, 9.0, "not started: it still raises NotImplementedError; why: nothing was written"
    )
    lost = "ungraded: the cell why was missing and was put back"
    assert rows["loses"] == Row("loses", SLUG, "ungraded", None, 9.0, lost)
    reasons = {
        "cut": "failed: broken JSON",
        "nothing": "failed: the file is empty",
        "other": "failed: JSON, but not a notebook",
        "deep": "failed: nested too deep",
        "link": "failed: a link to another file",
    }
    for student, reason in reasons.items():
        assert (rows[student].state, rows[student].points) == ("failed", 0.0)
        assert rows[student].reason.startswith(reason), rows[student].reason
        assert rows[student].reason.count("failed: ") == 1  # two cells say the same


def test_nothing_but_notebooks_is_kept(course: Path) -> None:
    for step, kind in (("autograded", "ipynb"), ("feedback", "html")):
        files = [path for path in (course / "grading" / step).rglob("*") if not path.is_dir() or path.is_symlink()]
        assert {path.name for path in files} == {f"{SLUG}.{kind}", *EXCHANGE_FILES}
        assert not any(path.is_symlink() for path in files)
        assert len(files) == 3 * len({*FULL, "wrong", STUB, HALF_A_PAIR, *FAILED})


@pytest.fixture(scope="module")
def form_grader(course: Path) -> Iterator[FormGrader]:
    with running(course) as grader:
        yield grader


class Seen(HTMLParser):
    """Return the parts of a page that a browser would run or fetch."""

    def __init__(self) -> None:
        super().__init__()
        self.live: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.live += [tag] if tag in ("script", "iframe", "object", "embed", "base", "link", "form") else []
        for name, value in attrs:
            bad = re.match(r"\s*(javascript|vbscript):", value or "", re.IGNORECASE) or name.startswith("on")
            fetched = name in ("src", "srcset", "data") and not (value or "").startswith("data:image/png;base64,")
            self.live += [f"{tag} {name}={value}"] if bad or fetched else []


def test_the_form_grader_asks_no_other_host(form_grader: FormGrader) -> None:
    [one] = [row for row in form_grader.get(f"api/submitted_notebooks/{SLUG}/{SLUG}") if row["student"] == "right"]
    places = ["manage_assignments", "gradebook", "manage_students", f"submissions/{one['id']}/?index=0"]
    for place in places:
        seen = Seen()
        seen.feed(form_grader.page(place))
        fetched = [line for line in seen.live if re.search(r"=\s*(https?:)?//", line)]
        assert fetched == [], place
        assert "//cdn" not in form_grader.page(place)
    page = form_grader.page(places[-1])
    assert "formgrader/static" in page  # its own scripts are there
    [formulas] = re.findall(r'"(/static/[^"]*MathJax[^"]*)"', page)
    assert "MathJax.Hub" in form_grader.page(formulas)


@each("student", [*FULL, "wrong", STUB, HALF_A_PAIR, *FAILED])
def test_no_feedback_page_runs_or_loads_anything(course: Path, student: str) -> None:
    seen = Seen()
    seen.feed(page(course, student))
    assert seen.live == []
    assert "default-src 'none'" in page(course, student)


def test_hostile_text_is_there_to_be_read(course: Path) -> None:
    text = page(course, "attacks")
    for number in (3, 6, 7, 8, 12):
        assert f"alert({number})" in text
    assert "<strong>bold</strong>" in text
    assert not re.search(r"alert\((10|11)\)", text)  # outputs and metadata of the student are gone


def test_feedback_tells_the_smallest_case_and_no_hidden_one(course: Path) -> None:
    text = page(course, "wrong")
    assert "Score: 2.0 / 5.0" in text
    assert 'hello("")' in text or "hello(''" in text
    assert "it ends too early" in text or "is missing" in text
    assert "names of every kind" in text
    everything = text + (course / "grading" / "autograded" / "wrong" / SLUG / f"{SLUG}.ipynb").read_text("utf-8")
    for secret in ("THE HIDDEN", "Zoë", "THE SOLUTION", "THE MODEL ANSWER", class_seed(course)):
        assert secret not in everything


def test_text_that_is_no_utf_8_is_shown_escaped(course: Path) -> None:
    assert "\\ud800" in page(course, HALF_A_PAIR)


def test_a_submission_without_its_marked_copy_is_not_marked(course: Path) -> None:
    """As nbgrader leaves it where marking fails, and `collect` where another version was handed in."""
    copy = course / "grading" / "autograded" / "right" / SLUG / f"{SLUG}.ipynb"
    away = copy.rename(copy.with_suffix(".away"))
    try:
        row = next(row for row in class_rows(course) if row.student == "right")
    finally:
        away.rename(copy)
    assert (row.state, row.points) == ("ungraded", None)
    assert row.reason.endswith(f": nbgrader autograde {SLUG}")


def test_feedback_says_what_was_mended(course: Path) -> None:
    assert "Note: the cell hello was there 3 times; one of them counts." in page(course, "copies")
    assert "Note: the cell hello was missing and was put back." in page(course, "deletes")
    assert "Note: the cell hello was changed and was put back." in page(course, "edits")
    assert "Note:" not in page(course, "right")


def test_form_grader_shows_and_marks(form_grader: FormGrader) -> None:
    """A person marks every answer that waits; the page of the worst runs no more than the page of the best."""
    notebooks = form_grader.get(f"api/submitted_notebooks/{SLUG}/{SLUG}")
    pages = {one["student"]: form_grader.page(f"submissions/{one['id']}/?index=0") for one in notebooks}
    assert "alert(3)" in pages["attacks"]
    assert "Grade cell: <code>hello</code>" in pages["attacks"] or "hello" in pages["attacks"]
    live = {}
    for student in ("attacks", "right", "edits"):
        seen = Seen()
        seen.feed(pages[student])
        live[student] = [part for part in seen.live if "submission" not in part]
    assert live["attacks"] == live["right"] == live["edits"]
    marked = 0
    for one in notebooks:
        for grade in form_grader.get(f"api/grades?submission_id={one['id']}"):
            if grade["needs_manual_grade"]:
                assert form_grader.put(f"api/grade/{grade['id']}", {"manual_score": 3})["manual_score"] == 3
                marked += 1
    assert marked == len(FULL) + 2


def test_manual_marks_survive_and_export_agrees(course: Path, tmp_path: Path) -> None:
    """A second run of the machine after a person has marked, and the export."""
    done = nbgrader_of(course).autograde(SLUG, "wrong")
    assert done["success"], done
    assert scores(course)["wrong", "hello"] == (2.0, None, 0)
    assert scores(course)["wrong", "why"] == (None, 3.0, 1)  # nbgrader asks a person to look again
    with sqlite3.connect(course / "grading" / "gradebook.db") as book:
        book.execute("update grade set needs_manual_grade = 0")
    table = tmp_path / "grades.csv"
    assert nbgrader(course, "export", "--to", str(table)).returncode == 0
    with table.open(encoding="utf-8", newline="") as file:
        exported = {line["student_id"]: float(line["score"]) for line in csv.DictReader(file)}
    assert exported == {
        **dict.fromkeys(FULL, 8.0),
        "wrong": 5.0,
        HALF_A_PAIR: 3.0,
        STUB: 0.0,
        **dict.fromkeys(FAILED, 0.0),
    }
    rows = {row.student: row for row in class_rows(course)}
    assert {student: row.points for student, row in rows.items()} == exported
    states = {student: row.state for student, row in rows.items()}
    assert states == {
        **dict.fromkeys((*FULL, "wrong", STUB, HALF_A_PAIR), "final"),
        **dict.fromkeys(FAILED, "failed"),
        "beside": "late",
    }


def test_a_hidden_property_that_nobody_has_listed_stops_the_batch(course: Path) -> None:
    evil = course / "solutions" / SLUG / "hidden" / "evil.py"
    evil.write_text("raise SystemExit('STUDENT CODE RUNS')", encoding="utf-8")
    marked = (course / "grading" / "autograded" / "right" / SLUG / f"{SLUG}.ipynb").read_bytes()
    try:
        done = nbgrader(course, "autograde", SLUG, "--force")
    finally:
        evil.unlink()
    assert done.returncode == 1
    said = (done.stdout + done.stderr).splitlines()
    assert said[-1].startswith(
        f"chunklib: solutions/{SLUG}/hidden/evil.py is not in solutions/manifest.json, so nothing is run:"
    )
    assert "Traceback" not in "\n".join(said)
    assert (course / "grading" / "autograded" / "right" / SLUG / f"{SLUG}.ipynb").read_bytes() == marked


def test_changed_hidden_properties_ask_for_a_new_release(course: Path) -> None:
    hidden = course / "solutions" / SLUG / "hidden" / "hello.py"
    before = hidden.read_text(encoding="utf-8")
    hidden.write_text(before.replace('kind", 2', 'kind", 3'), encoding="utf-8")
    of_solutions(course / "solutions").write()
    try:
        done = nbgrader_of(course).autograde(SLUG, "right")
    finally:
        hidden.write_text(before, encoding="utf-8")
        of_solutions(course / "solutions").write()
    assert done["success"], done
    row = next(row for row in class_rows(course) if row.student == "right")
    assert (row.state, row.points) == ("ungraded", None)
    assert row.reason == "ungraded: worth 6 points by its properties and 5 in the gradebook: release it again"

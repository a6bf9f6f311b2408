"""A teacher's own assignments beside the course's, through the real nbgrader: a person marks their tests."""

from __future__ import annotations

import csv
import json
import shutil
import sqlite3
from copy import deepcopy
from pathlib import Path
from typing import Any

import nbformat
import pytest
from nbformat import v4

from classroom.build.masters import find_masters, stale_notebooks
from classroom.grader.gradebook.exporter import CUT
from classroom.grader.gradebook.nbgrader_api import Failed, from_exchange, release
from classroom.grader.gradebook.places import NoCourse, asked_of, is_own, own_assignments, released_notebooks
from classroom.grader.gradebook.report import Row, class_rows
from classroom.grader.gradebook.taking_in import take_in
from classroom.grader.intake.notebook import Unreadable, read_notebook
from tests.grader.classroom import SLUG, Notebook, cell, make_course, make_exchange, nbgrader, scores
from tests.grader.test_gradebook_circle import Seen

code: Any = v4.new_code_cell
text: Any = v4.new_markdown_cell
notebook_of: Any = v4.new_notebook
write: Any = nbformat.write

NAME = "quiz"
MORE = "second part"
HIDDEN = "assert square(-41) == 1681"
SQUARE = """def square(n):
    ### BEGIN SOLUTION
    return n * n  # THE SOLUTION
    ### END SOLUTION"""
TEST = f"""assert square(2) == 4
### BEGIN HIDDEN TESTS
{HIDDEN}, "THE HIDDEN WORD"
### END HIDDEN TESTS"""
SCORE = "sum(square(n) == n * n for n in (0, 1, 2))"
READ = "assert open('data/words.txt').read().split() == ['two', 'words']"
RIGHT = "def square(n):\n    return n * n"


def _marks(name: str, *, points: float | None = None, solution: bool = False) -> dict[str, Any]:
    grade = points is not None
    flags = {"grade": grade, "grade_id": name, "locked": grade and not solution, "solution": solution, "task": False}
    return {"nbgrader": flags | {"schema_version": 3} | ({"points": points} if grade else {})}


def solution_notebook() -> Any:
    """Return what the teacher writes: a function, three cells of tests, and an answer that a person marks."""
    cells = [
        text("# Quiz", id="title"),
        code("from pathlib import Path\nprint('ready')", id="start"),
        code(SQUARE, id="square", metadata=_marks("square", solution=True)),
        code(READ, id="read", metadata=_marks("read", points=1)),
        code(SCORE, id="score", metadata=_marks("score", points=3)),
        code(TEST, id="test", metadata=_marks("test", points=2)),
        code("assert square(3) == 9, 'three'", id="last", metadata=_marks("last", points=1)),
        text("THE MODEL ANSWER", id="why", metadata=_marks("why", points=2, solution=True)),
    ]
    return notebook_of(cells=cells, metadata={"kernelspec": {"name": "python3", "display_name": "Python 3"}})


def second_notebook() -> Any:
    """A second notebook of the same assignment."""
    cells = [
        code("### BEGIN SOLUTION\nx = 1\n### END SOLUTION", id="x", metadata=_marks("x", solution=True)),
        code("assert x == 1", id="is-x", metadata=_marks("is-x", points=1)),
    ]
    return notebook_of(cells=cells)


def make_own(root: Path) -> None:
    """Write the assignment, with a file that learners are given beside it."""
    folder = root / "solutions" / NAME
    (folder / "data").mkdir(parents=True)
    (folder / "data" / "words.txt").write_text("two words\n", encoding="utf-8")
    write(solution_notebook(), folder / f"{NAME}.ipynb")
    write(second_notebook(), folder / f"{MORE}.ipynb")


def released(root: Path, name: str = NAME) -> Notebook:
    """The notebook that learners were given."""
    content: Notebook = json.loads((root / "exercises" / NAME / f"{name}.ipynb").read_text(encoding="utf-8"))
    return content


def filled(exercise: Notebook, code: str, why: str = "Because.") -> Notebook:
    """The exercise with a function and an answer filled in."""
    notebook = deepcopy(exercise)
    cell(notebook, "square")["source"] = code
    cell(notebook, "why")["source"] = why
    return notebook


def hand_in(root: Path, student: str, content: Notebook | str, name: str = NAME) -> None:
    """Put a notebook, or whatever it is, where nbgrader looks."""
    path = root / "grading" / "submitted" / student / NAME / f"{name}.ipynb"
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(content if isinstance(content, str) else json.dumps(content), encoding="utf-8")


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A course with an exercise of ours, and an assignment of the teacher's own that was released."""
    root = tmp_path_factory.mktemp("made") / "course"
    make_course(root)
    make_own(root)
    assert release(NAME, root) == (root / "exercises" / NAME / f"{NAME}.ipynb", 10.0)
    return root


@pytest.fixture
def course(made: Path, tmp_path: Path) -> Path:
    """A copy of it."""
    return Path(shutil.copytree(made, tmp_path / "course"))


def test_both_kinds_are_released_side_by_side(course: Path) -> None:
    before = (course / "exercises" / SLUG / f"{SLUG}.ipynb").read_bytes()
    assert release("01", course)[1] == 9
    assert (course / "exercises" / SLUG / f"{SLUG}.ipynb").read_bytes() == before
    folder = course / "exercises" / NAME
    files = {path.relative_to(folder).as_posix() for path in folder.rglob("*") if path.is_file()}
    assert files == {f"{NAME}.ipynb", f"{MORE}.ipynb", "data/words.txt"}
    notebook = released(course)
    assert cell(notebook, "square")["source"] == [
        "def square(n):\n",
        "    # YOUR CODE HERE\n",
        "    raise NotImplementedError()",
    ]
    assert cell(notebook, "test")["source"] == ["assert square(2) == 4"]
    with sqlite3.connect(course / "grading" / "gradebook.db") as book:
        sources = [source for (source,) in book.execute("select source from source_cell")]
    assert any(HIDDEN in source for source in sources)


def test_names(course: Path) -> None:
    assert own_assignments(course) == [NAME]
    assert released_notebooks(course, SLUG) == [f"{SLUG}.ipynb"]
    with pytest.raises(NoCourse, match=rf"^no exercise 'nothing'; there are {SLUG}, {NAME}$"):
        release("nothing", course)
    (course / "solutions" / NAME / f"{SLUG}.ipynb").write_text("{}", encoding="utf-8")
    assert not is_own(course, NAME)  # nobody knows what this is


def test_a_leftover_of_the_build_is_stale_and_no_assignment(course: Path) -> None:
    assert stale_notebooks(course, find_masters(course)) == []
    (course / "solutions" / "02_other").mkdir()
    (course / "solutions" / SLUG / "master.py").rename(course / "solutions" / "02_other" / "master.py")
    left = [course / part / SLUG / f"{SLUG}.ipynb" for part in ("exercises", "solutions")]
    assert stale_notebooks(course, find_masters(course)) == left
    assert own_assignments(course) == [NAME]
    shutil.copytree(course / "solutions" / SLUG, course / "solutions" / "mine")
    assert own_assignments(course) == ["mine", NAME]  # a copy under your own name is your own
    beside = course / "solutions" / "02_other" / "copy.ipynb"
    shutil.copy(left[1], beside)
    assert beside in stale_notebooks(course, find_masters(course))


def test_a_broken_notebook_leaves_what_was_released(course: Path) -> None:
    before = {path: path.read_bytes() for path in (course / "exercises" / NAME).rglob("*") if path.is_file()}
    notebook = solution_notebook()
    notebook.cells.append(code("### BEGIN SOLUTION\npass\n### END SOLUTION", id="more"))
    write(notebook, course / "solutions" / NAME / f"{NAME}.ipynb")
    with pytest.raises(Failed, match="Solution region detected in a non-solution cell"):
        release(NAME, course)
    assert {path: path.read_bytes() for path in before} == before


def test_submissions_of_several_notebooks_are_taken_in(course: Path, tmp_path: Path) -> None:
    work = filled(released(course), RIGHT)
    given = tmp_path / "given"
    for student, names in {"ada": (NAME, MORE), "bob": (MORE,), "eve": ("other",)}.items():
        (given / student).mkdir(parents=True)
        for name in names:
            (given / student / f"{name}.ipynb").write_text(json.dumps(work), encoding="utf-8")
    asked = asked_of(course, NAME)
    assert asked.own == (MORE, NAME)
    taken = {one.student: one for one in take_in(given, asked, course)}
    assert {student: one.became for student, one in taken.items()} == {"ada": "taken", "bob": "taken", "eve": "refused"}
    assert taken["eve"].reason == f"1 notebook, and none is called {NAME}.ipynb or {MORE}.ipynb"
    assert {one.became for one in take_in(given, asked, course)} == {"unchanged", "refused"}
    (given / "ada" / f"{MORE}.ipynb").unlink()
    assert {one.student: one.became for one in take_in(given, asked, course)}["ada"] == "replaced"
    there = (course / "grading" / "submitted").rglob("*.ipynb")
    assert sorted(path.relative_to(course / "grading" / "submitted").as_posix() for path in there) == [
        f"ada/{NAME}/{NAME}.ipynb",
        f"bob/{NAME}/{MORE}.ipynb",
    ]


def test_the_exchange_brings_all_its_notebooks_and_nothing_else(course: Path, tmp_path: Path) -> None:
    inbound = make_exchange(course, tmp_path / "exchange")
    answer = json.dumps(filled(released(course), RIGHT))
    own = inbound / f"ada+{NAME}+2026-11-22 08:00:00.000000 UTC+0a1b"
    own.mkdir()
    for name in (f"{NAME}.ipynb", f"{MORE}.ipynb", "words.txt"):
        (own / name).write_text(answer, encoding="utf-8")
    (own / "loot.ipynb").symlink_to(course / "solutions" / NAME / f"{NAME}.ipynb")
    linked = inbound / f"eve+{NAME}+2026-11-22 08:00:00.000000 UTC+0a1b"
    linked.symlink_to(course / "solutions" / NAME, target_is_directory=True)

    folder = from_exchange(NAME, course)

    found = {path.name: path for path in (folder / "ada" / NAME).iterdir()}
    assert set(found) == {f"{NAME}.ipynb", f"{MORE}.ipynb", "loot.ipynb"}
    assert found[f"{NAME}.ipynb"].read_text(encoding="utf-8") == answer
    assert not found["loot.ipynb"].exists()  # a link to nothing
    for name in (NAME, MORE):
        with pytest.raises(Unreadable, match="a link to another file"):
            read_notebook(folder / "eve" / NAME / f"{name}.ipynb")


# The way through the real nbgrader

TESTS = ("read", "score", "test", "last")
SHOWS = {"output_type": "execute_result", "execution_count": 1, "data": {"text/plain": "2"}, "metadata": {}}


@pytest.fixture(scope="module")
def marked_class(made: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of it, whose class has been marked and has its feedback."""
    root = Path(shutil.copytree(made, tmp_path_factory.mktemp("marked") / "course"))
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


def page(marked_class: Path, student: str) -> str:
    return (marked_class / "grading" / "feedback" / student / NAME / f"{NAME}.html").read_text(encoding="utf-8")


def marked(marked_class: Path, student: str) -> Any:
    return json.loads((marked_class / "grading" / "autograded" / student / NAME / f"{NAME}.ipynb").read_text("utf-8"))


def test_tests_wait_for_a_person_whatever_the_notebook_shows_and_nothing_of_it_is_run(marked_class: Path) -> None:
    found = scores(marked_class)
    waiting = {student: {name for name in TESTS if found[student, name][-1]} for student in ("right", "claims")}
    assert waiting == {"right": set(TESTS), "claims": set(TESTS)}
    assert [found["broken", name][0] for name in TESTS] == [0, 0, 0, 0]
    assert not (marked_class / "ran").exists()


def test_everybody_has_a_row_that_says_why(marked_class: Path) -> None:
    rows = {row.student: row for row in class_rows(marked_class, NAME)}
    assert set(rows) == {"right", "broken", "claims"}
    assert (rows["right"].state, rows["right"].points) == ("ungraded", None)
    assert rows["right"].reason == "a person has to mark is-x, last, read, score, test, why"
    assert f"failed: no {MORE}.ipynb was handed in" in rows["claims"].reason
    assert rows["broken"].state == "failed"
    assert "broken JSON" in rows["broken"].reason


def test_no_hidden_test_leaves_the_teacher(marked_class: Path) -> None:
    """Neither in what is handed out nor in feedback; the gradebook and the teacher's copy hold it."""
    handed_out = [path for path in (marked_class / "exercises").rglob("*") if path.is_file()]
    pages = list((marked_class / "grading" / "feedback").rglob("*.html"))
    assert len(pages) == 4
    secrets = (HIDDEN, "1681", "THE HIDDEN WORD", "BEGIN HIDDEN", "THE SOLUTION", "THE MODEL ANSWER", "IyMjIEJ")
    for path in (*handed_out, *pages):
        text = path.read_text(encoding="utf-8")
        assert not [secret for secret in secrets if secret in text], path
    assert HIDDEN in "".join(cell(marked(marked_class, "right"), "test")["source"])
    assert HIDDEN.encode() in (marked_class / "grading" / "gradebook.db").read_bytes()
    assert CUT.removeprefix("# ") in page(marked_class, "right")
    seen = Seen()
    seen.feed(page(marked_class, "claims"))
    assert seen.live == []


def test_what_lies_beside_is_not_handed_back(marked_class: Path) -> None:
    for step in ("autograded", "feedback"):
        names = {path.name for path in (marked_class / "grading" / step).rglob("*") if path.is_file()}
        assert not {"words.txt"} & names


def test_export_and_report_hold_what_a_person_gave(marked_class: Path, tmp_path: Path) -> None:
    with sqlite3.connect(marked_class / "grading" / "gradebook.db") as book:
        book.execute("update grade set manual_score = 0.5, needs_manual_grade = 0 where needs_manual_grade = 1")
    table = tmp_path / "grades.csv"
    assert nbgrader(marked_class, "export", "--to", str(table)).returncode == 0
    with table.open(encoding="utf-8", newline="") as file:
        exported = {line["student_id"]: float(line["score"]) for line in csv.DictReader(file)}
    rows = {row.student: row for row in class_rows(marked_class, NAME)}
    assert exported == {"right": 3.0, "claims": 2.5, "broken": 0.0}
    assert {student: row.points for student, row in rows.items()} == exported
    assert rows["right"] == Row("right", NAME, "final", 3.0, 10.0, "")

"""A teacher's own assignments beside the course's: released, collected, told from leftovers of the build."""

from __future__ import annotations

import json
import shutil
import sqlite3
from pathlib import Path

import pytest

from classroom.build.masters import find_masters, stale_notebooks
from classroom.grader.gradebook.nbgrader_api import Failed, from_exchange, release
from classroom.grader.gradebook.places import NoCourse, asked_of, is_own, own_assignments, released_notebooks
from classroom.grader.gradebook.taking_in import take_in
from classroom.grader.intake.notebook import Unreadable, read_notebook
from tests.grader.classroom import SLUG, cell, make_course, make_exchange, nbgrader
from tests.grader.own_class import (
    HIDDEN,
    MORE,
    NAME,
    RIGHT,
    code,
    filled,
    make_own,
    released,
    solution_notebook,
    write,
)


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A course with an exercise of ours, and an assignment of the teacher's own that was released."""
    root = tmp_path_factory.mktemp("made") / "course"
    make_course(root)
    make_own(root)
    assert release(NAME, root)[1] == 10
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
    exchange = tmp_path / "exchange"
    make_exchange(course, exchange)
    handed_out = nbgrader(course, "release_assignment", NAME)
    assert handed_out.returncode == 0, handed_out.stderr
    [outbound] = (exchange / "chunklib" / "outbound").iterdir()
    assert (outbound / "data" / "words.txt").is_file()
    inbound = exchange / "chunklib" / "inbound"
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

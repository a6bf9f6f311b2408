"""Release: learners get the built exercise to the byte, the gradebook its points, and nobody a solution."""

from __future__ import annotations

import sqlite3
import stat
from pathlib import Path

import pytest

from classroom.grader.gradebook.nbgrader_api import Failed, release
from classroom.grader.gradebook.places import (
    NoCourse,
    assignment_of,
    class_seed,
    course_root,
    functions_of,
)
from classroom.judge.catalogue import EXERCISES
from tests.grader.classroom import ROOT, SLUG, make_course, nbgrader


@pytest.fixture
def course(tmp_path: Path) -> Path:
    make_course(tmp_path)
    return tmp_path


def exercise(course: Path) -> Path:
    return course / "exercises" / SLUG / f"{SLUG}.ipynb"


def cells(course: Path) -> dict[str, float]:
    """The points of each graded cell in the gradebook."""
    query = """select base_cell.name, max_score from grade_cells join base_cell on grade_cells.id = base_cell.id"""
    with sqlite3.connect(course / "grading" / "gradebook.db") as book:
        return dict(book.execute(query).fetchall())


def everything(course: Path) -> bytes:
    return b"\n".join(path.read_bytes() for path in (course / "exercises").rglob("*") if path.is_file())


def test_nbgrader_releases_what_the_build_made(course: Path) -> None:
    before = exercise(course).read_bytes()
    done = nbgrader(course, "generate_assignment", SLUG)
    assert done.returncode == 0, done.stderr
    assert exercise(course).read_bytes() == before
    assert [path.name for path in (course / "exercises").rglob("*") if path.is_file()] == [f"{SLUG}.ipynb"]
    assert cells(course) == {"hello": 5.0, "why": 4.0}
    for secret in (b"THE SOLUTION", b"THE MODEL ANSWER", b"THE HIDDEN", b"WHAT ONLY"):
        assert secret not in everything(course)
        assert secret not in (course / "grading" / "gradebook.db").read_bytes()
    assert stat.S_IMODE((course / "grading").stat().st_mode) == 0o700


def test_release_is_the_same_from_a_program_and_again(course: Path) -> None:
    before = exercise(course).read_bytes()
    exercise(course).unlink()
    for which in ("1", SLUG):
        assert release(which, course) == (exercise(course), 9.0)
        assert exercise(course).read_bytes() == before


def test_an_exercise_of_the_course_is_released_as_it_is(tmp_path: Path) -> None:
    slug = "07_smart_chunk"
    parts = [f"solutions/{slug}/master.py", f"solutions/{slug}/{slug}.ipynb", "nbgrader_config.py"]
    parts += [path.relative_to(ROOT).as_posix() for path in ROOT.glob("solutions/*/hidden/*.py")]
    for part in (*parts, "solutions/manifest.json"):
        (tmp_path / part).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / part).write_bytes((ROOT / part).read_bytes())
    path, _ = release(slug, tmp_path)
    assert path.read_bytes() == (ROOT / "exercises" / slug / f"{slug}.ipynb").read_bytes()


def test_what_lies_beside_a_solution_is_not_released(course: Path) -> None:
    before, solution = exercise(course).read_bytes(), course / "solutions" / SLUG / f"{SLUG}.ipynb"
    for name in ("notes.txt", "old.ipynb", "helper.py"):
        beside = solution.with_name(name)
        beside.write_bytes(solution.read_bytes())
        with pytest.raises(Failed, match=rf"^solutions/{SLUG} holds '?{name}'?, which "):
            release(SLUG, course)
        assert exercise(course).read_bytes() == before
        beside.rename(course / name)
    (course / "old.ipynb").rename(solution.with_name("old.ipynb"))
    assert nbgrader(course, "generate_assignment", SLUG).returncode == 1
    assert b"THE SOLUTION" not in everything(course)


def test_broken_master_is_one_line_and_the_exercise_stays(course: Path) -> None:
    before = exercise(course).read_bytes()
    source = course / "solutions" / SLUG / "master.py"
    source.write_text(source.read_text(encoding="utf-8").replace("points:4", "points:0"), encoding="utf-8")
    with pytest.raises(Failed, match=rf"^solutions/{SLUG}/master\.py, cell .*: a written answer needs one tag points:"):
        release(SLUG, course)
    assert exercise(course).read_bytes() == before


def test_missing_solution_and_unknown_names(course: Path, tmp_path_factory: pytest.TempPathFactory) -> None:
    with pytest.raises(NoCourse, match=r"^no exercise 'hello'"):  # its lesson is not in this course
        release("hello", course)
    (course / "solutions" / SLUG / f"{SLUG}.ipynb").unlink()
    with pytest.raises(Failed, match=r"has no notebook: python -m classroom\.build 01"):
        release(SLUG, course)
    with pytest.raises(NoCourse, match="is not a course: it has no folder solutions"):
        course_root(tmp_path_factory.mktemp("elsewhere"))


def test_names_of_exercises() -> None:
    for which in ("7", "07", "07_smart_chunk", "smart_chunk"):
        assert assignment_of(ROOT, which).slug == "07_smart_chunk"
    assert set(functions_of(assignment_of(ROOT, "3"))) == {
        one.name for one in EXERCISES.values() if one.lesson[:2] == "03"
    }


def test_seed_is_drawn_once_and_only_its_owner_reads_it(tmp_path: Path) -> None:
    seed = class_seed(tmp_path)
    assert len(seed) == 32
    assert class_seed(tmp_path) == seed
    assert class_seed(tmp_path / "another") != seed
    assert [path.name for path in (tmp_path / "grading").iterdir()] == ["seed"]
    assert stat.S_IMODE((tmp_path / "grading" / "seed").stat().st_mode) == 0o600

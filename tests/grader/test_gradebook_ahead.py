"""Marks made ahead: each submission once, in its own state, and where there is no sandbox nobody has a zero for it."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import psutil
import pytest

from classroom.grader.batch.pool import marked
from classroom.grader.batch.worker import Task
from classroom.grader.gradebook import prefetch as ahead
from classroom.grader.gradebook.prefetch import Ahead, to_come
from classroom.grader.sandbox.bubblewrap import NoSandbox, find_bubblewrap
from classroom.judge.manifest import of_solutions
from tests.grader.classroom import BROKEN, RIGHT, SLUG, answered, hand_in, make_course, wrong_answer


@pytest.fixture(scope="module")
def course(tmp_path_factory: pytest.TempPathFactory) -> Path:
    root = tmp_path_factory.mktemp("ahead")
    master = make_course(root)
    exercise: dict[str, Any] = json.loads(master.targets["exercise"].read_text(encoding="utf-8"))
    for student, code in (("ada", RIGHT), ("ben", wrong_answer()), ("dan", RIGHT)):
        hand_in(root, student, answered(exercise, code))
    hand_in(root, "cy", BROKEN["cut"])
    return root


@pytest.fixture
def tasks(course: Path) -> list[Task]:
    folders = sorted((course / "grading" / "submitted").iterdir())
    paths = [folder / SLUG / f"{SLUG}.ipynb" for folder in folders]
    return [Task(path.parents[1].name, "hello", path.name, path) for path in paths]


@pytest.fixture
def children() -> Iterator[set[int]]:
    """The processes that were there before; none may be left behind."""
    before = {child.pid for child in psutil.Process().children(recursive=True)}
    yield before
    after = [child for child in psutil.Process().children(recursive=True) if child.pid not in before]
    assert [child.pid for child in after if "resource_tracker" not in " ".join(child.cmdline())] == []


def test_a_notebook_with_two_functions_is_one_batch_with_all_others(
    course: Path, tasks: list[Task], monkeypatch: pytest.MonkeyPatch, children: set[int]
) -> None:
    """Asked as nbgrader asks: all functions of a notebook, then those of another; each batch tries a sandbox first.

    Trusted, so that it runs where there is no sandbox; the states are those of the sandboxed way.
    """
    begun: list[int] = []

    def counted(all_tasks: Sequence[Task], *more: Any) -> Any:
        begun.append(len(all_tasks))
        return marked(all_tasks, *more)

    monkeypatch.setattr(ahead, "marked", counted)
    marks, functions, paths = Ahead(course, trust=True, jobs=2), ["hello", "fixed_size_chunks"], [t.path for t in tasks]
    asked = [task._replace(function=name) for task in (tasks[0], tasks[3], tasks[1], tasks[2]) for name in functions]
    found = [marks.mark(task, to_come(task, functions, paths)).state for task in asked]
    assert begun == [2 * len(tasks)]
    assert found == ["final", "failed", "final", "failed", "final", "failed", "failed", "failed"]


def test_asked_again_it_is_marked_afresh(course: Path, tasks: list[Task], children: set[int]) -> None:
    marks = Ahead(course, trust=True, jobs=1)
    before = tasks[1].path.read_text(encoding="utf-8")
    assert marks.mark(tasks[1], []).points == 2
    tasks[1].path.write_text(before.replace("Hello, {name}", "Hello, {name}!"), encoding="utf-8")
    try:
        assert marks.mark(tasks[1], []).points == 5
    finally:
        tasks[1].path.write_text(before, encoding="utf-8")


def test_without_a_sandbox_nobody_has_a_zero(
    course: Path, tasks: list[Task], monkeypatch: pytest.MonkeyPatch, children: set[int]
) -> None:
    def missing(hide: object) -> None:
        raise NoSandbox("bubblewrap is missing: apt-get install bubblewrap")

    monkeypatch.setattr(ahead, "find_bubblewrap", missing)
    mark = Ahead(course, trust=False, jobs=1).mark(tasks[0], tasks)
    assert (mark.state, mark.points) == ("ungraded", None)
    assert mark.reason == "bubblewrap is missing: apt-get install bubblewrap"


def test_hidden_properties_that_do_not_load_are_nobody_s_fault(
    course: Path, tasks: list[Task], children: set[int]
) -> None:
    hidden = course / "solutions" / SLUG / "hidden" / "hello.py"
    before = hidden.read_text(encoding="utf-8")
    hidden.write_text("PROPERTIES = 7", encoding="utf-8")
    of_solutions(course / "solutions").write()
    try:
        mark = Ahead(course, trust=True, jobs=1).mark(tasks[0], [])
    finally:
        hidden.write_text(before, encoding="utf-8")
        of_solutions(course / "solutions").write()
    assert (mark.state, mark.points) == ("ungraded", None)
    assert mark.reason == f"solutions/{SLUG}/hidden/hello.py needs PROPERTIES = (Property(...), ...)"


def test_sandbox_hides_the_course(course: Path, tasks: list[Task], children: set[int]) -> None:
    """A function that reads what lies in the course finds nothing, and has the points of a wrong answer."""
    try:
        find_bubblewrap()
    except NoSandbox as word:
        pytest.skip(str(word))
    code = f"""
from pathlib import Path

def hello(name):
    root = Path({str(course)!r})
    seen = [path for path in (root / "grading" / "seed", root / "solutions" / {SLUG!r}) if path.exists()]
    return f"Hello, {{name}}!" if not seen else "seen"
"""
    exercise = json.loads((course / "exercises" / SLUG / f"{SLUG}.ipynb").read_text(encoding="utf-8"))
    path = hand_in(course, "spy", answered(exercise, code))
    try:
        mark = Ahead(course, trust=False, jobs=1).mark(Task("spy", "hello", path.name, path), [])
    finally:
        path.unlink()
    assert (mark.state, mark.points) == ("final", 5)

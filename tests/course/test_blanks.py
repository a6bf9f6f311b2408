"""Blanks: each tells right from wrong, and whatever a learner writes into one, the cells below it work."""

from __future__ import annotations

import json
import re
import tomllib
from collections.abc import Callable
from pathlib import Path
from typing import Any

import nbformat
import pytest

from classroom import checked
from classroom.build.blanks import GAP, with_gaps
from classroom.build.command import main as build
from classroom.build.masters import BLANK, find_masters, named, read_master
from classroom.judge import catalogue
from classroom.judge.catalogue import EXERCISES
from classroom.judge.errors import CourseError, Interrupted
from classroom.lessons import blanks, store
from classroom.lessons.blanks import BLANKS, course_function, is_open
from tests.course.folder import put
from tests.course.test_in_notebook import executed
from tests.direct import verdict_on

ROOT = Path(__file__).parents[2]
SAMPLES = Path(__file__).with_name("samples")
LESSONS = [master for master in find_masters(ROOT) if master.kind == "lesson"]
CELLS = {
    name: (master.slug, cell)
    for master in LESSONS
    for cell in read_master(master).cells
    if (name := named(cell, BLANK)) is not None
}


def recorded(name: str) -> dict[str, Any]:
    slug, _ = CELLS[name]
    held: dict[str, Any] = tomllib.loads((ROOT / "solutions" / slug / "blanks.toml").read_text("utf-8"))[name]
    return held


def written(name: str, answers: list[str] | None, folder: Path) -> Callable[..., Any]:
    """Return the function of a blank with these answers in its gaps, and what the lesson defines before it."""
    slug, master_cell = CELLS[name]
    notebook = json.loads((ROOT / "notebooks" / f"{slug}.ipynb").read_text("utf-8"))
    for cell in notebook["cells"]:
        if cell["id"] == master_cell.id:
            parts = with_gaps(master_cell.source).split(GAP)
            filled = zip(parts, [*(answers or [GAP] * (len(parts) - 1)), ""], strict=True)
            cell["source"] = "".join(part + answer for part, answer in filled)
    (folder / "lesson.ipynb").write_text(json.dumps(notebook), "utf-8")
    return course_function(folder / "lesson.ipynb", name)


def test_blanks_checks_and_recorded_answers_belong_together() -> None:
    """And the name of a blank is neither another blank's nor an exercise's."""
    recordings = [path.parent for path in ROOT.glob("solutions/*/blanks.toml")]
    answers = {name: path.name for path in recordings for name in tomllib.loads((path / "blanks.toml").read_text())}
    lessons = {name: slug for name, (slug, _) in CELLS.items()}
    assert lessons == {name: BLANKS[name].lesson for name in BLANKS} == answers
    names = [name for m in LESSONS for cell in read_master(m).cells if (name := named(cell, BLANK)) is not None]
    assert sorted([*names, *EXERCISES]) == sorted({*names, *EXERCISES})


@pytest.mark.parametrize("name", CELLS)
def test_a_blank_tells_right_from_wrong(name: str, tmp_path: Path) -> None:
    answers = recorded(name)
    assert answers.get("right") or answers.get("only"), "another right answer, or only = true"
    assert len(answers["wrong"]) >= 2
    assert all(rule.causes and rule.examples and not rule.cases for rule in BLANKS[name].properties)
    assert is_open(written(name, None, tmp_path))
    solved = course_function(BLANKS.notebook(name), name)
    others = [(words, written(name, words, tmp_path)) for words in answers.get("right", [])]
    for words, function in [(["solved"], solved), *others]:
        assert not is_open(function)
        assert verdict_on(function, BLANKS[name], thorough=False).state == "right", words
    for words in answers["wrong"]:
        verdict = verdict_on(written(name, words, tmp_path), BLANKS[name], thorough=False)
        assert verdict.state in ("wrong", "raises", "slow"), words
        assert verdict.failure is not None, words
        assert "NameError" not in verdict.failure.why, words


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A small course with a blank, built."""
    root = tmp_path_factory.mktemp("course")
    lesson, checks = ((SAMPLES / f"blanks_{part}.txt").read_bytes() for part in ("lesson", "checks"))
    put(root, {"notebooks/src/01_sample.py": lesson, "exercises/01_sample/blanks_01.py": checks})
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv(catalogue.COURSE, "")
        assert build(["--root", str(root)]) == 0
    return root


@pytest.fixture
def course(made: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The small course, whose blank ``checked`` finds."""
    monkeypatch.setenv(catalogue.COURSE, str(made))
    return made


RIGHT = "def halvings(n):\n    return n.bit_length() - 1"
TASK = "Halve until nothing is left."
HOLDS, ENDS = "✓ halvings: it counts", "✗ halvings: it stops with an error"
FAILS = '✗ halvings: "it counts" does not hold yet'
TRIES = {  # what the learner runs in the place of the blank's cell -> the first line of the check
    "": "○ halvings: not started yet",
    RIGHT: HOLDS,
    "def halvings(n):\n    return part(n)": FAILS,
    "def halvings(n):\n    while True:\n        pass": "✗ halvings: it does not end",
    "def halvings(n):\n    import os\n    os._exit(1)": ENDS,
    "def halvings(n):\n    return (yield)": FAILS,
    "halvings = 5": "✗ halvings: not right yet",
    "class Odd:\n    def __getattr__(self, name):\n        1 / 0\n\n\nhalvings = Odd()": "✗ halvings: not right yet",
    "halvings = open": ENDS,
    "def part(n):\n    raise ValueError('mine')\n\n\nhalvings = None": "○ halvings: not started yet",
    "def halvings(n):\n    return n if": ENDS,  # an earlier function is still there
    "halvings = lambda n: n": FAILS,  # which takes the place of the cell that is not valid Python
    RIGHT.replace("    return", "return"): ENDS,  # which is Python to a parser and not to a compiler
    "def half(n):\n    return n // STEP\n\n\ndef halvings(n):\n    return 1 + halvings(half(n)) if n > 1 else 0": HOLDS,
    f"# {TASK}\ndef halving(n):\n    return n": "✗ halvings: not right yet",  # an earlier function is still there
    f"# {TASK}\n\nx, halvings = 1, (lambda n: n.bit_length() - 1)": HOLDS,
    "class halvings:\n    def __init__(self, n):\n        self.n = n": FAILS,
    **{
        RIGHT.replace("return", f"{line}\n    return"): first
        for line, first in {
            "raise KeyboardInterrupt": ENDS,
            "import builtins; builtins.len = None": ENDS,
            "global STEP; STEP = 2": HOLDS,
        }.items()
    },
    "import os\nos.mkdir('gone')\nos.chdir('gone')\nos.rmdir('../gone')\n" + RIGHT: ENDS,
}


def test_whatever_a_learner_writes_the_cells_below_work(course: Path) -> None:
    copy = nbformat.read(course / "notebooks/learner/01_sample.ipynb", as_version=4)  # type: ignore[no-untyped-call]
    first, blank, check, below = [cell.source for cell in copy.cells if cell.cell_type == "code"]
    assert blank.count("____") == 2
    tries = {blank: "○ halvings: not started yet", **TRIES}
    cells = [first, *(part for source in tries for part in (source, check, below))]
    done = executed(course / "notebooks", cells).cells
    first = [cell.outputs[0].data["text/plain"].partition("\n")[0] for cell in done[2::3]]
    assert dict(zip(tries, first, strict=True)) == tries
    reports = [cell.outputs[0].data["text/plain"] for cell in done[2::3]]
    assert sum(bool(re.search(r"the cell above is not valid Python: .+ \(line 2\)", one)) for one in reports) == 2
    assert sum("the cell above does not define halvings: look at how" in one for one in reports) == 1
    assert [cell.outputs[-1].data["text/plain"] for cell in done[3::3]] == ["9"] * len(tries)


@pytest.mark.usefixtures("course")
def test_after_a_restart_a_lower_cell_works_alone() -> None:
    """Neither the blank nor what it uses was run again: the function comes with what the lesson defines."""
    space: dict[str, Any] = {"checked": checked}
    exec('halvings = checked("halvings")', space)  # noqa: S102 -- our own
    assert space["halvings"](1000) == 9


def run(code: str) -> dict[str, Any]:
    space: dict[str, Any] = {"checked": checked, "__name__": "__main__"}
    exec(f'{code}\nhalvings = checked("halvings")', space)  # noqa: S102 -- a learner's
    return space


@pytest.mark.usefixtures("course")
def test_a_second_check_judges_what_the_learner_wrote(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """The course's function is under the name now; it must not pass for the learner's."""
    noted: list[tuple[str, str]] = []

    def note(key: str, state: str) -> store.Saved:
        noted.append((key, state))
        return store.load()

    monkeypatch.setattr(store, "update_blank", note)
    space = run("def halvings(n):\n    return n")
    once = capsys.readouterr().out
    exec('halvings = checked("halvings")', space)  # noqa: S102 -- our own
    assert capsys.readouterr().out == once
    assert once.splitlines() == [
        '✗ halvings: "it counts" does not hold yet',
        "  halvings(1)",
        "  gave      1",
        "  expected  0",
        "  counts wrongly",
        "  Usual cause: look at the first step.",
        "  Until yours is right, the cells below use the course's halvings. This cell's result is the course's, too.",
    ]
    assert noted == [("01_sample/halvings", "wrong")] * 2


@pytest.mark.usefixtures("course")
def test_where_no_process_can_start_the_lesson_goes_on(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:

    def refuse(*_: object, **__: object) -> None:
        raise reasons.pop(0)

    reasons = [OSError("no process left"), KeyboardInterrupt()]
    monkeypatch.setattr(blanks, "judge", refuse)
    assert run(RIGHT)["halvings"](1000) == 9
    assert "the check itself could not run: no process left" in capsys.readouterr().out
    space: dict[str, Any] = {"checked": checked}
    with pytest.raises(Interrupted, match="check of halvings stopped"):
        exec('def halvings(n):\n    return n\n\n\nhalvings = checked("halvings")', space)  # noqa: S102 -- a learner's
    assert space["halvings"](1000) == 9


@pytest.mark.usefixtures("course")
def test_where_the_solved_lesson_is_gone_only_a_call_fails(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(type(BLANKS), "notebook", lambda *_: tmp_path / "gone.ipynb")
    given = run("def halvings(n):\n    return n")["halvings"]
    with pytest.raises(CourseError, match="the course's halvings cannot be loaded"):
        given(3)


@pytest.mark.usefixtures("course")
def test_a_wrong_name_is_an_error_of_use() -> None:
    with pytest.raises(CourseError, match='there is no blank "halving"; did you mean "halvings"'):
        checked("halving")
    with pytest.raises(CourseError, match="in quotes"):
        checked(print)  # type: ignore[arg-type]

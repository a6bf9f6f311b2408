"""A teacher's own exercise, from nothing: what its page shows is written, built, checked, graded and released."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.grader.handed_in import notebook, put

pytestmark = pytest.mark.slow  # a class of its own, from the page to the marks
ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "teaching" / "own_exercise.md").read_text("utf-8")
RIGHT = "def initials(name):\n    return ''.join(word[0].upper() for word in name.split())"
WRONG = "def initials(name):\n    return name[0]"


def run(folder: Path, *words: str, **variables: str) -> subprocess.CompletedProcess[str]:
    environment = {name: value for name, value in os.environ.items() if name != "CHUNKLIB_COURSE"} | variables
    state = {"CHUNKLIB_STATE": str(folder / "state")}
    return subprocess.run(
        [sys.executable, *words], cwd=folder, env=environment | state, capture_output=True, text=True, check=False
    )


def check(folder: Path, code: str, **variables: str) -> str:
    done = run(folder, "-c", f"from classroom import check, hint\n{code}\nprint(check(initials))", **variables)
    return done.stdout + done.stderr


@pytest.fixture(scope="module")
def course(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of the page, built."""
    root = tmp_path_factory.mktemp("teacher") / "my_course"
    files = re.findall(r"^  ([\w/]+\.py)  ", PAGE, re.MULTILINE)
    blocks = re.findall(r"^```python\n((?!>>>).*?)^```$", PAGE, re.MULTILINE | re.DOTALL)
    for name, code in zip((name for name in files if name != "nbgrader_config.py"), blocks, strict=True):
        put(root, name, code.encode())
    shutil.copy(ROOT / "nbgrader_config.py", root)
    done = run(root, "-m", "classroom.build")
    assert (done.returncode, done.stderr) == (0, "")
    assert [line.split() for line in done.stdout.splitlines()] == [
        ["listed", "exercises/20_initials/initials.py", "(new)"],
        ["listed", "solutions/20_initials/hidden/initials.py", "(new)"],
        ["written", "solutions/20_initials/20_initials.ipynb"],
        ["written", "exercises/20_initials/20_initials.ipynb"],
    ]
    return root


def test_the_check_finds_it_beside_the_notebook(course: Path) -> None:
    [shown] = re.findall(r"^>>> print\(check.*?\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL)
    assert check(course / "exercises" / "20_initials", WRONG) == shown
    assert check(course / "exercises" / "20_initials", RIGHT).startswith(
        "initials   ✓ right   2 of 2 properties hold\n"
    )
    asked = run(course / "exercises" / "20_initials", "-c", "from classroom import hint; print(hint('initials'))")
    assert "Hint 1 of 2 for initials: Split the name into words first." in asked.stdout


def test_the_variable_names_it_from_anywhere(course: Path, tmp_path: Path) -> None:
    assert 'there is no exercise "initials"' in check(tmp_path, RIGHT)
    assert check(tmp_path, RIGHT, CHUNKLIB_COURSE=str(course)).startswith("initials   ✓ right")


def test_learners_who_have_the_exercises_alone_can_check_and_have_files_of_their_own(
    course: Path, tmp_path: Path
) -> None:
    folder = Path(shutil.copytree(course / "exercises", tmp_path / "exercises")) / "20_initials"
    put(folder, "my_notes.py", b"print('never run')")
    assert check(folder, RIGHT).startswith("initials   ✓ right")
    put(folder, "initials.py", b"print('never run')")
    assert "initials.py is not as in exercises/manifest.json, so nothing is run" in check(folder, RIGHT)


def test_its_solution_opens_from_the_folder_of_the_exercise(course: Path) -> None:
    folder = course / "exercises" / "20_initials"
    code = f"from classroom import check, solution\n{RIGHT}\ncheck(initials)\nprint(solution('initials'))"
    shown = run(folder, "-c", code, CHUNKLIB_STATE=str(course / "state"))
    assert "def initials(name" in shown.stdout, shown.stderr


@pytest.mark.parametrize(("old", "new", "said"), [
    ("EXERCISE = ", "def f(:\nEXERCISE = ", "initials.py: does not run: SyntaxError: "),
    ("properties=(", "properties=() and (", "properties must be a tuple of at least one Property: got ()"),
])  # fmt: skip
def test_an_exercise_with_a_mistake_is_named(course: Path, tmp_path: Path, old: str, new: str, said: str) -> None:
    root = Path(shutil.copytree(course, tmp_path / "course"))
    module = root / "exercises/20_initials/initials.py"
    module.write_text(module.read_text("utf-8").replace(old, new, 1), "utf-8")
    assert run(root, "-m", "classroom.build", "--manifest").returncode == 0
    put(tmp_path, "in/ada_initials.ipynb", notebook(RIGHT))
    words = ["grade", "initials", str(tmp_path / "in"), "--out", str(tmp_path / "out"), "--trust", "--course", "."]
    for command in (["-m", "chunklib", *words], ["-m", "classroom.build"]):
        done = run(root, *command)
        lines = [line for line in done.stderr.splitlines() if not line.startswith("chunklib: the course is ")]
        assert (done.returncode in (1, 2), len(lines)) == (True, 1), done.stderr
        assert said in done.stderr


def test_a_solution_that_is_not_right_is_not_built(course: Path, tmp_path: Path) -> None:
    root = Path(shutil.copytree(course, tmp_path / "course"))
    master = root / "solutions/20_initials/master.py"
    master.write_text(master.read_text("utf-8").replace(".upper()", ""), "utf-8")
    before = (root / "solutions/20_initials/20_initials.ipynb").read_bytes()
    done = run(root, "-m", "classroom.build")
    assert done.returncode == 1
    assert "the solution is not right: initials   ✗ not yet" in done.stderr
    assert (root / "solutions/20_initials/20_initials.ipynb").read_bytes() == before


def test_it_is_graded_with_its_hidden_property(course: Path, tmp_path: Path) -> None:
    put(tmp_path, "in/ada_initials.ipynb", notebook(RIGHT))
    put(tmp_path, "in/ben_initials.ipynb", notebook(WRONG))
    submissions, out = str(tmp_path / "in"), tmp_path / "out"
    for folder, words in ((course, []), (tmp_path, ["--course", str(course)])):
        done = run(folder, "-m", "chunklib", "grade", "initials", submissions, "--out", str(out), "--trust", *words)
        assert done.returncode == 0, done.stderr
        rows = {row["student"]: row for row in json.loads((out / "results.json").read_text("utf-8"))}
        assert [(row["state"], row["points"], row["max_points"]) for row in rows.values()] == [
            ("final", 4, 4),
            ("final", 1, 4),
        ]
        shutil.rmtree(out)


def test_it_is_released(course: Path, tmp_path: Path) -> None:
    root = Path(shutil.copytree(course, tmp_path / "course"))
    before = (root / "exercises/20_initials/20_initials.ipynb").read_bytes()
    done = run(root, "-m", "chunklib", "release", "initials")
    assert (done.returncode, done.stdout) == (
        0,
        "exercises/20_initials/20_initials.ipynb: 4 points, in the gradebook\n",
    ), done.stderr
    released = root / "grading" / "release" / "20_initials"
    assert [path.name for path in released.iterdir()] == ["20_initials.ipynb"]
    assert (released / "20_initials.ipynb").read_bytes() == before
    assert sorted(path.name for path in (root / "exercises/20_initials").glob("*.*")) == [
        "20_initials.ipynb",
        "initials.py",
    ]

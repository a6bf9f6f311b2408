"""The notebook build: what is cut, what is stored, what stops it, and that nbval agrees with the result."""

from __future__ import annotations

import asyncio
import json
import os
import re
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING, Any

import nbformat
import pytest

from classroom.build.builder import build, build_text, write
from classroom.build.command import main
from classroom.build.masters import BuildError
from tests.course.folder import master, put
from tests.each import each

if TYPE_CHECKING:
    from collections.abc import Callable

SANITIZE = Path(__file__).parents[2] / "nbval_sanitize.cfg"

SAMPLES = Path(__file__).with_name("samples")
LESSON = (SAMPLES / "build_lesson.txt").read_text(encoding="utf-8")
SOLUTION = (SAMPLES / "build_solution.txt").read_text(encoding="utf-8")


def python(*arguments: str, **env: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, *arguments],
        capture_output=True,
        text=True,
        encoding="utf-8",
        timeout=300,
        check=False,
        env=os.environ | env,
    )


def run_build(root: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    return python("-m", "classroom.build", "--root", str(root), *arguments, CHUNKLIB_STATE="the learner's")


def nbval(root: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    plugins = ["-p", "no:cacheprovider", "-p", "no:xdist", "-p", "no:randomly"]
    state = {"CHUNKLIB_STATE": str(root / "state")}
    return python("-m", "pytest", "--nbval", "-q", *plugins, *arguments, str(root), "--rootdir", str(root), **state)


def until(holds: Callable[[], bool]) -> None:
    for _ in range(600):
        if holds():
            return
        time.sleep(0.1)
    pytest.fail("did not happen within a minute")


def course(root: Path, lesson: str, solution: str) -> Path:
    master(root, "lesson", lesson)
    master(root, "solution", solution)
    return root


def contents(root: Path) -> dict[str, bytes]:
    return {path.relative_to(root).as_posix(): path.read_bytes() for path in root.rglob("*.ipynb")}


def cells(path: Path) -> list[Any]:
    return list(nbformat.read(path, as_version=4).cells)  # type: ignore[no-untyped-call]


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    root = course(tmp_path_factory.mktemp("course"), LESSON, SOLUTION)
    done = run_build(root)
    assert (done.returncode, done.stderr) == (0, "")
    assert sorted(done.stdout.splitlines()) == [
        "written   exercises/01_sample/01_sample.ipynb",
        "written   notebooks/01_sample.ipynb",
        "written   notebooks/learner/01_sample.ipynb",
        "written   solutions/01_sample/01_sample.ipynb",
    ]
    return root


@pytest.fixture
def lesson(built: Path) -> list[Any]:
    return cells(built / "notebooks" / "01_sample.ipynb")


def test_nothing_but_notebooks_is_left_behind(built: Path) -> None:
    files = {path.relative_to(built).as_posix() for path in built.rglob("*") if path.is_file()}
    sources = {"notebooks/src/01_sample.py", "solutions/01_sample/master.py"}
    assert files - sources == set(contents(built))


def test_second_build_gives_the_same_bytes(built: Path, capsys: pytest.CaptureFixture[str]) -> None:
    done = run_build(built, "--check")
    assert (done.returncode, done.stdout, done.stderr) == (0, "2 masters: every notebook is as built\n", "")
    assert main(["--root", str(built), "--check-text"]) == 0
    assert capsys.readouterr().out == done.stdout


def test_check_names_what_differs_is_missing_or_stale(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    root = course(tmp_path, "# %%\n1 + 1\n", "# %%\n2\n")
    stored = ["notebooks/01_sample", "notebooks/learner/01_sample", "notebooks/02_old", "notebooks/learner/02_old"]
    put(root, {f"{name}.ipynb": b"{}" for name in stored})
    before = contents(root)
    assert main(["--root", str(root), "--check-text"]) == 1
    assert capsys.readouterr().out.splitlines() == [
        "differs    notebooks/01_sample.ipynb",
        "differs    notebooks/learner/01_sample.ipynb",
        "missing    exercises/01_sample/01_sample.ipynb",
        "missing    solutions/01_sample/01_sample.ipynb",
        "stale      notebooks/02_old.ipynb (no master)",
        "stale      notebooks/learner/02_old.ipynb (no master)",
    ]
    assert contents(root) == before


@each(("file", "old", "new"), [
    ("notebooks/src/01_sample.py", "the learner's", "a learner's"),
    ("solutions/01_sample/master.py", "SECRET = 2", "SECRET = 3"),
    ("exercises/01_sample/01_sample.ipynb", "raise", "return"),
    ("notebooks/learner/01_sample.ipynb", "the learner's", "a learner's"),
])  # fmt: skip
def test_a_check_that_runs_nothing_sees_what_does_not_come_from_a_run(
    built: Path, capsys: pytest.CaptureFixture[str], file: str, old: str, new: str
) -> None:
    text = (built / file).read_text("utf-8")
    assert old in text
    try:
        (built / file).write_text(text.replace(old, new, 1), "utf-8")
        assert main(["--root", str(built), "--check-text"]) == 1
        assert capsys.readouterr().out.startswith("differs    ")
    finally:
        (built / file).write_text(text, "utf-8")


def test_streams_are_merged_and_nothing_of_the_learner_is_seen(lesson: list[Any]) -> None:
    streams = [(output.name, output.text) for output in lesson[1].outputs]
    assert streams == [("stdout", "one\ntwo\n"), ("stderr", "warned\n")]
    assert lesson[2].outputs[0].data["text/plain"] == "('notebooks', False, False)"


def test_widget_is_stored_as_its_text(lesson: list[Any]) -> None:
    shown = [cell.outputs[0].data for cell in lesson[3:5]]
    assert shown == [{"text/plain": f"size {size}: " + "word " * 40} for size in (3, 5)]


def test_error_on_purpose_is_one_line(lesson: list[Any]) -> None:
    (error,) = lesson[7].outputs
    assert error.traceback == ["IndexError: list index out of range"]


def test_comment_that_looks_like_a_command_stays_a_comment(lesson: list[Any]) -> None:
    assert lesson[8].source.startswith("# !ls")


@each("kind", ["notebooks", "notebooks/learner", "solutions/01_sample", "exercises/01_sample"])
def test_stored_form(built: Path, kind: str) -> None:
    text = (built / kind / "01_sample.ipynb").read_text(encoding="utf-8")
    notebook = json.loads(text)
    nbformat.validate(notebook)
    assert text == json.dumps(notebook, indent=1, sort_keys=True, ensure_ascii=False) + "\n"
    assert set(notebook["metadata"]) == {"kernelspec", "language_info"}
    assert "version" not in notebook["metadata"]["language_info"]
    assert "model_id" not in text
    ids = [cell["id"] for cell in notebook["cells"]]
    assert len(set(ids)) == len(ids)


def test_exercise_is_cut_out_of_the_solution(built: Path) -> None:
    exercise = cells(built / "exercises" / "01_sample" / "01_sample.ipynb")
    solution = cells(built / "solutions" / "01_sample" / "01_sample.ipynb")
    assert [cell.source for cell in solution[-2:]] == ["double.__name__", "double(4)"]
    assert [cell.source for cell in exercise[-2:]] == ["double.__name__", '"for the learner only"']
    assert all(cell.execution_count is None and cell.outputs == [] for cell in exercise if "outputs" in cell)
    assert [cell.id for cell in exercise[:-1]] == [cell.id for cell in solution[:-1]]
    assert "SECRET" not in str(exercise)
    assert exercise[2].source == (
        "import math\nfrom functools import cache\n\n\n"
        "@cache\ndef double(\n    number: int = 1,  # the number\n) -> float:\n"
        '    """Twice the number.\n\n    Always a float — «ü» included.\n    """\n'
        "    raise NotImplementedError"
    )


def test_expected_picture_is_the_solution_s_figure(built: Path) -> None:
    picture = cells(built / "exercises" / "01_sample" / "01_sample.ipynb")[1]
    shown = cells(built / "solutions" / "01_sample" / "01_sample.ipynb")[1].outputs[0].data["text/html"]
    assert picture.cell_type == "markdown"
    assert picture.source == r"![Bars \[0\] to \[2\] & more](attachment:expected.png)"
    assert f"base64,{picture.attachments['expected.png']['image/png']}" in shown


CHANGES = {  # code cell -> a change of what is stored, and whether nbval must see it
    0: ("two\\n", "2\\n", True),
    3: ("size 5: word", "size 6: word", True),  # the text form of a widget
    4: ("iVBORw0KGgo", "iVBORw0KGgp", False),  # pixels may differ on another machine
    5: ("2 of 3</b>", "3 of 3</b>", True),
    6: ("list index out of range", "list index", True),
}


@pytest.mark.slow
def test_nbval_sees_what_matters(built: Path, tmp_path: Path) -> None:
    notebook = json.loads((built / "notebooks" / "01_sample.ipynb").read_text(encoding="utf-8"))
    code = [cell for cell in notebook["cells"] if cell["cell_type"] == "code"]
    for number, (old, new, _) in CHANGES.items():
        outputs = json.dumps(code[number]["outputs"])
        assert old in outputs
        code[number]["outputs"] = json.loads(outputs.replace(old, new))
    (tmp_path / "notebooks").mkdir()
    (tmp_path / "notebooks" / "changed.ipynb").write_text(json.dumps(notebook), encoding="utf-8")
    done = nbval(tmp_path, "--nbval-sanitize-with", str(SANITIZE))
    failed = {int(number) for number in re.findall(r"^FAILED .*::Cell (\d+)", done.stdout, re.MULTILINE)}
    assert failed == {number for number, (*_, seen) in CHANGES.items() if seen}


FAILING = {  # the cells of a lesson -> what stops its build
    "1\n\n# %%\n\nno = 2\nraise ValueError('a\\nb')": "cell 2 (no = 2): ValueError: a",
    '1\n\n# %% tags=["raises-exception"]\n2': "cell 2 (2): tagged 'raises-exception', but nothing was raised",
    "import os; os._exit(1)": "cell 1 (import os; os._exit(1)): the kernel died",
}


@pytest.mark.parametrize("source", FAILING)
def test_failing_cell_stops_the_build_in_one_line(tmp_path: Path, source: str) -> None:
    with pytest.raises(BuildError) as error:
        asyncio.run(build(master(tmp_path, "lesson", f"# %%\n{source}\n")))
    assert str(error.value) == f"notebooks/src/01_sample.py, {FAILING[source]}"


def test_failing_build_leaves_the_old_notebook(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    root = course(tmp_path, "# %%\n1 / 0\n", "# %%\n1\n")
    old = root / "notebooks" / "01_sample.ipynb"
    old.write_text("old", encoding="utf-8")
    assert main(["--root", str(root), "01"]) == 1
    assert capsys.readouterr().err == (
        "build: notebooks/src/01_sample.py, cell 1 (1 / 0): ZeroDivisionError: division by zero\n"
    )
    assert old.read_text(encoding="utf-8") == "old"
    assert [path.name for path in old.parent.iterdir() if path.is_file()] == [old.name]


@each("name", ["7", "01_samples"])
def test_unknown_name_is_an_error_of_use(built: Path, capsys: pytest.CaptureFixture[str], name: str) -> None:
    assert main(["--root", str(built), name]) == 2
    assert capsys.readouterr().err == f"build: no master {name!r}; there are 01_sample\n"


def test_expected_picture_needs_a_figure(tmp_path: Path) -> None:
    with pytest.raises(BuildError, match=r"cell 1 \(1\): tagged 'expected-picture' but shows no figure"):
        build_text(master(tmp_path, "solution", '# %% tags=["expected-picture"]\n1\n'))


@pytest.mark.skipif(sys.platform == "win32", reason="an interrupt is a signal of POSIX")
def test_interrupt_ends_the_kernel_too(tmp_path: Path) -> None:
    endless = "import os, pathlib, time\npathlib.Path('pid').write_text(str(os.getpid()))\ntime.sleep(100)"
    master(tmp_path, "lesson", f"# %%\n{endless}\n")
    pid = tmp_path / "notebooks" / "pid"
    command = [sys.executable, "-m", "classroom.build", "--root", str(tmp_path)]
    with subprocess.Popen(command, stderr=subprocess.PIPE, text=True, start_new_session=True) as process:
        until(lambda: pid.is_file() and pid.read_text(encoding="ascii") != "")
        process.send_signal(signal.SIGINT)
        _, said = process.communicate(timeout=60)
    assert (process.returncode, said) == (130, "build: interrupted\n")
    with pytest.raises(ProcessLookupError):
        os.kill(int(pid.read_text(encoding="ascii")), 0)
    assert contents(tmp_path) == {}


def test_only_what_changed_is_written(tmp_path: Path) -> None:
    path = tmp_path / "folder" / "a.ipynb"
    assert write(path, "new ü\n")
    assert not write(path, "new ü\n")
    assert path.read_bytes() == "new ü\n".encode()

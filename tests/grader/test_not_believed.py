"""Files that were handed in are read, and never run as the teacher, wherever the teacher is when marks are made."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from classroom.grader.gradebook.places import course_root
from classroom.judge.manifest import of_solutions
from tests.commandline import Run, runner
from tests.grader.handed_in import RIGHT, notebook, put


@pytest.fixture
def run(capfdbinary: pytest.CaptureFixture[bytes], monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Run:
    return runner(capfdbinary, monkeypatch, tmp_path)


def test_files_among_the_submissions_are_no_modules_of_python(tmp_path: Path) -> None:
    put(tmp_path, "sub/ada_hello.ipynb", notebook(RIGHT))
    trap = f"open({str(tmp_path / 'RAN')!r}, 'a').write(__name__)\n".encode()
    for name in sys.stdlib_module_names | {
        "psutil",
        "numpy",
        "chunklib",
        "cloudpickle",
        "sitecustomize",
        "usercustomize",
    }:
        if not name.startswith("__"):
            put(tmp_path / "sub", f"{name}.py", trap)
    command = [str(Path(sys.executable).with_name("chunklib")), "grade", "hello", ".", "--out", "../out", "--trust"]
    done = subprocess.run(command, cwd=tmp_path / "sub", capture_output=True, text=True, check=False)
    assert not (tmp_path / "RAN").exists(), (tmp_path / "RAN").read_text("utf-8")
    assert (done.returncode, " final " in done.stdout) == (0, True), done.stderr


def test_what_was_handed_in_is_no_course(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, run: Run) -> None:
    put(tmp_path, "sub/hello/ada_hello.ipynb", notebook(RIGHT))
    evil = tmp_path / "sub" / "hello" / "solutions"
    put(evil, "00_start_here/master.py", b"")
    put(evil, "00_start_here/hidden/hello.py", f"open({str(tmp_path / 'RAN')!r}, 'w')".encode())
    of_solutions(evil).write()
    for folder, submissions in (
        ("sub/hello", "."),
        ("sub/hello", ".."),
        ("sub/hello/solutions/00_start_here", "../.."),
    ):
        monkeypatch.chdir(tmp_path / folder)
        done = run(
            "grade", "hello", submissions, "--out", str(tmp_path / "out"), "--trust", "--seed", "a", "--jobs", "1"
        )
        assert not (tmp_path / "RAN").exists()
        assert "no course around this folder" in done.err
        rows = json.loads((tmp_path / "out" / "results.json").read_text("utf-8"))
        assert "final" in [row["state"] for row in rows]
        shutil.rmtree(tmp_path / "out")


def test_a_course_that_was_handed_in_is_not_the_course(tmp_path: Path) -> None:
    theirs = tmp_path / "grading" / "submitted" / "ada" / "07_smart_chunk"
    for root in (tmp_path, theirs):
        put(root, "nbgrader_config.py", b"")
        put(root, "solutions/00_start_here/master.py", b"")
    for start in (tmp_path, theirs, theirs / "solutions" / "00_start_here"):
        assert course_root(start) == tmp_path

"""``chunklib-course``: what it says, what it refuses in one line, and JupyterLab as the course uses it."""

from __future__ import annotations

import errno
import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from classroom.judge.manifest import HOME
from classroom.lessons import store
from classroom.lessons.folder import command
from classroom.lessons.folder.command import main
from classroom.lessons.folder.laying import lay_out
from classroom.lessons.lookup import exercise_of
from tests.course.folder import EXERCISE, LESSON, files, notebook

Said = pytest.CaptureFixture[str]


@pytest.fixture(autouse=True)
def course(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> dict[str, bytes]:
    """A small course, and a folder to be in; what JupyterLab is opened with is an entry ``lab``."""
    held = files()
    monkeypatch.setattr(command, "course_files", lambda: held)
    monkeypatch.chdir(tmp_path)
    return held


def test_start_lays_out_and_opens_lab(monkeypatch: pytest.MonkeyPatch, capfd: Said) -> None:
    opened = []
    monkeypatch.setattr(command, "open_lab", lambda folder, more: opened.append((str(folder), more)))
    assert main(["start", "my course", "--", "--port", "8890", "--", "--new-beside"]) == 0
    assert opened == [("my course", ["--port", "8890", "--", "--new-beside"])]
    assert capfd.readouterr().out == (
        "my course is ready: your lessons, your exercises and my course/start_here.md, which says how it works.\n"
        "JupyterLab opens notebooks/00_start_here.ipynb. Ctrl-C in this terminal ends it.\n"
    )
    assert main(["start", "my course", "--only-files"]) == 0
    assert len(opened) == 1
    assert "To open it: chunklib-course start 'my course'\n" in capfd.readouterr().out


def test_an_update_says_what_it_did(course: dict[str, bytes], capfd: Said) -> None:
    main(["start", "mine", "--only-files"])
    Path("mine", LESSON).write_bytes(notebook("mine"))
    course.clear()
    course.update(files(2))
    capfd.readouterr()
    assert main(["start", "mine", "--only-files"]) == 0
    assert capfd.readouterr().out.splitlines()[:-1] == [
        "mine: 2 files are newer than what you had and had not changed",
        "mine: notebooks/12_production.ipynb is no longer in the course and removed, as you had not changed them",
        "mine/notebooks/03_fixed_windows.ipynb is as you changed it; the course has a newer one.",
        "To see the newer ones beside yours: chunklib-course start mine --new-beside",
    ]


def test_reset_finds_the_folder_that_one_is_in(monkeypatch: pytest.MonkeyPatch, capfd: Said) -> None:
    assert main(["reset", "03"]) == 2
    assert capfd.readouterr().err == (
        "chunklib: my_course is not a folder of the course: name yours, as in reset 03 my_course\n"
    )
    main(["start", "my_course", "--only-files"])
    Path("my_course", LESSON).write_bytes(notebook("mine"))
    capfd.readouterr()
    for here in (".", "my_course/exercises/03_fixed_windows"):
        monkeypatch.chdir(here)
        assert main(["reset", "03"]) == 0
    kept, *_ = capfd.readouterr().out.splitlines()
    assert kept == f"{LESSON} is fresh again; yours is kept beside it as 03_fixed_windows.mine-1.ipynb."
    assert main(["reset", "03_fixed_window"]) == 2
    assert "did you mean '03_fixed_windows'?" in capfd.readouterr().err


def refused(folder: str, capfd: Said, *more: str) -> str:
    assert main(["start", folder, "--only-files", *more]) == 2
    said = capfd.readouterr()
    assert (said.out, said.err.count("\n")) == ("", 1)
    return said.err


def test_a_place_that_does_not_fit_is_refused_in_one_line(tmp_path: Path, capfd: Said) -> None:
    (tmp_path / "file").touch()
    assert refused("file", capfd) == "chunklib: file is a file: name a folder\n"
    for inside in (HOME, HOME / "notebooks", HOME / "my_course.old"):
        assert "is in the course itself: name a folder of your own, such as my_course" in refused(str(inside), capfd)
    (tmp_path / "clone/solutions/03_a").mkdir(parents=True)
    (tmp_path / "clone/solutions/03_a/master.py").touch()
    assert "is in the course itself" in refused("clone", capfd)
    assert refused("file/deeper", capfd).startswith("chunklib: file/deeper")
    (tmp_path / "mine").mkdir()
    (tmp_path / "mine/notebooks").touch()
    assert "nothing of yours is lost" in refused("mine", capfd)


def test_a_full_disk_and_ctrl_c_lose_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: Said) -> None:
    main(["start", "mine", "--only-files"])
    Path("mine", EXERCISE).write_bytes(notebook("mine"))
    Path("mine", LESSON).unlink()
    capfd.readouterr()

    def full(_: object) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    def interrupted(_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(os, "fsync", full)
    assert "no space left on device; nothing of yours is lost" in refused("mine", capfd).lower()
    monkeypatch.setattr(os, "fsync", interrupted)
    assert main(["start", "mine", "--only-files"]) == 130
    assert capfd.readouterr().err == "chunklib: interrupted\n"
    assert Path("mine", EXERCISE).read_bytes() == notebook("mine")
    assert not Path("mine", LESSON).exists()
    monkeypatch.undo()
    monkeypatch.chdir(tmp_path)
    assert lay_out(Path("mine"), files()).back == (LESSON,)


def test_a_bug_of_ours_is_one_line(monkeypatch: pytest.MonkeyPatch, capfd: Said) -> None:
    monkeypatch.setattr(command, "lay_out", lambda *_, **__: 1 / 0)
    assert main(["start", "mine", "--only-files"]) == 70
    assert capfd.readouterr().err.startswith("chunklib: a bug of ours in tests.course.test_folder_command, line ")
    assert main(["start", "mine", "--traceback"]) == 70
    assert "Traceback" in capfd.readouterr().err


def test_a_folder_for_a_class_holds_nothing_of_one_person_and_no_answer(course: dict[str, bytes], capfd: Said) -> None:
    for _ in range(2):
        assert main(["start", "room", "--class"]) == 0
    found = {path.relative_to("room").as_posix() for path in Path("room").rglob("*") if path.is_file()}
    assert found == {*files(), ".chunklib/laid_out.json"}
    Path("room/.chunklib/progress.json").touch()
    capfd.readouterr()
    assert "room holds .chunklib/progress.json, which is not as the course laid it out" in refused(
        "room", capfd, "--class"
    )
    course[LESSON] = notebook("print(3)", outputs=("3",))
    assert f"{LESSON} is filled in, and would be handed out" in refused("other", capfd, "--class")
    course[LESSON] = files()[LESSON]
    course["exercises/00_start_here/00_start_here.ipynb"] = notebook("def hello(name):\n    return name")
    assert "exercises/00_start_here/00_start_here.ipynb is filled in" in refused("other", capfd, "--class")
    assert not Path("other").exists()


# In the folder, and the real course


def test_what_a_notebook_calls_finds_the_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    main(["start", "mine", "--only-files"])
    monkeypatch.delenv("CHUNKLIB_STATE")
    (tmp_path / "mine/exercises/03_fixed_windows/helpers").mkdir()
    (tmp_path / "mine/exercises/03_fixed_windows/helpers/sliding_window.py").write_text("raise SystemExit", "utf-8")
    for inside in ("mine/notebooks", "../exercises/03_fixed_windows"):
        monkeypatch.chdir(inside)
        assert store.state_folder() == tmp_path / "mine/.chunklib"
        assert store.own_folder() == tmp_path / "mine/my_rag"
        assert exercise_of("sliding_window").lesson == "03_fixed_windows"  # the course's, not what lies there


def test_the_real_course_is_laid_out_and_lab_takes_every_option(tmp_path: Path) -> None:
    words = [sys.executable, "-m", "classroom.lessons.folder", "start", "mine"]
    for more in (["--class"], ["--", "--version"]):
        done = subprocess.run([*words, *more], capture_output=True, text=True, check=False)
        assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.splitlines()[-1].startswith("4.6.")
    found = {path.name[:2] for path in (tmp_path / "mine").glob("*/*_*.ipynb")}
    assert found == {path.name[:2] for path in (HOME / "notebooks").glob("*.ipynb")}
    for path in (tmp_path / "mine").rglob("*.ipynb"):
        assert [cell for cell in json.loads(path.read_bytes())["cells"] if cell.get("outputs")] == []

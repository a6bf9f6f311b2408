"""Whatever a function does, its check ends, says what happened, and leaves no process behind."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from typing import Any

import psutil
import pytest

from classroom.judge.exercise import Broken, Call, Exercise, Property
from classroom.judge.verdict import Verdict, judge
from classroom.judge.worker.client import Dead, Limits, Worker
from classroom.judge.worker.function_pickle import carry
from classroom.judge.worker.processes import MARK
from tests.each import each

QUICK = Limits(cpu=0.5, wall=2.0, first=0.5)
ENDLESS = Limits(cpu=0.2, wall=0.5, first=0.0)  # for what takes longer than any limit


def _is_one(function: Call, value: int) -> None:
    if function(value) != 1:
        raise Broken("not one")


ONE = Exercise(
    ("a", "b", "c"), (Property("it is one", 1, True, ("a cause",), _is_one, ({"value": 1},)),), "one", "00_test"
)


@pytest.fixture(autouse=True)
def nothing_left_behind() -> Iterator[None]:
    """No test may leave a process that carries a worker's mark."""
    before = {process.pid for process in psutil.process_iter()}
    yield
    left = [p for p in psutil.process_iter() if p.pid not in before and _is_ours(p)]
    assert left == []
    assert not [thread for thread in threading.enumerate() if thread.name == "chunklib-check-guard"]


def _is_ours(process: psutil.Process) -> bool:
    """Tell whether a process descends from a worker that this test process started (others may run checks too)."""
    try:
        return MARK in process.environ() and process.environ().get("CHUNKLIB_TEST") == str(os.getpid())
    except psutil.Error:
        return False


@pytest.fixture(autouse=True)
def named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CHUNKLIB_TEST", str(os.getpid()))


def verdict_on(function: Callable[..., Any], limits: Limits = QUICK) -> Verdict:
    return judge(function, ONE, limits)


def endless_regex(value: int) -> None:
    re.match(r"(a+)+$", "a" * 60 + "b")  # holds the interpreter lock for ever


def stops_itself(value: int) -> None:
    import signal

    os.kill(os.getpid(), signal.SIGSTOP)


def ignores_signals(value: int) -> None:
    import signal

    for number in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP):
        signal.signal(number, signal.SIG_IGN)
    while True:
        try:
            time.sleep(1)
        except BaseException:  # noqa: BLE001, S112
            continue


@pytest.mark.parametrize("function", [endless_regex, stops_itself, ignores_signals])
def test_what_does_not_end_is_slow(function: Callable[..., Any]) -> None:
    verdict = verdict_on(function, ENDLESS)
    assert verdict.state == "slow"
    assert verdict.failure is not None
    assert verdict.failure.call == "one(1)"
    assert "had not ended" in verdict.failure.why


def leaves(value: int) -> None:
    sys.exit("bye")


def raises_base(value: int) -> None:
    raise BaseException("all the way up")  # noqa: TRY002


def interrupts(value: int) -> None:
    raise KeyboardInterrupt


def recurses(value: int) -> int:
    return recurses(value) + 1


def asks(value: int) -> str:
    return input("your name? ")


def takes_memory_at_once(value: int) -> int:
    return len("a" * 10**11)


def bad_message(value: int) -> None:
    class Odd(Exception):
        def __str__(self) -> str:
            raise RuntimeError

    raise Odd


RAISING = {  # what raises, and how what is said begins
    leaves: "SystemExit: bye",
    raises_base: "BaseException: all the way up",
    interrupts: "KeyboardInterrupt: ",
    recurses: "RecursionError: maximum recursion depth exceeded",
    asks: "EOFError: input() has nobody to answer it in a check",
    bad_message: "Odd: Odd()",
}


def test_what_is_raised_is_said() -> None:
    with Worker(carry(lambda n: [*RAISING][n](n))) as worker:
        worker.ready()
        for number, words in enumerate(RAISING.values()):
            answer = worker.call((number,), {})
            assert f"{answer['raised']}: {answer['message']}".startswith(words)


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux caps the address space")
def test_memory_that_is_asked_for_at_once_is_refused() -> None:
    verdict = verdict_on(takes_memory_at_once)
    assert verdict.state == "raises"
    assert verdict.failure is not None
    assert verdict.failure.why.startswith("MemoryError")


def ends_hard(value: int) -> None:
    os._exit(3)


def kills_itself(value: int) -> None:
    import signal

    os.kill(os.getpid(), signal.SIGKILL)


def closes_everything(value: int) -> int:
    os.closerange(0, 200)
    return 1


@each(("function", "words"), [
    (ends_hard, "ended the process it ran in (exit status 3)"),
    (kills_itself, "ended the process it ran in (signal 9)"),
    (closes_everything, "the process it ran in"),
])  # fmt: skip
def test_a_worker_that_dies_is_reported(function: Callable[..., Any], words: str) -> None:
    verdict = verdict_on(function, Limits(cpu=5.0, wall=8.0))
    assert verdict.state == "raises"
    assert verdict.failure is not None
    assert words in verdict.failure.why


def test_the_parent_watches_memory_where_the_system_does_not() -> None:
    def takes_memory(value: int) -> None:
        kept = []
        while True:
            kept.append(bytearray(2_000_000))
            time.sleep(0.01)

    with Worker(carry(takes_memory)) as worker:
        worker._guard.memory = 2**27
        worker.ready()
        with pytest.raises(Dead, match=r"used more than 0\.125 GB of memory"):
            worker.call((1,), {})


def shouts(value: int) -> int:
    line = "x" * 999
    for _ in range(50_000):
        print(line)
    sys.stdout.buffer.write(b"y" * 1_000_000)
    sys.stderr.write("z" * 50_000_000)
    os.write(1, b"low\n" * 1_000_000)
    return 1


def test_output_does_no_harm(capfd: pytest.CaptureFixture[str]) -> None:
    verdict = verdict_on(shouts, Limits(cpu=5.0, wall=10.0))
    assert verdict.state == "right"
    assert capfd.readouterr() == ("", "")


def test_threads_and_children_go_with_the_worker() -> None:
    def starts_things(value: int) -> int:
        threading.Thread(target=lambda: time.sleep(1_000)).start()
        sleeper = [sys.executable, "-c", "import time; time.sleep(1000)"]
        subprocess.Popen(sleeper)
        subprocess.Popen(sleeper, start_new_session=True)
        launch = f"import subprocess; subprocess.Popen({sleeper!r}, start_new_session=True)"
        subprocess.run([sys.executable, "-c", launch], check=True)  # an orphan in a group of its own
        return 1

    assert verdict_on(starts_things, Limits(cpu=5.0, wall=10.0)).state == "right"


def test_a_forked_copy_does_not_speak_for_the_worker() -> None:
    def forks(value: int) -> int:
        if os.fork() == 0:
            return 2
        time.sleep(0.2)
        return 1

    if sys.platform == "win32":
        pytest.skip("no fork")
    assert verdict_on(forks, Limits(cpu=5.0, wall=10.0)).state == "right"


def test_a_reply_that_is_no_reply_ends_the_check() -> None:
    def writes_to_every_pipe(value: int) -> int:
        for number in range(3, 60):
            try:
                os.write(number, b"\x00\x00\x00\x02{]")
            except OSError:
                continue
        return 1

    verdict = verdict_on(writes_to_every_pipe)
    assert verdict.state == "raises"
    assert verdict.failure is not None
    assert verdict.failure.why == "disturbed the process it ran in"


def test_the_whole_check_is_limited() -> None:
    def a_little_slow(value: int) -> int:
        time.sleep(0.3)
        return 1

    cases = tuple({"value": number} for number in range(100))
    many = Exercise(("a", "b", "c"), (Property("one", 1, True, ("",), _is_one, cases),), "one", "00_test")
    began = time.monotonic()
    verdict = judge(a_little_slow, many, Limits(total=1.0))
    assert verdict.state == "slow"
    assert time.monotonic() - began < 20  # the promise, not a measurement


def test_the_worker_ends_with_its_parent() -> None:
    code = """
import sys
from classroom.judge.worker.function_pickle import carry
from classroom.judge.worker.client import Worker
worker = Worker(carry(lambda: __import__("time").sleep(1000)))
worker.ready()
print(worker._child.process.pid, flush=True)
worker._send(__import__("cloudpickle").dumps(((), {})))
import os; os._exit(0)
"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    pid = int(done.stdout)
    until = time.monotonic() + 10
    while psutil.pid_exists(pid) and time.monotonic() < until:
        time.sleep(0.05)
    assert not psutil.pid_exists(pid)


def test_a_worker_answers_many_calls_also_large_ones_and_says_when_it_is_gone() -> None:
    with Worker(carry(lambda n: n * 2)) as worker:
        assert "raised" not in worker.ready()
        assert worker.call(("汉" * 500_000,), {})["value"] == "汉" * 1_000_000
        assert [worker.call((n,), {})["value"] for n in range(20)] == [n * 2 for n in range(20)]
        worker._child.process.kill()
        with pytest.raises(Dead, match="ended the process"):
            worker.call((1,), {})


def test_a_worker_begins_without_the_library_and_can_import_all_of_it() -> None:
    code = """import sys
import classroom.judge.worker.child
print([name for name in sys.modules if name == "numpy" or name.partition(".")[0] == "chunklib"])
import chunklib
from classroom import check
print(chunklib.STRATEGIES["recursive"]("a b", size=2, overlap=0)[0].text, check.__name__)"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "[]\na b check\n"

"""Run the process that marks submissions one after the other, as its parent names them.

It judges what came out of a sandbox and runs no student's code itself. Still it is a process of its own: what a
submission returned may make a property work for ever, or a library crash, and then only this process is lost.
"""

from __future__ import annotations

import ctypes
import os
import signal
import sys
import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, replace
from functools import lru_cache
from multiprocessing import parent_process
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from classroom.grader.batch.grader import Grader
from classroom.grader.intake.notebook import Unreadable, digest_of, file_digest, read_notebook
from classroom.grader.marks.model import Graded, Mark
from classroom.grader.sandbox.bubblewrap import NoSandbox, find_bubblewrap
from classroom.grader.sandbox.surroundings import discreet
from classroom.grader.similarity.copies import fingerprint, read
from classroom.grader.similarity.libraries import forbidden, libraries
from classroom.judge.catalogue import EXERCISES
from classroom.judge.worker.rlimits import in_use, limit

if TYPE_CHECKING:
    from multiprocessing.connection import Connection
    from types import FrameType

_DIE_WITH_PARENT = 1  # PR_SET_PDEATHSIG, Linux
MEMORY = 4 * 2**30  # bytes of address space that judging may take: a reply may make a property want all of it


@dataclass(frozen=True)
class Deadlines:
    """Holds the seconds that one submission may take: of processor time on the trusted side, and by the clock.

    Code inside a sandbox has limits of its own, far below; these end what those cannot reach. The clock leaves time for
    the slowest submission that may be marked, also on a machine that has five times too much to do.
    """

    work: float = 120.0
    wall: float = 900.0
    grace: float = 15.0


@dataclass(frozen=True)
class Orders:
    """Holds the orders that all processes which mark are given.

    ``hide`` are folders that no submission may see; ``sandboxed`` is False for work that is trusted. ``memory`` is
    what judging may take in each of them, in bytes. ``forbids`` names the libraries that no answer may lean on.
    """

    seed: str
    solutions: Path | None
    sandboxed: bool
    hide: tuple[Path, ...] = ()
    deadlines: Deadlines = Deadlines()
    memory: int = MEMORY
    forbids: tuple[str, ...] = ()


class Task(NamedTuple):
    """Names a notebook and the function in it that is marked; ``file`` is its place below the submissions."""

    student: str
    function: str
    file: str
    path: Path


class Answer(NamedTuple):
    """Holds a mark, and says whether its process ends now: an interrupted one may have a sandbox that it forgot."""

    graded: Graded
    last: bool = False


class OutOfTime(BaseException):
    """Says that the time is over: a timer raises it wherever the process is, and no property may catch it."""


def ungraded(task: Task, max_points: int, reason: str, digest: str = "") -> Graded:
    """Return an ungraded result for a submission that could not be marked, as far as we know not by its own fault."""
    return Graded(task.student, Mark(task.function, "ungraded", None, max_points, reason), task.file, digest)


def too_long(task: Task, max_points: int, deadlines: Deadlines, digest: str = "") -> Graded:
    """Return a failed result for a submission whose answers kept the trusted side busy for too long."""
    reason = f"judging what it returned took more than {deadlines.work:g} seconds of work"
    return Graded(task.student, Mark(task.function, "failed", 0, max_points, reason), task.file, digest)


def too_slow(task: Task, max_points: int, deadlines: Deadlines, digest: str = "") -> Graded:
    """Return a submission for which this machine had no time."""
    return ungraded(task, max_points, f"not marked within {deadlines.wall:g} seconds: --resume tries again", digest)


def work(pipe: Connection, orders: Orders) -> None:
    """Send None, which means ready, then answer each task from the pipe until it sends None or ends."""
    _end_with_parent()
    limit(AS=in_use() + orders.memory)
    signal.signal(signal.SIGINT, _nothing)
    signal.signal(signal.SIGTERM, _stop)
    if hasattr(signal, "pthread_sigmask"):
        signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGINT})
    with suppress(EOFError, BrokenPipeError, ConnectionResetError, SystemExit):
        pipe.send(None)
        while (task := pipe.recv()) is not None:
            answer = mark(task, orders)
            pipe.send(answer)
            if answer.last:
                return


def mark(task: Task, orders: Orders) -> Answer:
    """Mark one submission. Whatever happens, the result is a mark with a reason."""
    digest, max_points = "", 0
    try:
        with _in_time(orders.deadlines):
            grader = _grader(task.function, orders)
            max_points = grader.max_points
            digest = file_digest(task.path)
            try:
                cells = read_notebook(task.path)
            except Unreadable as error:
                return Answer(Graded(task.student, grader.failed(str(error)), task.file, digest))
            found = grader.mark(cells)
            released, partly = _released(task.function), not read(tuple(cells))[1]
            leans_on = libraries(cells, task.function, grader.seen, released)
            code = digest_of("\0".join(filter(None, map(str.strip, cells))))
            seen = fingerprint(cells, task.function, released), leans_on, code, partly
            found = allowed(found, leans_on, grader.exercise.forbids, orders.forbids)
            return Answer(Graded(task.student, found, task.file, digest, *seen))
    except OutOfTime as over:
        say = too_long if over.args == (signal.SIGPROF,) else too_slow
        return Answer(say(task, max_points, orders.deadlines, digest), last=True)
    except (NoSandbox, OSError, MemoryError) as error:
        why = getattr(error, "strerror", None) or str(error) or "not enough memory"
        return Answer(ungraded(task, max_points, discreet(f"could not be marked: {why}"), digest))
    except Exception as error:  # noqa: BLE001 -- one submission never stops the others
        why = discreet(f"the grader failed: {type(error).__name__}: {error}")[:300]
        return Answer(ungraded(task, max_points, why, digest))


def allowed(mark: Mark, leans_on: Sequence[str], by_exercise: Sequence[str], by_teacher: Sequence[str]) -> Mark:
    """Return the mark with what the answer leans on in its reason; without points where a rule forbids one of these.

    >>> allowed(Mark("f", "final", 3, 3, "all properties hold"), ("chunklib.audit",), (), ("chunklib",)).reason
    'leans on chunklib.audit, which --forbid chunklib does not allow'
    >>> allowed(Mark("f", "final", 3, 3, "all properties hold"), ("chunklib.audit",), (), ("nltk",)).reason
    'all properties hold; leans on chunklib.audit'
    """
    for rule, forbids in (("--forbid", by_teacher), ("the rule of the exercise against", by_exercise)):
        found = forbidden(leans_on, forbids)
        if found:
            named = ", ".join(one for one in forbids if forbidden(found, (one,)))
            reason = f"leans on {', '.join(found)}, which {rule} {named} does not allow"
            return Mark(mark.exercise, "failed", 0, mark.max_points, reason)
    lean = f"{mark.reason}; leans on {', '.join(leans_on)}" if leans_on else mark.reason
    return replace(mark, reason=lean)


@lru_cache(maxsize=8)
def _released(function: str) -> tuple[str, ...]:
    """Return the code cells of the notebook that a student was given; none if it is not here."""
    try:
        return tuple(read_notebook(EXERCISES.notebook(function)))
    except Unreadable:
        return ()


@lru_cache(maxsize=8)
def _grader(function: str, orders: Orders) -> Grader:
    """Return a grader; its cases are drawn once a process."""
    bubblewrap = find_bubblewrap(orders.hide) if orders.sandboxed else None
    return Grader(function, orders.seed, bubblewrap, orders.solutions)


@contextmanager
def _in_time(deadlines: Deadlines) -> Iterator[None]:
    """Raise ``OutOfTime`` in this thread when a deadline passes (not on Windows, where the parent alone watches)."""
    if not hasattr(signal, "setitimer"):
        yield
        return
    timers = {
        signal.ITIMER_PROF: (signal.SIGPROF, deadlines.work),
        signal.ITIMER_REAL: (signal.SIGALRM, deadlines.wall),
    }
    rung: list[signal.Signals] = []

    def ring(number: int, _: FrameType | None) -> None:
        rung.append(signal.Signals(number))
        raise OutOfTime(rung[-1])

    try:
        for timer, (number, seconds) in timers.items():
            signal.signal(number, ring)
            signal.setitimer(timer, seconds)
        yield
    finally:
        for timer in timers:
            signal.setitimer(timer, 0)
    if rung:  # it was raised in a destructor, where Python drops it
        raise OutOfTime(rung[0])


def _stop(*_: object) -> None:
    sys.exit(1)


def _nothing(*_: object) -> None:
    """Let Ctrl-C be the parent's alone. A handler and not SIG_IGN, which every process that we start would inherit."""


def _end_with_parent() -> None:
    """Die when the parent does, also by SIGKILL."""
    parent = parent_process()
    if parent is None:
        return
    if sys.platform.startswith("linux"):
        ctypes.CDLL(None).prctl(_DIE_WITH_PARENT, signal.SIGKILL)
        if os.getppid() != parent.pid:
            os._exit(1)
    else:
        threading.Thread(target=_watch, args=(parent,), daemon=True).start()


def _watch(parent: Any) -> None:
    parent.join()
    os._exit(1)

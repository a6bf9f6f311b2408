"""Mark many submissions in several processes. A submission never stops the others, and each gets an answer.

A process that dies is replaced and its submission tried once more; one that does not answer in time is killed. After
``RECYCLED`` submissions a process ends by itself and another takes its place, so that memory stays flat.
"""

from __future__ import annotations

import time
from collections import Counter, deque
from collections.abc import Generator, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from multiprocessing import connection
from typing import TYPE_CHECKING, Any

import psutil

from chunklib.processes import started
from classroom.grader.batch.worker import MEMORY, Answer, Orders, Task, too_long, too_slow, ungraded, work
from classroom.grader.marks.model import Graded
from classroom.grader.sandbox.surroundings import out_of_here

if TYPE_CHECKING:
    from multiprocessing.connection import Connection

RECYCLED = 100
TRIES = 2
LEAST_MEMORY = 2**30  # bytes: no right answer needs as much to be judged
_STARTS = 3  # processes that may end before they are ready, in a row
_LOOK = 0.5  # seconds between looks at the clocks
_PATIENCE = 5.0  # seconds that a process has to end its sandbox when it is told to stop


def marked(
    tasks: Sequence[Task], orders: Orders, max_points: Mapping[str, int], jobs: int
) -> Generator[tuple[Task, Graded], None, None]:
    """Mark submissions, and yield each as soon as it is marked.

    Args:
        tasks: what to mark.
        orders: what all processes are told.
        max_points: of each function, for submissions whose process could not say it.
        jobs: how many processes mark at a time.

    Yields:
        Every task with its mark, once; in no order that holds.

    Raises:
        ChildProcessError: no process can be started.
    """
    jobs = min(jobs, len(tasks))
    crew = _Crew(deque(tasks), replace(orders, memory=memory_of_each(jobs)), max_points, jobs)
    try:
        while crew.waiting or crew.workers:
            crew.fill()
            yield from crew.look()
    finally:
        crew.end()


def memory_of_each(jobs: int) -> int:
    """Return how many bytes judging may take in each of so many processes, so that all together leave some free."""
    return max(LEAST_MEMORY, min(MEMORY, psutil.virtual_memory().available * 3 // 4 // max(jobs, 1)))


@dataclass
class _Worker:
    """A process that marks: our end of its pipe, what it is marking, and since when."""

    process: Any
    pipe: Connection
    ready: bool = False
    leaving: bool = False
    task: Task | None = None
    done: int = 0
    begun: float = 0.0
    worked: float = 0.0

    def give(self, task: Task | None) -> None:
        """Send it a task, or None, after which it ends."""
        self.task, self.leaving = task, task is None
        self.begun, self.worked = time.monotonic(), self.spent()
        with suppress(OSError):  # it has died: that is noticed where its answer is awaited
            self.pipe.send(task)

    def spent(self) -> float:
        """Return the seconds of processor time that it has used, without its children's."""
        try:
            times = psutil.Process(self.process.pid).cpu_times()
        except psutil.Error:
            return self.worked
        return float(times.user + times.system)


@dataclass
class _Crew:
    """The processes that mark, and the tasks that are left."""

    waiting: deque[Task]
    orders: Orders
    max_points: Mapping[str, int]
    jobs: int
    workers: list[_Worker] = field(default_factory=list)
    tries: Counter[Task] = field(default_factory=Counter)
    failed_starts: int = 0

    def fill(self) -> None:
        """Start as many processes as are needed, and give work to those that have none."""
        busy = sum(worker.task is not None for worker in self.workers)
        while len(self.workers) < min(self.jobs, busy + len(self.waiting)):
            self.workers.append(_started(self.orders))
        for worker in self.workers:
            if worker.ready and worker.task is None and not worker.leaving:
                worker.give(self.waiting.popleft() if self.waiting and worker.done < RECYCLED else None)

    def look(self) -> Iterator[tuple[Task, Graded]]:
        """Wait a moment, and yield what was marked in it."""
        connection.wait([worker.pipe for worker in self.workers], _LOOK)
        for worker in list(self.workers):
            task = worker.task
            answer = self._answer(worker)
            if task is not None and answer is not None:
                worker.task = None
                worker.done += 1
                yield task, answer

    def _answer(self, worker: _Worker) -> Graded | None:
        try:
            if not worker.pipe.poll():
                return self._overdue(worker)
            answer: Answer | None = worker.pipe.recv()
        except (EOFError, OSError):
            return self._died(worker)
        if answer is None:  # its first word: it is ready
            worker.ready, self.failed_starts = True, 0
            return None
        worker.leaving, worker.begun = answer.last, time.monotonic()
        return answer.graded

    def _overdue(self, worker: _Worker) -> Graded | None:
        """End a process that does not answer; its own timers should have done so before."""
        limits, task = self.orders.deadlines, worker.task
        if task is None:
            if worker.leaving and time.monotonic() - worker.begun > limits.grace:
                self._remove([worker])
            return None
        slow = time.monotonic() - worker.begun > limits.wall + limits.grace
        busy = worker.spent() - worker.worked > limits.work + limits.grace
        if not slow and not busy:
            return None
        self._remove([worker])
        return (too_long if busy else too_slow)(task, self.max_points[task.function], limits)

    def _died(self, worker: _Worker) -> Graded | None:
        """Remove a process that has ended; its submission is tried once more."""
        self._remove([worker])
        task, code = worker.task, worker.process.exitcode or 0
        if task is None:
            self.failed_starts += not worker.ready
            if self.failed_starts >= _STARTS:
                raise ChildProcessError(f"the processes that mark do not start ({_ending(code)})")
            return None
        self.tries[task] += 1
        if self.tries[task] < TRIES:
            self.waiting.appendleft(task)
            return None
        reason = f"the process that marked it ended {TRIES} times ({_ending(code)}): --resume tries again"
        return ungraded(task, self.max_points[task.function], reason)

    def _remove(self, workers: Sequence[_Worker]) -> None:
        """End processes with all that they have started."""
        families = [_family(worker.process.pid) for worker in workers]
        for worker in workers:
            worker.process.terminate()
        until = time.monotonic() + _PATIENCE
        for worker, family in zip(workers, families, strict=True):
            worker.process.join(max(until - time.monotonic(), 0.1))
            worker.process.kill()
            for one in family:
                with suppress(psutil.Error):
                    one.kill()
            worker.process.join()
            worker.pipe.close()
            self.workers.remove(worker)

    def end(self) -> None:
        """End all processes."""
        self._remove(list(self.workers))


def _family(pid: int) -> list[psutil.Process]:
    with suppress(psutil.Error):
        return psutil.Process(pid).children(recursive=True)
    return []


def _ending(code: int) -> str:
    return f"signal {-code}" if code < 0 else f"exit status {code}"


def _started(orders: Orders) -> _Worker:
    with out_of_here():
        return _Worker(*started(work, orders, daemon=True))

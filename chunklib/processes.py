"""Do tasks in other processes of this machine. Ctrl-C does not reach them: this process hears it, and ends them."""

from __future__ import annotations

import atexit
import os
import pickle
import signal
import sys
import threading
from collections import deque
from collections.abc import Callable, Iterator
from concurrent.futures import Future
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from multiprocessing import connection, get_context, parent_process, resource_tracker
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from chunklib.errors import InvalidType, NoAnswer, kind_of, said

if TYPE_CHECKING:
    from multiprocessing.connection import Connection
    from multiprocessing.process import BaseProcess

R = TypeVar("R")

ENDED = "its worker ended: it was killed, or ran out of memory"
"""What is said of a task whose process ended."""
_MOST = 61 if sys.platform == "win32" else sys.maxsize  # processes that the system can wait for at once
_PATIENCE = 5.0  # seconds that a process has to end when there is nothing more to do


def started(target: Callable[..., object], *args: object, daemon: bool = False) -> tuple[BaseProcess, Connection]:
    """Start a new process that does not hear Ctrl-C until it says what it does with it.

    Args:
        target: what it runs, with its end of a pipe first.
        args: what follows; all must be picklable.
        daemon: Python ends it with this process; it can then have no such processes of its own.

    Returns:
        the process and our end of the pipe.
    """
    apart = get_context("spawn")  # a copy of this process would have its threads in mid-step
    ours, theirs = apart.Pipe()
    process = apart.Process(target=target, args=(theirs, *args), daemon=daemon)
    with _no_interrupt(), theirs:
        process.start()
    return process, ours


@contextmanager
def _no_interrupt() -> Iterator[None]:
    """Hold Ctrl-C back, and let it come afterwards: what is started meanwhile holds it back too."""
    heard: list[int] = []
    # Only the main thread is interrupted, and only it may say what happens then.
    ours = threading.current_thread() is threading.main_thread() and signal.getsignal(signal.SIGINT) is not None
    usual = signal.signal(signal.SIGINT, lambda number, _: heard.append(number)) if ours else None
    if sys.platform != "win32":
        resource_tracker.ensure_running()  # a process of Python's own, whose start would let Ctrl-C through again
        before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        if sys.platform != "win32":
            signal.pthread_sigmask(signal.SIG_SETMASK, before)
        if ours:
            signal.signal(signal.SIGINT, usual)
        if heard:
            signal.raise_signal(signal.SIGINT)


@dataclass
class _Worker:
    """Holds a process, our end of its pipe, and what its task will give; it is ready when it has loaded the work."""

    process: BaseProcess
    pipe: Connection
    future: Future[Any] | None = None
    ready: bool = False


class Processes(Generic[R]):
    """Gives tasks to processes, which are started when there is something to do and replaced when they end.

    Args:
        work: what is done with a task.
        jobs: how many processes do it at a time.

    Raises:
        TypeError: for work that cannot be pickled; where something is asked for, for work that a process cannot load.
        ConnectionError: where something is asked for, if no process begins.
    """

    def __init__(self, work: Callable[[Any], R], jobs: int) -> None:
        try:
            self._work = pickle.dumps(work)
        except Exception as error:  # noqa: BLE001 (what is pickled may raise anything)
            raise InvalidType(f"processes need a function that can be pickled: {said(error)}") from None
        self.at_once = min(jobs, _MOST)
        self._waiting: deque[tuple[object, Future[R]]] = deque()
        self._workers: list[_Worker] = []
        atexit.register(self.end)  # runs before Python waits for processes that nobody has ended

    def submit(self, task: object) -> Future[R]:
        """Send a task to a process that has nothing to do, as soon as there is one."""
        future: Future[R] = Future()
        self._waiting.append((task, future))
        self.look(0)
        return future

    def result(self, future: Future[R]) -> R:
        """Wait for what comes of a task; raises what the work raises, and ChildProcessError if its process ends."""
        while not future.done():
            self.look()
        return future.result()

    def look(self, seconds: float | None = None) -> None:
        """Give tasks to those that have none, and wait until one answers, or for so many seconds."""
        busy = sum(worker.future is not None for worker in self._workers)
        while len(self._workers) < min(self.at_once, busy + len(self._waiting)):
            self._workers.append(_Worker(*started(_serve, self._work)))
        for worker in self._workers:
            if worker.ready and not worker.future and self._waiting:
                task, worker.future = self._waiting.popleft()
                with suppress(OSError):  # it has ended, which is noticed where its answer is awaited
                    worker.pipe.send(task)
        asked = [worker for worker in self._workers if worker.future or not worker.ready]
        heard = connection.wait([worker.pipe for worker in asked], seconds) if asked else []
        for worker in asked:
            if worker.pipe in heard:
                self._hear(worker)

    def _hear(self, worker: _Worker) -> None:
        """Take the answer of a process, or that it ended."""
        future, worker.future = worker.future, None
        try:
            answer, error = worker.pipe.recv()
        except (EOFError, OSError):
            self._end([worker])
            if future is None:
                rule = 'in a script, call this under: if __name__ == "__main__":'
                raise NoAnswer(f"the processes ended before they could be sent anything; {rule}") from None
            answer, error = None, ChildProcessError(ENDED)
        except Exception as failed:  # noqa: BLE001 (an answer that does not come back)
            answer, error = None, failed
        if future is None and error is not None:
            rule = "it must be importable in another process"
            raise InvalidType(f"a process cannot load the function: {kind_of(error)}: {said(error)}; {rule}")
        worker.ready = True
        if future and error is None:
            future.set_result(answer)
        elif future:
            future.set_exception(error)

    def end(self, *, patience: float = 0.0) -> None:
        """End all processes, those that have nothing to do by themselves if they get a little time."""
        atexit.unregister(self.end)
        self._end(list(self._workers), patience)

    def _end(self, workers: list[_Worker], patience: float = 0.0) -> None:
        for worker in workers:
            self._workers.remove(worker)
            worker.pipe.close()  # which says that there is nothing more to do
        for worker in workers:
            worker.process.join(patience)
            worker.process.kill()
        for worker in workers:
            worker.process.join()
            worker.process.close()


@contextmanager
def processes(work: Callable[[Any], R], jobs: int) -> Iterator[Processes[R]]:
    """Lend processes, and end them afterwards; at once if they are not needed to the end."""
    crew = Processes(work, jobs)
    try:
        yield crew
    except BaseException:
        crew.end()
        raise
    crew.end(patience=_PATIENCE)


def _serve(pipe: Connection, work: bytes) -> None:
    """Load what is to be done, say how that went, and then do it with each task until the pipe is closed."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_end_with_parent, daemon=True).start()
    with suppress(EOFError, OSError):
        try:
            do: Callable[[Any], object] = pickle.loads(work)  # noqa: S301 (our own parent wrote it)
        except Exception as error:  # noqa: BLE001 (what is imported may raise anything)
            pipe.send_bytes(_sent(None, error))
            return
        pipe.send_bytes(_sent(None))
        while True:
            task = pipe.recv()
            try:
                sent = _sent(do(task))
            except Exception as error:  # noqa: BLE001 (as above, and what it gives may be unable to be sent)
                sent = _sent(None, error)
            pipe.send_bytes(sent)


def _sent(answer: object, error: Exception | None = None) -> bytes:
    """Pickle an answer, or an error; one that cannot come back is told in one line."""
    if error is not None:
        try:
            pickle.loads(pickle.dumps(error))  # noqa: S301
        except Exception:  # noqa: BLE001 (an error may be of any kind)
            error = RuntimeError(f"{kind_of(error)}: {said(error)}")
    return pickle.dumps((answer, error))


def _end_with_parent() -> None:
    """End this process if the one that gives it tasks is killed: it could wait for ever."""
    parent = parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)

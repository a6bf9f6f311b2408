"""Do tasks in other processes of this machine. Ctrl-C does not reach them: this process hears it, and ends them."""

from __future__ import annotations

import atexit
import os
import pickle
import signal
import sys
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import Future, wait
from contextlib import contextmanager, suppress
from multiprocessing import get_context, parent_process, resource_tracker
from queue import SimpleQueue
from typing import TYPE_CHECKING, Any, Generic, Self, TypeVar

from chunklib.errors import ChunklibError, InvalidType, NoAnswer, kind_of, said

if TYPE_CHECKING:
    from multiprocessing.connection import Connection
    from multiprocessing.process import BaseProcess

R = TypeVar("R")

ENDED = "its worker ended: it was killed, or ran out of memory"
"""What is said of a task whose process ended."""
LOOK = 1.0
"""Seconds between two looks for Ctrl-C, which does not end a wait everywhere."""
_PATIENCE = 5.0  # seconds that a process has to end when there is nothing more to do


def started(target: Callable[..., object], *args: object, daemon: bool = False) -> tuple[BaseProcess, Connection]:
    """Start a new process that does not hear Ctrl-C until it says what it does with it.

    Its target gets its end of a pipe first; returned are the process and our end. Python ends a ``daemon`` with this
    process; it can then have no such processes of its own.
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


class Processes(Generic[R]):
    """Gives tasks to processes, which are started when there is something to do and replaced when they end.

    Use it in a ``with`` block, after which they are ended; at once if they are not needed to the end.

    Args:
        work: what is done with a task.
        jobs: how many processes do it at a time, each led by a thread.

    Raises:
        TypeError: for work that cannot be pickled; by a result, for work that a process cannot load.
        ConnectionError: by a result, if no process begins.
    """

    def __init__(self, work: Callable[[Any], R], jobs: int) -> None:
        try:
            self._work = pickle.dumps(work)
        except Exception as error:  # noqa: BLE001 (what is pickled may raise anything)
            raise InvalidType(f"processes need a function that can be pickled: {said(error)}") from None
        self.at_once, self._ended = jobs, False
        self._tasks: SimpleQueue[tuple[object, Future[R]] | None] = SimpleQueue()
        self._started: list[BaseProcess] = []
        self._starting = threading.Lock()
        atexit.register(self.end)  # runs before Python waits for processes that nobody has ended
        for _ in range(jobs):
            threading.Thread(target=self._lead, daemon=True).start()

    def __enter__(self) -> Self:
        """Lend the processes."""
        return self

    def __exit__(self, error: type[BaseException] | None, *_: object) -> None:
        """End the processes, those that have nothing to do by themselves."""
        self.end(patience=0.0 if error else _PATIENCE)

    def submit(self, task: object) -> Future[R]:
        """Send a task to a process that has nothing to do, as soon as there is one."""
        future: Future[R] = Future()
        self._tasks.put((task, future))
        return future

    def result(self, future: Future[R]) -> R:
        """Wait for what comes of a task; raises what the work raises, and ChildProcessError if its process ends."""
        while not wait([future], LOOK).done:
            pass
        return future.result()

    def _lead(self) -> None:
        """Give one task after the other to a process, to a new one where it has ended."""
        pipe: Connection | None = None
        while (asked := self._tasks.get()) and not self._ended:
            task, future = asked
            try:
                pipe = pipe or self._ready()
                pipe.send(task)
                answer, error = pipe.recv()
            except ChunklibError as failed:
                error = failed
            except (EOFError, OSError):
                pipe, error = None, ChildProcessError(ENDED)
            except Exception as failed:  # noqa: BLE001 (a task that is not sent, or an answer that does not come back)
                error = failed
            if error is None:
                future.set_result(answer)
            else:
                future.set_exception(error)
        if pipe:
            pipe.close()  # which says that there is nothing more to do

    def _ready(self) -> Connection:
        """Start a process, and wait until it has loaded the work."""
        try:
            with self._starting:
                process, pipe = started(_serve, self._work)
                self._started.append(process)
                if self._ended:
                    process.kill()
            wrong = pipe.recv()
        except (EOFError, OSError, RuntimeError):  # the last is what Python says to a script without a guard
            rule = 'in a script, call this under: if __name__ == "__main__":'
            raise NoAnswer(f"the processes ended before they could be sent anything; {rule}") from None
        if wrong:
            raise InvalidType(f"a process cannot load the function: {wrong}; it must be importable in another process")
        return pipe

    def end(self, *, patience: float = 0.0) -> None:
        """End all processes, those that have nothing to do by themselves if they get a little time."""
        atexit.unregister(self.end)
        for _ in range(self.at_once):
            self._tasks.put(None)
        with self._starting:
            self._ended = True
        for process in self._started:
            process.join(patience)
            process.kill()
            process.join()


def _serve(pipe: Connection, work: bytes) -> None:
    """Load what is to be done, say what is wrong with it, and do it with each task until the pipe is closed."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_end_with_parent, daemon=True).start()
    with suppress(EOFError, OSError):
        try:
            do: Callable[[Any], object] = pickle.loads(work)  # noqa: S301 (our own parent wrote it)
        except Exception as error:  # noqa: BLE001 (what is imported may raise anything)
            pipe.send(f"{kind_of(error)}: {said(error)}")
            return
        pipe.send("")
        while True:
            task = pipe.recv()
            try:
                sent = pickle.dumps((do(task), None))
            except Exception as error:  # noqa: BLE001 (as above, and what it gives may be unable to be sent)
                sent = _sent(error)
            pipe.send_bytes(sent)


def _sent(error: Exception) -> bytes:
    """Pickle an error; one that cannot come back is told in one line."""
    try:
        sent = pickle.dumps((None, error))
        pickle.loads(sent)  # noqa: S301
    except Exception:  # noqa: BLE001 (an error may be of any kind)
        return pickle.dumps((None, RuntimeError(f"{kind_of(error)}: {said(error)}")))
    return sent


def _end_with_parent() -> None:
    """End this process if the one that gives it tasks is killed: it could wait for ever."""
    parent = parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)

"""Split documents in processes of this machine, without a scheduler."""

from __future__ import annotations

import os
import pickle
import signal
import sys
import warnings
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager, suppress
from multiprocessing import get_context
from pathlib import Path
from threading import active_count, current_thread, main_thread
from typing import Any

from chunklib.errors import InvalidType, NoAnswer, kind_of, said
from chunklib.scale.remote import begin, loads, run

_MOST = 61 if sys.platform == "win32" else sys.maxsize  # processes that the system can wait for at once


class Processes:
    """Sends tasks to processes that are started for them, and to another one what may end its process.

    Args:
        workers: how many.
        work: what is done with a task; it is pickled once, and each process keeps what it made of it.

    Raises:
        TypeError: for work that cannot be pickled.
    """

    def __init__(self, workers: int, work: Callable[..., Any]) -> None:
        try:
            self._work = pickle.dumps(work)
        except Exception as error:  # noqa: BLE001 (what is pickled may raise anything)
            raise InvalidType(f"processes need a splitter that can be pickled: {said(error)}") from None
        self.at_once = min(workers, _MOST)
        self.tasks: Sequence[Any] = ()
        self._pools: dict[int, tuple[ProcessPoolExecutor, bool]] = {}

    def submit(self, number: int) -> Future[bytes]:
        """Send one of the tasks to any of the processes."""
        return self._sent(self.at_once, self.tasks[number], number)

    def alone(self, task: Any) -> Future[bytes]:
        """Send a task to a process that has no other, so that nothing else can end it."""
        return self._sent(0, task)

    def gone(self, error: Exception) -> bool:  # noqa: ARG002 (as of Dask)
        """Tell whether nobody is there any more: processes that end are replaced."""
        return False

    def _sent(self, which: int, task: Any, number: int | None = None) -> Future[bytes]:
        for again in (True, False):
            pool, copies = self._pools.get(which) or self._started(which)
            try:
                with _deaf_to_ctrl_c():
                    sent = pickle.dumps(task) if number is None or not copies else number
                    return pool.submit(run, self._work, sent)
            except BrokenProcessPool:
                self._pools.pop(which)[0].shutdown(wait=False)
                if not again:
                    raise
        raise AssertionError

    def _started(self, which: int) -> tuple[ProcessPoolExecutor, bool]:
        """Start processes, and hear that the first of them can do the work; say whether they are copies of this one."""
        with _deaf_to_ctrl_c():
            copies = _may_be_copied()
            how, known = ("fork", self.tasks) if copies else ("spawn", ())
            pool = ProcessPoolExecutor(which or 1, get_context(how), initializer=begin, initargs=(known,))
            self._pools[which] = pool, copies
            first = pool.submit(loads, self._work)
        try:
            first.result()
        except BrokenProcessPool:
            rule = 'in a script, call this under: if __name__ == "__main__":'
            raise NoAnswer(f"the processes ended before they could be sent a document; {rule}") from None
        except Exception as error:  # noqa: BLE001 (what is imported may raise anything)
            rule = "it must be importable in another process"
            raise InvalidType(f"a process cannot load the splitter: {kind_of(error)}: {said(error)}; {rule}") from None
        return pool, copies

    def end(self, *, now: bool) -> None:
        """End the processes: now, or when they have nothing to do."""
        for pool, _ in self._pools.values():
            running = list((pool._processes or {}).values()) if now else []
            pool.shutdown(wait=not now, cancel_futures=True)
            for process in running:
                process.kill()  # a copy of this process would answer SIGTERM as this one does


@contextmanager
def processes(workers: int, work: Callable[..., Any]) -> Iterator[Processes]:
    """Lend processes, and end them afterwards; at once if they are not needed to the end."""
    lent = Processes(workers, work)
    try:
        yield lent
    except BaseException:
        lent.end(now=True)
        raise
    lent.end(now=False)


@contextmanager
def _deaf_to_ctrl_c() -> Iterator[None]:
    """Start processes that do not hear Ctrl-C, which a terminal sends to all: this process hears it, and ends them."""
    heard: list[object] = []
    # Another thread may be the one that is interrupted, and a process that is half started would complain.
    ours = current_thread() is main_thread() and signal.getsignal(signal.SIGINT) is not None
    handler = signal.signal(signal.SIGINT, lambda *_: heard.append(None)) if ours else None
    mask = None if sys.platform == "win32" else signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        if sys.platform != "win32" and mask is not None:
            signal.pthread_sigmask(signal.SIG_SETMASK, mask)
        if ours:
            signal.signal(signal.SIGINT, handler)
        if heard:
            signal.raise_signal(signal.SIGINT)


def _may_be_copied() -> bool:
    """Tell whether a process may be a copy of this one, which has everything loaded, and need not be a new one.

    A copy has one thread, and what other threads held at that moment stays locked in it for ever. So there must be no
    other here, of Python or of a library. Those of numpy end before a copy is made: a copy that ends at once shows it.
    """
    if sys.platform != "linux" or active_count() > 1:
        return False
    if _is_alone():
        return True
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # Python 3.12 and later warn where there are other threads
        copy = os.fork()
    if copy == 0:
        os._exit(0)
    with suppress(ChildProcessError):  # nobody can be waited for where SIGCHLD is ignored
        os.waitpid(copy, 0)
    return _is_alone()


def _is_alone() -> bool:
    """Tell whether this process has one thread."""
    return len([*Path("/proc/self/task").iterdir()]) == 1

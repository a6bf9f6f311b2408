"""Reach processes of this machine that split, without a scheduler."""

from __future__ import annotations

import pickle
import signal
import sys
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from functools import lru_cache
from multiprocessing import get_context
from threading import current_thread, main_thread
from typing import Any

from chunklib.errors import InvalidType, NoAnswer, kind_of, said

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
        self._pools: dict[int, ProcessPoolExecutor] = {}

    def submit(self, task: Any) -> Future[Any]:
        """Send a task to any of the processes."""
        return self._sent(self.at_once, task)

    def alone(self, task: Any) -> Future[Any]:
        """Send a task to a process that has no other, so that nothing else can end it."""
        return self._sent(0, task)

    def gone(self, error: Exception) -> bool:  # noqa: ARG002 (as of Dask)
        """Tell whether nobody is there any more: processes that end are replaced."""
        return False

    def _sent(self, which: int, task: Any) -> Future[Any]:
        for again in (True, False):
            pool = self._pools.get(which) or self._started(which)
            try:
                with _deaf_to_ctrl_c():
                    return pool.submit(_run, self._work, task)
            except BrokenProcessPool:
                self._pools.pop(which).shutdown(wait=False)
                if not again:
                    raise
        raise AssertionError

    def _started(self, which: int) -> ProcessPoolExecutor:
        """Start processes, and hear that the first of them can do the work."""
        pool = ProcessPoolExecutor(which or 1, mp_context=get_context("spawn"))
        self._pools[which] = pool
        with _deaf_to_ctrl_c():
            first = pool.submit(_loaded, self._work)
        try:
            first.result()
        except BrokenProcessPool:
            rule = 'in a script, call this under: if __name__ == "__main__":'
            raise NoAnswer(f"the processes ended before they could be sent a document; {rule}") from None
        except Exception as error:  # noqa: BLE001 (what is imported may raise anything)
            rule = "it must be importable in another process"
            raise InvalidType(f"a process cannot load the splitter: {kind_of(error)}: {said(error)}; {rule}") from None
        return pool

    def end(self, *, now: bool) -> None:
        """End the processes: now, or when they have nothing to do."""
        for pool in self._pools.values():
            running = list((pool._processes or {}).values()) if now else []
            pool.shutdown(wait=not now, cancel_futures=True)
            for process in running:
                process.terminate()


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


@lru_cache(maxsize=1)
def _loaded_once(work: bytes) -> Callable[..., Any]:
    loaded: Callable[..., Any] = pickle.loads(work)  # noqa: S301 (our own parent wrote it)
    return loaded


def _loaded(work: bytes) -> None:
    _loaded_once(work)


def _run(work: bytes, task: Any) -> Any:
    return _loaded_once(work)(task)

"""Measure tasks: in this process, or in several that Ctrl-C does not reach and that end with their parent."""

from __future__ import annotations

import multiprocessing
import os
import signal
import threading
from collections.abc import Callable, Generator, Hashable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager, suppress
from importlib import import_module
from typing import TYPE_CHECKING, Any, TypeVar

if TYPE_CHECKING:
    from multiprocessing.synchronize import Event


T = TypeVar("T", bound=Hashable)
R = TypeVar("R")


def measured(measure: Callable[[T], R], tasks: Sequence[T], jobs: int) -> Generator[tuple[T, R]]:
    """Measure tasks; with several processes, as they are done.

    Args:
        measure: measures one task; several processes get a copy each, once.
        tasks: what to measure.
        jobs: how many processes; one is this process.

    Yields:
        each task with its result.

    Raises:
        ChildProcessError: where a process was ended from outside.
    """
    jobs = min(jobs, len(tasks))
    if jobs <= 1:
        yield from ((task, measure(task)) for task in tasks)
        return
    apart = multiprocessing.get_context("spawn")  # a fork would copy threads in mid-step
    stop = apart.Event()
    pool = ProcessPoolExecutor(jobs, mp_context=apart, initializer=_begin, initargs=(stop, measure))
    try:
        with _no_interrupt():
            waiting: dict[Future[R], T] = {pool.submit(_in_process, task): task for task in tasks}
        while waiting:
            ready, _ = wait(waiting, return_when=FIRST_COMPLETED)
            for future in ready:
                yield waiting.pop(future), future.result()
    except BrokenProcessPool:
        why = f"one of {jobs} processes that measure was ended from outside, or ran out of memory"
        raise ChildProcessError(f"{why}: try fewer jobs") from None
    finally:
        stop.set()
        pool.shutdown(cancel_futures=True)


@contextmanager
def _no_interrupt() -> Iterator[None]:
    """Start processes that Ctrl-C does not reach: it is for this one, which then ends the others in good order.

    Ctrl-C in the meantime comes after: a pool that is interrupted in starting a process would wait for it for ever.
    """
    came: list[int] = []
    main = threading.current_thread() is threading.main_thread()  # no other is ever interrupted
    usual = signal.signal(signal.SIGINT, lambda number, _: came.append(number)) if main else None
    masks = hasattr(signal, "pthread_sigmask")  # not on Windows; a new process inherits what is blocked here
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT}) if masks else ()
    try:
        yield
    finally:
        if masks:
            signal.pthread_sigmask(signal.SIG_SETMASK, before)
        if main:
            signal.signal(signal.SIGINT, usual)
    if came:
        signal.raise_signal(signal.SIGINT)


_measure: Callable[[Any], Any] | None = None  # of this process, where it is one of several
_stop: Event | None = None


def _begin(stop: Event, measure: Callable[[Any], Any]) -> None:
    global _measure, _stop  # a process of a pool is told once what all its tasks share
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_end_with_parent, daemon=True).start()
    with suppress(ImportError):  # bm25s has it; its own lock is a semaphore that a process that is killed leaves behind
        import_module("tqdm").tqdm.set_lock(threading.RLock())
    _measure, _stop = measure, stop


def _end_with_parent() -> None:
    """A pool whose owner was killed would wait for work for ever."""
    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)


def _in_process(task: Any) -> Any:
    assert _measure is not None and _stop is not None  # noqa: S101, PT018 (the pool began it)
    return None if _stop.is_set() else _measure(task)

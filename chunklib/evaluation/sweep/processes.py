"""Measure tasks: in this process, or in several."""

from __future__ import annotations

import threading
from collections.abc import Callable, Generator, Sequence
from concurrent.futures import FIRST_COMPLETED, wait
from contextlib import suppress
from functools import partial
from importlib import import_module
from typing import TypeVar

from chunklib.processes import LOOK, Processes

T = TypeVar("T")
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
    with Processes(partial(_measured, measure), jobs) as crew:
        waiting = {crew.submit(task): task for task in tasks}
        while waiting:
            for future in wait(waiting, LOOK, FIRST_COMPLETED).done:
                try:
                    yield waiting.pop(future), future.result()
                except ChildProcessError:
                    why = f"one of {jobs} processes that measure was ended from outside, or ran out of memory"
                    raise ChildProcessError(f"{why}: try fewer jobs") from None


def _measured(measure: Callable[[T], R], task: T) -> R:
    with suppress(ImportError):  # bm25s has it; its own lock is a semaphore that a process that is killed leaves behind
        import_module("tqdm").tqdm.set_lock(threading.RLock())
    return measure(task)

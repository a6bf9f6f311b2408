"""Measure tasks: in this process, or in several that Ctrl-C does not reach and that end with their parent."""

from __future__ import annotations

import multiprocessing
import os
import signal
import threading
from collections.abc import Generator, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from functools import partial
from importlib import import_module
from typing import TYPE_CHECKING, Any, NamedTuple

from chunklib.embed import Embedder
from chunklib.evaluation.benchmarks.benchmark import Benchmark
from chunklib.evaluation.evaluate import score
from chunklib.evaluation.indexed_benchmark import Prepared, chunked
from chunklib.evaluation.searched_context import Context, counts, with_context
from chunklib.evaluation.sweep.grid import Setting
from chunklib.evaluation.sweep.results import Phase, phase_of

if TYPE_CHECKING:
    from multiprocessing.synchronize import Event


class Task(NamedTuple):
    """Names one chunking in one phase, for all retrievers that search it."""

    settings: tuple[Setting, ...]
    phase: int
    phases: int


@dataclass(frozen=True)
class Run:
    """Holds what all measurements share; called with a task, it measures."""

    prepared: Prepared
    embed: str | Embedder | None
    budgets: tuple[int, ...]
    context: Context

    def __call__(self, task: Task) -> list[Phase]:
        """Measure: one result for each setting of the task."""
        split = chunked(self.prepared, task.settings[0].config, phase=task.phase, phases=task.phases)
        chunks = with_context(self.prepared, split, self.context)  # a callable is asked once, not for each retriever
        measure = partial(score, self.prepared, chunks, embed=self.embed, budgets=self.budgets)
        measure = partial(measure, context=counts(self.context))
        return [phase_of(measure(retriever=one.retriever, k=one.k)) for one in task.settings]


def measured(run: Run, tasks: Sequence[Task], jobs: int) -> Generator[tuple[Task, list[Phase]]]:
    """Run tasks; with several processes, as they are done.

    Args:
        run: what they share.
        tasks: what to measure.
        jobs: how many processes; one is this process.

    Yields:
        each task with its results.

    Raises:
        ChildProcessError: where a process was ended from outside.
    """
    jobs = min(jobs, len(tasks))
    if jobs <= 1:
        yield from ((task, run(task)) for task in tasks)
        return
    apart = multiprocessing.get_context("spawn")  # a fork would copy threads in mid-step
    stop = apart.Event()
    told = (run.prepared.benchmark, run.embed, run.budgets, run.context)
    pool = ProcessPoolExecutor(jobs, mp_context=apart, initializer=_begin, initargs=(stop, *told))
    try:
        with _no_interrupt():
            waiting: dict[Future[list[Phase]], Task] = {pool.submit(_in_process, task): task for task in tasks}
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


_run: Run | None = None  # of this process, where it is one of several
_stop: Event | None = None


def _begin(stop: Event, benchmark: Benchmark, *shared: Any) -> None:
    global _run, _stop  # a process of a pool is told once what all its tasks share
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_end_with_parent, daemon=True).start()
    with suppress(ImportError):  # bm25s has it; its own lock is a semaphore that a process that is killed leaves behind
        import_module("tqdm").tqdm.set_lock(threading.RLock())
    _run, _stop = Run(Prepared(benchmark), *shared), stop


def _end_with_parent() -> None:
    """A pool whose owner was killed would wait for work for ever."""
    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)


def _in_process(task: Task) -> list[Phase]:
    assert _run is not None and _stop is not None  # noqa: S101, PT018 (the pool began it)
    return [] if _stop.is_set() else _run(task)

"""Many settings on one benchmark: resumed where it was broken off, over as many processes as wanted.

>>> from chunklib.evaluation.benchmarks.benchmark import Question
>>> from chunklib.evaluation.sweep.grid import grid
>>> small = Benchmark("small", {"note": "Cold rooms. " * 40}, (Question("q", "How cold?", "note", ((0, 11),)),))
>>> found = sweep(grid(sizes=[10], overlaps=[0, 5], k=2), small, phases=2, budgets=[20])
>>> [(setting.label, found.scores(setting, "recall").shape) for setting in found.settings]
[('token_windows 10/0, bm25@2', (2, 1)), ('token_windows 10/5, bm25@2', (2, 1))]
"""

from __future__ import annotations

import multiprocessing
import os
import pickle
import signal
import threading
from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from contextlib import closing, contextmanager, suppress
from dataclasses import dataclass
from hashlib import blake2b
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from chunklib.embed import Embedder, embedder, vectors
from chunklib.errors import InvalidValue
from chunklib.evaluation.benchmarks.benchmark import Benchmark
from chunklib.evaluation.benchmarks.course_benchmark import own_benchmark
from chunklib.evaluation.evaluate import score
from chunklib.evaluation.indexed_benchmark import Prepared, chunked
from chunklib.evaluation.metrics.other_recalls import BUDGETS, checked_budgets
from chunklib.evaluation.phases import PHASES, phases_of
from chunklib.evaluation.sweep.checkpoint import Parts
from chunklib.evaluation.sweep.grid import Setting, checked
from chunklib.evaluation.sweep.results import Phase, Results, phase_of
from chunklib.evaluation.sweep.versions import code_version
from chunklib.integers import at_least

if TYPE_CHECKING:
    from multiprocessing.synchronize import Event


class Task(NamedTuple):
    """One chunking in one phase, for all retrievers that search it."""

    settings: tuple[Setting, ...]
    phase: int
    phases: int


@dataclass(frozen=True)
class Run:
    """What all measurements share; a callable that makes one."""

    prepared: Prepared
    embed: str | Embedder | None
    budgets: tuple[int, ...]

    def __call__(self, task: Task) -> list[Phase]:
        """Measure: one result for each setting of the task."""
        chunks = chunked(self.prepared, task.settings[0].config, phase=task.phase, phases=task.phases)
        found = []
        for one in task.settings:
            scored = score(
                self.prepared, chunks, retriever=one.retriever, k=one.k, embed=self.embed, budgets=self.budgets
            )
            found.append(phase_of(scored))
        return found


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
    told = (run.prepared.benchmark, run.embed, run.budgets, stop)
    pool = ProcessPoolExecutor(jobs, mp_context=apart, initializer=_begin, initargs=told)
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


def _begin(benchmark: Benchmark, embed: str | Embedder | None, budgets: tuple[int, ...], stop: Event) -> None:
    global _run, _stop  # a process of a pool is told once what all its tasks share
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_end_with_parent, daemon=True).start()
    with suppress(ImportError):  # bm25s has it; its own lock is a semaphore that a process that is killed leaves behind
        import_module("tqdm").tqdm.set_lock(threading.RLock())
    _run, _stop = Run(Prepared(benchmark), embed, budgets), stop


def _end_with_parent() -> None:
    """A pool whose owner was killed would wait for work for ever."""
    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)


def _in_process(task: Task) -> list[Phase]:
    assert _run is not None and _stop is not None  # noqa: S101, PT018 (the pool began it)
    return [] if _stop.is_set() else _run(task)


Advance = Callable[[int, int], object]
"""Told how many of how many measurements are done."""

_Found = dict[tuple[tuple[Setting, ...], int], list[Phase]]
_PROBE = ("Cold rooms hold four degrees.", "Warm rooms hold twenty.")


def sweep(  # noqa: PLR0913 (what is tried, on what, and how it runs, each with a default)
    settings: Iterable[Setting],
    benchmark: Benchmark | None = None,
    *,
    phases: int = PHASES,
    embed: str | Embedder | None = None,
    budgets: Sequence[int] = BUDGETS,
    jobs: int = 1,
    out: str | Path | None = None,
    advance: Advance | None = None,
) -> Results:
    """Measure every setting of a grid in every phase.

    Args:
        settings: what to try, see :func:`chunklib.evaluation.sweep.grid.grid`.
        benchmark: documents and questions; by default the course's own.
        phases: how often windows are moved; see :mod:`chunklib.evaluation.phases`.
        embed: what dense and hybrid retrieval embed with.
        budgets: tokens at which recall is measured.
        jobs: processes that measure; results do not depend on it. From 2 on, an embedder must be a name or importable,
            and a script needs its ``if __name__ == "__main__"``.
        out: a file for the table; until it is written, what is done is in ``<out>.parts``. A sweep that was broken
            off goes on there when it is started again, and writes the same bytes. Where it is a link, its target is the
            file.
        advance: called with the number of measurements done and of all, in the beginning and after each.

    Raises:
        ValueError: for settings that cannot run, before any does; and for a k larger than the number of chunks.
        TypeError: for anything but a :class:`chunklib.evaluation.sweep.grid.Setting`.
        OSError: where the table cannot be written, or its name is that of a folder, a pipe or a device, before anything
            is measured; and where a process that measures is ended from outside.
    """
    settings = tuple(settings) if isinstance(settings, Iterable) else settings
    checked(settings)
    jobs, phases, kept = at_least(1, "jobs", jobs), at_least(1, "phases", phases), checked_budgets(budgets)
    run = Run(Prepared(own_benchmark() if benchmark is None else benchmark), embed, kept)
    name, probe = _embedder(embed, settings, jobs)
    data, code, asked = run.prepared.benchmark.fingerprint, code_version(), run.prepared.benchmark.questions
    with Parts(out, {"data": data, "code": code, "embedder": name, "probe": probe, "budgets": kept}) as parts:
        found = _all(run, parts, _tasks(settings, phases), jobs, advance)
        scores = {setting: tuple(_phases(found, setting)) for setting in settings}
        results = Results(data, code, name, tuple(q.id for q in asked), tuple(run.prepared.strata), scores)
        parts.finish(results)
    return results


def _phases(found: _Found, setting: Setting) -> Iterator[Phase]:
    for (group, _), phases in sorted(found.items(), key=lambda item: item[0][1]):
        if setting in group:
            yield phases[group.index(setting)]


def _all(run: Run, parts: Parts, tasks: Sequence[Task], jobs: int, advance: Advance | None) -> _Found:
    """Take what is kept, and measure what is left."""
    total = sum(len(task.settings) for task in tasks)
    found = {(task.settings, task.phase): kept for task in tasks if (kept := _kept(parts, task))}
    done = sum(len(kept) for kept in found.values())
    if advance:
        advance(done, total)
    left = [task for task in tasks if (task.settings, task.phase) not in found]
    with closing(measured(run, left, jobs)) as going:
        for task, phases in going:
            for setting, phase in zip(task.settings, phases, strict=True):
                parts.put(setting, task.phase, task.phases, phase)
            found[task.settings, task.phase] = phases
            done += len(phases)
            if advance:
                advance(done, total)
    return found


def _embedder(embed: str | Embedder | None, settings: Sequence[Setting], jobs: int) -> tuple[str, str]:
    """Name the embedder, with a hash of what it makes of a text; refuse one that does not work before anything runs."""
    if all(setting.retriever == "bm25" for setting in settings):
        return "", ""
    found = embedder(embed)
    probe = blake2b(vectors(found, _PROBE).tobytes(), digest_size=6).hexdigest()
    if embed is None or isinstance(embed, str):
        return embed or "wordllama", probe
    name = str(getattr(embed, "__qualname__", type(embed).__qualname__))
    if jobs > 1:
        try:
            pickle.dumps(embed)
        except (pickle.PicklingError, AttributeError, TypeError):
            raise InvalidValue(
                f"with several jobs an embedder is a name or a function that can be imported: got {name}, jobs={jobs}"
            ) from None
    return name.rpartition(".")[2], probe


def _tasks(settings: Sequence[Setting], phases: int) -> list[Task]:
    """Put settings together that search the same chunks."""
    same: dict[tuple[str, int, str], list[Setting]] = {}
    for setting in settings:
        same.setdefault((setting.strategy, setting.size, setting.repeated), []).append(setting)
    return [
        Task(tuple(group), phase, many)
        for group in same.values()
        for many in [phases_of(group[0].strategy, phases)]
        for phase in range(many)
    ]


def _kept(parts: Parts, task: Task) -> list[Phase] | None:
    found = [parts.get(setting, task.phase, task.phases) for setting in task.settings]
    whole = [phase for phase in found if phase is not None]
    return whole if len(whole) == len(found) else None

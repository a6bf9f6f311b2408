"""Many settings on one benchmark: resumed where it was broken off, over as many processes as wanted."""

from __future__ import annotations

import multiprocessing
import pickle
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

from chunklib.embed import Embedder, embedder
from chunklib.evaluation.benchmark import Benchmark
from chunklib.evaluation.budgets import BUDGETS
from chunklib.evaluation.chunked import chunked
from chunklib.evaluation.evaluate import score
from chunklib.evaluation.own import own_benchmark
from chunklib.evaluation.parts import Parts
from chunklib.evaluation.phases import PHASES, phases_of
from chunklib.evaluation.prepared import Prepared
from chunklib.evaluation.results import Phase, Results, phase_of
from chunklib.evaluation.settings import Setting, checked
from chunklib.evaluation.versions import code_version
from chunklib.whole import at_least

Advance = Callable[[int, int], object]
"""Told how many of how many measurements are done."""


class _Task(NamedTuple):
    """One chunking in one phase, for all retrievers that search it."""

    settings: tuple[Setting, ...]
    phase: int
    phases: int


@dataclass(frozen=True)
class _Run:
    """What all measurements share."""

    prepared: Prepared
    embed: str | Embedder | None
    budgets: tuple[int, ...]

    def __call__(self, task: _Task) -> list[Phase]:
        chunks = chunked(self.prepared, task.settings[0].config, phase=task.phase, phases=task.phases)
        return [
            phase_of(
                score(
                    self.prepared, chunks, retriever=one.retriever, k=one.k, embed=self.embed, budgets=self.budgets
                )
            )
            for one in task.settings
        ]  # fmt: skip


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
        settings: what to try, see :func:`chunklib.evaluation.settings.grid`.
        benchmark: documents and questions; by default the course's own.
        phases: how often the window grid is moved, for strategies that have one; see
            :mod:`chunklib.evaluation.phases`.
        embed: what dense and hybrid retrieval embed with.
        budgets: tokens at which recall is measured.
        jobs: how many processes measure; the results do not depend on it. From 2 on, an embedder is a name or a
            function that another process can import.
        out: a file for the table. What is done is kept beside it, in ``<out>.parts``, until the table is written: the
            same sweep, started again after it was broken off, goes on there and writes the same bytes.
        advance: called with the number of measurements done and of all, in the beginning and after each.

    Returns:
        all scores.

    Raises:
        ValueError: for settings that cannot run, before any does; and for a k larger than the number of chunks.
        OSError: where the table cannot be written.

    >>> from chunklib.evaluation.benchmark import Question
    >>> from chunklib.evaluation.settings import grid
    >>> small = Benchmark("small", {"note": "Cold rooms. " * 40}, (Question("q", "How cold?", "note", ((0, 11),)),))
    >>> found = sweep(grid(sizes=[10], overlaps=[0, 5], k=2), small, phases=2, budgets=[20])
    >>> [(setting.label, found.scores(setting, "recall").shape) for setting in found.settings]
    [('token_windows 10/0, bm25@2', (2, 1)), ('token_windows 10/5, bm25@2', (2, 1))]
    """
    settings, jobs = tuple(settings), at_least(1, "jobs", jobs)
    checked(settings)
    phases, budgets = at_least(1, "phases", phases), [at_least(1, "budgets", budget) for budget in budgets]
    prepared = Prepared(own_benchmark() if benchmark is None else benchmark)
    name = _name(embed, settings, jobs)
    data, code = prepared.benchmark.fingerprint, code_version()
    parts = Parts(out, {"data": data, "code": code, "embedder": name, "budgets": budgets})
    tasks = _tasks(settings, phases)
    total = sum(len(task.settings) for task in tasks)
    found = {(task.settings, task.phase): kept for task in tasks if (kept := _kept(parts, task))}
    done = sum(len(kept) for kept in found.values())
    if advance:
        advance(done, total)
    left = [task for task in tasks if (task.settings, task.phase) not in found]
    for task, measured in _measured(_Run(prepared, embed, tuple(budgets)), left, jobs):
        for setting, phase in zip(task.settings, measured, strict=True):
            parts.put(setting, task.phase, task.phases, phase)
        found[task.settings, task.phase] = measured
        done += len(measured)
        if advance:
            advance(done, total)
    results = Results(
        data, code, name, tuple(question.id for question in prepared.benchmark.questions), tuple(prepared.strata),
        {setting: tuple(_phases(found, setting)) for setting in settings},
    )  # fmt: skip
    parts.finish(results)
    return results


def _name(embed: str | Embedder | None, settings: Sequence[Setting], jobs: int) -> str:
    """Name the embedder; refuse one that cannot be had before anything runs."""
    if all(setting.retriever == "bm25" for setting in settings):
        return ""
    found = embedder(embed)
    if jobs > 1 and embed is not None and not isinstance(embed, str):
        try:
            pickle.dumps(embed)
        except (pickle.PicklingError, AttributeError, TypeError):
            name = getattr(embed, "__qualname__", type(embed).__name__)
            raise ValueError(
                f"with several jobs an embedder is a name or a function that can be imported: got {name}, jobs={jobs}"
            ) from None
    return (
        str(embed)
        if isinstance(embed, str)
        else str(getattr(found, "__qualname__", type(found).__qualname__)).rpartition(".")[2]
    )


def _tasks(settings: Sequence[Setting], phases: int) -> list[_Task]:
    """Put settings together that search the same chunks."""
    same: dict[tuple[str, int, str], list[Setting]] = {}
    for setting in settings:
        same.setdefault((setting.strategy, setting.size, setting.repeated), []).append(setting)
    return [
        _Task(tuple(group), phase, many)
        for group in same.values()
        for many in [phases_of(group[0].strategy, phases)]
        for phase in range(many)
    ]


def _kept(parts: Parts, task: _Task) -> list[Phase] | None:
    found = [parts.get(setting, task.phase, task.phases) for setting in task.settings]
    whole = [phase for phase in found if phase is not None]
    return whole if len(whole) == len(found) else None


def _phases(found: dict[tuple[tuple[Setting, ...], int], list[Phase]], setting: Setting) -> Iterator[Phase]:
    for (group, _), measured in sorted(found.items(), key=lambda item: item[0][1]):
        if setting in group:
            yield measured[group.index(setting)]


_run: _Run | None = None  # of this process, where it is one of several


def _begin(benchmark: Benchmark, embed: str | Embedder | None, budgets: tuple[int, ...]) -> None:
    global _run  # noqa: PLW0603 (a process of a pool is told once what all its tasks share)
    _run = _Run(Prepared(benchmark), embed, budgets)


def _in_process(task: _Task) -> list[Phase]:
    assert _run is not None  # noqa: S101 (the pool began it)
    return _run(task)


def _measured(run: _Run, tasks: Sequence[_Task], jobs: int) -> Iterator[tuple[_Task, list[Phase]]]:
    """Run tasks; with several processes, as they are done."""
    jobs = min(jobs, len(tasks))
    if jobs <= 1:
        yield from ((task, run(task)) for task in tasks)
        return
    told = (run.prepared.benchmark, run.embed, run.budgets)
    apart = multiprocessing.get_context("spawn")  # a fork would copy threads in mid-step
    pool = ProcessPoolExecutor(jobs, mp_context=apart, initializer=_begin, initargs=told)
    try:
        waiting: dict[Future[list[Phase]], _Task] = {pool.submit(_in_process, task): task for task in tasks}
        while waiting:
            ready, _ = wait(waiting, return_when=FIRST_COMPLETED)
            for future in ready:
                yield waiting.pop(future), future.result()
    finally:
        pool.shutdown(cancel_futures=True)

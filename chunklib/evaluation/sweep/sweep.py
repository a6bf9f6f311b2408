"""Measure many settings on one benchmark: resumed where it was broken off, over as many processes as wanted.

>>> from chunklib.evaluation.sweep.grid import grid
>>> small = Benchmark.from_quotes("small", {"note": "Warm rooms. " * 40 + "Cold rooms."}, {"How cold?": "Cold"})
>>> found = sweep(grid(sizes=[10], overlaps=[0, 5], k=2), small, phases=2, budgets=[20])
>>> [(setting.label, found.scores(setting, "recall").shape) for setting in found.settings]
[('token_windows 10/0, bm25@2', (2, 1)), ('token_windows 10/5, bm25@2', (2, 1))]
"""

import threading
from collections.abc import Callable, Generator, Iterable, Sequence
from concurrent.futures import FIRST_COMPLETED, wait
from contextlib import closing, suppress
from functools import partial
from hashlib import blake2b
from importlib import import_module
from pathlib import Path
from typing import TypeVar

from chunklib.embed import Embedder, embedder, vectors
from chunklib.errors import InvalidValue
from chunklib.evaluation.benchmarks.benchmark import Benchmark
from chunklib.evaluation.benchmarks.course_benchmark import own_benchmark
from chunklib.evaluation.indexed_benchmark import Prepared
from chunklib.evaluation.metrics.document_metrics import BUDGETS, checked_budgets
from chunklib.evaluation.phases import PHASES, phases_of
from chunklib.evaluation.searched_context import Context, counts
from chunklib.evaluation.sweep.checkpoint import Parts, opened
from chunklib.evaluation.sweep.grid import Setting, checked
from chunklib.evaluation.sweep.results import Phase, Results
from chunklib.evaluation.sweep.run import Task, code_version, run
from chunklib.processes import LOOK, Processes
from chunklib.readers import at_least

_Asked = TypeVar("_Asked")
_Found = TypeVar("_Found")
_PROBE = ("Cold rooms hold four degrees.", "Warm rooms hold twenty.")


def sweep(  # noqa: PLR0913 (what is tried, on what, and how it runs, each with a default)
    settings: Iterable[Setting],
    benchmark: Benchmark | None = None,
    *,
    phases: int = PHASES,
    embed: str | Embedder | None = None,
    budgets: Sequence[int] = BUDGETS,
    context: Context = None,
    jobs: int = 1,
    out: str | Path | None = None,
    advance: Callable[[int, int], object] = lambda *_: None,
) -> Results:
    """Measure every setting of a grid in every phase.

    Args:
        settings: what to try, see :func:`chunklib.evaluation.sweep.grid.grid`.
        benchmark: documents and questions; by default the course's own.
        phases: how often windows are moved; see :mod:`chunklib.evaluation.phases`.
        embed: what dense and hybrid retrieval embed with.
        budgets: tokens at which recall is measured.
        context: as ``evaluate`` takes it; no callable with ``out``, which cannot tell whether it is still the same.
        jobs: processes; from 2 on callables must be importable, and a script needs its ``if __name__ == "__main__"``.
        out: a file for the table, or a link to one; until it is written, what is done is in ``<out>.parts``. A sweep
            that was broken off goes on there when it is started again, and writes the same bytes.
        advance: called with the number of measurements done and of all, in the beginning and after each.

    Raises:
        ValueError: for settings that cannot run, before any does.
        TypeError: for what is not a setting, and for several jobs with a callable that cannot be imported.
        OSError: where the table cannot be written, before anything is measured; where a process is ended from outside.
    """
    settings = checked(settings)
    jobs, phases, kept = at_least(1, "jobs", jobs), at_least(1, "phases", phases), checked_budgets(budgets)
    prepared = Prepared(own_benchmark() if benchmark is None else benchmark)
    (name, probe), contexts = _embedder(embed, settings), _contexts(context, out)
    data, code, asked = prepared.benchmark.fingerprint, code_version(), prepared.benchmark.questions
    told = {"data": data, "code": code, "embedder": name, "probe": probe, "budgets": kept, "context": contexts}
    with opened(out, told) as parts:
        measure = partial(run, prepared, embed, kept, context)
        found = _all(measure, parts, _tasks(settings, phases), jobs, advance)
        scores = {one: tuple(found[one, at] for at in range(phases_of(one.strategy, phases))) for one in settings}
        results = Results(data, code, name, tuple(q.id for q in asked), tuple(prepared.strata), scores, contexts)
        if parts:
            parts.finish(results)
    return results


def _all(
    measure: Callable[[Task], list[Phase]],
    parts: Parts | None,
    tasks: Sequence[Task],
    jobs: int,
    advance: Callable[[int, int], object],
) -> dict[tuple[Setting, int], Phase]:
    """Take what is kept, and measure what is left: each setting in each phase."""
    found = {task: kept for task in tasks if parts and (kept := parts.get(task))}
    done, total = sum(map(len, found.values())), sum(len(task.settings) for task in tasks)
    advance(done, total)
    with closing(measured(measure, [task for task in tasks if task not in found], jobs)) as going:
        for task, phases in going:
            if parts:
                parts.put(task, phases)
            found[task] = phases
            done += len(phases)
            advance(done, total)
    return {
        (one, task.phase): phase
        for task, phases in found.items()
        for one, phase in zip(task.settings, phases, strict=True)
    }


def measured(
    measure: Callable[[_Asked], _Found], tasks: Sequence[_Asked], jobs: int
) -> Generator[tuple[_Asked, _Found]]:
    """Measure tasks in this process; or in several, as they are done."""
    jobs = min(jobs, len(tasks))
    if jobs <= 1:
        yield from ((task, measure(task)) for task in tasks)
        return
    with Processes(partial(_apart, measure), jobs) as crew:
        waiting = {crew.submit(task): task for task in tasks}
        while waiting:
            for future in wait(waiting, LOOK, FIRST_COMPLETED).done:
                try:
                    yield waiting.pop(future), future.result()
                except ChildProcessError:
                    why = f"one of {jobs} processes that measure was ended from outside, or ran out of memory"
                    raise ChildProcessError(f"{why}: try fewer jobs") from None


def _apart(measure: Callable[[_Asked], _Found], task: _Asked) -> _Found:
    """Measure a task in a process of its own."""
    with suppress(ImportError):  # bm25s has it; its own lock is a semaphore, which stays if a process is killed
        import_module("tqdm").tqdm.set_lock(threading.RLock())
    return measure(task)


def _embedder(embed: str | Embedder | None, settings: Sequence[Setting]) -> tuple[str, str]:
    """Name the embedder, with a hash of what it makes of a text; refuse one that does not work before anything runs."""
    if all(setting.retriever == "bm25" for setting in settings):
        return "", ""
    found = embedder(embed)
    probe = blake2b(vectors(found, _PROBE).tobytes(), digest_size=6).hexdigest()
    if embed is None or isinstance(embed, str):
        return embed or "wordllama", probe
    return _named(embed).rpartition(".")[2], probe


def _contexts(context: Context, out: str | Path | None) -> str:
    """Say in a word what is done with contexts."""
    if not callable(context):
        return {None: "", True: "counted", False: "left out"}[counts(context)]
    if out is not None:
        raise InvalidValue(
            f"with out, context is True, False or None; without, save the results: got {_named(context)}"
        )
    return _named(context)


def _named(called: object) -> str:
    return str(getattr(called, "__qualname__", type(called).__qualname__))


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

"""Turn a folder of submissions into results: find, pick, mark, keep, write, one after the other on one record."""

from __future__ import annotations

import tempfile
from collections.abc import Callable, Sequence
from contextlib import closing
from dataclasses import dataclass, field
from pathlib import Path

from chunklib.errors import InvalidValue
from classroom.grader.batch.pool import marked
from classroom.grader.batch.worker import Orders, Task
from classroom.grader.intake.naming import Asked, Submission
from classroom.grader.intake.submissions import find_each
from classroom.grader.intake.unpacking import Archives
from classroom.grader.marks.model import Graded
from classroom.grader.marks.results import TOTALS, changes, finished, totals, write_results
from classroom.grader.marks.store import FEEDBACK, Folder, Wanted, opened, page_name
from classroom.grader.sandbox.bubblewrap import find_bubblewrap
from classroom.grader.sandbox.self_test import try_sandbox
from classroom.judge.catalogue import EXERCISES
from classroom.judge.hidden import hidden_properties, with_hidden


@dataclass(frozen=True, kw_only=True)
class Plan(Wanted):
    """Says what a run grades and how.

    ``due`` is in seconds since 1970; ``roster`` are the ids of the class, empty where nobody knows. ``before`` are
    older marks that the new ones are compared with.
    """

    submissions: Path
    out: Path
    jobs: int = 1
    due: float | None = None
    roster: tuple[str, ...] = ()
    before: Sequence[Graded] | None = None


@dataclass(frozen=True)
class Telling:
    """Reports on a batch: ``row`` gets each mark as soon as it is made, ``word`` gets one-line remarks."""

    row: Callable[[Graded, int, int], object]
    word: Callable[[str], object]


@dataclass
class _Run:
    """The record that each step reads and fills: what was found, what is to be marked, and what has its mark."""

    plan: Plan
    telling: Telling
    max_points: dict[str, int]
    hide: tuple[Path, ...] = ()
    found: list[Submission] = field(default_factory=list)
    waiting: dict[Task, Submission] = field(default_factory=dict)
    graded: list[Graded] = field(default_factory=list)


def grade(plan: Plan, telling: Telling) -> list[Graded]:
    """Mark what was handed in, and write results and pages.

    Returns:
        Every submission with its mark, sorted by student.

    Raises:
        ValueError: there is nothing to mark, or the folders do not fit.
        BadHidden: hidden properties cannot be used.
        NoSandbox: untrusted code cannot be run here.
        OSError: something cannot be read or written; marks that are there are kept.
    """
    _check_folders(plan)
    hidden = {name: hidden_properties(name, plan.solutions) for name in plan.functions}
    run = _Run(plan, telling, {name: with_hidden(EXERCISES[name], own).max_points for name, own in hidden.items()})
    with tempfile.TemporaryDirectory(prefix="chunklib-grade-", ignore_cleanup_errors=True) as scratch:
        _find(run, Archives(Path(scratch)))
        if not plan.trusted:
            try_sandbox(find_bubblewrap(run.hide))
        with opened(plan.out, plan) as folder:
            _pick(run, folder)
            _mark(run, folder)
            _write(run, folder.seed)
    return run.graded


def _check_folders(plan: Plan) -> None:
    if not plan.submissions.exists():
        raise InvalidValue(f"cannot read {plan.submissions}: no such file or directory")
    if not plan.submissions.is_dir():
        raise InvalidValue(f"{plan.submissions} is not a folder: unpack it first, and name the folder")
    if plan.out.resolve().is_relative_to(plan.submissions.resolve()):
        raise InvalidValue(f"{plan.out} lies inside the submissions: results must go elsewhere")


def _find(run: _Run, archives: Archives) -> None:
    """Find what was handed in, each student's one that counts, and the folders that no submission may see."""
    plan = run.plan
    asked = [Asked(name, EXERCISES[name].lesson) for name in plan.functions]
    try:
        each = find_each(plan.submissions, asked, plan.roster, archives, settle=True)
    except OSError as error:
        raise OSError(f"cannot read {plan.submissions}: {(error.strerror or str(error)).lower()}") from None
    for one, here in zip(asked, each, strict=True):
        run.found += here.submissions
        if here.ignored:
            few = ", ".join(here.ignored[:3]) + (", ..." if len(here.ignored) > 3 else "")
            run.telling.word(f"{len(here.ignored):,} no submissions of {one.function}: {few}")
    if not run.found:
        names = f"<student>/{asked[0].lesson}/{asked[0].lesson}.ipynb or <student>*.ipynb"
        raise InvalidValue(f"no submissions in {plan.submissions}: expected {names}")
    folders = (plan.submissions, plan.out, plan.solutions, archives.scratch)
    run.hide = tuple(path.resolve() for path in folders if path is not None and path.exists())


def _pick(run: _Run, folder: Folder) -> None:
    """Take the marks that are kept, and leave the notebooks that wait for one; all others are finished as they are."""
    others: list[Submission] = []
    for one in run.found:
        if one.kind != "notebook" or one.path is None:
            others.append(one)
        elif (
            run.plan.resume and (graded := folder.kept(one.student, one.function, one.file, one.content())) is not None
        ):
            run.graded.append(_finished(run, one, graded))
        else:
            run.waiting[Task(one.student, one.function, one.file, one.path)] = one
    if run.plan.resume:
        for word in folder.about_kept(len(run.graded), len(run.found)):
            run.telling.word(word)
    for one in others:
        _tell(run, _finished(run, one, None))


def _mark(run: _Run, folder: Folder) -> None:
    """Mark what waits; each mark is kept as soon as it is made."""
    plan = run.plan
    orders = Orders(folder.seed, plan.solutions, not plan.trusted, run.hide, forbids=plan.forbids)
    with closing(marked(list(run.waiting), orders, run.max_points, plan.jobs)) as going:
        for task, graded in going:
            _keep(run, folder, run.waiting[task], graded)


def _keep(run: _Run, folder: Folder, one: Submission, graded: Graded) -> None:
    """Keep a mark on disk, and tell of it."""
    try:
        folder.keep(graded)
    except OSError as error:
        raise OSError(f"{error}; what was marked before is kept: --resume goes on") from None
    _tell(run, _finished(run, one, graded))


def _finished(run: _Run, one: Submission, graded: Graded | None) -> Graded:
    return finished(one, graded, run.max_points[one.function], run.plan.due)


def _tell(run: _Run, graded: Graded) -> None:
    run.graded.append(graded)
    run.telling.row(graded, len(run.graded), len(run.found))


def _write(run: _Run, seed: str) -> None:
    """Write the results, and then the pages: what these need is of no use to the marks."""
    from classroom.grader.pages import write_pages

    out, plan = run.plan.out, run.plan
    run.graded, whole = write_results(out, run.graded), totals(run.graded, run.max_points)
    numbers = {one.student: one.number for one in run.found if one.number and not one.loose}
    own: dict[str, Callable[[Graded], str]] = {
        "number": lambda one: numbers.get(one.student, ""),
        "page": lambda one: f"{FEEDBACK}/{page_name(one.student, seed)}",
    }
    write_results(out, whole, TOTALS, **own)
    try:
        compared = None if plan.before is None else changes(plan.before, run.graded)
        write_pages(out, run.graded, whole, seed=seed, compared=compared)
    except OSError as error:
        word = f"cannot write the pages in {out}: {error.strerror.lower()}" if error.strerror else str(error)
        raise OSError(f"{word}; results.csv and totals.csv are complete") from None

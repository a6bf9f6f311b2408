"""Turn a folder of submissions into results: find, mark, keep, write."""

from __future__ import annotations

import tempfile
from collections.abc import Callable, Sequence
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path

from chunklib.errors import InvalidValue
from classroom.grader.batch.pool import marked
from classroom.grader.batch.worker import Orders, Task
from classroom.grader.intake.archives import Archives
from classroom.grader.intake.naming import Asked, page_name
from classroom.grader.intake.notebook import MAX_BYTES
from classroom.grader.intake.pick_submission import settled
from classroom.grader.intake.submission import Submission
from classroom.grader.intake.submissions import find_each
from classroom.grader.marks.graded import Graded
from classroom.grader.marks.regrade import changes
from classroom.grader.marks.results import finished, in_order, write_results
from classroom.grader.marks.store import FEEDBACK, Folder, Wanted, file_digest, opened
from classroom.grader.marks.totals import TOTALS, totals
from classroom.grader.sandbox.bubblewrap import find_bubblewrap
from classroom.grader.sandbox.self_test import try_sandbox
from classroom.judge.catalogue import EXERCISES
from classroom.judge.hidden import hidden_properties, with_hidden


@dataclass(frozen=True)
class Plan:
    """Says what a run grades and how.

    ``seed`` None is the one that the folder ``out`` has, else ``class_seed``, else a new one; ``due`` is in seconds
    since 1970; ``roster`` are the ids of the class, empty where nobody knows; ``trust`` runs the submissions without a
    sandbox. ``before`` are older marks that the new ones are compared with; ``forbids`` are libraries that no answer
    may lean on.
    """

    submissions: Path
    asked: tuple[Asked, ...]
    out: Path
    seed: str | None = None
    class_seed: str | None = None
    solutions: Path | None = None
    jobs: int = 1
    resume: bool = False
    due: float | None = None
    roster: tuple[str, ...] = ()
    trust: bool = False
    before: Sequence[Graded] | None = None
    forbids: tuple[str, ...] = ()

    @property
    def functions(self) -> tuple[str, ...]:
        """Return the functions that are marked."""
        return tuple(asked.function for asked in self.asked)

    @property
    def wanted(self) -> Wanted:
        """Return which marks the folder ``out`` is opened for."""
        return Wanted(self.functions, self.seed, self.class_seed, self.solutions, self.resume, self.trust, self.forbids)


@dataclass(frozen=True)
class Telling:
    """Reports on a batch: ``row`` gets each mark as soon as it is made, ``word`` gets one-line remarks."""

    row: Callable[[Graded, int, int], object]
    word: Callable[[str], object]


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
    max_points = {name: with_hidden(EXERCISES[name], own).max_points for name, own in hidden.items()}
    with tempfile.TemporaryDirectory(prefix="chunklib-grade-", ignore_cleanup_errors=True) as scratch:
        archives = Archives(Path(scratch))
        found = _found(plan, telling, archives)
        hide = _hide(plan, archives)
        if not plan.trust:
            try_sandbox(find_bubblewrap(hide))
        with opened(plan.out, plan.wanted) as folder:
            graded = in_order(_Marks(plan, folder, telling, max_points, found, hide).made())
            write_results(plan.out, graded)
            whole = totals(graded, max_points)
            numbers = {one.student: one.number for one in found if one.number and not one.loose}
            own = {
                "number": lambda one: numbers.get(one.student, ""),
                "page": lambda one: f"{FEEDBACK}/{page_name(one.student, folder.seed)}",
            }
            write_results(plan.out, whole, TOTALS, **own)
            _write_pages(plan, graded, whole, folder.seed)
    return graded


def _check_folders(plan: Plan) -> None:
    if not plan.submissions.exists():
        raise InvalidValue(f"cannot read {plan.submissions}: no such file or directory")
    if not plan.submissions.is_dir():
        raise InvalidValue(f"{plan.submissions} is not a folder: unpack it first, and name the folder")
    if plan.out.resolve().is_relative_to(plan.submissions.resolve()):
        raise InvalidValue(f"{plan.out} lies inside the submissions: results must go elsewhere")


def _found(plan: Plan, telling: Telling, archives: Archives) -> list[Submission]:
    found: list[Submission] = []
    try:
        each = find_each(plan.submissions, plan.asked, plan.roster, archives)
    except OSError as error:
        raise OSError(f"cannot read {plan.submissions}: {(error.strerror or str(error)).lower()}") from None
    for asked, here in zip(plan.asked, each, strict=True):
        found += settled(here.submissions)
        if here.ignored:
            few = ", ".join(here.ignored[:3]) + (", ..." if len(here.ignored) > 3 else "")
            telling.word(f"{len(here.ignored):,} no submissions of {asked.function}: {few}")
    if not found:
        names = f"<student>/{plan.asked[0].lesson}/{plan.asked[0].lesson}.ipynb or <student>*.ipynb"
        raise InvalidValue(f"no submissions in {plan.submissions}: expected {names}")
    return found


def _hide(plan: Plan, archives: Archives) -> tuple[Path, ...]:
    """Return the folders that no submission may see."""
    folders = (plan.submissions, plan.out, plan.solutions, archives.scratch)
    return tuple(path.resolve() for path in folders if path is not None and path.exists())


@dataclass(frozen=True)
class _Marks:
    """The marks of a batch: those that are kept, and those that are made."""

    plan: Plan
    folder: Folder
    telling: Telling
    max_points: dict[str, int]
    found: Sequence[Submission]
    hide: tuple[Path, ...]

    def made(self) -> list[Graded]:
        """Return all marks, and report each new one as soon as it is made."""
        kept = {one: self._kept(one) for one in self.found}
        old = sum(graded is not None for graded in kept.values())
        done = [self._finished(one, graded) for one, graded in kept.items() if graded is not None]
        if self.plan.resume:
            self._tell_kept(old)
        tasks: dict[Task, Submission] = {}
        for one, graded in kept.items():
            if graded is None and one.kind == "notebook" and one.path is not None:
                tasks[Task(one.student, one.function, one.file, one.path)] = one
            elif graded is None:
                done.append(self._told(self._finished(one, None), len(done) + 1))
        plan = self.plan
        orders = Orders(self.folder.seed, plan.solutions, not plan.trust, self.hide, forbids=plan.forbids)
        with closing(marked(list(tasks), orders, self.max_points, plan.jobs)) as going:
            for task, graded in going:
                self._keep(graded)
                done.append(self._told(self._finished(tasks[task], graded), len(done) + 1))
        return done

    def _kept(self, one: Submission) -> Graded | None:
        if not self.plan.resume or one.kind != "notebook" or one.path is None:
            return None
        try:
            digest = file_digest(one.path, MAX_BYTES)
        except OSError:
            digest = ""
        return self.folder.kept(one.student, one.function, one.file, digest)

    def _keep(self, graded: Graded) -> None:
        try:
            self.folder.keep(graded)
        except OSError as error:
            raise OSError(f"{error}; what was marked before is kept: --resume goes on") from None

    def _tell_kept(self, old: int) -> None:
        if self.folder.changed:
            self.telling.word(f"{self.folder.changed} changed since the last run: everything is marked again")
        self.telling.word(f"{old:,} of {len(self.found):,} marks are kept")
        if self.folder.damaged:
            self.telling.word(f"damaged, and made again: {self.folder.damaged:,}")
        left = self.folder.left_over()
        if left:
            older = "1 older mark is of a submission" if left == 1 else f"{left:,} older marks are of submissions"
            self.telling.word(f"{older} that {'is' if left == 1 else 'are'} not here: left out of the results")

    def _finished(self, one: Submission, graded: Graded | None) -> Graded:
        return finished(one, graded, self.max_points[one.function], self.plan.due)

    def _told(self, graded: Graded, number: int) -> Graded:
        self.telling.row(graded, number, len(self.found))
        return graded


def _write_pages(plan: Plan, graded: Sequence[Graded], whole: Sequence[Graded], seed: str) -> None:
    """Write the pages; what they need is of no use to the marks, and comes last."""
    from classroom.grader.pages import write_pages
    from classroom.grader.similarity.known import known_answers

    known = [found for name in plan.functions for found in known_answers(graded, name, plan.solutions)]
    try:
        compared = None if plan.before is None else changes(plan.before, graded)
        write_pages(plan.out, graded, whole, known, seed=seed, compared=compared)
    except OSError as error:
        word = f"cannot write the pages in {plan.out}: {error.strerror.lower()}" if error.strerror else str(error)
        raise OSError(f"{word}; results.csv and totals.csv are complete") from None

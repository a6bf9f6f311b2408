"""``chunklib grade``: from a folder of submissions to points, reasons, and a page for every student."""

from __future__ import annotations

import os
import sys
from argparse import ArgumentTypeError, Namespace
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from chunklib.cli.output import BROKEN, DONE, INTERRUPTED, Refused, refuse, say
from chunklib.cli.parsing import whole
from chunklib.readers import at_least
from chunklib.terminal_progress import one_line, progress
from classroom.grader.commands import class_command, course_of, path, word
from classroom.judge.exercise import is_library

if TYPE_CHECKING:
    from classroom.grader.batch.run import Plan, Telling
    from classroom.grader.marks.model import Graded, Mark

_TRUST = """\
WARNING: --trust: submissions run WITHOUT A SANDBOX, as you, with all that you may read, change and send.
WARNING: one of them can give itself full marks, or delete your files. Only for code that you have read."""
_MOST = 10  # names in a remark
_SEED = "the class's secret, from which cases are drawn (the course's grading/seed, made if missing)"
_DUE = "what came after it is late: 2026-11-20T18:00, of this machine's zone unless it names one (+01:00)"


def add(commands: Any) -> None:
    """Add the command."""
    argument = class_command(
        commands, "grade", run, "mark submissions in a sandbox: results, and a page for each student"
    )
    argument(
        "exercise", metavar="EXERCISE", help="a function (smart_chunk), or a lesson with all of its: 07_smart_chunk"
    )
    about = "a folder: <student>/<exercise>/<exercise>.ipynb, or flat: <student>*.ipynb"
    argument("submissions", metavar="SUBMISSIONS", type=path, help=about)
    argument("--out", metavar="DIR", type=path, required=True, help="a folder for marks, results and pages")
    argument("--seed", help=_SEED)
    argument("--jobs", type=whole, default=os.cpu_count() or 1, help="processes that mark (one a processor)")
    argument("--resume", action="store_true", help="keep the marks in DIR of all that has not changed, and go on")
    argument("--due", metavar="DATETIME", type=_moment, help=_DUE)
    argument(
        "--students", metavar="FILE", type=path, help="the class, one id a line: a student who is missing gets a row"
    )
    about = "older marks, a folder or its results.json: say who gained or lost, and why"
    argument("--compare", metavar="OLD_MARKS", type=path, help=about)
    about = "a library that no answer may use, such as chunklib: one that does has 0 points (may be given again)"
    argument("--forbid", metavar="NAME", type=_library, action="append", default=[], help=about)
    argument("--trust", action="store_true", help="run submissions without a sandbox; only for code that you have read")


def run(options: Namespace) -> int:
    """Grade, print a row a submission, and sum up."""
    from classroom.grader.batch.run import grade
    from classroom.grader.marks.results import summary, unmarked
    from classroom.grader.sandbox.bubblewrap import NoSandbox
    from classroom.judge.hidden import BadHidden

    plan = _plan(options)
    if plan.trusted:
        for line in _TRUST.splitlines():
            word(line)
    try:
        with _telling() as telling:
            graded = grade(plan, telling)
    except NoSandbox as error:
        raise Refused(f"{error}; --trust runs submissions without a sandbox, if you have read them all") from None
    except BadHidden as error:
        raise Refused(str(error)) from None
    except KeyboardInterrupt:
        return refuse(f"interrupted; what is marked is kept in {plan.out}: --resume goes on", INTERRUPTED)
    look = unmarked(graded)
    say(["", *summary(graded), *_compared(plan, graded), *_places(plan)])
    if look:
        more = f" and {len(look) - _MOST:,} more" if len(look) > _MOST else ""
        word(f"without a mark, look at them: {', '.join(look[:_MOST])}{more}")
    return BROKEN if look else DONE


def _plan(options: Namespace) -> Plan:
    from classroom.grader.batch.run import Plan
    from classroom.grader.gradebook.places import class_seed
    from classroom.grader.intake.naming import asked_for, read_roster
    from classroom.grader.marks.results import read_marks

    at_least(1, "--jobs", options.jobs)
    course = course_of(options.course, options.submissions)
    solutions = course / "solutions" if (course / "solutions").is_dir() else None
    return Plan(
        submissions=options.submissions,
        functions=tuple(asked.function for asked in asked_for(options.exercise)),
        out=options.out,
        seed=_own_seed(options.seed),
        class_seed=None if options.seed or solutions is None else class_seed(course),
        solutions=solutions,
        jobs=options.jobs,
        resume=options.resume,
        due=options.due,
        roster=tuple(read_roster(options.students)) if options.students else (),
        trusted=options.trust,
        before=read_marks(options.compare) if options.compare else None,
        forbids=tuple(sorted(set(options.forbid))),
    )


def _own_seed(seed: str | None) -> str | None:
    if seed is not None and (not seed.strip() or not seed.isprintable()):
        raise Refused(f"--seed must be printable, and not empty: got {seed!r}")
    return None if seed is None else seed.strip()


def _library(name: str) -> str:
    if not is_library(name):
        raise ArgumentTypeError(
            f"must be the name of a library, as in chunklib or chunklib.strategies: got {name[:40]!r}"
        )
    return name


def _moment(written: str) -> float:
    from classroom.grader.intake.times import moment_of

    try:
        return moment_of(written)
    except (ValueError, OverflowError, OSError):
        raise ArgumentTypeError(f"must be a time like 2026-11-20T18:00: got {written[:40]!r}") from None


@contextmanager
def _telling() -> Iterator[Telling]:
    """Print rows, which are progress enough on a terminal; where they go to a file, count them on standard error."""
    from classroom.grader.batch.run import Telling

    if sys.stdout and sys.stdout.isatty():
        yield Telling(_row, word)
        return
    with progress("submissions") as advance:

        def row(graded: Graded, number: int, total: int) -> None:
            _row(graded, number, total)
            advance(number, total)

        yield Telling(row, word)


def _row(graded: Graded, number: int, total: int) -> None:
    """Print the row of a submission as soon as it is marked."""
    mark, width = graded.mark, len(f"{total:,}")
    place = f"[{number:>{width},}/{total:,}]"
    say([f"{place} {graded.student:<20} {mark.exercise}  {mark.state:<8} {_points(mark):>6}  {mark.reason}"])


def _compared(plan: Plan, graded: Sequence[Graded]) -> list[str]:
    """Say what a regrade changed, in a line for each mark that changed."""
    if plan.before is None:
        return []
    from classroom.grader.marks.results import changes, counted_changes

    found = changes(plan.before, graded)
    lines = [f"compared with the old marks: {counted_changes(found)}"]
    for one in found:
        before, now = ("none" if mark is None else f"{_points(mark)} ({mark.reason})" for mark in (one.old, one.new))
        lines += [one_line(f"  {one.word:<6} {one.student}  {one.exercise}  {before} -> {now}")] if one.word else []
    return lines


def _points(mark: Mark) -> str:
    return f"{'-' if mark.points is None else mark.points}/{mark.max_points}"


def _places(plan: Plan) -> list[str]:
    pages = (plan.out / "class.html", plan.out / "feedback")
    files = [plan.out / f"{name}.{kind}" for name in ("results", "totals") for kind in ("csv", "json")]
    return [f"written: {', '.join(map(str, (*files, *pages)))}"]

"""``chunklib class-report``: what the gradebook holds of a class."""

from __future__ import annotations

import json
from argparse import Namespace
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import asdict
from typing import Any

from chunklib.cli.output import DONE, JSON_LINES, Refused, say
from chunklib.columns import columns
from chunklib.terminal_progress import one_line, progress
from classroom.grader.commands import class_command, course_of
from classroom.grader.commands.release import EXERCISE, check_installed

_HEAD = ("student", "exercise", "state", "points", "of", "reason")


def add(commands: Any) -> None:
    """Add the command."""
    argument = class_command(
        commands, "class-report", run, "the marks in nbgrader's gradebook, every zero with its reason"
    )
    argument("exercise", nargs="?", metavar="EXERCISE", help=f"{EXERCISE['help']} (all that were released)")
    argument("--json", action="store_true", help="print the rows as JSON")


def run(options: Namespace) -> int:
    """Report."""
    check_installed()
    from classroom.grader.gradebook.report import class_rows

    course = course_of(options.course)
    try:
        with progress("reading the gradebook"):
            rows = class_rows(course, options.exercise)
    except LookupError as error:
        raise Refused(str(error.args[0])) from None
    if options.json:
        found = [asdict(row) for row in rows]
        say([json.dumps(found, ensure_ascii=False, indent=2).translate(JSON_LINES)])
    else:
        say(_lines(rows))
    return DONE


def _lines(rows: Sequence[Any]) -> Iterator[str]:
    yield from columns(_HEAD, [_cells(row) for row in rows])
    states = Counter(row.state for row in rows)
    yield ", ".join(f"{number} {state}" for state, number in sorted(states.items())) or "nobody is in the gradebook"


def _cells(row: Any) -> tuple[str, ...]:
    points = "-" if row.points is None else f"{row.points:g}"
    return one_line(row.student), row.exercise, row.state, points, f"{row.max_points:g}", one_line(row.reason)

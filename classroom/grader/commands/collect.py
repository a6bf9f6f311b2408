"""``chunklib collect``: submissions from nbgrader's exchange, a folder or a zip, to where nbgrader marks them."""

from __future__ import annotations

from argparse import Namespace
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from chunklib.cli.output import BROKEN, DONE, Refused, say
from chunklib.columns import columns
from chunklib.terminal_progress import one_line, progress
from classroom.grader.commands import class_command, course_of
from classroom.grader.commands.release import EXERCISE, check_installed


def add(commands: Any) -> None:
    """Add the command."""
    argument = class_command(commands, "collect", run, "take in the submissions of an exercise, over nbgrader")
    argument("exercise", **EXERCISE)
    about = "a folder or a zip: <student>/<exercise>/*.ipynb or <student>*.ipynb (nbgrader's exchange)"
    argument("source", nargs="?", metavar="FOLDER", help=about)


def run(options: Namespace) -> int:
    """Collect, and say what became of each submission."""
    if options.source == "":
        raise Refused("FOLDER must not be empty: name a folder or a zip, or leave it out for nbgrader's exchange")
    check_installed()
    from classroom.grader.gradebook.nbgrader_api import from_exchange
    from classroom.grader.gradebook.places import asked_of
    from classroom.grader.gradebook.taking_in import take_in

    root = course_of(options.course, None if options.source is None else Path(options.source))
    with progress(f"collecting {options.exercise}"):
        if options.source is None:
            say([f"collected into {from_exchange(options.exercise, root).relative_to(root)}"])
            return DONE
        taken = list(take_in(Path(options.source), asked_of(root, options.exercise), root))
    if not taken:
        raise Refused(f"nothing to collect in {options.source}: expected <student>/ or <student>*.ipynb")
    say(_lines([(one.student or "-", one.became, one_line(one.place), one.reason) for one in taken]))
    return BROKEN if any(one.became == "refused" for one in taken) else DONE


def _lines(rows: Sequence[Sequence[str]]) -> Sequence[str]:
    shown = [[one_line(cell) for cell in row] for row in rows]
    number = "1 submission" if len(rows) == 1 else f"{len(rows):,} submissions"
    return [*columns(("student", "became", "from", "reason"), shown), number]

"""``chunklib release``: the notebook that learners get, and its points in the gradebook; or the whole hand-out."""

from __future__ import annotations

from argparse import Namespace
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from chunklib.cli.output import DONE, Refused, say
from chunklib.errors import MissingPackage
from chunklib.missing import not_installed
from chunklib.terminal_progress import progress
from classroom.grader.commands import class_command, course_of

EXERCISE = {
    "metavar": "EXERCISE",
    "help": "its number, its name or one of its functions: 07, 07_smart_chunk, smart_chunk",
}


def add(commands: Any) -> None:
    """Add the command."""
    about = "make what learners get: the notebook of an exercise, over nbgrader, or the hand-out of the whole course"
    argument = class_command(commands, "release", run, about)
    argument("exercise", nargs="?", **EXERCISE)
    about = "a folder for the students' copy of the course: no solutions, outputs, history; an earlier one is replaced"
    argument("--handout", metavar="FOLDER", type=Path, help=about)


def run(options: Namespace) -> int:
    """Release one exercise, or write the hand-out."""
    if (options.exercise is None) == (options.handout is None):
        raise Refused("name an exercise, or --handout FOLDER for a students' copy of the whole course")
    check_installed()
    if options.handout is not None:
        return _hand_out(options.handout, course_of(options.course))
    from classroom.grader.gradebook.nbgrader_api import release

    course = course_of(options.course)
    with progress(f"releasing {options.exercise}"):
        path, points = release(options.exercise, course)
    say([f"{path.parent.parent.name}/{path.parent.name}/{path.name}: {points:g} points, in the gradebook"])
    return DONE


def _hand_out(folder: Path, course: Path) -> int:
    from classroom.grader.gradebook.handout import hand_out

    with progress(f"writing {folder}"):
        files = hand_out(course, folder)
    say([f"{folder}: {files:,} files, without solutions and outputs; give out the whole folder"])
    return DONE


def check_installed() -> None:
    """Raise one clear error where nbgrader, or what cuts exercises out of their masters, is not installed."""
    for package in ("nbgrader", "jupytext", "nbclient"):
        if find_spec(package) is None:
            raise MissingPackage(not_installed(package, "chunklib-course[class]"), name=package)

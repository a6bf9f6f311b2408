"""``chunklib release``: the notebook that learners get, and its points in the gradebook; or the whole hand-out."""

from __future__ import annotations

from argparse import Namespace
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from chunklib.cli.output import DONE, Refused, say
from chunklib.cli.parsing import command
from chunklib.missing import not_installed
from chunklib.progress import progress

EXERCISE = {
    "metavar": "EXERCISE",
    "help": "its number, its name or one of its functions: 07, 07_smart_chunk, smart_chunk",
}


def add(commands: Any) -> None:
    """Add the command."""
    about = "make what learners get: the notebook of an exercise, over nbgrader, or the hand-out of the whole course"
    argument = command(commands, "release", run, about)
    argument("exercise", nargs="?", **EXERCISE)
    about = "a folder for the students' copy of the course: no solutions, outputs, history; an earlier one is replaced"
    argument("--handout", metavar="FOLDER", type=Path, help=about)


def run(options: Namespace) -> int:
    """Release one exercise, or write the hand-out."""
    if (options.exercise is None) == (options.handout is None):
        raise Refused("name an exercise, or --handout FOLDER for a students' copy of the whole course")
    check_installed()
    if options.handout is not None:
        return _hand_out(options.handout)
    from chunklib.course.grading.gradebook.driving import Failed, release
    from chunklib.course.grading.gradebook.places import NoCourse

    try:
        with progress(f"releasing {options.exercise}"):
            path, points = release(options.exercise, Path.cwd())
    except (Failed, NoCourse) as error:
        raise Refused(str(error)) from None
    say([f"{path.parent.parent.name}/{path.parent.name}/{path.name}: {points:g} points, in the gradebook"])
    return DONE


def _hand_out(folder: Path) -> int:
    from chunklib.course.grading.gradebook.handout import NotHandedOut, hand_out
    from chunklib.course.grading.gradebook.places import NoCourse, course_root

    try:
        with progress(f"writing {folder}"):
            files = hand_out(course_root(Path.cwd()), folder)
    except (NotHandedOut, NoCourse) as error:
        raise Refused(str(error)) from None
    say([f"{folder}: {files:,} files, without solutions and outputs; give out the whole folder"])
    return DONE


def check_installed() -> None:
    """Raise one clear error where nbgrader, or what cuts exercises out of their masters, is not installed."""
    for package in ("nbgrader", "jupytext", "nbclient"):
        if find_spec(package) is None:
            raise ModuleNotFoundError(not_installed(package, "grading"), name=package)

"""``chunklib release``: the notebook that learners get, and its points in the gradebook."""

from __future__ import annotations

from argparse import Namespace
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from chunklib.cli.output import DONE, Refused, say
from chunklib.cli.parsing import command
from chunklib.progress import progress

EXERCISE = {
    "metavar": "EXERCISE",
    "help": "its number, its name or one of its functions: 07, 07_smart_chunk, smart_chunk",
}


def add(commands: Any) -> None:
    """Add the command."""
    argument = command(commands, "release", run, "make the notebook of an exercise for learners, over nbgrader")
    argument("exercise", **EXERCISE)


def run(options: Namespace) -> int:
    """Release one exercise."""
    check_installed()
    from chunklib.course.grading.gradebook.driving import Failed, release
    from chunklib.course.grading.gradebook.places import NoCourse

    try:
        with progress(f"releasing {options.exercise}"):
            path, points = release(options.exercise, Path.cwd())
    except (Failed, NoCourse) as error:
        raise Refused(str(error)) from None
    say([f"{path.parent.parent.name}/{path.parent.name}/{path.name}: {points:g} points, in the gradebook"])
    return DONE


def check_installed() -> None:
    """Raise one clear error where nbgrader, or what cuts exercises out of their masters, is not installed."""
    for package in ("nbgrader", "jupytext", "nbclient"):
        if find_spec(package) is None:
            word = f"a gradebook needs the package {package}: pip install 'chunklib[grading]'"
            raise ModuleNotFoundError(word, name=package)

"""The commands for a class, which ``chunklib`` finds through an entry point."""

import sys
from argparse import ArgumentTypeError, Namespace
from collections.abc import Callable
from pathlib import Path
from typing import Any

from chunklib.cli.output import Refused
from chunklib.cli.parsing import Add, command
from chunklib.terminal_progress import one_line
from classroom.grader.sandbox.surroundings import out_of_here
from classroom.judge.catalogue import has_masters
from classroom.judge.errors import CourseError


def class_command(commands: Any, name: str, run: Callable[[Namespace], int], about: str) -> Add:
    """Add a command that works in a course, and refuses what the judge refuses, whose errors are not the library's."""

    def refusing(options: Namespace) -> int:
        try:
            with out_of_here():
                return run(options)
        except CourseError as error:
            raise Refused(str(error)) from None

    argument = command(commands, name, refusing, about)
    about = "the folder of the course, with its exercises, solutions and grading/seed (the one that you are in)"
    argument("--course", metavar="DIR", type=path, help=about)
    return argument


def course_of(named: Path | None, handed_in: Path | None = None) -> Path:
    """Return the course that a command works in, and say which: the one that was named, or the folder that one is in.

    Args:
        named: what ``--course`` says.
        handed_in: the folder of submissions, or the zip, that the command reads.

    Raises:
        Refused: the folder that one is in is not a course, or may be part of what was handed in.
        NotOurs: another user could have written what is run of the course.
    """
    from classroom.grader.gradebook.places import CONFIG, course_root, may_be_handed_in

    here = Path.cwd()
    if named is None and not (has_masters(here) or (here / CONFIG).is_file()):
        raise Refused(f"{here} is not a course: go to the folder of yours, or name it with --course DIR")
    if named is None and may_be_handed_in(here, handed_in):
        raise Refused(f"{here} lies where it may have been handed in: if it is your course, say --course .")
    root = course_root(named or here)
    word(f"the course is {root}")
    return root


def path(name: str) -> Path:
    """Read a path; an empty one would be the folder that one is in."""
    if not name:
        raise ArgumentTypeError("must not be empty")
    return Path(name)


def word(text: str) -> None:
    """Say a remark on standard error."""
    if sys.stderr:
        sys.stderr.write(f"chunklib: {one_line(text)}\n")
        sys.stderr.flush()

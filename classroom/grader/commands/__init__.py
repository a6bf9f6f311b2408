"""The commands for a class, which ``chunklib`` finds through an entry point."""

from argparse import Namespace
from collections.abc import Callable
from typing import Any

from chunklib.cli.output import Refused
from chunklib.cli.parsing import Add, command
from classroom.judge.errors import CourseError


def class_command(commands: Any, name: str, run: Callable[[Namespace], int], about: str) -> Add:
    """Add a command that refuses what the judge refuses, whose errors are not the library's."""

    def refusing(options: Namespace) -> int:
        try:
            return run(options)
        except CourseError as error:
            raise Refused(str(error)) from None

    return command(commands, name, refusing, about)

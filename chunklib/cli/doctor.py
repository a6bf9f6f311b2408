"""``chunklib doctor``: what works on this machine."""

from argparse import Namespace
from typing import Any

from chunklib import doctor
from chunklib.cli.output import output
from chunklib.cli.parsing import command


def add(commands: Any) -> None:
    """Add the command."""
    argument = command(commands, "doctor", run)
    argument("--course", action="store_true", help="what a learner of the course needs, and nothing else")


def run(options: Namespace) -> int:
    """Look at every part."""
    with output():
        return doctor.main(course=options.course)

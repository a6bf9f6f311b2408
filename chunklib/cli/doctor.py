"""``chunklib doctor``: what works on this machine."""

from argparse import Namespace
from typing import Any

from chunklib import doctor
from chunklib.cli.output import BROKEN, DONE, say
from chunklib.cli.parsing import command


def add(commands: Any) -> None:
    """Add the command."""
    argument = command(commands, "doctor", run)
    argument("--course", action="store_true", help="what a learner of the course needs, and nothing else")


def run(options: Namespace) -> int:
    """Look at every part, and print what was found at once: the kernel's takes a while."""
    status = DONE
    for finding in doctor.examine(course=options.course):
        say([str(finding)])
        status = BROKEN if finding.state == "fails" else status
    return status

"""Parse command lines: the parser of all commands, and the kinds of values that they take."""

import argparse
import math
import re
import sys
from collections.abc import Callable
from contextlib import suppress
from typing import Any, NoReturn

from chunklib.cli.output import Refused
from chunklib.errors import meant

FILE = {"metavar": "FILE", "help": "UTF-8 text; - or nothing: standard input"}

COMMANDS = {
    "chunk": "split a document",
    "view": "draw chunks in their text, on a page for a browser",
    "audit": "check chunks against the contract, point by point",
    "compare": "our strategies and other splitters side by side on one document",
    "churn": "how many chunks of a document are new after an edit",
    "recommend": "what to try first for a document, and why",
    "cost": "windows, stored tokens and embedding cost of a document",
    "evaluate": "how much evidence a chunking lets a retriever find",
    "sweep": "a grid of chunkings, with intervals and a verdict for every overlap",
    "effects": "what overlap, context, parents and other promises brought on the course's questions",
    "doctor": "what works on this machine, and what to do about the rest",
}
"""The library's commands, and what each does; :mod:`chunklib.cli` has a module of the same name for each."""

Add = Callable[..., object]


class Parser(argparse.ArgumentParser):
    """Says what is wrong in one line instead of printing the usage."""

    def error(self, message: str) -> NoReturn:
        """Refuse, and propose what may have been meant: one of the choices, or an option."""
        wrong, _, choices = message.partition(" (choose from ")
        found = re.search(r"(?:choice: '|arguments:.*? --)([\w-]+)", wrong)
        known = re.findall(r"[\w-]+", choices) or self._option_string_actions
        near = meant(found[1], known) if found else ""
        raise Refused(f"{message}{near}; see {self.prog} --help")

    def parse_known_args(self, args: Any = None, namespace: Any = None) -> tuple[Any, list[str]]:
        """Parse, and refuse what is not known here, where the options of the command are."""
        found, rest = super().parse_known_args(args, namespace)
        if rest:
            self.error(f"unrecognized arguments: {' '.join(rest)}")
        return found, rest


def add_traceback(parser: argparse.ArgumentParser) -> None:
    """Add the option that shows where a bug of ours is."""
    parser.add_argument("--traceback", action="store_true", help="show the traceback of a bug of ours")


def command(commands: Any, name: str, run: Callable[[argparse.Namespace], int | None], about: str = "") -> Add:
    """Add a command, and return a function that adds arguments to it; one of :data:`COMMANDS` needs no description."""
    about = about or COMMANDS[name]
    parser: Parser = commands.add_parser(name, help=about, description=f"{about[0].upper()}{about[1:]}.")
    parser.set_defaults(run=run)
    add_traceback(parser)
    return parser.add_argument


def whole(number: str) -> int:
    """Read a whole number."""
    if not re.fullmatch(r"-?\d{1,18}", number, re.ASCII):
        raise argparse.ArgumentTypeError(f"must be a whole number (of up to 18 digits): got {number[:40]!r}")
    return int(number)


def _number(least: float, most: float, rule: str) -> Callable[[str], float]:
    """Make what reads a number from ``least`` to ``most``."""

    def read(given: str) -> float:
        with suppress(ValueError):
            if least <= float(given) <= most:
                return float(given)
        raise argparse.ArgumentTypeError(f"must be a number {rule}: got {given[:40]!r}")

    return read


dollars = _number(0, sys.float_info.max, "of dollars, at least 0")
seconds = _number(math.ulp(0), 86_400, "of seconds, above 0 and at most 86400")

"""What commands have in common before they run: the parser, and the kinds of values."""

from __future__ import annotations

import argparse
import math
import re
from collections.abc import Callable
from contextlib import suppress
from typing import Any, NoReturn

from chunklib.cli.output import Refused

FILE = {"metavar": "FILE", "help": "UTF-8 text; - or nothing: standard input"}

COMMANDS = {
    "chunk": "split a document",
    "audit": "check chunks against the contract, point by point",
    "compare": "our strategies and other splitters side by side on one document",
    "recommend": "what to try first for a document, and why",
    "cost": "windows, stored tokens and embedding cost of a document",
    "evaluate": "how much evidence a chunking lets a retriever find",
    "sweep": "a grid of chunkings, with intervals and a verdict for every overlap",
    "tune": "find an overlap by measuring: raise it, lower it, stop with a reason",
    "doctor": "what works on this machine, and what to do about the rest",
}
"""The library's commands, and what each does; :mod:`chunklib.cli` has a module of the same name for each."""

Add = Callable[..., object]


class Parser(argparse.ArgumentParser):
    """Says what is wrong in one line instead of printing the usage."""

    def error(self, message: str) -> NoReturn:
        """Refuse."""
        raise Refused(f"{message}; see {self.prog} --help")


def add_traceback(parser: argparse.ArgumentParser) -> None:
    """Add the option that shows where a bug of ours is."""
    parser.add_argument("--traceback", action="store_true", help="show the traceback of a bug of ours")


def command(commands: Any, name: str, run: Callable[[argparse.Namespace], int], about: str = "") -> Add:
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


def dollars(price: str) -> float:
    """Read an amount of money."""
    with suppress(ValueError):
        if 0 <= float(price) < math.inf:
            return float(price)
    raise argparse.ArgumentTypeError(f"must be a number of dollars, at least 0: got {price[:40]!r}")


def fraction(share: str) -> float:
    """Read a fraction."""
    with suppress(ValueError):
        if 0 <= float(share) <= 1:
            return float(share)
    raise argparse.ArgumentTypeError(f"must be a number from 0 to 1: got {share[:40]!r}")


def seconds(limit: str) -> float:
    """Read a time limit."""
    with suppress(ValueError):
        if 0 < float(limit) <= 86_400:
            return float(limit)
    raise argparse.ArgumentTypeError(f"must be a number of seconds, above 0 and at most 86400: got {limit[:40]!r}")

"""Write what a command prints: lines as UTF-8, JSON, and the one line that says why nothing was done."""

import json
import os
import sys
from collections.abc import Iterable
from contextlib import suppress
from typing import Any, TextIO

from chunklib.errors import ChunklibError
from chunklib.terminal_progress import one_line

DONE, BROKEN, WRONG = 0, 1, 2  # exit statuses: all well; an audit found a breach; wrong use, as argparse has it
BUG = 70  # as sysexits.h has it for an error inside the program
INTERRUPTED, UNREAD = 130, 141  # what shells say of a command that Ctrl-C ended, or whose reader went away
JSON_LINES = str.maketrans({"\x85": "\\u0085", "\u2028": "\\u2028", "\u2029": "\\u2029"})
"""Ends of lines to some readers, which Python's JSON leaves as they are."""


class Refused(ChunklibError):
    """Says in one line why what the user asked for cannot be done."""


def refuse(message: str, status: int = WRONG) -> int:
    """Say why in one line, on standard error if there is one."""
    line = one_line(message)
    try:
        if sys.stderr:
            sys.stderr.write(f"chunklib: {line if len(line) <= 500 else f'{line[:240]} ... {line[-240:]}'}\n")
    except OSError:
        _discard(sys.stderr)
    return status


def _discard(stream: TextIO) -> None:
    """Let what is still buffered go nowhere: at exit it would fail, or block, once more."""
    with suppress(OSError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())


def say(lines: Iterable[str]) -> None:
    """Print lines as UTF-8, whatever the terminal's own encoding; bytes in names that are not UTF-8 as escapes."""
    if not sys.stdout:
        raise Refused("cannot write: standard output is closed")
    try:
        for line in lines:
            sys.stdout.buffer.write(f"{line}\n".encode("utf-8", "backslashreplace"))
        sys.stdout.flush()
    except (OSError, KeyboardInterrupt) as error:
        _discard(sys.stdout)
        if isinstance(error, (BrokenPipeError, KeyboardInterrupt)):
            raise
        raise Refused(f"cannot write the output: {(error.strerror or str(error)).lower()}") from None


def say_json(found: Any) -> None:
    """Print one value as JSON."""
    say([json.dumps(found, ensure_ascii=False, indent=2).translate(JSON_LINES)])

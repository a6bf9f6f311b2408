"""The entry point: which command is meant, and how it ends."""

from __future__ import annotations

from collections.abc import Sequence

from chunklib.cli import (
    audit,
    checkup,
    chunk,
    class_report,
    collect,
    compare,
    cost,
    evaluate,
    grade,
    recommend,
    release,
    sweep,
    tune,
)
from chunklib.cli.output import INTERRUPTED, UNREAD, Refused, refuse
from chunklib.cli.parsing import Parser

_ABOUT = "Split text for retrieval, with exact offsets and exact sizes."
_EPILOG = "Exit status: 0 done; 1 an audit or the doctor found something broken; 2 wrong use, said in one line."
_LIBRARY = (chunk, audit, compare, recommend, cost, evaluate, sweep, tune)
_COURSE = (checkup, grade, release, collect, class_report)
_COMMANDS = (*_LIBRARY, *_COURSE)


def main(arguments: Sequence[str] | None = None) -> int:
    """Run a command.

    Args:
        arguments: what stands behind ``chunklib`` on the command line.

    Returns:
        0 if all went well, 1 if an audit found a breach or a needed part does not work, 2 for wrong use, 130 when
        interrupted, 141 when whoever read the output closed it before the end.
    """
    try:
        options = _parser().parse_args(arguments)
        return int(options.run(options))
    except BrokenPipeError:
        return UNREAD
    except KeyboardInterrupt:
        return refuse("interrupted", INTERRUPTED)
    except MemoryError:
        return refuse("not enough memory")
    except (Refused, ValueError, TypeError, ImportError, OSError) as error:
        return refuse(str(error))


def _parser() -> Parser:
    parser = Parser(prog="chunklib", description=_ABOUT, epilog=_EPILOG)
    commands = parser.add_subparsers(required=True, metavar="COMMAND")
    for command in _COMMANDS:
        command.add(commands)
    return parser

"""The entry point: which command is meant, and how it ends."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from importlib import import_module

import chunklib
from chunklib.cli.output import INTERRUPTED, UNREAD, Refused, refuse
from chunklib.cli.parsing import Parser
from chunklib.missing import is_core, not_installed

_ABOUT = "Split text for retrieval, with exact offsets and exact sizes."
_EPILOG = "Exit status: 0 done; 1 an audit or the doctor found something broken; 2 wrong use, said in one line."
_CLASS = ("grade", "release", "collect", "class-report")
COMMANDS = ("chunk", "audit", "compare", "recommend", "cost", "evaluate", "sweep", "tune", "doctor", *_CLASS)


def main(arguments: Sequence[str] | None = None) -> int:
    """Run a command.

    Args:
        arguments: what stands behind ``chunklib`` on the command line.

    Returns:
        0 if all went well, 1 if an audit found a breach or a needed part does not work, 2 for wrong use, 130 when
        interrupted, 141 when whoever read the output closed it before the end.
    """
    given = list(sys.argv[1:] if arguments is None else arguments)
    try:
        options = _parser(given[:1]).parse_args(given)
        return int(options.run(options))
    except BrokenPipeError:
        return UNREAD
    except KeyboardInterrupt:
        return refuse("interrupted", INTERRUPTED)
    except MemoryError:
        return refuse("not enough memory")
    except ModuleNotFoundError as error:
        return refuse(_missing(error, given))
    except (Refused, ValueError, TypeError, ImportError, OSError) as error:
        return refuse(str(error))


def _parser(chosen: Sequence[str]) -> Parser:
    """Make the parser: with the chosen command alone where there is one, so that no other command's needs count."""
    parser = Parser(prog="chunklib", description=_ABOUT, epilog=_EPILOG)
    parser.add_argument("--version", action="version", version=f"chunklib {chunklib.__version__}")
    commands = parser.add_subparsers(required=True, metavar="COMMAND")
    wanted = () if "--version" in chosen else [name for name in COMMANDS if name in chosen] or COMMANDS
    for name in wanted:
        import_module(f"chunklib.cli.{name.replace('-', '_')}").add(commands)
    return parser


def _missing(error: ModuleNotFoundError, given: Sequence[str]) -> str:
    """Say what installs a package, for an error that does not say it itself."""
    if error.name is None or not str(error).startswith("No module named"):
        return str(error)
    if is_core(error.name):
        return not_installed(error.name)
    return not_installed(error.name, "grading" if given[0] in _CLASS else "all")

"""Find the command that is meant, run it, and say how it ended."""

import sys
import traceback
from collections.abc import Sequence
from importlib import import_module
from importlib.metadata import entry_points

import chunklib
from chunklib.cli.output import BUG, DONE, INTERRUPTED, UNREAD, Refused, refuse
from chunklib.cli.parsing import COMMANDS, Parser, add_traceback
from chunklib.errors import ChunklibError, kind_of
from chunklib.missing import not_installed

_ABOUT = "Split text for retrieval, with exact offsets and exact sizes."
_EPILOG = (
    "Exit status: 0 done; 1 an audit or the doctor found something broken; 2 wrong use, said in one line; "
    "70 a bug of ours, which --traceback shows."
)
_CLASS = ("grade", "release", "collect", "class-report")
"""Commands that the course adds through the entry point `chunklib.commands`."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command that the arguments after ``chunklib`` name, and return its exit status (see ``cli.output``)."""
    given = list(sys.argv[1:] if arguments is None else arguments)
    try:
        options = _parser([word for word in given if word != "--traceback"][:1]).parse_args(given)
        return int(options.run(options) or DONE)
    except BrokenPipeError:
        return UNREAD
    except KeyboardInterrupt:
        return refuse("interrupted", INTERRUPTED)
    except Exception as error:  # noqa: BLE001 (a bug may be anything)
        if _is_refusal(error):
            return refuse(_reason(error, given))
        if "--traceback" in given:
            traceback.print_exc()
        return refuse(f"{_place(error)}: {kind_of(error)}: {error}", BUG)


def _is_refusal(error: Exception) -> bool:
    """Tell a mistake of the user, or of the machine, from a bug of ours: a module of ours that is missing is a bug."""
    if isinstance(error, ModuleNotFoundError):
        return (error.name or "").partition(".")[0] not in _ours()
    return isinstance(error, ChunklibError | OSError | MemoryError)


def _ours() -> set[str]:
    """Name the packages whose commands there are."""
    return {module.partition(".")[0] for module in _modules().values()}


def _place(error: Exception) -> str:
    """Name the last line of our own code that a bug went through."""
    ours = _ours()
    lines = [(str(frame.f_globals.get("__name__")), line) for frame, line in traceback.walk_tb(error.__traceback__)]
    module, line = [place for place in lines if place[0].partition(".")[0] in ours][-1]
    return f"a bug of ours in {module}, line {line} (--traceback shows more)"


def _parser(chosen: Sequence[str]) -> Parser:
    """Make the parser: with the chosen command alone if there is one, so that no other command's needs count."""
    parser = Parser(prog="chunklib", description=_ABOUT, epilog=_EPILOG)
    parser.add_argument("--version", action="version", version=f"chunklib {chunklib.__version__}")
    add_traceback(parser)
    commands = parser.add_subparsers(required=True, metavar="COMMAND")
    modules = _modules()
    if chosen and chosen[0] in _CLASS and chosen[0] not in modules:
        raise Refused(f"{chosen[0]} is a command of the course; pip install 'chunklib-course[class]'")
    if chosen and chosen[0] in modules:
        import_module(modules[chosen[0]]).add(commands)
    elif "--version" not in chosen:
        for name, module in modules.items():
            if name in COMMANDS:
                commands.add_parser(name, help=COMMANDS[name])  # nothing is loaded for the help alone
            else:
                import_module(module).add(commands)
    return parser


def _modules() -> dict[str, str]:
    """Return the module of each command, the library's own first."""
    added = {point.name: point.value for point in entry_points(group="chunklib.commands")}
    order = dict.fromkeys((*_CLASS, *sorted(added)))
    own = {name: f"chunklib.cli.{name}" for name in COMMANDS}
    return own | {name: added[name] for name in order if name in added}


def _reason(error: Exception, given: Sequence[str]) -> str:
    """Say what cannot be done, and what installs a package, for an error that does not say it itself."""
    if isinstance(error, MemoryError):
        return "not enough memory"
    if not isinstance(error, ModuleNotFoundError) or error.name is None or not str(error).startswith("No module named"):
        return str(error)
    return not_installed(error.name, "chunklib-course[class]" if given[0] in _CLASS else "chunklib[all]")

"""Read the command line of ``chunklib-course``: start, reset."""

from __future__ import annotations

import argparse
import os
import re
import shlex
import subprocess
import sys
import traceback
import webbrowser
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path

from chunklib.cli.output import BUG, DONE, INTERRUPTED, UNREAD, refuse, say
from chunklib.cli.parsing import Parser, add_traceback
from chunklib.errors import ChunklibError, meant
from classroom.judge.catalogue import has_masters
from classroom.judge.errors import CourseError
from classroom.judge.manifest import HOME
from classroom.lessons.folder.contents import LESSONS, course_files, refuse_answers
from classroom.lessons.folder.lab import last_open, open_lab, running
from classroom.lessons.folder.laying import RECORD, Laid, is_unchanged, lay_out, lay_out_afresh, read_record
from classroom.lessons.questions import short_name
from classroom.lessons.store import course_root

_MAY_BE_INSIDE = ("my_course", "build")
"""Folders of a checkout that git ignores."""
_LEFT = (RECORD, ".chunklib/lock")


def main(arguments: Sequence[str] | None = None) -> int:
    """Run a command; what comes after ``--`` goes to JupyterLab.

    Returns:
        0 if all went well, 2 for wrong use or a folder that cannot be written, 70 for a bug of ours, 130 if it was
        interrupted, 141 if nobody reads what it says; a JupyterLab that was opened has its own.
    """
    given = list(sys.argv[1:] if arguments is None else arguments)
    at = given.index("--") if "--" in given else len(given)
    try:
        asked = _parser().parse_args(given[:at])
        asked.lab = given[at + 1 :]
        asked.run(asked)
    except KeyboardInterrupt:
        return refuse("interrupted", INTERRUPTED)
    except BrokenPipeError:
        return UNREAD
    except OSError as error:
        return refuse(_of_the_machine(error))
    except (ChunklibError, CourseError, MemoryError) as error:
        return refuse(str(error) or "not enough memory")
    except Exception as error:  # noqa: BLE001 (a bug may be anything)
        if "--traceback" in given:
            traceback.print_exc()
        frame, line = list(traceback.walk_tb(error.__traceback__))[-1]
        where = f"{frame.f_globals.get('__name__')}, line {line} (--traceback shows more)"
        return refuse(f"a bug of ours in {where}: {type(error).__name__}: {error}", BUG)
    return DONE


def _parser() -> Parser:
    parser = Parser(prog="chunklib-course", description="Lay out your folder for the course, and open it.")
    commands = parser.add_subparsers(required=True, metavar="COMMAND")
    start = commands.add_parser(
        "start",
        help="lay your folder out, or update it, and open it in JupyterLab",
        description="Lay your folder out, or update it, and open it in JupyterLab. What you have changed is kept.",
        epilog="Options for JupyterLab follow after --, as in: chunklib-course start my_course -- --port 8890",
    )
    start.add_argument("folder", metavar="FOLDER", help="your folder; made if it is missing")
    start.add_argument("--only-files", action="store_true", help="do not open JupyterLab")
    text = "of files that you changed, lay the newer version beside yours, as NAME.new.ipynb"
    start.add_argument("--new-beside", action="store_true", help=text)
    text = "for a teacher: a folder to hand out, with nothing of one person in it and no solution"
    start.add_argument("--class", action="store_true", dest="for_class", help=text)
    start.set_defaults(run=_start)
    text = "give you a lesson and its exercise back fresh; yours are kept beside them"
    back = commands.add_parser("reset", help=text, description=f"{text[0].upper()}{text[1:]}.")
    back.add_argument("lesson", metavar="LESSON", help="its number or its name: 03, or 03_fixed_windows")
    text = "your folder; default: the one that you are in, else my_course"
    back.add_argument("folder", metavar="FOLDER", type=Path, nargs="?", help=text)
    back.add_argument("--only", choices=["lesson", "exercise"], help="only one of the two")
    back.set_defaults(run=_reset)
    for one in (parser, start, back):
        add_traceback(one)
    return parser


def _start(asked: argparse.Namespace) -> None:
    if not asked.folder.strip():
        raise CourseError(f"FOLDER must name a folder, such as my_course: got {asked.folder!r}")
    folder, files = Path(os.path.expanduser(asked.folder)), course_files()  # noqa: PTH111 - which refuses "~nobody"
    _look_at_place(folder)
    if asked.for_class:
        _look_at_class(folder, files)
    laid = lay_out(folder, files, beside=asked.new_beside)
    if asked.for_class:
        with suppress(OSError):
            (folder / ".chunklib" / "lock").unlink()
        say([f"{folder}: {len(files)} files to hand out, without solutions and outputs, and with nobody's progress."])
        return
    command = _typed(["chunklib-course", "start", asked.folder])
    say(_told(folder, laid, len(files), "" if asked.new_beside else command))
    if asked.only_files:
        say([f"To open it: {command}"])
        return
    first = last_open(folder, files)
    if address := running(folder, first):
        say(
            [f"JupyterLab runs on {folder} already, and one is enough: two could overwrite each other's work.", address]
        )
        if "--no-browser" not in asked.lab:
            webbrowser.open(address)
        return
    say([f"JupyterLab opens {first}. Ctrl-C in this terminal ends it."])
    open_lab(folder, first, asked.lab)


def _reset(asked: argparse.Namespace) -> None:
    files = course_files()
    lesson = _lesson_named(asked.lesson, [Path(name).stem for name in files if name.startswith(LESSONS)])
    here = course_root()
    folder = asked.folder or (here if (here / RECORD).is_file() else Path("my_course"))
    if not (folder / RECORD).is_file():
        rule = f"name yours, or go into it and type chunklib-course reset {short_name(lesson)}"
        raise CourseError(f"{folder} is not a folder of the course: {rule}")
    kinds = {"lesson": f"notebooks/{lesson}.ipynb", "exercise": f"exercises/{lesson}/{lesson}.ipynb"}
    names = [name for kind, name in kinds.items() if asked.only in (None, kind) and name in files]
    for name in names:
        kept = lay_out_afresh(folder, name, files)
        end = f"yours is kept beside it as {kept}" if kept else "there was nothing of yours to keep"
        say([f"{name} is fresh again; {end}."])
    say(["If it is open in JupyterLab: File, Reload Notebook from Disk."])


def _lesson_named(said: str, known: list[str]) -> str:
    """Return the lesson that is meant by its number, its name or its title, as ``03_fixed_windows``."""
    plain = re.sub(r"\W+", "_", Path(said).name.removesuffix(".ipynb")).lower().rstrip("_")
    for slug in known:
        if plain in (slug, slug[3:]) or (plain.isdecimal() and plain.lstrip("0").zfill(2) == slug[:2]):
            return slug
    near = meant(said, known) or f"; there are {', '.join(known)}"
    raise CourseError(f"there is no lesson {said!r}{near}")


def _look_at_place(folder: Path) -> None:
    """Refuse a place that the course itself needs, and one that is not a folder."""
    if folder.exists() and not folder.is_dir():
        raise CourseError(f"{folder} is a file: name a folder")
    place = folder.resolve()
    if has_masters(place) or (
        place.is_relative_to(HOME) and (place == HOME or place.relative_to(HOME).parts[0] not in _MAY_BE_INSIDE)
    ):
        raise CourseError(f"{folder} is in the course itself: name a folder of your own, such as my_course")
    around = next((above for above in (place, *place.parents) if (above / RECORD).is_file()), place)
    if around != place:
        raise CourseError(f"{folder} is inside your folder of the course: name that one, {around}")


def _look_at_class(folder: Path, files: dict[str, bytes]) -> None:
    """Refuse a folder in which a person has worked, and a course in whose exercises an answer was tried out."""
    refuse_answers(files)
    record = read_record(folder)
    for path in sorted(folder.rglob("*")):
        name = path.relative_to(folder).as_posix()
        if path.is_file() and name not in _LEFT and not is_unchanged(folder, name, record.get(name, [])):
            raise CourseError(f"{folder} holds {name}, which is not as the course laid it out: name an empty folder")


def _typed(words: list[str], *, windows: bool = os.name == "nt") -> str:
    """Return a command as it is typed on this system, whose shell may not know the quotes of the others."""
    return subprocess.list2cmdline(words) if windows else shlex.join(words)


def _told(folder: Path, laid: Laid, number: int, command: str) -> list[str]:
    """Say in a few lines what happened; without a command the newer versions were asked for and are there."""
    if len(laid.new) == number:
        return [
            f"{folder} is ready: your lessons, your exercises and {folder / 'start_here.md'}, which says how it works."
        ]
    counts = {
        "new": laid.new,
        "back again": laid.back,
        "updated, which you had not changed": laid.updated,
        "removed, which you had not changed and the course no longer has": laid.removed,
    }
    lines = [f"{folder}: files {what}: {len(names)}" for what, names in counts.items() if names]
    for name in laid.newer:
        newer = "the course has a newer one" if command else "the newer one is beside it"
        if ".new" in Path(name).suffixes:
            newer = "rename it, and the next start lays the newer one out there"
        lines.append(f"{folder / name} is as you changed it; {newer}.")
    if laid.newer and command:
        lines.append(f"To see the newer ones beside yours: {command} --new-beside")
    return lines or [f"{folder} is up to date. What you have changed is as you left it."]


def _of_the_machine(error: OSError) -> str:
    why = (error.strerror or str(error)).lower() if error.errno else str(error)
    path = re.sub(
        r"(^|[/\\])\.([^/\\]+)\.\d+$", r"\1\2", str(error.filename or "")
    )  # it is first written as .NAME.1234
    named = f"{path}: {why}" if path else why
    return f"{named}; nothing of yours is lost: fix it and start again"

"""Lay the learner's folder out, or update it: what the learner has changed is never touched.

The record says of each file which versions of it were laid out. It is written before the files:
whenever this is killed, each file is one of those versions, whole, or the learner's own, and the next run can tell.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path, PurePosixPath

from chunklib.atomic_write import tidy
from classroom.judge.errors import CourseError
from classroom.lessons.folder.contents import digest, may_be_laid_out
from classroom.lessons.inside import locked, look_inside, write_inside
from classroom.lessons.store import FOLDER

RECORD = f"{FOLDER}/laid_out.json"
_KINDS = ("new", "back", "updated", "newer")
Files = Mapping[str, bytes]
"""Contents by path in the folder, with forward slashes."""


@dataclass(frozen=True)
class Laid:
    """Names the files that are new, are back after the learner deleted them, or were updated or removed as unchanged.

    Of those in ``newer``, which the learner has changed and keeps, the course has a newer version.
    """

    new: tuple[str, ...] = ()
    back: tuple[str, ...] = ()
    updated: tuple[str, ...] = ()
    removed: tuple[str, ...] = ()
    newer: tuple[str, ...] = ()


def lay_out(folder: Path, files: Files, *, beside: bool = False) -> Laid:
    """Put the files of the course into a folder, except where the learner has changed one.

    A lesson that was only run counts as unchanged: a newer version replaces it, and what its cells showed goes.

    Args:
        folder: the learner's folder; made if it is missing.
        files: what the course has.
        beside: whether the newer version of a file that the learner has changed is put beside it (``NAME.new.ipynb``).

    Raises:
        CourseError: a link leads out of the folder where a file of the course would be; nothing is changed.
        OSError: something cannot be read or written; what is there is whole, and the next run goes on from it.
    """
    folder.mkdir(parents=True, exist_ok=True)
    for name in (RECORD, *files):
        look_inside(folder, folder / name)
    with locked(folder / FOLDER):
        for name in files:
            tidy((folder / name).parent, [Path(name).name, Path(_new_name(name)).name])
        before = read_record(folder)
        states = {name: _state(folder, name, data, before.get(name, [])) for name, data in files.items()}
        if beside:
            more = {_new_name(name): files[name] for name, state in states.items() if state == "newer"}
            states |= {name: _state(folder, name, data, before.get(name, [])) for name, data in more.items()}
            files = {**files, **more}
        _write_record(folder, {name: files[name] for name, state in states.items() if state not in ("newer", "own")})
        for name, state in states.items():
            if state in ("new", "back", "updated"):
                write(folder, name, files[name])
        gone = [name for name in before.keys() - files.keys() if ".new" not in PurePosixPath(name).suffixes]
        removed = [name for name in sorted(gone) if is_unchanged(folder, name, before[name])]
        for name in removed:
            (folder / name).unlink()
            with suppress(OSError):
                (folder / name).parent.rmdir()  # of an exercise that had nothing else
    of = {kind: tuple(sorted(name for name in states if states[name] == kind)) for kind in _KINDS}
    return Laid(removed=tuple(removed), **of)


def lay_out_afresh(folder: Path, name: str, files: Files) -> str:
    """Put a file of the course into a folder again, and keep what was there under a new name.

    Returns:
        the name under which the old one is kept (``NAME.mine-1.ipynb``), "" if nothing was changed.

    Raises:
        CourseError: as ``lay_out``.
        OSError: something cannot be written; the old file is then where it was.
    """
    path, number = folder / name, 1
    look_inside(folder, path)
    look_inside(folder, folder / RECORD)
    with locked(folder / FOLDER):
        while (aside := path.with_name(f"{path.stem}.mine-{number}{path.suffix}")).exists():
            number += 1
        _write_record(folder, {name: files[name]})
        mine = path.exists() and path.read_bytes() != files[name]
        if mine:
            path.rename(aside)
        try:
            write(folder, name, files[name])
        except (OSError, KeyboardInterrupt):
            if mine:
                aside.rename(path)
            raise
    return aside.name if mine else ""


def read_record(folder: Path) -> dict[str, list[str]]:
    """Return the digests of the versions of each file that were laid out, the last one last; empty if unknown.

    The folder may be another person's, and so the record: what it says of a file that no course has is not believed.
    """
    try:
        look_inside(folder, folder / RECORD)
        read = json.loads((folder / RECORD).read_text("utf-8"))
        found = {str(name): [str(one) for one in digests] for name, digests in read["files"].items()}
        return {name: digests for name, digests in found.items() if may_be_laid_out(name)}
    except (FileNotFoundError, ValueError, LookupError, TypeError, AttributeError, RecursionError):
        return {}  # then nothing is taken for unchanged unless it is as the course has it now


def write(folder: Path, name: str, data: bytes) -> None:
    """Write one file of the folder in one piece, and remove what a run that was killed began."""
    path = folder / name
    look_inside(folder, path)
    tidy(path.parent, [path.name])
    write_inside(folder, path, data)


def is_unchanged(folder: Path, name: str, versions: list[str]) -> bool:
    """Tell whether a file is there and is one of the versions that were laid out."""
    try:
        look_inside(folder, folder / name)
    except CourseError:
        return False
    return (folder / name).is_file() and digest(name, (folder / name).read_bytes()) in versions


def _write_record(folder: Path, files: Files) -> None:
    before = read_record(folder)
    after = dict(before)
    for name, data in files.items():
        fresh = digest(name, data)
        after[name] = [*(one for one in before.get(name, []) if one != fresh), fresh]
    if after != before:
        write(folder, RECORD, (json.dumps({"version": 1, "files": after}, indent=1) + "\n").encode())


def _state(folder: Path, name: str, data: bytes, versions: list[str]) -> str:
    try:
        there, fresh = digest(name, (folder / name).read_bytes()), digest(name, data)
    except FileNotFoundError:
        return "back" if versions else "new"
    if there == fresh:
        return "same"
    if there in versions:
        return "updated"
    return "own" if versions[-1:] == [fresh] else "newer"


def _new_name(name: str) -> str:
    path = PurePosixPath(name)
    return str(path.with_name(f"{path.stem}.new{path.suffix}"))

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

from chunklib.atomic_write import replace_file, tidy
from classroom.lessons.folder.contents import digest
from classroom.lessons.store import FOLDER
from classroom.lessons.store import _lock as hold_lock

RECORD = f"{FOLDER}/laid_out.json"
_VERSION = 1
_KINDS = ("new", "back", "updated", "newer")
Record = dict[str, list[str]]


@dataclass(frozen=True)
class Laid:
    """Holds what happened to which files: paths in the folder, sorted.

    Args:
        new: files that were not there and had not been laid out before.
        back: files that the learner had deleted.
        updated: files that the learner had not changed, and the course has.
        removed: files that the learner had not changed, and the course no longer has.
        newer: files that the learner has changed, which are kept, and of which the course has a newer version.
    """

    new: tuple[str, ...] = ()
    back: tuple[str, ...] = ()
    updated: tuple[str, ...] = ()
    removed: tuple[str, ...] = ()
    newer: tuple[str, ...] = ()


def lay_out(folder: Path, files: Mapping[str, bytes], *, beside: bool = False) -> Laid:
    """Put the files of the course into a folder, except where the learner has changed one.

    A lesson that was only run counts as unchanged: a newer version replaces it, and what its cells showed goes.

    Args:
        folder: the learner's folder; made if it is missing.
        files: what the course has, by path in the folder.
        beside: whether the newer version of a file that the learner has changed is put beside it (``NAME.new.ipynb``).

    Raises:
        OSError: something cannot be read or written; what is there is whole, and the next run goes on from it.
    """
    folder.mkdir(parents=True, exist_ok=True)
    with hold_lock(folder / FOLDER):
        before = read_record(folder)
        states = {name: _state(folder, name, data, before.get(name, [])) for name, data in files.items()}
        if beside:
            more = {_new_name(name): files[name] for name, state in states.items() if state == "newer"}
            states |= {name: _state(folder, name, data, before.get(name, [])) for name, data in more.items()}
            files = {**files, **more}
        ours = {name: files[name] for name, state in states.items() if state not in ("newer", "own")}
        _write_record(folder, before, ours)
        for name, data in ours.items():
            if states[name] != "same":
                write(folder, name, data)
        removed = [name for name in before.keys() - files.keys() if _is_left_over(folder, name, before[name])]
        for name in removed:
            (folder / name).unlink()
            with suppress(OSError):
                (folder / name).parent.rmdir()  # of an exercise that had nothing else
    of = {kind: tuple(sorted(name for name in states if states[name] == kind)) for kind in _KINDS}
    return Laid(removed=tuple(sorted(removed)), **of)


def read_record(folder: Path) -> Record:
    """Return the digests of the versions of each file that were laid out, the last one last; empty if unknown."""
    try:
        read = json.loads((folder / RECORD).read_text("utf-8"))
        return {str(name): [str(one) for one in digests] for name, digests in read["files"].items()}
    except (FileNotFoundError, ValueError, LookupError, TypeError, AttributeError):
        return {}  # then nothing is taken for unchanged unless it is as the course has it now


def write(folder: Path, name: str, data: bytes) -> None:
    """Write one file of the folder in one piece, and remove what a run that was killed began."""
    path = folder / name
    path.parent.mkdir(parents=True, exist_ok=True)
    tidy(path.parent, [path.name])
    replace_file(path, data)


def is_unchanged(folder: Path, name: str, versions: list[str]) -> bool:
    """Tell whether a file is there and is one of the versions that were laid out."""
    path = folder / name
    return path.is_file() and digest(name, path.read_bytes()) in versions


def note(folder: Path, files: Mapping[str, bytes]) -> None:
    """Write down that these versions are laid out; the record of all other files stays."""
    _write_record(folder, read_record(folder), files)


def _write_record(folder: Path, before: Record, files: Mapping[str, bytes]) -> None:
    after = dict(before)
    for name, data in files.items():
        fresh = digest(name, data)
        after[name] = [*(one for one in before.get(name, []) if one != fresh), fresh]
    if after != before:
        write(folder, RECORD, (json.dumps({"version": _VERSION, "files": after}, indent=1) + "\n").encode())


def _state(folder: Path, name: str, data: bytes, versions: list[str]) -> str:
    try:
        there = digest(name, (folder / name).read_bytes())
    except FileNotFoundError:
        return "back" if versions else "new"
    fresh = digest(name, data)
    if there == fresh:
        return "same"
    if there in versions:
        return "updated"
    return "own" if versions[-1:] == [fresh] else "newer"


def _is_left_over(folder: Path, name: str, versions: list[str]) -> bool:
    return ".new" not in PurePosixPath(name).suffixes and is_unchanged(folder, name, versions)


def _new_name(name: str) -> str:
    path = PurePosixPath(name)
    return str(path.with_name(f"{path.stem}.new{path.suffix}"))

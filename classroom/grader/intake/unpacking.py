"""Unpack a zip from elsewhere into the folder that it was made from; no entry of it keeps the others back.

Notebooks, zips and nbgrader's small files are unpacked with their times. All else keeps its name and loses its content.
"""

from __future__ import annotations

import lzma
import os
import shutil
import stat
import struct
import tempfile
import time
import zipfile
import zlib
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path, PurePosixPath

from chunklib.errors import ChunklibError
from classroom.grader.intake.entries import ARCHIVES, NOTEBOOK, is_notebook
from classroom.grader.intake.notebook import MAX_BYTES
from classroom.grader.intake.times import EXCHANGE_FILES

MAX_NOTEBOOKS = 5_000
MAX_ENTRIES = 100_000
MAX_DEPTH = 32  # folders inside folders
MAX_ARCHIVE = 50 * 2**20
_ENTRY = 4_096  # bytes that an entry takes on a disk, at least
_MOST = 60  # characters of a name
_UNREADABLE = (
    zipfile.BadZipFile,
    zlib.error,
    lzma.LZMAError,
    struct.error,
    EOFError,
    NotImplementedError,
    OSError,
    RuntimeError,
    ValueError,
)
"""What ``zipfile`` raises for an archive or entry that is broken, encrypted, or packed in a way it does not know."""
_EXTENDED_TIME = 0x5455  # the kind of the extra field in which Info-ZIP keeps seconds since 1970


class Unpackable(ChunklibError):
    """Says in one line why an archive cannot be unpacked."""


class TooMuch(Unpackable):
    """Says that what an archive holds is more than may be unpacked."""


@dataclass
class Room:
    """Counts the bytes that are unpacked, whatever an archive says of its sizes; there may be ``left`` more."""

    left: int
    used: int = 0

    def take(self, number: int) -> None:
        """Count some more bytes.

        Raises:
            TooMuch: there is no room for them.
        """
        if number > self.left:
            raise TooMuch(f"it unpacks to more than {(self.left + self.used) / 2**20:,.0f} MB")
        self.left -= number
        self.used += number


@dataclass(frozen=True)
class Lost:
    """Names a notebook that could not be unpacked: its place in the zip, why, and the empty file left there.

    Without that file another student's notebook could be the only one in a folder, and be taken for what it is not.
    """

    place: PurePosixPath
    reason: str
    left: Path | None = None


def unpack(archive: Path, folder: Path, room: Room) -> Iterator[Lost]:
    """Unpack a zip into an empty folder, whatever its names and sizes claim.

    Of a larger notebook there is no more than shows that it is too large, and of a link no more than that it is one.

    Yields:
        Each notebook that could not be unpacked; nothing of what is in it is in the folder.

    Raises:
        Unpackable: the zip cannot be read, or holds more than ``MAX_NOTEBOOKS`` or ``MAX_ENTRIES``.
        TooMuch: there is no ``room`` for what it holds.
    """
    try:
        if archive.stat().st_size > room.left:  # the list of its files alone may take more memory than there is
            raise TooMuch(f"{archive.name} is larger than the {room.left / 2**20:,.0f} MB that may be unpacked")
        content = zipfile.ZipFile(archive)
    except _UNREADABLE as error:
        raise Unpackable(f"cannot read {archive.name}: {_said(error)}") from None
    with content:
        entries = content.infolist()
        notebooks = sum(is_notebook(PurePosixPath(one.filename)) for one in entries)
        if notebooks > MAX_NOTEBOOKS:
            raise Unpackable(f"{archive.name} has {notebooks:,} notebooks, and {MAX_NOTEBOOKS:,} are taken at a time")
        if len(entries) > MAX_ENTRIES:
            raise Unpackable(
                f"{archive.name} has {len(entries):,} files, and {MAX_ENTRIES:,} are looked through at a time"
            )
        for number, entry in enumerate(entries):
            place = PurePosixPath(entry.filename.replace("\\", "/"))
            reason = "" if "__MACOSX" in place.parts else _written(content, entry, folder, place, room)
            if reason and is_notebook(place):
                yield Lost(place, f"cannot be unpacked: {reason}", _left(folder, place, number))


def _written(content: zipfile.ZipFile, entry: zipfile.ZipInfo, folder: Path, place: PurePosixPath, room: Room) -> str:
    """Write one entry; returns why it cannot be, empty where it is there."""
    if _leads_out(place):
        return "its path may lead out of the folder"
    if len(place.parts) > MAX_DEPTH:
        return f"{len(place.parts):,} folders inside each other, and {MAX_DEPTH} are followed"
    path, most = folder / place, _most(place)
    room.take(_ENTRY)
    try:
        data = b"" if entry.is_dir() or _is_link(entry) else _content(content, entry, most)
        (path if entry.is_dir() else path.parent).mkdir(parents=True, exist_ok=True)
    except _UNREADABLE as error:
        return _said(error)
    room.take(len(data))
    try:
        _write(entry, path, data, most)
    except OSError as error:
        with suppress(OSError):  # it is a folder
            path.unlink()
        with suppress(OSError):  # it is not empty, or the others' as well
            if path.parent != folder:
                path.parent.rmdir()
        return _said(error)
    return ""


def _leads_out(place: PurePosixPath) -> bool:
    return place.is_absolute() or any(part == ".." or ":" in part for part in place.parts)


def _left(folder: Path, place: PurePosixPath, number: int) -> Path | None:
    """Put an empty file in the place of a notebook, under a shorter name where its own is too long."""
    if _leads_out(place) or len(place.parts) > MAX_DEPTH:
        return None
    name = place.name if len(place.name) <= _MOST else f"{place.name[:_MOST]}-{number}{NOTEBOOK}"
    path = folder.joinpath(*place.parts[:-1], name)
    with suppress(OSError, ValueError):
        path.parent.mkdir(parents=True, exist_ok=True)
        path.open("xb").close()  # never over another one
        return path
    return None


def _content(content: zipfile.ZipFile, entry: zipfile.ZipInfo, most: int) -> bytes:
    if not most:
        return b""
    with content.open(entry) as packed:
        return packed.read(most + 1)


def _most(place: PurePosixPath) -> int:
    """Return how many bytes of a file are unpacked: 0 where nobody will look into it."""
    if place.name.casefold().endswith(ARCHIVES):
        return MAX_ARCHIVE
    return MAX_BYTES if is_notebook(place) or place.name in EXCHANGE_FILES else 0


def _is_link(entry: zipfile.ZipInfo) -> bool:
    return stat.S_ISLNK(entry.external_attr >> 16)


def _write(entry: zipfile.ZipInfo, path: Path, data: bytes, most: int) -> None:
    if entry.is_dir():
        return
    if _is_link(entry):
        path.symlink_to("left-out")
        return
    with path.open("wb") as file:
        if len(data) > most:
            file.truncate(len(data))  # takes no room on the disk
        else:
            file.write(data)
    with suppress(OSError, OverflowError, ValueError):  # a day that there is not
        changed = _changed(entry)
        os.utime(path, (changed, changed))


def _changed(entry: zipfile.ZipInfo) -> float:
    """Return when a file was changed, in seconds since 1970.

    Most zips have only the local time of the machine that packed them: it is read as this machine's.
    """
    extra = entry.extra
    while len(extra) >= 4:
        kind, length = struct.unpack("<HH", extra[:4])
        if kind == _EXTENDED_TIME and 5 <= length <= len(extra) - 4 and extra[4] & 1:
            return float(struct.unpack("<i", extra[5:9])[0])
        extra = extra[4 + length :]
    return time.mktime((*entry.date_time, 0, 0, -1))


def _said(error: BaseException) -> str:
    return (getattr(error, "strerror", None) or str(error) or type(error).__name__).lower()[:200]


OF_ONE = 100 * 2**20  # bytes that the zip of one student may unpack to
OF_CLASS = 2**30  # that of a class
OF_ALL = 4 * 2**30  # and all that are unpacked in one run


@dataclass
class Archives:
    """Holds the zips that were unpacked into an empty folder ``scratch``: of each its folder, or why there is none.

    ``lost`` says why a file in them is empty.
    """

    scratch: Path
    room: Room = field(default_factory=lambda: Room(OF_ALL))
    opened: dict[Path, Path | str] = field(default_factory=dict)
    lost: dict[Path, str] = field(default_factory=dict)

    def folder(self, archive: Path) -> Path | str:
        """Return the folder with what a zip holds, or in words why there is none."""
        if archive not in self.opened:
            self.opened[archive] = self._unpacked(archive)
        return self.opened[archive]

    def place(self, path: Path, folder: Path) -> Path:
        """Return the place of a file below the folder of submissions, as if each zip were a folder."""
        for archive, own in self.opened.items():
            if isinstance(own, Path) and path.is_relative_to(own):
                return self.place(archive, folder) / path.relative_to(own)
        return path.relative_to(folder)

    def _unpacked(self, archive: Path) -> Path | str:
        if archive.suffix.casefold() != ".zip" or archive.is_symlink() or not archive.is_file():
            return "only a zip is unpacked"
        if any(isinstance(own, Path) and archive.is_relative_to(own) for own in self.opened.values()):
            return "it lies in a zip"
        try:
            folder, lost = self.unpack(archive, OF_ONE)
        except Unpackable as error:
            return str(error)
        self.lost |= {one.left: one.reason for one in lost if one.left is not None}
        changed = archive.stat().st_mtime
        for path in folder.rglob("*.ipynb"):  # handed in when the zip was, or it was changed after that
            if path.is_file() and not path.is_symlink():
                os.utime(path, (changed, max(changed, path.stat().st_mtime)))
        return folder

    def unpack(self, archive: Path, most: int) -> tuple[Path, list[Lost]]:
        """Unpack a zip into a folder of its own; return it, and what could not be unpacked.

        Raises:
            Unpackable: it cannot be read, or holds more than ``most`` bytes or than is left for this run.
        """
        folder = Path(tempfile.mkdtemp(dir=self.scratch))
        room = Room(min(most, self.room.left))
        try:
            return folder, list(unpack(archive, folder, room))
        except TooMuch as error:
            shutil.rmtree(folder, ignore_errors=True)
            all_of_them = f", and all zips of a run to {OF_ALL / 2**20:,.0f} MB" if self.room.left < most else ""
            raise TooMuch(f"{error}{all_of_them}") from None
        finally:
            self.room.left -= room.used

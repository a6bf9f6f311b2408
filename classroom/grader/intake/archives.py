"""Open the zips among what was handed in, each once, in a folder that is gone when the marks are made."""

from __future__ import annotations

import os
import shutil
import tempfile
from dataclasses import dataclass, field
from pathlib import Path

from classroom.grader.intake.unpacking import Lost, Room, TooMuch, Unpackable, unpack

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

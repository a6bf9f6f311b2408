"""Keep work that can be stopped at any moment and continued: a folder with a file for each entry.

An entry is there as a whole or not at all. A damaged one counts as missing, and its name is kept. One process at a time
writes: the lock belongs to the process, so the system releases it however the process ends.
"""

import os
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TypeVar

from chunklib.atomic_write import replace_file, tidy
from chunklib.errors import InvalidValue

_Entry = TypeVar("_Entry")


class Journal:
    """Keeps entries in a folder, by name.

    Args:
        folder: where they are; the caller makes it.
        ending: how the names of their files end (".json"). Other files in the folder are left alone.
        broken: what reading a damaged entry raises.

    Attributes:
        damaged: the names of the entries that could not be read since the journal was opened.
    """

    def __init__(self, folder: Path, ending: str, broken: tuple[type[BaseException], ...]) -> None:
        self.folder, self.ending = folder, ending
        self._broken: tuple[type[BaseException], ...] = (OSError, *broken)
        self.damaged: set[str] = set()
        tidy(folder, [ending])

    def path(self, name: str) -> Path:
        """Name the file of an entry."""
        return self.folder / f"{name}{self.ending}"

    def __iter__(self) -> Iterator[str]:
        """Yield the names of the entries."""
        for path in self.folder.glob(f"*{self.ending}"):
            if not path.name.startswith("."):
                yield path.name.removesuffix(self.ending)

    def get(self, name: str, read: Callable[[bytes], _Entry]) -> _Entry | None:
        """Read an entry; None if it is not there, or is damaged."""
        try:
            return read(self.path(name).read_bytes())
        except FileNotFoundError:
            return None
        except self._broken:
            self.damaged.add(name)
            return None

    def put(self, name: str, data: bytes) -> None:
        """Write an entry down; an ``OSError`` where that is not possible."""
        replace_file(self.path(name), data)

    def remove(self, name: str) -> None:
        """Remove an entry, if it is there."""
        self.path(name).unlink(missing_ok=True)


@contextmanager
def locked(path: Path, busy: str) -> Iterator[None]:
    """Keep other processes out while the block runs.

    Args:
        path: the file that is locked; it is made where it is missing.
        busy: what to say to a process that comes second.

    The file is there only while the block runs, or after a kill.

    Raises:
        ValueError: another process is at work, with the message ``busy``.
        OSError: the file cannot be made.
    """
    if sys.platform == "win32":  # where a locked file cannot be removed
        yield
        return
    with path.open("wb") as file:
        try:
            try_lock(file.fileno())
        except BlockingIOError:
            raise InvalidValue(busy) from None
        except OSError:
            pass  # a network's file system without locks
        if not path.exists() or not os.path.samestat(os.fstat(file.fileno()), path.stat()):
            raise InvalidValue(busy)  # another process removed this file between our opening and our locking it
        try:
            yield
        finally:
            path.unlink(missing_ok=True)


def try_lock(handle: int) -> None:
    """Lock an open file for this process, until it is closed.

    Raises:
        OSError: another process has it (``BlockingIOError``; on Windows ``PermissionError``), or there are no locks.
    """
    try:
        import fcntl
    except ImportError:
        import msvcrt

        msvcrt.locking(handle, msvcrt.LK_NBLCK, 1)  # type: ignore[attr-defined]
    else:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)

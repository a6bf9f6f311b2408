"""Write into a learner's folder, one kernel at a time, and never through a link: it may be another person's."""

from __future__ import annotations

import os
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from chunklib.atomic_write import replace_file
from chunklib.journal import try_lock
from classroom.judge.errors import CourseError

LOCK_SECONDS = 10.0
_NO_LINK = getattr(os, "O_NOFOLLOW", 0)


def look_inside(folder: Path, path: Path) -> None:
    """Refuse a path in a folder that a link leads away from, and one of something that is neither file nor folder.

    The folder itself may be a link: it was named.

    Raises:
        CourseError: so it is; the line names what is in the way.
    """
    for part in (*reversed(path.parents), path):
        if part == folder or not part.is_relative_to(folder):
            continue
        if part.is_symlink():
            raise CourseError(f"{part} is a link, and nothing is read or written through one here: move it away")
        if part.exists() and not (part.is_file() or part.is_dir()):
            raise CourseError(f"{part} is neither a file nor a folder: move it away")


def write_inside(folder: Path, path: Path, data: bytes) -> None:
    """Write a file of a folder in one piece, with the folders that it needs.

    Raises:
        CourseError: as ``look_inside``.
        OSError: it cannot be written; what was there is then still there.
    """
    look_inside(folder, path)
    path.parent.mkdir(parents=True, exist_ok=True)
    look_inside(folder, path)  # again: what was missing may have been put there meanwhile
    replace_file(path, data)


@contextmanager
def locked(folder: Path) -> Iterator[None]:
    """Hold the folder's lock for the block; a folder that cannot be locked is used without."""
    handle = None
    with suppress(OSError):
        folder.mkdir(parents=True, exist_ok=True)
        handle = os.open(folder / "lock", os.O_RDWR | os.O_CREAT | _NO_LINK, 0o666)
    try:
        if handle is not None:
            _acquire(handle)
        yield
    finally:
        if handle is not None:
            os.close(handle)  # which releases it


def _acquire(handle: int) -> None:
    """Wait for the lock, and go on without it if nobody gives it up: an entry lost is better than a hang."""
    until = time.monotonic() + LOCK_SECONDS
    while time.monotonic() < until:
        try:
            try_lock(handle)
        except (BlockingIOError, PermissionError):  # another kernel has it; PermissionError on Windows
            time.sleep(0.002)
        except OSError:  # this file system has no locks
            return
        else:
            return

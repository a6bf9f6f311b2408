"""Make and check folders that no other user can replace: the whole path is checked, and no link is followed."""

from __future__ import annotations

import errno
import os
import stat
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from classroom.judge.ownership import name_of, trusted

_OTHERS_WRITE = stat.S_IWGRP | stat.S_IWOTH


def look_at(path: Path, *, shared: bool = False) -> None:
    """Refuse a folder that anyone but root, or the user who runs this, could change or put another in place of.

    Args:
        path: full path of a folder; what is missing of it is not looked at.
        shared: whether others may write into the folder itself.

    Raises:
        PermissionError: if it or a folder on the way is a link, belongs to another user, or lets others write.
        NotADirectoryError: where a file is in the way.
        OSError: where it cannot be looked at.
    """
    for part in (*reversed(path.parents), path):
        try:
            seen = part.lstat()
        except FileNotFoundError:
            return
        if stat.S_ISLNK(seen.st_mode):
            raise PermissionError(f"{part} is a link: name the folder itself")
        if not stat.S_ISDIR(seen.st_mode):
            raise NotADirectoryError(f"{part} is not a folder")
        if seen.st_uid not in trusted():
            raise PermissionError(
                f"{part} belongs to {name_of(seen.st_uid)}, who could exchange {path}: chown root {part}"
            )
        # In a folder with the sticky bit, such as /tmp, nobody moves what is root's, and the next part must be.
        writable = seen.st_mode & _OTHERS_WRITE and not (seen.st_mode & stat.S_ISVTX and part != path)
        if writable and not (shared and part == path):
            raise PermissionError(f"others may write into {part}, and so exchange {path}: chmod go-w {part}")


def make(path: Path, mode: int, *, shared: bool = False) -> None:
    """Make a folder where it is missing, and set its rights.

    Args:
        path: full path of the folder. Folders on the way are made, open to be entered and read.
        mode: its rights.
        shared: whether others may write into it.

    Raises:
        OSError: as ``look_at``, and where it cannot be made.
    """
    look_at(path, shared=shared)
    for part in (*reversed(path.parents), path):
        if not os.path.lexists(part):
            part.mkdir(0o700)
            _set(part, 0o755)
    _set(path, mode)


def _set(path: Path, mode: int) -> None:
    with opened(path) as folder:
        if os.fstat(folder).st_uid not in trusted():  # another user was faster, in a folder like /tmp
            raise PermissionError(f"{path} belongs to {name_of(os.fstat(folder).st_uid)}")
        os.fchmod(folder, mode)


@contextmanager
def opened(path: Path) -> Iterator[int]:
    """Open a folder, but no link.

    Args:
        path: a folder in one that only root, or the user who runs this, could move.

    Yields:
        its descriptor: what is done to it is done to this folder, whatever takes its place meanwhile.

    Raises:
        PermissionError: for a link or a file.
        OSError: where it is not there.
    """
    try:
        folder = os.open(path, os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW)
    except OSError as error:
        if error.errno in (errno.ENOTDIR, errno.ELOOP):
            raise PermissionError(f"{path} is a link or a file: it must be a folder") from None
        raise
    try:
        yield folder
    finally:
        os.close(folder)

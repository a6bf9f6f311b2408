"""Files that are written in one piece: there as a whole or not at all."""

from __future__ import annotations

import errno
import os
import stat
from pathlib import Path

_KINDS = ((stat.S_ISDIR, "a folder"), (stat.S_ISFIFO, "a named pipe"), (stat.S_ISSOCK, "a socket"))


def target_of(path: Path) -> Path:
    """Find the file that is written under a name: a link is followed, also to a file that is not there yet.

    Raises:
        OSError: for what is there and no regular file, a link that leads back to itself, and where one cannot look.
    """
    target = Path(os.path.realpath(path)) if path.is_symlink() else path
    if target.is_symlink():
        raise OSError(errno.ELOOP, os.strerror(errno.ELOOP), str(path))
    try:
        mode = target.stat().st_mode
    except FileNotFoundError:
        return target
    if not stat.S_ISREG(mode):
        kind = next((name for is_one, name in _KINDS if is_one(mode)), "a device")
        raise OSError(f"the table must be a file: {path} is {kind}")
    return target


def replace_file(path: Path, data: bytes) -> None:
    """Write a file so that it is there as a whole or not at all, also when the process is killed.

    Raises:
        OSError: as :func:`target_of`, and where it cannot be written.
    """
    path = target_of(path)
    waiting = path.with_name(f".{path.name}.{os.getpid()}")
    try:
        waiting.write_bytes(data)
        waiting.replace(path)
    finally:
        waiting.unlink(missing_ok=True)

"""Write a file in one piece: it is there as a whole or not at all."""

import errno
import os
import re
import stat
import time
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path

_KINDS = ((stat.S_ISDIR, "a folder"), (stat.S_ISFIFO, "a named pipe"), (stat.S_ISSOCK, "a socket"))
_RETRIES, _PAUSE = (20, 0.02) if os.name == "nt" else (0, 0.0)  # Windows refuses while the old file is being read
_WAITING = re.compile(r"\.(.+)\.\d+")


def target_of(path: Path) -> Path:
    """Find the file that is written under a name: a link is followed, also to a file that is not there yet.

    Raises:
        OSError: for anything but a regular file, a link that leads back to itself, and a folder that cannot be read.
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
        raise OSError(f"cannot write {path}: it is {kind}, not a file")
    return target


def replace_file(path: Path, data: bytes, *, mode: int = 0o666) -> None:
    """Write a file so that a reader finds the old one or the new one, whole, also after a kill or with a full disk.

    Args:
        path: the file; a link is followed.
        data: what it is to hold.
        mode: who may read and write a new file, before the process's own mask.

    Raises:
        OSError: as :func:`target_of`, and where it cannot be written.
    """
    path = target_of(path)
    waiting = path.with_name(f".{path.name}.{os.getpid()}")
    try:
        waiting.unlink(missing_ok=True)  # a link of that name would be followed
        with os.fdopen(os.open(waiting, os.O_WRONLY | os.O_CREAT | os.O_EXCL, mode), "wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        _move(waiting, path)
    finally:
        with suppress(OSError):
            waiting.unlink(missing_ok=True)


def _move(waiting: Path, path: Path) -> None:
    for _ in range(_RETRIES):
        with suppress(PermissionError):
            waiting.replace(path)
            return
        time.sleep(_PAUSE)
    waiting.replace(path)


def tidy(folder: Path, endings: Iterable[str]) -> None:
    """Remove what a writer that was killed had begun to write.

    Args:
        folder: where :func:`replace_file` wrote.
        endings: how the names of its files end; nothing else is removed.
    """
    for path in folder.glob(".*"):
        found = _WAITING.fullmatch(path.name)
        if found and found[1].endswith(tuple(endings)):
            path.unlink(missing_ok=True)

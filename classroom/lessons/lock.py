"""Hold a folder's lock, so that two kernels that write into it wait for each other."""

from __future__ import annotations

import os
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from chunklib.journal import try_lock

LOCK_SECONDS = 10.0
_NO_LINK = getattr(os, "O_NOFOLLOW", 0)


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

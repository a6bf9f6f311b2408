"""A line on standard error that says what takes so long; only on a terminal, and gone when the work is done."""

from __future__ import annotations

import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager

_PATIENCE = 0.5  # seconds before anything is shown: quick work shows nothing
_CLEAR = "\r\x1b[K"


@contextmanager
def progress(what: str) -> Iterator[None]:
    """Show what is going on, and for how long, while the block runs.

    Args:
        what: the work, in a few words.
    """
    if not sys.stderr.isatty():
        yield
        return
    done = threading.Event()
    ticker = threading.Thread(target=_tick, args=(what, done), daemon=True)
    ticker.start()
    try:
        yield
    finally:
        done.set()
        ticker.join()


def _tick(what: str, done: threading.Event) -> None:
    begun = time.monotonic()
    shown = False
    while not done.wait(_PATIENCE):
        sys.stderr.write(f"{_CLEAR}{what} … {time.monotonic() - begun:.0f} s")
        sys.stderr.flush()
        shown = True
    if shown:
        sys.stderr.write(_CLEAR)
        sys.stderr.flush()

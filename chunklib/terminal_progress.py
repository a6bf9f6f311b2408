"""Say on standard error what takes so long: one line, only on a terminal, and gone when the work is done."""

import os
import sys
import threading
import time
import unicodedata
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from itertools import accumulate
from typing import TextIO

_PATIENCE = 0.5  # seconds before anything is shown: quick work shows nothing
_COLUMNS = 80  # of a terminal that does not say how wide it is
_BAR = 24  # columns


@contextmanager
def progress(what: str) -> Iterator[Callable[[int, int], None]]:
    """Show how much of the work is done, once that is known, and for how long, while the block runs.

    Args:
        what: the work, in a few words.

    Yields:
        a callable that takes how many parts are done, and of how many.
    """
    shown = [what]

    def advance(done: int, total: int) -> None:
        full = _BAR * done // max(total, 1)
        shown[0] = f"[{'#' * full}{'.' * (_BAR - full)}] {done:,} of {total:,}  {what}"

    if not (sys.stderr and sys.stderr.isatty()):
        yield advance
        return
    done = threading.Event()
    ticker = threading.Thread(target=_tick, args=(sys.stderr, shown, done), daemon=True)
    ticker.start()
    try:
        yield advance
    finally:
        done.set()
        ticker.join()


def _tick(terminal: TextIO, what: Sequence[str], done: threading.Event) -> None:
    begun, shown = time.monotonic(), False
    with suppress(OSError):  # the terminal was closed: the work goes on
        while not done.wait(_PATIENCE):
            _show(terminal, f"{time.monotonic() - begun:.0f} s  {what[0]}")
            shown = True
        if shown:
            _show(terminal, "")


def _show(terminal: TextIO, line: str) -> None:
    """Write over the line the cursor is in. A line that fills the terminal would wrap, and could not be wiped off."""
    columns = 0
    with suppress(OSError):
        columns = os.get_terminal_size(terminal.fileno()).columns
    room = (columns or _COLUMNS) - 1
    shown = one_line(line).encode(terminal.encoding, "backslashreplace").decode(terminal.encoding)
    terminal.write(f"\r{' ' * room}\r{_clip(shown, room)}")
    terminal.flush()


def _clip(line: str, room: int) -> str:
    """Cut a line to what fits in so many columns of a terminal.

    >>> _clip("文件.txt", 5)
    '文件.'
    """
    ends = accumulate(2 if unicodedata.east_asian_width(character) in "WF" else 1 for character in line)
    return line[: sum(end <= room for end in ends)]


def one_line(text: str) -> str:
    r"""Escape what a terminal would not show, or would take for a command.

    Args:
        text: any text; a file's name can hold line ends, and bytes that are not text.

    Returns:
        the text with every character that is not printable written as in Python.

    >>> print(one_line("two\nlines"))
    two\nlines
    """
    return "".join(character if character.isprintable() else ascii(character)[1:-1] for character in text)

"""The line that says what takes so long: only on a terminal, only for long work, and gone afterwards."""

import fcntl
import io
import os
import select
import struct
import sys
import termios
import threading
import time
import unicodedata
from collections.abc import Iterator
from contextlib import contextmanager, redirect_stderr
from types import SimpleNamespace

import pytest

from chunklib import terminal_progress as module
from chunklib.terminal_progress import progress

WAIT = 10  # seconds that a machine may need to let a thread run


class Terminal:
    """A pseudo-terminal: what is written to its `writer` can be read, and rendered, as a screen would."""

    def __init__(self, columns: int, encoding: str) -> None:
        self.reader, slave = os.openpty()
        fcntl.ioctl(slave, termios.TIOCSWINSZ, struct.pack("HHHH", 24, columns, 0, 0))
        self.writer = open(slave, "w", encoding=encoding, errors="backslashreplace")  # noqa: SIM115, PTH123
        self.columns = columns
        self.shown = ""

    def read(self, wait: float) -> bool:
        """Read what has been written, whether there was anything within so many seconds."""
        if not select.select([self.reader], [], [], wait)[0]:
            return False
        self.shown += os.read(self.reader, 100_000).decode(self.writer.encoding)
        return True

    def screen(self) -> list[str]:
        """The lines that a user sees; a line that is longer than the terminal is wide goes on in the next."""
        lines, at = [""], 0
        for character in self.shown:
            width = 2 if unicodedata.east_asian_width(character) in "WF" else 1
            if character == "\r":
                at = 0
            elif character == "\n" or at + width > self.columns:
                lines, at = [*lines, ""], 0
            if character not in "\r\n":
                lines[-1] = lines[-1][:at].ljust(at) + character * width + lines[-1][at + width :]
                at += width
        return [line.rstrip() for line in lines]

    def close(self) -> None:
        self.writer.close()
        os.close(self.reader)


@pytest.fixture
def terminal(request: pytest.FixtureRequest) -> Iterator[Terminal]:
    """A terminal, 30 columns wide or as asked."""
    columns, encoding = getattr(request, "param", (30, "utf-8"))
    made = Terminal(columns, encoding)
    yield made
    made.close()


@contextmanager
def working(terminal: Terminal, what: str = "counting") -> Iterator[None]:
    """Long work with the terminal as standard error; the block runs when something is shown, which is wiped off."""
    try:
        with redirect_stderr(terminal.writer), progress(what):
            assert terminal.read(WAIT)
            yield
    finally:
        while terminal.read(0):
            pass
        assert terminal.screen() == [""]


@pytest.fixture(autouse=True)
def impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    """All work is long."""
    monkeypatch.setattr(module, "_PATIENCE", 0.01)


def test_long_work_is_shown_and_wiped_off(terminal: Terminal) -> None:
    with working(terminal):
        assert terminal.screen() == ["0 s  counting"]


def test_seconds_are_counted(terminal: Terminal, monkeypatch: pytest.MonkeyPatch) -> None:
    clock = iter([100.0, *[107.4] * 100_000])
    monkeypatch.setattr(time, "monotonic", lambda: next(clock))
    with working(terminal):
        assert terminal.screen() == ["7 s  counting"]


def test_quick_work_shows_nothing(terminal: Terminal, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "_PATIENCE", 3600)
    with redirect_stderr(terminal.writer), progress("counting"):
        pass
    assert not terminal.read(0)


@pytest.mark.parametrize("error", [ValueError, KeyboardInterrupt])
def test_work_that_fails_leaves_a_clean_line(terminal: Terminal, error: type[BaseException]) -> None:
    with pytest.raises(error), working(terminal):
        raise error


@pytest.mark.parametrize("terminal", [(20, "utf-8"), (9, "utf-8")], indirect=True)
@pytest.mark.parametrize("what", ["splitting a name that is far too long", "文件文件文件文件文件文件", "e\u0301" * 30])
def test_a_line_never_wraps(terminal: Terminal, what: str) -> None:
    with working(terminal, what):
        [line] = terminal.screen()
        assert line.startswith("0 s  ")
        assert len(line) >= terminal.columns - 2  # all that fits is shown


@pytest.mark.parametrize("terminal", [(30, "ascii")], indirect=True)
def test_a_terminal_that_knows_only_ascii(terminal: Terminal) -> None:
    with working(terminal, "splitting ééééé.txt and more"):
        assert terminal.screen() == [r"0 s  splitting \xe9\xe9\xe9\x"]


def test_a_name_gives_the_terminal_no_commands(terminal: Terminal) -> None:
    with working(terminal, "a\x1b[2Jb\nc\udcff"):
        assert terminal.screen() == [r"0 s  a\x1b[2Jb\nc\udcff"]


def test_nothing_is_shown_where_there_is_no_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    stream = io.StringIO()
    for stderr in (stream, None):
        monkeypatch.setattr(sys, "stderr", stderr)
        before = threading.active_count()
        with progress("counting"):
            assert threading.active_count() == before
    assert stream.getvalue() == ""


def test_the_work_goes_on_when_the_terminal_is_closed() -> None:
    terminal = Terminal(30, "utf-8")
    threads = set(threading.enumerate())
    with redirect_stderr(terminal.writer), progress("counting"):
        assert terminal.read(WAIT)
        [ticker] = set(threading.enumerate()) - threads
        os.close(terminal.reader)
        ticker.join(WAIT)
        assert not ticker.is_alive()
    with pytest.raises(OSError, match="Input/output"):
        terminal.writer.close()


def seen(terminal: Terminal, line: str) -> bool:
    """Wait a little until a terminal shows a line, and tell if it does."""
    limit = time.monotonic() + WAIT
    while terminal.screen() != [line] and time.monotonic() < limit:
        terminal.read(0.1)
    return terminal.screen() == [line]


@pytest.mark.parametrize("terminal", [(80, "ascii")], indirect=True)
def test_counted_work_is_shown_as_a_bar(terminal: Terminal, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "time", SimpleNamespace(monotonic=lambda: 7.0))  # no second passes
    with redirect_stderr(terminal.writer), progress("measuring 9 settings") as advance:
        assert terminal.read(WAIT)
        assert terminal.screen() == ["0 s  measuring 9 settings"]  # nothing is counted yet
        for done, bar in ((0, "." * 24), (1, "." * 24), (53, "#" * 1 + "." * 23), (600, "#" * 12 + "." * 12)):
            advance(done, 1200)
            assert seen(terminal, f"0 s  [{bar}] {done} of 1,200  measuring 9 settings")
        advance(1200, 1200)
        assert seen(terminal, f"0 s  [{'#' * 24}] 1,200 of 1,200  measuring 9 settings")
    while terminal.read(0):
        pass
    assert terminal.screen() == [""]

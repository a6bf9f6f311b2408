"""Measure from outside what processes in a sandbox use: what they show, and what the kernel keeps for them."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import suppress
from functools import cache
from pathlib import Path

from classroom.judge.worker.processes import Usage

_TICKS = os.sysconf("SC_CLK_TCK") if hasattr(os, "sysconf") else 100
_TAKEN = ("VmRSS:", "VmSwap:", "VmPTE:")  # lines of a process's `status`
_USUAL_BUFFER = 212_992
_PIECE_BYTES = 300  # what the kernel keeps for each piece of a process's memory
_MOST_PIECES = 65_530  # how many pieces a process may have
_READ = 2**18  # bytes of a list of pieces: one that is longer is taken for the longest


def used_by(pid: int) -> Usage:
    """Return what one process has used, swapped out and in tables of the kernel as well.

    The threads are asked, since the first may have ended: the process then shows no memory, and keeps it. It runs if
    any of them does.
    """
    fields = _fields(Path(f"/proc/{pid}/stat"))
    memory, running = 0, False
    for task in Path(f"/proc/{pid}/task").iterdir():
        with suppress(OSError, IndexError):
            running = running or _fields(task / "stat")[0] == "R"
            if memory == 0:
                words = (task / "status").read_text("utf-8", "replace")
                memory = sum(int(line.split()[1]) * 1024 for line in words.split("\n") if line.startswith(_TAKEN))
                memory += _bytes_of_pieces(task) if memory else 0
    return Usage(sum(map(int, fields[11:15])) / _TICKS, memory, running)  # its own, and of children that have ended


def _bytes_of_pieces(task: Path) -> int:
    """Return what the kernel keeps of how a process has cut up its memory; no other number shows it."""
    try:
        with (task / "maps").open("rb") as file:
            found = file.read(_READ)
    except PermissionError:
        return _MOST_PIECES * _PIECE_BYTES
    return (found.count(b"\n") if len(found) < _READ else _MOST_PIECES) * _PIECE_BYTES


def _fields(stat: Path) -> list[str]:
    """Return the words of a process's or thread's ``stat`` from its state on."""
    return stat.read_text("utf-8", "replace").rpartition(")")[2].split()


@cache
def _socket_buffer() -> int:
    """Return the bytes that a socket can hold where nobody may raise that: a little less than twice its limit."""
    with suppress(OSError, ValueError):
        return 2 * int(Path("/proc/sys/net/core/wmem_default").read_text("ascii"))
    return 2 * _USUAL_BUFFER


def bytes_of_sockets(pid: int) -> int:
    """Return what all sockets inside a sandbox can hold, open or on their way: the kernel keeps it for no process.

    ``pid`` is the process that holds the sandbox, and is not inside.
    """
    with suppress(OSError, ValueError, IndexError):
        for one in list(family(pid))[1:]:
            words = Path(f"/proc/{one}/net/sockstat").read_text("ascii").split()
            return int(words[words.index("used") + 1]) * _socket_buffer()
    return 0


def family(pid: int) -> Iterator[int]:
    """Yield a process and its descendants."""
    waiting = [pid]
    while waiting:
        pid = waiting.pop()
        yield pid
        with suppress(OSError, ValueError):
            for task in Path(f"/proc/{pid}/task").iterdir():
                waiting += map(int, (task / "children").read_text("ascii").split())

"""Measure from outside what processes in a sandbox use: what they show, and what the kernel keeps for them.

Where the grader may make a control group of the kernel (version 2), that counts what no process shows: buffers of
sockets and pipes, tables of the kernel. Where not, the filter of system calls keeps those doors shut, and the guard
counts what it sees.
"""

from __future__ import annotations

import itertools
import os
import re
from collections.abc import Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass
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


ROOT = Path("/sys/fs/cgroup")
_OWN = Path("/proc/self/cgroup")
_NUMBERS = itertools.count()
_NAME = "chunklib-{}-{}"


@dataclass(frozen=True)
class Group:
    """Holds the folder of a control group that is ours."""

    folder: Path

    def add(self, processes: Iterable[int]) -> bool:
        """Move processes into it, from where all that they start stays in it; tell whether that could be done."""
        try:
            for pid in processes:
                (self.folder / "cgroup.procs").write_text(str(pid), "ascii")
        except OSError:
            return False
        return True

    def burst(self) -> bool:
        """Tell whether the kernel ended what was inside, because it wanted more memory than it may have."""
        with suppress(OSError):
            events = (self.folder / "memory.events").read_text("ascii")
            return re.search(r"^oom_kill [1-9]", events, re.MULTILINE) is not None
        return False

    def remove(self) -> None:
        """Remove the group; nothing runs in it any more."""
        with suppress(OSError):
            self.folder.rmdir()


def make_group(memory: int, root: Path = ROOT, own: Path = _OWN) -> Group | None:
    """Return a new group with so many bytes of memory and no swap; None where none can be made.

    It is made in the nearest folder above our own that gives memory to its parts and that we may write to: a user's
    part of a desktop, or for root the machine's.
    """
    for parent in _above(root, own):
        _sweep(parent)
        group = Group(parent / _NAME.format(os.getpid(), next(_NUMBERS)))
        try:
            group.folder.mkdir()
            (group.folder / "memory.max").write_text(str(memory), "ascii")
            (group.folder / "memory.oom.group").write_text("1", "ascii")
            with suppress(FileNotFoundError):  # a kernel without swap
                (group.folder / "memory.swap.max").write_text("0", "ascii")
        except OSError:
            group.remove()
            continue
        return group
    return None


def _above(root: Path, own: Path) -> Iterator[Path]:
    """Yield the folders above our own group, nearest first, that give memory to their parts."""
    with suppress(OSError):
        name = re.search(r"^0::/(.*)$", own.read_text("utf-8"), re.MULTILINE)
        if name is None or not (root / "cgroup.controllers").is_file() or ".." in name[1].split("/"):
            return
        place = root / name[1]
        for folder in (place, *place.parents):
            with suppress(OSError):
                if "memory" in (folder / "cgroup.subtree_control").read_text("ascii").split():
                    yield folder
            if folder == root:
                return


def _sweep(parent: Path) -> None:
    """Remove the groups of graders that were killed; one in which something runs stays."""
    for folder in parent.glob(_NAME.format("*", "*")):
        pid = folder.name.split("-")[1]
        if pid.isdecimal() and not Path(f"/proc/{pid}").exists():
            Group(folder).remove()

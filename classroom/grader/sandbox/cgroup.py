"""A control group of the kernel (version 2) for a sandbox, where the grader may make one.

It counts what no process shows: buffers of sockets and pipes, tables of the kernel. Where there is none, the filter of
system calls keeps those doors shut, and the guard counts what it sees.
"""

from __future__ import annotations

import itertools
import os
import re
from collections.abc import Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

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

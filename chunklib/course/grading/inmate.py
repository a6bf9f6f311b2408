"""Start a student's cells in the sandbox, watch what they use, and end them with everything that they started.

All that runs inside is in one process namespace: when its first process is killed, the kernel ends the rest, and
their scratch folder goes with them.
"""

from __future__ import annotations

import os
import platform
import signal
import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from multiprocessing import Pipe
from pathlib import Path
from typing import Any

from chunklib.course.grading.bubblewrap import Bubblewrap, sandboxed
from chunklib.course.grading.seccomp import open_filter
from chunklib.course.sandbox.conversation import Conversation, Limits
from chunklib.course.sandbox.processes import start
from tiktoken_ext import chunklib_vocabularies

INSIDE = Limits(cpu=4.0, wall=15.0, first=4.0, start=20.0, total=60.0, memory=2**30)
CPU_SECONDS = 60
MAX_PROCESSES = 64
_SERVE = "chunklib.course.grading.inside.serve"
_TICKS = os.sysconf("SC_CLK_TCK") if hasattr(os, "sysconf") else 100
_PAGE = os.sysconf("SC_PAGE_SIZE") if hasattr(os, "sysconf") else 4096


@dataclass(frozen=True)
class Inmate:
    """A running sandbox: the process that holds it, and our end of the pipe into it."""

    process: subprocess.Popen[bytes]
    pipe: Any

    def usage(self) -> tuple[float, int] | None:
        """Return the processor time and the memory of all that runs inside; too many processes count as memory."""
        seconds, resident, number = 0.0, 0, 0
        for pid in family(self.process.pid):
            with suppress(OSError, ValueError, IndexError):
                fields = Path(f"/proc/{pid}/stat").read_text("utf-8", "replace").rpartition(")")[2].split()
                seconds += (int(fields[11]) + int(fields[12])) / _TICKS
                resident += int(fields[21]) * _PAGE
                number += 1
        return (seconds, resident if number <= MAX_PROCESSES else 2**62) if number else None

    def end(self) -> None:
        """Kill everything inside; safe to call again, and from two threads."""
        for pid in family(self.process.pid):
            with suppress(ProcessLookupError, PermissionError):
                os.kill(pid, signal.SIGKILL)
        with suppress(subprocess.TimeoutExpired):
            self.process.wait(10)


def family(pid: int) -> Iterator[int]:
    """Yield a process and its descendants."""
    yield pid
    with suppress(OSError, ValueError):
        for task in Path(f"/proc/{pid}/task").iterdir():
            for child in (task / "children").read_text("ascii").split():
                yield from family(int(child))


class Student(Conversation):
    """A student's cells in a sandbox, with one function to call; use it in a `with` block, which ends it.

    Args:
        bubblewrap: what makes the sandbox; None for a plain process, which is for code that is trusted.
        cells: the sources of the code cells.
        name: the function that is called.
        definitions: run only imports, definitions and constants.
    """

    def __init__(
        self,
        bubblewrap: Bubblewrap | None,
        cells: Sequence[str],
        name: str,
        limits: Limits = INSIDE,
        *,
        definitions: bool = False,
    ) -> None:
        first = {
            "cells": list(cells),
            "name": name,
            "definitions": definitions,
            "cpu": CPU_SECONDS,
            "memory": limits.memory,
            "count_processes": bubblewrap is not None and (bubblewrap.user is not None or _counts_by_namespace()),
        }
        super().__init__(start(_SERVE, "0") if bubblewrap is None else _start(bubblewrap), first, limits)


def _start(bubblewrap: Bubblewrap) -> Inmate:
    ours, theirs = Pipe()
    filtering = open_filter()
    inside = ["-P", "-m", _SERVE, str(theirs.fileno()), str(bubblewrap.user or 0)]
    command = sandboxed(
        bubblewrap, [sys.executable, *inside], vocabularies=chunklib_vocabularies.put_on_board(), seccomp=filtering
    )
    handles = (theirs.fileno(), *(() if filtering is None else (filtering,)))
    nowhere = dict.fromkeys(("stdin", "stdout", "stderr"), subprocess.DEVNULL)
    try:
        process = subprocess.Popen(command, pass_fds=handles, start_new_session=True, cwd="/", **nowhere)
    except BaseException:
        ours.close()
        raise
    finally:
        theirs.close()
        if filtering is not None:
            os.close(filtering)
    return Inmate(process, ours)


def _counts_by_namespace() -> bool:
    """Tell whether the limit on processes counts those inside alone (Linux 5.14), not all of this user's."""
    version = platform.release().split(".")
    with suppress(ValueError, IndexError):
        return (int(version[0]), int("".join(filter(str.isdigit, version[1])))) >= (5, 14)
    return False

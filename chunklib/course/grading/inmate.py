"""Start a student's cells in the sandbox, watch what they use, and end them with everything that they started.

All that runs inside is in one process namespace: when its first process is killed, the kernel ends the rest, and
their scratch folder goes with them.
"""

from __future__ import annotations

import itertools
import os
import pickle
import platform
import select
import signal
import subprocess
import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from multiprocessing import Pipe
from pathlib import Path
from typing import IO, Any

from chunklib.course.grading.bubblewrap import LIBRARY, PACKAGE, SCRATCH, Bubblewrap, NoSandbox, sandboxed
from chunklib.course.grading.seccomp import open_filter
from chunklib.course.sandbox.answering import STARTED
from chunklib.course.sandbox.conversation import Conversation, Dead, Limits
from chunklib.course.sandbox.processes import BARE, start
from chunklib.course.sandbox.usage import Usage
from tiktoken_ext import chunklib_vocabularies

INSIDE = Limits(cpu=4.0, wall=15.0, first=4.0, start=20.0, total=60.0, memory=2**30, reply=2_000_000)
CPU_SECONDS = 60
MAX_PROCESSES = 64
FILE_BYTES = 1024
_BARE = BARE.relative_to(PACKAGE.parent).as_posix()
_SERVE = "chunklib.course.grading.inside.serve"
_TICKS = os.sysconf("SC_CLK_TCK") if hasattr(os, "sysconf") else 100
_PAGE = os.sysconf("SC_PAGE_SIZE") if hasattr(os, "sysconf") else 4096
_NUMBERS = itertools.count()
GO = pickle.dumps("run the cells")


@dataclass
class Inmate:
    """A running sandbox: the process that holds it, our end of the pipe into it, and what its start-up says.

    `first` is a handle on the first process inside, with which all others end, and `scratch` one on the scratch folder;
    None until `hold` has found them.
    """

    process: subprocess.Popen[bytes]
    pipe: Any
    words: IO[bytes]
    first: int | None = field(default=None, init=False)
    scratch: int | None = field(default=None, init=False)

    def hold(self) -> None:
        """Take hold of the first process inside, to know later that all are gone, and of the scratch folder.

        Called before any cell is run: later a process may forbid to be looked at.
        """
        inside = list(family(self.process.pid))[1:]
        with suppress(OSError, AttributeError, IndexError):  # a system without such handles
            self.first = os.pidfd_open(inside[0])
        for pid in inside:
            with suppress(OSError, AttributeError):
                self.scratch = os.open(f"/proc/{pid}/root{SCRATCH}", os.O_PATH | os.O_DIRECTORY)
                return

    def usage(self) -> Usage | None:
        """Return what all that is inside has used; too many processes count as memory."""
        seconds, resident, number, running = 0.0, 0, 0, False
        for pid in family(self.process.pid):
            with suppress(OSError, ValueError, IndexError):
                fields = Path(f"/proc/{pid}/stat").read_text("utf-8", "replace").rpartition(")")[2].split()
                seconds += sum(map(int, fields[11:15])) / _TICKS  # its own, and that of children that have ended
                resident += int(fields[21]) * _PAGE
                running = running or fields[0] == "R"
                number += 1
        resident += self._scratch_bytes()
        return Usage(seconds, resident if number <= MAX_PROCESSES else 2**62, running) if number else None

    def _scratch_bytes(self) -> int:
        """Return the memory of the scratch folder, which is in memory; each of its files takes some, however empty."""
        if self.scratch is not None:
            with suppress(OSError):
                found = os.statvfs(self.scratch)
                return (found.f_blocks - found.f_bfree) * found.f_frsize + (found.f_files - found.f_ffree) * FILE_BYTES
        return 0

    def end(self) -> None:
        """Kill everything inside and wait until it is gone; safe to call again, and from two threads."""
        inside = list(family(self.process.pid))[1:] if self.process.poll() is None else []
        for pid in inside:
            with suppress(ProcessLookupError, PermissionError):
                os.kill(pid, signal.SIGKILL)
        if self.first is not None:
            with suppress(OSError):
                signal.pidfd_send_signal(self.first, signal.SIGKILL)
            gone = select.poll()
            gone.register(self.first, select.POLLIN)
            gone.poll(10_000)
        with suppress(subprocess.TimeoutExpired):  # whose child ends ends by itself, once it has buried it
            self.process.wait(10 if inside else 0)
        self.process.kill()
        with suppress(subprocess.TimeoutExpired):
            self.process.wait(10)

    def close(self) -> None:
        """Give back the handles; nothing else is called after this."""
        self.words.close()
        for handle in (self.first, self.scratch):
            if handle is not None:
                os.close(handle)
        self.first = self.scratch = None

    def last_words(self) -> str:
        """Return the last line that bubblewrap, or Python before it ran any cell, wrote on standard error."""
        with suppress(OSError, ValueError):
            lines = (self.words.read(2**16) or b"").decode("utf-8", "replace").split("\n")
            return next((line.strip() for line in reversed(lines) if line.strip()), "")
        return ""


def family(pid: int) -> Iterator[int]:
    """Yield a process and its descendants."""
    waiting = [pid]
    while waiting:
        pid = waiting.pop()
        yield pid
        with suppress(OSError, ValueError):
            for task in Path(f"/proc/{pid}/task").iterdir():
                waiting += map(int, (task / "children").read_text("ascii").split())


class Inside(Conversation):
    """A conversation with a process of ours in a sandbox; use it in a `with` block, which ends all that is inside.

    Args:
        bubblewrap: what makes the sandbox; None for a plain process, which is for code that is trusted.
        module: what runs inside; it settles (see `inside.settle`) before it runs what is not ours.
        first: what it is told, on top of the limits.
        limits: what it may use.
    """

    def __init__(self, bubblewrap: Bubblewrap | None, module: str, first: Mapping[str, object], limits: Limits) -> None:
        settings = {
            "cpu": CPU_SECONDS,
            "memory": limits.memory,
            "count_processes": bubblewrap is not None and (bubblewrap.user is not None or _counts_by_namespace()),
        }
        self._inmate = None if bubblewrap is None else _start(bubblewrap, module)
        super().__init__(self._inmate or start(module, "0"), {**first, **settings}, limits)

    def ready(self) -> dict[str, Any]:
        """Wait until the process is ready to be asked; what it found is in the answer.

        Raises:
            NoSandbox: the sandbox did not start. It says so before it runs any cell, so no cell can be the reason.
        """
        try:
            self._receive(STARTED)
        except Dead as dead:
            words = self._inmate.last_words() if self._inmate else ""
            raise NoSandbox(f"the sandbox did not start: {words or dead.detail}"[:400]) from None
        if self._inmate is not None:
            self._inmate.hold()
        self._send(GO)
        self._guard.begin(self.limits.start, self.limits.start)
        return super().ready()

    def left(self) -> float:
        """Return the seconds that are left for calls, of its own time: a mark does not depend on a busy machine."""
        return self.limits.total - self.spent()

    def close(self) -> None:
        """End the sandbox with everything that runs inside."""
        super().close()
        if self._inmate is not None:
            self._inmate.close()


class Student(Inside):
    """A student's cells in a sandbox, with one function to call.

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
        super().__init__(bubblewrap, _SERVE, {"cells": list(cells), "name": name, "definitions": definitions}, limits)


def _start(bubblewrap: Bubblewrap, module: str) -> Inmate:
    # A user of its own for each: the limit on processes counts all those of one user.
    user = 0 if bubblewrap.user is None else bubblewrap.user + next(_NUMBERS) % 100
    vocabularies = chunklib_vocabularies.put_on_board()
    ours, theirs = Pipe()
    words, said = (open(handle, mode, buffering=0) for handle, mode in zip(os.pipe(), ("rb", "wb"), strict=True))  # noqa: SIM115, PTH123
    filtering = open_filter()
    try:
        inside = [sys.executable, "-P", f"{LIBRARY}/{_BARE}", module, str(theirs.fileno()), str(user)]
        process = subprocess.Popen(
            sandboxed(bubblewrap, inside, vocabularies=vocabularies, seccomp=filtering),
            pass_fds=(theirs.fileno(), *(() if filtering is None else (filtering,))),
            start_new_session=True,
            cwd="/",
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=said,
        )
    except BaseException:
        ours.close()
        words.close()
        raise
    finally:
        theirs.close()
        said.close()
        if filtering is not None:
            os.close(filtering)
    os.set_blocking(words.fileno(), False)
    return Inmate(process, ours, words)


def _counts_by_namespace() -> bool:
    """Tell whether the limit on processes counts those inside alone (Linux 5.14), not all of this user's."""
    version = platform.release().split(".")
    with suppress(ValueError, IndexError):
        return (int(version[0]), int("".join(filter(str.isdigit, version[1])))) >= (5, 14)
    return False

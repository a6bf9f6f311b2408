"""Start a student's cells in the sandbox, watch what they use, and end them with everything that they started.

All that runs inside is in one process namespace: when its first process is killed, the kernel ends the rest, and
their scratch folder goes with them.
"""

from __future__ import annotations

import ctypes
import itertools
import os
import pickle
import platform
import select
import signal
import subprocess
from collections.abc import Collection, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from multiprocessing import Pipe
from typing import IO, TYPE_CHECKING, Any

from classroom.grader.sandbox.bubblewrap import SCRATCH, Bubblewrap, NoSandbox, sandboxed
from classroom.grader.sandbox.inside.watching import known
from classroom.grader.sandbox.measuring import Group, bytes_of_sockets, family, make_group, used_by
from classroom.grader.sandbox.seccomp import open_filter
from classroom.grader.sandbox.surroundings import discreet
from classroom.judge.worker.call_server import NOTE, STARTED
from classroom.judge.worker.client import Conversation, Dead, Limits
from classroom.judge.worker.codec import NotPlain, decode
from classroom.judge.worker.processes import Usage, command_of, start
from tiktoken_ext import chunklib_vocabularies

if TYPE_CHECKING:
    from classroom.grader.sandbox.inside.cells import Place

INSIDE = Limits(
    cpu=4.0, wall=15.0, first=4.0, start=20.0, total=60.0, memory=2**30, reply=20_000, echo=200, replies=50_000_000
)
"""Of one process. Right answers send back up to 4 bytes for each that they are sent, and one row a character takes 85:
what is far beyond is not judged, since judging it takes long on one machine and too long on another."""
CPU_SECONDS = 60
_LATER = 30  # seconds after which the system ends a process that the guard, which can say why, should have ended
MAX_PROCESSES = 64
FILE_BYTES = 1024
_NOTE_BYTES, _MAX_NOTES = 200, 100_000
_SPARE = 2**28  # bytes that the kernel may count on top of what the guard sees
_SERVE = "classroom.grader.sandbox.inside.serve"
_TOO_MUCH = 2**62
_NO_HUGE_PAGES = 41  # PR_SET_THP_DISABLE, Linux
_NUMBERS = itertools.count()
GO = pickle.dumps("run the cells")


@dataclass
class Inmate:
    """Holds a running sandbox: its process, our end of the pipe into it, what its start-up says, its group.

    ``first`` is a handle on the first process inside, with which all others end, and ``scratch`` one on the scratch
    folder; None until ``hold`` has found them.
    """

    process: subprocess.Popen[bytes]
    pipe: Any
    words: IO[bytes]
    group: Group | None = None
    first: int | None = field(default=None, init=False)
    scratch: int | None = field(default=None, init=False)

    def hold(self) -> None:
        """Take hold of the first process inside, to know later that all are gone, and of the scratch folder.

        Where there is a control group, all that is inside comes into it.

        Called before any cell is run: later a process may forbid to be looked at.
        """
        inside = list(family(self.process.pid))[1:]
        if self.group is not None and not self.group.add(inside):
            self.group.remove()
            self.group = None
        with suppress(OSError, AttributeError, IndexError):  # a system without such handles
            self.first = os.pidfd_open(inside[0])
        for pid in inside:
            with suppress(OSError, AttributeError):
                self.scratch = os.open(f"/proc/{pid}/root{SCRATCH}", os.O_PATH | os.O_DIRECTORY)
                return

    def usage(self) -> Usage | None:
        """Return what all that is inside has used; too many processes count as memory."""
        if self.group is not None and self.group.burst():
            return Usage(0.0, _TOO_MUCH)
        seconds, memory, number, running = 0.0, 0, 0, False
        for pid in family(self.process.pid):
            with suppress(OSError, ValueError, IndexError):
                one = used_by(pid)
                seconds, memory, running = seconds + one.seconds, memory + one.memory, running or one.running
                number += 1
        memory += self._scratch_bytes() + bytes_of_sockets(self.process.pid)
        return Usage(seconds, memory if number <= MAX_PROCESSES else _TOO_MUCH, running) if number else None

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
        if self.group is not None:
            self.group.remove()

    def last_words(self) -> str:
        """Return the last line that bubblewrap, or Python before it ran any cell, wrote on standard error."""
        with suppress(OSError, ValueError):
            lines = (self.words.read(2**16) or b"").decode("utf-8", "replace").split("\n")
            return next((line.strip() for line in reversed(lines) if line.strip()), "")
        return ""


class Student(Conversation):
    """Runs a student's cells in a sandbox, with one function to call; a ``with`` block ends all that is inside.

    Args:
        bubblewrap: what makes the sandbox; None for a plain process, which is for code that is trusted.
        cells: the sources of the code cells.
        name: the function that is called.
        limits: what it may use.
        skipped: statements that are left out; ``at`` is the last that was begun.
        definitions: run only imports, definitions and settings.
    """

    def __init__(
        self,
        bubblewrap: Bubblewrap | None,
        cells: Sequence[str],
        name: str,
        limits: Limits = INSIDE,
        *,
        skipped: Collection[Place] = (),
        definitions: bool = False,
    ) -> None:
        self.at: Place = (0, 0)
        self._notes = 0
        self.seen = set[str]()
        asked = {"cells": list(cells), "name": name, "skipped": list(skipped), "definitions": definitions}
        counts = bubblewrap is not None and (bubblewrap.user is not None or _counts_by_namespace())
        asked |= {"cpu": CPU_SECONDS + _LATER, "memory": limits.memory, "count_processes": counts}
        self._inmate = None if bubblewrap is None else _start(bubblewrap, limits.memory)
        super().__init__(self._inmate or start(_SERVE, 0), asked, limits)

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

    def _checked(self, data: bytes, number: int) -> dict[str, Any]:
        """Read an answer, which may tell where this Python lies: in an exception, or as a value."""
        told = discreet(data.decode("utf-8", "surrogateescape"))
        return super()._checked(told.encode("utf-8", "surrogateescape"), number)

    def _is_note(self, answer: bytes) -> bool:
        """Keep where the cells are. Whatever runs there can say so as well: there is an end to what is listened to."""
        if len(answer) > _NOTE_BYTES or self._notes >= _MAX_NOTES:
            return False
        self._notes += 1
        with suppress(NotPlain):
            note = decode(answer)
            at = note.get("at") if isinstance(note, dict) and note.get("number") == NOTE else None
            if isinstance(at, tuple) and [type(one) for one in at] == [int, int]:
                self.at = at
                return True
        return False

    def call(self, args: tuple[Any, ...], kwargs: dict[str, Any]) -> dict[str, Any]:
        """Return the answer to one call, and remember which libraries of our list ran in it."""
        answer = super().call(args, kwargs)
        self.seen |= known(answer.get("seen"))
        return answer

    def left(self) -> float:
        """Return the seconds that are left for calls, of its own time: a mark does not depend on a busy machine."""
        return self.limits.total - self.spent()

    def close(self) -> None:
        """End the sandbox with everything that runs inside."""
        super().close()
        if self._inmate is not None:
            self._inmate.close()


def _start(bubblewrap: Bubblewrap, memory: int) -> Inmate:
    # A user of its own for each: the limit on processes counts all those of one user.
    user = 0 if bubblewrap.user is None else bubblewrap.user + next(_NUMBERS) % 100
    vocabularies = chunklib_vocabularies.put_on_board()
    ours, theirs = Pipe()
    words, said = (open(handle, mode, buffering=0) for handle, mode in zip(os.pipe(), ("rb", "wb"), strict=True))  # noqa: SIM115, PTH123
    filtering = open_filter()
    _without_huge_pages()
    try:
        inside = command_of(_SERVE, theirs.fileno(), user)
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
    return Inmate(process, ours, words, make_group(memory + _SPARE))


def _without_huge_pages() -> None:
    """Give this process, and all that it starts from now on, pages of one size.

    Of a huge page that is given back but for a small part, the part alone is counted, and all of it is kept.
    """
    with suppress(OSError, AttributeError):
        ctypes.CDLL(None).prctl(_NO_HUGE_PAGES, *map(ctypes.c_ulong, (1, 0, 0, 0)))


def _counts_by_namespace() -> bool:
    """Tell whether the limit on processes counts those inside alone (Linux 5.14), not all of this user's."""
    version = platform.release().split(".")
    with suppress(ValueError, IndexError):
        return (int(version[0]), int("".join(filter(str.isdigit, version[1])))) >= (5, 14)
    return False

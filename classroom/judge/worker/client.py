"""Be the parent of a check: ask a child process for calls, and end it whatever it does.

Three things can go wrong with a call and none may reach the kernel: it takes too long, it takes too much
memory, or its process ends. A guard thread watches the first two and kills; the pipe tells the third.
Limits are on processor time first, so that a busy machine does not turn a right answer into a slow one.
"""

from __future__ import annotations

import subprocess
import threading
import time
from contextlib import suppress
from dataclasses import dataclass
from typing import Any, Protocol, Self

import cloudpickle

from classroom.judge.worker.codec import NotPlain, decode
from classroom.judge.worker.processes import Usage, start

TICK = 0.05
GRACE = 0.5
PAUSE = 1.0  # seconds: a longer gap between two looks was a pause of ours, and not the child's doing
GIGABYTE = 2**30


@dataclass(frozen=True)
class Limits:
    """Says how much a check may use: seconds of processor time and of waiting, bytes of memory and of one reply.

    ``first`` is the allowance on top of a call's own for the first call, which may import a tokenizer. ``echo`` is how
    many bytes a reply may have on top of ``reply`` for each byte of what was asked, and ``replies`` how many all may
    have.
    """

    cpu: float = 2.0
    wall: float = 8.0
    first: float = 2.0
    start: float = 10.0
    total: float = 17.0
    memory: int = 2 * GIGABYTE
    reply: int = 64_000_000
    echo: int = 0
    replies: int = 2**62


LIMITS = Limits()


class Dead(Exception):
    """Says that the worker ended; ``reason`` is "slow", "memory", "large" or "ended", ``detail`` says it in words."""

    def __init__(self, reason: str, detail: str) -> None:
        super().__init__(detail)
        self.reason = reason
        self.detail = detail


class Child(Protocol):
    """Holds a process that was started for us, and our end of the pipe to it."""

    @property
    def process(self) -> subprocess.Popen[bytes]:
        """Return the process; its exit status says how it ended."""

    @property
    def pipe(self) -> Any:
        """Return our end of the pipe."""

    def usage(self) -> Usage | None:
        """Return what it has used so far, None if that is not known."""

    def end(self) -> None:
        """Kill it with everything that it started; safe to call again, and from two threads."""


class _Guard(threading.Thread):
    """Watches one worker and kills it when the call that runs exceeds its limits.

    ``time`` is the time of all calls so far in seconds: while the child runs, or waits for a processor, what it worked;
    else, as long as it sleeps, the time by the clock.
    """

    def __init__(self, child: Child, memory: int) -> None:
        super().__init__(daemon=True, name="chunklib-check-guard")
        self.child = child
        self.memory = memory
        self.dead: Dead | None = None
        self.over = threading.Event()
        self.lock = threading.Lock()
        self.time = 0.0
        self._limit: tuple[float, float] | None = None
        self._cpu_before: float | None = None
        self._looked = (0.0, 0.0)  # by the clock, and the processor time seen then

    def begin(self, cpu: float, wall: float) -> None:
        """Allow the call that starts now ``cpu`` seconds of processor time and ``wall`` seconds in all."""
        with self.lock:
            self._limit = (cpu, self.time + wall)
            self._cpu_before = None
            self._looked = (time.monotonic(), 0.0)

    def finish(self) -> None:
        """Say that the call has answered.

        Raises:
            Dead: it was killed in the same moment.
        """
        with self.lock:
            self._limit = None
            if self.dead is not None:
                raise self.dead

    def run(self) -> None:
        while not self.over.wait(TICK):
            with self.lock:
                self.dead = self._exceeded()
            if self.dead is not None:
                self.child.end()
                return

    def _exceeded(self) -> Dead | None:
        usage = self.child.usage()
        if usage is None:
            return None
        if usage.memory > self.memory:  # also between two calls: a thread or a process may be left from the last
            return self.too_much_memory()
        if self._limit is None:
            return None
        allowed, deadline = self._limit
        if self._cpu_before is None:
            self._cpu_before = usage.seconds
            self._looked = (self._looked[0], usage.seconds)
        self._count(usage)
        if usage.seconds - self._cpu_before > allowed:
            return Dead("slow", f"had not ended after {allowed:g} seconds of work")
        if self.time > deadline:
            return Dead("slow", "had not ended when its time was over")
        return None

    def too_much_memory(self) -> Dead:
        """Return the reason for its end if it took more memory than it may."""
        return Dead("memory", f"used more than {self.memory / GIGABYTE:g} GB of memory")

    def _count(self, usage: Usage) -> None:
        """Add what has passed since the last look."""
        clock, worked = self._looked
        self._looked = (time.monotonic(), usage.seconds)
        passed = min(self._looked[0] - clock, PAUSE)
        work = max(usage.seconds - worked, 0.0)  # a process that ends takes its own out of the sum
        self.time += min(work, passed) if usage.running else passed


class Conversation:
    """Runs a child that makes calls; use it in a ``with`` block, which ends it."""

    def __init__(self, child: Child, first: object, limits: Limits) -> None:
        self.limits = limits
        self.deadline = time.monotonic() + limits.total
        self.received = 0  # bytes of all replies
        self.lost = 0.0  # seconds that others spent in its place, and ended
        self._calls = 0
        self._answer_room = 0
        self._child = child
        self._guard = _Guard(child, limits.memory)
        self._guard.start()
        try:
            self._guard.begin(limits.start, limits.start)
            self._send(cloudpickle.dumps(first))
        except BaseException:
            self.close()
            raise

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """End the worker and everything that it started."""
        self._guard.over.set()
        self._child.end()
        self._guard.join(1)
        self._child.pipe.close()

    def ready(self) -> dict[str, Any]:
        """Wait until the function is loaded; the answer has "raised" in it where loading failed."""
        return self._receive(0)

    def call(self, args: tuple[Any, ...], kwargs: dict[str, Any]) -> dict[str, Any]:
        """Return the worker's answer to one call.

        Raises:
            Dead: there will be no answer.
        """
        self._calls += 1
        extra = self.limits.first if self._calls == 1 else 0.0
        self._guard.begin(self.limits.cpu + extra, min(self.limits.wall + extra, self.left()))
        self._send(cloudpickle.dumps((args, kwargs)))
        return self._receive(self._calls)

    def spent(self) -> float:
        """Return the seconds that its calls have taken so far."""
        return self._guard.time

    def left(self) -> float:
        """Return the seconds that are left for calls."""
        return self.deadline - time.monotonic()

    def _send(self, request: bytes) -> None:
        self._answer_room = self.limits.reply + self.limits.echo * len(request)
        with suppress(OSError):  # a worker that is gone is noticed where its answer is awaited
            self._child.pipe.send_bytes(request)

    def _receive(self, number: int) -> dict[str, Any]:
        answer, too_long = None, False
        try:
            answer = self._first_answer()
        except EOFError:
            pass
        except OSError as error:  # our own errors have a number; a reply that is too long has none
            too_long = error.errno is None
        self._guard.finish()
        if answer is None:
            raise self._ended(too_long=too_long)
        if self.received > self.limits.replies:
            self._child.end()
            raise Dead("large", f"sent back more than {self.limits.replies / 1e6:g} MB in all its answers")
        return self._checked(answer, number)

    def _first_answer(self) -> bytes | None:
        """Wait for the first answer that is not a note."""
        while True:
            answer = self._await()
            if answer is None or not self._is_note(answer):
                return answer

    def _is_note(self, answer: bytes) -> bool:  # noqa: ARG002 -- of those that take notes
        """Tell whether this is a word on the way, and no answer; a conversation that takes notes keeps it."""
        return False

    def _await(self) -> bytes | None:
        """Wait for an answer in slices: a process of the function's own may hold the pipe open for ever."""
        pipe, process = self._child.pipe, self._child.process
        while not pipe.poll(TICK):
            gone = self._guard.dead is not None or process.poll() is not None
            if gone and not pipe.poll(0):
                return None
        answer = bytes(pipe.recv_bytes(self._answer_room))
        self.received += len(answer)
        return answer

    def _ended(self, *, too_long: bool) -> Dead:
        if not too_long:  # then it may still live; else it tells soon how it ended
            with suppress(subprocess.TimeoutExpired):
                self._child.process.wait(GRACE)
            usage = self._child.usage()
            if usage is not None and usage.memory > self.limits.memory:  # the kernel was faster than the guard
                return self._guard.too_much_memory()
        self._child.end()
        if too_long:
            return Dead("large", f"sent back more than {self._answer_room:,} bytes, more than any right answer has")
        code = self._child.process.returncode or 0
        number = (
            code - 128 if code > 128 else -code
        )  # a sandbox says in its exit status which signal ended what ran inside
        how = f"signal {number}" if number > 0 else f"exit status {code}"
        return Dead("ended", f"ended the process it ran in ({how})")

    def _checked(self, data: bytes, number: int) -> dict[str, Any]:
        try:
            answer = decode(data)
        except NotPlain:
            answer = None
        if not isinstance(answer, dict) or answer.get("number") != number:
            self._child.end()
            raise Dead("ended", "disturbed the process it ran in")
        return answer


class Worker(Conversation):
    """Runs a worker with one function loaded; use it in a ``with`` block, which ends it.

    ``carried`` is the function as ``carry`` gives it.
    """

    def __init__(self, carried: bytes, limits: Limits = LIMITS) -> None:
        child = start()
        super().__init__(child, (child.path, carried, limits.memory), limits)

"""A worker's part played in the test's own process: the same plain data in and out, without a process for each."""

from __future__ import annotations

import inspect
import pickle
import random
import signal
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, nullcontext
from types import FrameType
from typing import Any, cast

import cloudpickle

from classroom.judge.probe import Ours, Probe
from classroom.judge.worker.call_server import answer_to
from classroom.judge.worker.client import LIMITS, Conversation, Dead

SECONDS = 1.0
INTERRUPTS = hasattr(signal, "setitimer")  # not on Windows: there only a process can be ended


class Direct:
    """Calls a function here, and ends a call after `SECONDS` of work."""

    def __init__(self, function: Callable[..., Any]) -> None:
        self.function = function
        self.deadline = time.monotonic() + LIMITS.total
        self.rang = False
        self._file = inspect.unwrap(function).__code__.co_filename
        random.seed(0)

    def call(self, args: tuple[Any, ...], kwargs: dict[str, Any]) -> dict[str, Any]:
        """Answer as a worker does; the arguments are copies."""
        args, kwargs = pickle.loads(cloudpickle.dumps((args, kwargs)))  # noqa: S301 -- our own
        with self._timed() if INTERRUPTS else nullcontext():
            answer = answer_to(self.function, args, kwargs)
        if self.rang:
            raise Dead("slow", f"had not ended after {SECONDS:g} seconds of work")
        return {**answer, "printed": ("", 0), "cpu": 0.0}

    @contextmanager
    def _timed(self) -> Iterator[None]:
        before = signal.signal(signal.SIGVTALRM, self._ring)
        signal.setitimer(signal.ITIMER_VIRTUAL, SECONDS, SECONDS / 50)
        try:
            yield
        finally:
            signal.setitimer(signal.ITIMER_VIRTUAL, 0)
            signal.signal(signal.SIGVTALRM, before)

    def _ring(self, _: int, frame: FrameType | None) -> None:
        """Interrupt the function's own lines only: what it calls, or a garbage collector in between, would be hurt."""
        if frame is not None and frame.f_code.co_filename == self._file:
            self.rang = True
            raise TimeoutError


def direct_probe(function: Callable[..., Any], name: str) -> Probe:
    """Return what a property calls to call a function here."""
    return Probe(Ours(function), name, cast("Conversation", Direct(function)))

"""A worker's part played in the test's own process: the same plain data in and out, without a process for each."""

from __future__ import annotations

import inspect
import math
import pickle
import random
import signal
from collections.abc import Callable, Iterator
from contextlib import contextmanager, nullcontext
from types import FrameType
from typing import Any, cast

import cloudpickle

from classroom.judge.exercise import Exercise
from classroom.judge.probe import Ours, Probe
from classroom.judge.verdict import Verdict, judge, judged
from classroom.judge.worker.call_server import answer_to
from classroom.judge.worker.client import LIMITS, Conversation, Dead, Limits

BRIEF = Limits(cpu=0.5, first=0.0)  # for wrong answers: an endless call then costs less than in a check
INTERRUPTS = hasattr(signal, "setitimer")  # not on Windows: there only a process can be ended


class Direct:
    """Calls a function here, and ends a call that works for longer than a worker would let it."""

    def __init__(self, function: Callable[..., Any], limits: Limits) -> None:
        self.function = function
        self.limits = limits
        self.deadline = math.inf  # a busy machine searches as far as a quiet one
        self.rang = False
        self._seconds = limits.cpu + limits.first
        self._file = inspect.unwrap(function).__code__.co_filename
        random.seed(0)

    def call(self, args: tuple[Any, ...], kwargs: dict[str, Any]) -> dict[str, Any]:
        """Answer as a worker does; the arguments are copies."""
        args, kwargs = pickle.loads(cloudpickle.dumps((args, kwargs)))  # noqa: S301 -- our own
        with self._timed() if INTERRUPTS else nullcontext():
            answer = answer_to(self.function, args, kwargs)
        if self.rang:
            raise Dead("slow", f"had not ended after {self._seconds:g} seconds of work")
        self._seconds = self.limits.cpu
        return {**answer, "printed": ("", 0), "cpu": 0.0}

    @contextmanager
    def _timed(self) -> Iterator[None]:
        before = signal.signal(signal.SIGVTALRM, self._ring)
        signal.setitimer(signal.ITIMER_VIRTUAL, self._seconds, self._seconds / 50)
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


def direct_probe(function: Callable[..., Any], name: str, limits: Limits = LIMITS) -> Probe:
    """Return what a property calls to call a function here; without `limits`, a call may take as long as in a check."""
    return Probe(Ours(function), name, cast("Conversation", Direct(function, limits)))


def verdict_on(function: Callable[..., Any], exercise: Exercise, *, thorough: bool) -> Verdict:
    """Judge what may be wrong: here, where a call can be interrupted, and else in a worker, as a check does."""
    if INTERRUPTS:
        return judged(exercise, direct_probe(function, exercise.name, BRIEF), thorough=thorough)
    return judge(function, exercise, BRIEF, thorough=thorough)

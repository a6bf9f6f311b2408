"""Serve calls in the process that runs a learner's function: take a call, make it, and answer in plain data.

It serves the worker of a check and the process in the grader's sandbox. Requests arrive pickled on an inherited pipe;
answers leave as plain data (see ``codec``), never pickled. Standard input and output belong to the function.
"""

from __future__ import annotations

import builtins
import io
import os
import pickle
import queue
import random
import sys
import threading
import time
from collections.abc import Callable, Mapping
from multiprocessing import connection as pipes
from pathlib import Path
from types import TracebackType
from typing import Any, NoReturn

from classroom.judge.worker.codec import decode, encode, short_repr

KEPT_OUTPUT = 2_000
_KEPT_NAME = 200
_CANNOT_CHANGE = {type(None), bool, int, float, str, bytes}
NOTE = -2  # the number of a word on the way
STARTED = -1  # the number of an answer to no call: a process says that it is there, before it runs what is not ours


class Sink(io.RawIOBase):
    """Keeps the first bytes written to it and counts the rest, as a stream."""

    def __init__(self) -> None:
        self.kept = bytearray()
        self.count = 0

    def writable(self) -> bool:
        """Say that this stream is for writing."""
        return True

    def write(self, data: Any, /) -> int:
        """Take everything, keep the beginning."""
        block = bytes(memoryview(data)[: max(0, KEPT_OUTPUT - len(self.kept))])
        self.kept += block
        self.count += len(data)
        return len(data)

    def take(self) -> tuple[str, int]:
        """Return what was kept and the number of bytes written, and begin again."""
        taken = self.kept.decode("utf-8", "replace"), self.count
        self.kept, self.count = bytearray(), 0
        return taken


class Line:
    """Holds our end of the pipe to the parent."""

    def __init__(self, handle: int) -> None:
        self._home = os.getpid()
        self._pipe = _open(handle)
        self._requests: queue.SimpleQueue[bytes] = queue.SimpleQueue()
        threading.Thread(target=self._read, daemon=True).start()

    def _read(self) -> None:
        """Pass requests on; at the end of the pipe the parent is gone, and nobody would stop an endless loop."""
        while True:
            try:
                self._requests.put(self._pipe.recv_bytes())
            except (EOFError, OSError):
                os._exit(1)

    def request(self) -> Any:
        """Wait for what the parent asks next; it is pickled, and the parent is trusted."""
        return pickle.loads(self._requests.get())  # noqa: S301 -- from our parent

    def reply(self, number: int, answer: Mapping[str, object]) -> None:
        """Send an answer; a copy of this process that the function forked off must not speak for it."""
        if os.getpid() != self._home:
            os._exit(0)
        self._pipe.send_bytes(encode({"number": number, **answer}))


def _open(handle: int) -> Any:
    if sys.platform == "win32":
        return pipes.PipeConnection(handle)
    return pipes.Connection(handle)


def serve(
    line: Line, function: Callable[..., Any], sink: Sink, more: Callable[[], Mapping[str, object]] = dict
) -> NoReturn:
    """Make the calls that are asked for until the parent closes the pipe; each answer adds what ``more`` returns."""
    number = 0
    while True:
        number += 1
        args, kwargs = line.request()
        answer = answer_to(function, args, kwargs)
        line.reply(number, {**answer, "printed": _printed(sink), "cpu": time.process_time(), **more()})


def redirect() -> Sink:
    """Give print somewhere to go: the first part is kept, the rest and standard error are thrown away."""
    sink = Sink()
    sys.stdout = io.TextIOWrapper(io.BufferedWriter(sink), "utf-8", "backslashreplace", write_through=True)
    sys.stderr = Path(os.devnull).open("w", encoding="utf-8", errors="backslashreplace")  # noqa: SIM115
    return sink


def _printed(sink: Sink) -> tuple[str, int]:
    try:
        sys.stdout.flush()
    except (AttributeError, OSError, ValueError):
        return "", 0
    return sink.take()


def alone() -> None:
    """Make two runs of a function alike: refuse ``input()`` and seed chance."""
    builtins.input = _no_input
    random.seed(0)


def _no_input(_prompt: object = "") -> str:
    """Stand in for input(): there is nobody to answer."""
    raise EOFError("input() has nobody to answer it in a check")


def answer_to(function: Callable[..., Any], args: tuple[Any, ...], kwargs: dict[str, Any]) -> dict[str, object]:
    """Call once; say in plain data what came back or what was raised, and which arguments are not as they were."""
    given = {**{str(index): value for index, value in enumerate(args)}, **kwargs}
    before = {name: encode(value) for name, value in given.items() if type(value) not in _CANNOT_CHANGE}
    try:
        # Made plain here and not on the way out: a fault in the value's own methods is the function's.
        answer: dict[str, object] = {"value": decode(encode(function(*args, **kwargs)))}
    except BaseException as error:  # noqa: BLE001 -- and so may the function
        answer = exception(error)
    answer["changed"] = [name for name, packed in before.items() if encode(given[name]) != packed]
    return answer


def exception(error: BaseException) -> dict[str, object]:
    """Say in plain data what was raised, and where."""
    kind = type(error)
    return {
        "raised": kind.__name__[:_KEPT_NAME],
        "bases": [base.__name__[:_KEPT_NAME] for base in kind.__mro__[:_KEPT_NAME]],
        "message": _message(error),
        "frames": _frames(error.__traceback__),
    }


def _message(error: BaseException) -> str:
    try:
        return str(error)[:KEPT_OUTPUT]
    except BaseException:  # noqa: BLE001 -- and an exception's own __str__
        return short_repr(error)


def _frames(trace: TracebackType | None) -> list[tuple[str, int]]:
    """Return file and line of the frames of a traceback, innermost first, at most 50 of them."""
    places = []
    while trace is not None:
        places.append((trace.tb_frame.f_code.co_filename, trace.tb_lineno))
        trace = trace.tb_next
    return places[:-51:-1]

"""The child process of a check: it loads the learner's function once and calls it as often as it is asked.

Started as `python -P -m chunklib.course.sandbox.worker HANDLE`, always fresh (forking a running kernel is not safe).
Requests arrive pickled on an inherited pipe; replies leave as plain data (see `codec`), never pickled. Standard
input and output belong to the function, not to the protocol. When the parent goes away, so does the worker.
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
from typing import Any

from chunklib.course.sandbox.codec import decode, encode, short_repr

KEPT_OUTPUT = 2_000
CPU_SECONDS = 60


class Sink(io.RawIOBase):
    """A stream that keeps the first bytes written to it and counts the rest."""

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


def main(handle: int) -> None:
    """Serve calls on the inherited pipe `handle` until the parent closes it."""
    pipe = _open(handle)
    home = os.getpid()
    requests: queue.SimpleQueue[bytes] = queue.SimpleQueue()
    threading.Thread(target=_read, args=(pipe, requests), daemon=True).start()
    sink = _redirect()
    function, ready = _load(requests.get())
    _reply(pipe, home, 0, ready)
    number = 0
    while True:
        number += 1
        args, kwargs = pickle.loads(requests.get())  # noqa: S301 -- from our parent
        answer = _call(function, args, kwargs)
        _reply(pipe, home, number, {**answer, "printed": _printed(sink), "cpu": time.process_time()})


def _open(handle: int) -> Any:
    if sys.platform == "win32":
        return pipes.PipeConnection(handle)
    return pipes.Connection(handle)


def _read(pipe: Any, requests: queue.SimpleQueue[bytes]) -> None:
    """Pass requests on; at the end of the pipe the parent is gone, and nobody would stop an endless loop."""
    while True:
        try:
            requests.put(pipe.recv_bytes())
        except (EOFError, OSError):
            os._exit(1)


def _reply(pipe: Any, home: int, number: int, answer: Mapping[str, object]) -> None:
    """Send an answer; a copy of this process that the function forked off must not speak for it."""
    if os.getpid() != home:
        os._exit(0)
    pipe.send_bytes(encode({"number": number, **answer}))


def _redirect() -> Sink:
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


def _load(request: bytes) -> tuple[Callable[..., Any], dict[str, object]]:
    """Unpickle the function with its globals; a failure (a module that is not there) is an answer too."""
    path, carried, memory = pickle.loads(request)  # noqa: S301 -- from our parent
    sys.path[:] = path
    try:
        function = pickle.loads(carried)  # noqa: S301 -- from our parent
        builtins.input = _no_input
        random.seed(0)
        _limit(memory)
    except BaseException as error:  # noqa: BLE001 -- a learner's module may raise anything
        return _nothing, _exception(error)
    return function, {"value": None}


def _nothing() -> None:
    """Stand in for a function that could not be loaded; the parent does not call it."""


def _no_input(_prompt: object = "") -> str:
    """Stand in for input(): there is nobody to answer."""
    raise EOFError("input() has nobody to answer it in a check")


def _limit(memory: int) -> None:
    """Cap memory beyond what is in use now, and processor time, where the system can (not on Windows)."""
    try:
        import resource
    except ImportError:
        return
    for kind, amount in (("RLIMIT_AS", _in_use() + memory), ("RLIMIT_CPU", CPU_SECONDS), ("RLIMIT_CORE", 0)):
        number = getattr(resource, kind)
        _, hard = resource.getrlimit(number)
        if hard == resource.RLIM_INFINITY or amount < hard:
            try:
                resource.setrlimit(number, (amount, amount))
            except (OSError, ValueError):  # macOS refuses RLIMIT_AS; the parent watches memory as well
                continue


def _in_use() -> int:
    """Return the bytes of address space in use (0 where the system does not say)."""
    try:
        return int(Path("/proc/self/statm").read_bytes().split()[0]) * os.sysconf("SC_PAGE_SIZE")
    except (OSError, ValueError):
        return 0


def _call(function: Callable[..., Any], args: tuple[Any, ...], kwargs: dict[str, Any]) -> dict[str, object]:
    """Call once; say what came back or what was raised, and which arguments are not as they were."""
    given = {**{str(index): value for index, value in enumerate(args)}, **kwargs}
    before = {name: encode(value) for name, value in given.items()}
    try:
        # Made plain here and not on the way out: a fault in the value's own methods is the function's.
        answer: dict[str, object] = {"value": decode(encode(function(*args, **kwargs)))}
    except BaseException as error:  # noqa: BLE001 -- and so may the function
        answer = _exception(error)
    answer["changed"] = [name for name, value in given.items() if encode(value) != before[name]]
    return answer


def _exception(error: BaseException) -> dict[str, object]:
    kind = type(error)
    return {
        "raised": kind.__name__,
        "bases": [base.__name__ for base in kind.__mro__],
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


if __name__ == "__main__":
    main(int(sys.argv[1]))

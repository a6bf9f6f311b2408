"""Start a worker process with a pipe of its own, and end it with everything that it started.

Nothing here knows what is said over the pipe. The pipe is a handle that the child inherits, so that standard
input and output stay free, and nothing listens on the network.
"""

from __future__ import annotations

import os
import secrets
import signal
import subprocess
import sys
import time
from collections.abc import Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from multiprocessing import Pipe
from pathlib import Path
from typing import Any, NamedTuple

import psutil

MARK = "CHUNKLIB_WORKER"
_ROOT = str(Path(__file__).resolve().parents[3])
_SETTINGS = {
    # Sets of strings come out in the same order each time, so that a report does too.
    "PYTHONHASHSEED": "0",
    # A thread pool reserves memory for every core, which would count against the limit.
    "OPENBLAS_NUM_THREADS": "1",
    "OMP_NUM_THREADS": "1",
}


class Usage(NamedTuple):
    """Holds seconds of processor time and bytes of memory so far, and whether it runs, or waits for a processor.

    Where nobody can tell, it does not.
    """

    seconds: float
    memory: int
    running: bool = False


@dataclass(frozen=True)
class WorkerProcess:
    """Holds a running worker: its process, our end of its pipe, the mark of its descendants, its import path."""

    process: subprocess.Popen[bytes]
    pipe: Any
    mark: str
    started: float
    path: list[str]

    def usage(self) -> Usage | None:
        """Return what the worker has used, None when it is gone; its time is the clock's, as a learner waits for it."""
        try:
            process = psutil.Process(self.process.pid)
            times = process.cpu_times()
            return Usage(times.user + times.system, process.memory_info().rss)
        except psutil.Error:
            return None

    def end(self) -> None:
        """Kill the worker and all its descendants, also those that left its group or outlived their parent.

        Safe to call again, and from two threads; the pipe stays open for its reader.
        """
        _end(self)


def command_of(module: str, *numbers: int) -> list[str]:
    """Return the command that calls ``main`` of a module with some numbers, the handle of a pipe first.

    -P keeps the working directory off the worker's path until it is told ours: a learner's ``random.py`` must
    not be imported in place of the real one while the worker itself starts.
    """
    code = f"from {module} import main; main({', '.join(map(str, numbers))})"
    return [sys.executable, "-P", "-c", code]


def start(module: str = "classroom.judge.worker.child", *numbers: int) -> WorkerProcess:
    """Start a process that runs ``main`` of ``module`` with the handle of its pipe and ``numbers``."""
    mark = secrets.token_hex(8)
    ours, theirs = Pipe()
    command = command_of(module, theirs.fileno(), *numbers)
    environment = {**os.environ, **_SETTINGS, MARK: mark, "PYTHONPATH": _python_path()}
    try:
        process = subprocess.Popen(command, env=environment, **_apart(theirs.fileno(), environment))
    finally:
        theirs.close()
    return WorkerProcess(process, ours, mark, time.time(), [entry or str(Path.cwd()) for entry in sys.path])


def _python_path() -> str:
    """Return PYTHONPATH with the folder that holds this package, unless it is installed there anyway.

    An empty entry would be the working directory, see ``command_of``.
    """
    installed = Path(_ROOT).name in ("site-packages", "dist-packages")
    paths = ["" if installed else _ROOT, *os.environ.get("PYTHONPATH", "").split(os.pathsep)]
    return os.pathsep.join(path for path in paths if os.path.isabs(path))  # noqa: PTH117 -- of a text


def _apart(handle: int, environment: dict[str, str]) -> dict[str, Any]:
    """Return how to start a process outside our group (Ctrl-C is ours alone) that inherits one handle."""
    nowhere = dict.fromkeys(("stdin", "stdout", "stderr"), subprocess.DEVNULL)
    if sys.platform != "win32":
        return {**nowhere, "start_new_session": True, "pass_fds": (handle,)}
    os.set_handle_inheritable(handle, True)
    # The python.exe of a virtual environment starts a second process; its limits would be watched, not ours.
    environment["__PYVENV_LAUNCHER__"] = sys.executable
    return {
        **nowhere,
        "executable": getattr(sys, "_base_executable", sys.executable),
        "startupinfo": subprocess.STARTUPINFO(lpAttributeList={"handle_list": [handle]}),
        "creationflags": subprocess.CREATE_NEW_PROCESS_GROUP | subprocess.CREATE_NO_WINDOW,
    }


def _end(child: WorkerProcess) -> None:
    family = _descendants(child.process.pid)
    if sys.platform != "win32":
        with suppress(ProcessLookupError, PermissionError):
            os.killpg(child.process.pid, signal.SIGKILL)
    child.process.kill()
    _kill(family)
    with suppress(subprocess.TimeoutExpired):
        child.process.wait(5)
    looks = 0  # that found nothing: a process that is just being started shows no environment for a moment
    until = time.monotonic() + 5
    while looks < 2 and time.monotonic() < until:
        left = list(_marked(child))
        _kill(left)
        psutil.wait_procs(left, timeout=1)
        looks = 0 if left else looks + 1


def _kill(processes: Iterable[psutil.Process]) -> None:
    for process in processes:
        with suppress(psutil.Error):
            process.kill()


def _descendants(pid: int) -> list[psutil.Process]:
    with suppress(psutil.Error):
        return list(psutil.Process(pid).children(recursive=True))
    return []


def _marked(child: WorkerProcess) -> Iterator[psutil.Process]:
    """Yield the processes that began after the worker and inherited its mark in their environment."""
    for process in psutil.process_iter():
        with suppress(psutil.Error, OSError):
            if process.create_time() >= child.started - 2 and process.environ().get(MARK) == child.mark:
                yield process

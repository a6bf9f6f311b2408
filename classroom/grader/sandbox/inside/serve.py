"""The process in the sandbox: it sets its own limits, runs a student's cells, and makes the calls that it is sent.

``main`` is called with HANDLE and USER. It knows no property and no right answer;
whatever the student's code does to it, it can only send another wrong reply, or none.
"""

from __future__ import annotations

import inspect
import os
import sys
from collections.abc import Callable, Mapping
from typing import Any

import classroom
from classroom.grader.sandbox.inside.cells import Place, run_cells
from classroom.grader.sandbox.inside.watching import Watch
from classroom.judge.worker.call_server import NOTE, STARTED, Line, Sink, alone, redirect, serve
from classroom.judge.worker.rlimits import limit

MAX_NAMES = 50


def main(handle: int, user: int) -> None:
    """Run the cells that are sent, as ``user``, and serve calls of one of their functions."""
    line, sink, request = settled(handle, user)
    function, ready = _load(request, sink, lambda place: line.reply(NOTE, {"at": place}))
    line.reply(0, ready)
    watch = Watch()
    serve(line, watch.watched(function), sink, watch.seen)


def _load(
    request: Mapping[str, Any], sink: Sink, say: Callable[[Place], None]
) -> tuple[Callable[..., Any], dict[str, object]]:
    """Run the cells, and say where they are; say what is known of the function that is asked for."""
    alone()
    settings = {"definitions": request["definitions"], "skipped": request["skipped"]}
    space, errors = run_cells(request["cells"], **settings, say=say)
    sink.take()
    function = space.get(request["name"])
    names = [name for name in space if isinstance(name, str) and not name.startswith("__")]
    known: dict[str, object] = {"defined": callable(function), "there": request["name"] in space}
    known["parameters"] = _parameters(function)
    known |= {"errors": errors, "names": names[-MAX_NAMES:], "home": _home(function)}
    ready: dict[str, object] = {"value": known}
    return (function if callable(function) else _nothing), ready


def _parameters(function: object) -> list[str]:
    try:
        return list(inspect.signature(function).parameters)  # type: ignore[arg-type]
    except BaseException:  # noqa: BLE001 -- a class may answer for its signature as it likes
        return []


def _home(function: object) -> str:
    """Return the name of the cell that defines a function, empty where that is not known."""
    try:
        return str(inspect.unwrap(function).__code__.co_filename)  # type: ignore[arg-type]
    except BaseException:  # noqa: BLE001 -- so may it here
        return ""


def _nothing(*_args: object, **_kwargs: object) -> None:
    """Stand in for a function that is not there; the grader does not call it."""


FILES = 256
FILE_BYTES = 16 * 2**20
SIGNALS = 1024  # that wait, and timers
PROCESSES = 48  # that the user may have, threads included, where they can be counted
START_BYTES = 2**28  # of address space before a cell runs; what the request says comes on top
PROCESSORS = 2  # that a pool is told of, whatever the machine has


def settled(handle: int, user: int) -> tuple[Line, Sink, dict[str, Any]]:
    """Become a user, take on limits, and say so; return our end of the pipe, what print writes to, and the request.

    Args:
        handle: of the pipe to the parent.
        user: the number of the user to become; 0 or below for none.
    """
    if user > 0:
        os.setgroups([])
        os.setgid(user)
        os.setuid(user)
    line, sink = Line(handle), redirect()
    request = line.request()
    limit(CORE=0, FSIZE=FILE_BYTES, NOFILE=FILES, CPU=request["cpu"], AS=START_BYTES + request["memory"])
    limit(SIGPENDING=SIGNALS, MSGQUEUE=0)
    os.cpu_count = lambda: PROCESSORS
    sys.orig_argv[:] = sys.argv[:1]  # how we started it is nobody's business
    stand_in()
    if request["count_processes"]:
        limit(NPROC=PROCESSES)
    os.dup2(sys.stderr.fileno(), 2)  # what was said there until now is for the grader
    line.reply(STARTED, {})
    line.request()  # says only that all is ready to watch what the cells do
    return line, sink, request


class _Nothing:
    """Takes every call and gives nothing back; what has no result shows nothing."""

    ok = False
    state = "not started"
    points = 0

    def __call__(self, *_args: object, **_kwargs: object) -> _Nothing:
        return self

    def __repr__(self) -> str:
        return "nothing is checked here"


def stand_in() -> None:
    """Let ``from classroom import …`` give such names, whatever they are."""
    vars(classroom)["__getattr__"] = _name


def _own(name: str) -> Any:
    """Stand for ``mine``: what is marked is made of what the notebook itself defines."""
    return vars(sys.modules["__main__"]).get(name, _Nothing())


def _name(name: str) -> Any:
    if name == "mine":
        return _own
    if name.startswith(("__", "pytest")):  # a tool asks the module whether it is something else
        raise AttributeError(name)
    return _Nothing()

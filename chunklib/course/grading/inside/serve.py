"""The process in the sandbox: it sets its own limits, runs a student's cells, and makes the calls that it is sent.

Started through `bare` with HANDLE and USER. It knows no property and no right answer;
whatever the student's code does to it, it can only send another wrong reply, or none.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping
from typing import Any

from chunklib.course.grading.inside.cells import run_cells
from chunklib.course.grading.inside.settle import settled
from chunklib.course.sandbox.answering import Sink, alone, serve

PROCESSES = 48
MAX_NAMES = 50
START_BYTES = 2**28  # of address space, more than Python takes before it runs a cell


def main(handle: int, user: int) -> None:
    """Run the cells that are sent, as `user`, and serve calls of one of their functions."""
    line, sink, request = settled(handle, user, processes=PROCESSES, start_bytes=START_BYTES)
    function, ready = _load(request, sink)
    line.reply(0, ready)
    serve(line, function, sink)


def _load(request: Mapping[str, Any], sink: Sink) -> tuple[Callable[..., Any], dict[str, object]]:
    """Run the cells; say what is known of the function that is asked for."""
    alone()
    space, errors = run_cells(request["cells"], definitions=request["definitions"])
    sink.take()
    function = space.get(request["name"])
    names = [name for name in space if isinstance(name, str) and not name.startswith("__")]
    known = {"defined": callable(function), "there": request["name"] in space, "parameters": _parameters(function)}
    ready: dict[str, object] = {"value": {**known, "errors": errors, "names": names[-MAX_NAMES:]}}
    return (function if callable(function) else _nothing), ready


def _parameters(function: object) -> list[str]:
    try:
        return list(inspect.signature(function).parameters)  # type: ignore[arg-type]
    except BaseException:  # noqa: BLE001 -- a class may answer for its signature as it likes
        return []


def _nothing(*_args: object, **_kwargs: object) -> None:
    """Stand in for a function that is not there; the grader does not call it."""

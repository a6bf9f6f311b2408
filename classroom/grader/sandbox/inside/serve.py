"""The process in the sandbox: it sets its own limits, runs a student's cells, and makes the calls that it is sent.

``main`` is called with HANDLE and USER. It knows no property and no right answer;
whatever the student's code does to it, it can only send another wrong reply, or none.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping
from typing import Any

from classroom.grader.sandbox.inside.cells import Place, run_cells
from classroom.grader.sandbox.inside.settle import settled
from classroom.grader.sandbox.inside.watching import Watch
from classroom.judge.worker.call_server import NOTE, Sink, alone, serve

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

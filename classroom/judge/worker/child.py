"""Be the child process of a check: load the learner's function once, and call it as often as asked.

Always a fresh process (forking a running kernel is not safe).
When the parent goes away, so does the worker.
"""

from __future__ import annotations

import pickle
import sys
from collections.abc import Callable
from types import FunctionType, ModuleType
from typing import Any

from classroom.judge.worker.call_server import Line, alone, exception, redirect, serve
from classroom.judge.worker.rlimits import in_use, limit

CPU_SECONDS = 60


def main(handle: int) -> None:
    """Serve calls on the inherited pipe ``handle`` until the parent closes it."""
    line, sink = Line(handle), redirect()
    function, ready = _load(line.request())
    line.reply(0, ready)
    serve(line, function, sink)


def _load(request: tuple[list[str], bytes, int]) -> tuple[Callable[..., Any], dict[str, object]]:
    """Unpickle the function with its globals; a failure (a module that is not there) is an answer too."""
    path, carried, memory = request
    sys.path[:] = path
    try:
        function = pickle.loads(carried)  # noqa: S301 -- from our parent
        _move_in(function)
        alone()
        limit(AS=in_use() + memory, CPU=CPU_SECONDS, CORE=0)
    except BaseException as error:  # noqa: BLE001 -- a learner's module may raise anything
        return _nothing, exception(error)
    return function, {"value": None}


def _move_in(function: Any) -> None:
    """Make what the function came with the module ``__main__``: a pool's processes look its functions up there."""
    while not isinstance(function, FunctionType):
        inner = next(
            (getattr(function, name) for name in ("__wrapped__", "__func__", "func") if hasattr(function, name)), None
        )
        if inner is None:
            return
        function = inner
    if function.__module__ == "__main__":
        main = ModuleType("__main__")
        vars(main).update(function.__globals__)
        vars(main).setdefault(function.__name__, function)
        sys.modules["__main__"] = main


def _nothing() -> None:
    """Stand in for a function that could not be loaded; the parent does not call it."""

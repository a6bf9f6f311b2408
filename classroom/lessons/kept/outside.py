"""Import the modules of ``my_rag``, first in a process of its own, where an endless one can be ended."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from pathlib import Path
from types import ModuleType
from typing import Any

from cloudpickle import register_pickle_by_value

from chunklib.errors import CallableFailed
from classroom.judge.errors import CourseError
from classroom.judge.worker.client import Dead, Limits, Worker
from classroom.judge.worker.function_pickle import carry

IMPORT = Limits(cpu=5, wall=20, first=0, start=30, total=60)


def outside(function: Callable[..., Any], *args: object, limits: Limits = IMPORT) -> Any:
    """Call a function of this package in a fresh process and return the plain data that it returns.

    Raises:
        CallableFailed: it raised, took too long or too much, or ended the process; the message is one line.
        OSError: no process could be started.
    """
    with Worker(carry(function), limits) as worker:
        try:
            answer = worker.ready()
        except Dead as dead:
            raise OSError(str(dead)) from None
        try:
            answer = answer if "raised" in answer else worker.call(args, {})
        except Dead as dead:
            raise CallableFailed(str(dead)) from None
    if "raised" in answer:
        kind, said = str(answer["raised"]), " ".join(str(answer.get("message")).split())
        raise CallableFailed(": ".join([kind] * (kind != "CourseError") + [said] * bool(said)))
    return answer["value"]


def imported(path: str, name: str, folder: str) -> Any:
    """Import a file as the module ``name`` of the package in ``folder``, and return the function of that name.

    No compiled copy is kept, so none can be older than the file.

    Raises:
        CourseError: the module has no such function.
        BaseException: whatever the module raises.
    """
    module = ModuleType(f"{Path(folder).name}.{name}")
    module.__file__ = path
    before = sys.path[:]
    sys.path.insert(0, str(Path(folder).parent))
    sys.modules[module.__name__] = module
    sys.modules.pop(Path(folder).name, None)  # it may be that of another folder
    try:
        exec(compile(Path(path).read_bytes(), path, "exec"), vars(module))  # noqa: S102 (the learner's own)
    except BaseException:
        del sys.modules[module.__name__]
        raise
    finally:
        sys.path[:] = before
    if not callable(getattr(module, name, None)):
        del sys.modules[module.__name__]
        raise CourseError(f"it has no function {name}")
    for one in [one for one in sys.modules if one.startswith(f"{Path(folder).name}.")]:
        register_pickle_by_value(sys.modules[one])  # for a check of what uses it
    return getattr(module, name)


def try_import(path: str, name: str, folder: str) -> None:
    """Import a module as :func:`imported`, in this process of its own, far from the learner's notebooks and files."""
    ours, here = Path(__file__).parents[3], Path.cwd().resolve()
    sys.path[:] = [entry for entry in sys.path if Path(entry).resolve() != here or here == ours]
    os.chdir(here.anchor)  # nobody leaves a file there for it
    imported(path, name, folder)

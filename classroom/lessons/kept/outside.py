"""Import the modules of ``my_rag``, first in a process of its own, where an endless one can be ended.

The functions here that take a path run in that process as well as in a kernel.
"""

from __future__ import annotations

import dis
import os
import sys
import tempfile
from collections.abc import Callable, Iterator, Mapping, Sequence
from hashlib import sha256
from pathlib import Path
from types import CodeType, FunctionType, ModuleType
from typing import Any

from chunklib.errors import CallableFailed
from classroom.judge.errors import CourseError
from classroom.judge.worker.client import Dead, Limits, Worker
from classroom.judge.worker.codec import short_repr
from classroom.judge.worker.function_pickle import carry, inner_function

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
        ours = kind in ("CourseError", "InvalidValue", "InvalidType")
        raise CallableFailed(said if ours else ": ".join(filter(None, [kind, said])))
    return answer["value"]


def imported(path: str, name: str, folder: str) -> ModuleType:
    """Import a file as the module ``name`` of the package in ``folder``; no compiled copy is kept, so none is old."""
    package = Path(folder).name
    module = ModuleType(f"{package}.{name}")
    module.__file__ = path
    before = sys.path[:]
    sys.path.insert(0, str(Path(folder).parent))
    sys.modules[module.__name__] = module
    try:
        exec(compile(Path(path).read_bytes(), path, "exec"), vars(module))  # noqa: S102 (the learner's own)
    except BaseException:
        del sys.modules[module.__name__]
        raise
    finally:
        sys.path[:] = before
    if not callable(getattr(module, name, None)):
        raise CourseError(f"it has no function {name}")
    return module


def examined(path: str, name: str, folder: str, names: Sequence[str]) -> dict[str, str]:
    """Import a module far from the learner's notebooks, and describe what some of its names are."""
    ours, here = Path(__file__).parents[3], Path.cwd().resolve()
    sys.path[:] = [entry for entry in sys.path if Path(entry).resolve() != here or here == ours]
    os.chdir(tempfile.gettempdir())
    module = imported(path, name, folder)
    return descriptions(vars(module), names)


def descriptions(values: Mapping[str, object], names: Sequence[str]) -> dict[str, str]:
    """Describe values in words that are the same in every process and module."""
    return {name: _description(values.get(name)) for name in names}


def _description(value: object) -> str:
    inner = inner_function(value)
    if isinstance(inner, FunctionType):
        return "\n".join([short_repr(inner.__defaults__), *_operations(inner.__code__)])
    if isinstance(value, str | bytes):
        return sha256(repr(value).encode("utf-8", "surrogatepass")).hexdigest()
    return "class" if isinstance(value, type) else short_repr(value).replace(f"{type(value).__module__}.", "")


def _operations(code: CodeType) -> Iterator[str]:
    """Write out what code does, the same whether or not what it uses was imported in its own cell.

    In the cell of an import Python compiles the calls of its functions in another way.
    """
    for one in dis.get_instructions(code):
        if one.opname in ("EXTENDED_ARG", "NOP", "PRECALL", "PUSH_NULL"):
            continue
        known = "" if one.opcode in dis.hasjrel or one.opcode in dis.hasjabs else one.argval
        if isinstance(known, CodeType):
            yield from _operations(known)
        else:
            shown = sorted(map(repr, known)) if isinstance(known, frozenset) else repr(known)
            yield f"{one.opname.replace('METHOD', 'ATTR')} {shown}"

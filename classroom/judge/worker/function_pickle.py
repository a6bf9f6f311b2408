"""Carry a function to another process, and know it again later.

A function goes by value, with the globals that it uses, also when it was imported from the learner's own
file: the worker must neither run that file (it may call the check itself) nor see an older version of it.
"""

from __future__ import annotations

import functools
import hashlib
import linecache
import sys
import sysconfig
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from types import CodeType, FunctionType, MethodType, ModuleType
from typing import Any

import cloudpickle

from classroom.judge.worker.codec import short_repr
from classroom.judge.worker.wrapping import dumps, plain

CALLED = "__call__"
_AROUND = (staticmethod, classmethod, MethodType, functools.partial, functools.cached_property)
_PLAIN = (str, int, float, bool, bytes, tuple, type(None))


class CannotCarry(ValueError):
    """Says that a function, or something that it uses, cannot be copied to another process."""


def carry(function: Callable[..., Any]) -> bytes:
    """Return the function with the globals it uses as bytes.

    Raises:
        CannotCarry: it cannot be copied; the message names the obstacle.

    >>> import pickle
    >>> pickle.loads(carry(lambda text: text[::-1]))("abc")
    'cba'
    """
    try:
        with _by_value(function):
            return dumps(function)
    except Exception as error:  # noqa: BLE001 -- what stops a pickler may be of any kind
        raise CannotCarry(_obstacle(function, error)) from None


@contextmanager
def _by_value(function: Callable[..., Any]) -> Iterator[None]:
    """Let functions of the learner's own module be copied, not imported, for the length of a block."""
    module = sys.modules.get(getattr(inner_function(function), "__module__", None) or "")
    known = cloudpickle.list_registry_pickle_by_value()
    if module is None or module.__name__ in {"__main__", *known} or not _is_local(module):
        yield
        return
    cloudpickle.register_pickle_by_value(module)
    try:
        yield
    finally:
        cloudpickle.unregister_pickle_by_value(module)


def _is_local(module: ModuleType) -> bool:
    """Tell whether a module is neither installed, nor Python's own, nor of this package."""
    file = getattr(module, "__file__", None)
    if file is None or module.__name__.split(".")[0] == __name__.split(".")[0]:
        return False
    installed = [sysconfig.get_path(name) for name in ("stdlib", "purelib", "platlib")]
    return not any(Path(file).resolve().is_relative_to(Path(folder).resolve()) for folder in installed)


def _obstacle(function: Callable[..., Any], error: Exception) -> str:
    """Name the globals that cannot be copied; the pickler's own message names only their type."""
    names = [name for name, value in _globals_used(function).items() if not _copies(value)]
    what = " and ".join(f"`{name}`" for name in names) or "something"
    reason = (str(error).splitlines() or [type(error).__name__])[0]
    return f"it uses {what}, which cannot be copied to the process that checks it ({reason}): make it in the function"


def _copies(value: object) -> bool:
    try:
        dumps(value)
    except Exception:  # noqa: BLE001 -- what stops a pickler may be of any kind
        return False
    return True


def family(function: Callable[..., Any]) -> list[FunctionType]:
    """Return the function and the functions of the same module that it calls, directly or through others.

    The methods of the classes that it uses are among them.

    >>> def half(n): return n // 2
    >>> def quarter(n): return half(n) // 2
    >>> [f.__name__ for f in family(quarter)]
    ['quarter', 'half']
    """
    return [one for one in _relatives(function) if isinstance(one, FunctionType)]


def _relatives(function: Callable[..., Any]) -> list[FunctionType | type]:
    """Return the functions of a family, and the classes of the same module that they use, also through an object."""
    home = getattr(inner_function(function), "__module__", None)
    found: list[FunctionType | type] = []
    waiting = [inner_function(function)]
    while waiting:
        value = plain(waiting.pop(0))
        value = value.fget if isinstance(value, property) else value
        inside = inner_function(value) if isinstance(value, _AROUND) else None  # others may not like to be asked
        for one in (value, inside, type(value)):
            if isinstance(one, FunctionType | type) and one.__module__ == home and one not in found:
                found.append(one)
                used = _globals_used(one) if isinstance(one, FunctionType) else vars(one)
                waiting += [*used.values(), *getattr(one, "__bases__", ())]
    return found


def inner_function(function: object) -> object:
    """Return the plain function inside a method, a partial, a cache or an object that can be called."""
    for name in ("__func__", "func"):
        function = plain(getattr(function, name, function))
    return function if isinstance(function, FunctionType) else getattr(type(function), CALLED, None)


def _globals_used(function: object) -> dict[str, object]:
    """Return the globals and enclosing variables whose names the function's code mentions."""
    inner = inner_function(function)
    if not isinstance(inner, FunctionType):
        return {}
    names = {name for code in codes(inner.__code__) for name in code.co_names}
    used = {name: inner.__globals__[name] for name in sorted(names) if name in inner.__globals__}
    for name, cell in zip(inner.__code__.co_freevars, inner.__closure__ or (), strict=True):
        try:
            used[name] = cell.cell_contents
        except ValueError:  # a variable of the enclosing function that has no value yet
            continue
    return used


def codes(code: CodeType) -> Iterator[CodeType]:
    """Yield a code object and those inside it: of inner functions, lambdas and comprehensions."""
    yield code
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            yield from codes(constant)


def fingerprint(function: Callable[..., Any]) -> str:
    """Return a short digest that changes with what the function does, not with comments or layout.

    >>> fingerprint(lambda n: n + 1) == fingerprint(lambda n: n + 1)
    True
    >>> fingerprint(lambda n: n + 1) == fingerprint(lambda n: n + 2)
    False
    """
    digest = hashlib.sha256()
    for relative in _relatives(function):
        if isinstance(relative, FunctionType):
            digest.update(_code_text(relative.__code__, relative.__doc__).encode("utf-8", "surrogatepass"))
            digest.update(short_repr(relative.__defaults__).encode("utf-8", "surrogatepass"))
            used = _globals_used(relative)
        else:
            used = {name: value for name, value in vars(relative).items() if not name.startswith("__")}
        settings = {name: value for name, value in used.items() if isinstance(value, _PLAIN)}
        digest.update(short_repr(settings).encode("utf-8", "surrogatepass"))
    return digest.hexdigest()[:16]


def _code_text(code: CodeType, doc: str | None) -> str:
    """Write out what a code object does: operations, names and constants, without places and docstring."""
    constants = [_constant(value) for value in code.co_consts if value != doc or doc is None]
    return f"{code.co_code.hex()} {code.co_names} {code.co_varnames} {constants}"


def _constant(value: object) -> str:
    if isinstance(value, CodeType):
        return _code_text(value, None)
    if isinstance(value, frozenset):  # its order differs from one Python process to the next
        return str(sorted(map(repr, value)))
    return repr(value)


def line_of(function: Callable[..., Any], frames: object) -> tuple[str, int]:
    """Return the innermost line of the learner's own code among ``frames`` (file, line), and its number.

    Only files that hold the function or its helpers are read: the frames are said by a process that is not
    trusted. The answer is ``("", 0)`` where the source is not known.
    """
    files = {relative.__code__.co_filename for relative in family(function)} - {"<string>"}  # a dataclass's own
    for frame in frames if isinstance(frames, list) else []:
        if isinstance(frame, tuple) and len(frame) == 2 and frame[0] in files and isinstance(frame[1], int):
            return linecache.getline(frame[0], frame[1]).strip(), frame[1]
    return "", 0

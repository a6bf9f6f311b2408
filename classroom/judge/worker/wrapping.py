"""Pickle what decorators and pools add to a function: caches, locks and executors begin empty in the worker.

A cached helper is a natural step in an answer, and pickle only knows it by name. So a wrapper is taken apart into what
it was made of, and is made again by Python's own classes: nothing of this package is imported in the worker.
"""

from __future__ import annotations

import concurrent.futures
import contextvars
import functools
import io
import queue
import sys
import threading
import weakref
from collections.abc import Callable
from types import FunctionType
from typing import Any

import cloudpickle

_Reduced = tuple[Any, ...]
_FRESH = {
    type(threading.Lock()): threading.Lock,
    type(threading.RLock()): threading.RLock,
    queue.SimpleQueue: queue.SimpleQueue,
    threading.local: threading.local,
    weakref.WeakKeyDictionary: weakref.WeakKeyDictionary,
    weakref.WeakValueDictionary: weakref.WeakValueDictionary,
    weakref.WeakSet: weakref.WeakSet,
}
"""What begins new in another process, and how."""


class Packer(cloudpickle.Pickler):  # type: ignore[misc]
    """Pickles functions by value with what they use, wrappers and all."""

    def reducer_override(self, value: Any) -> Any:
        """Return how to make a value again; called for each before any other way is tried."""
        made = _made_again(value)
        return super().reducer_override(value) if made is None else made


def dumps(value: object) -> bytes:
    """Return a value as a pickle that ``pickle.loads`` reads in a process without this package.

    >>> import pickle
    >>> pickle.loads(dumps(functools.lru_cache(maxsize=3)(lambda n: n * 2))).cache_parameters()
    {'maxsize': 3, 'typed': False}
    """
    file = io.BytesIO()
    Packer(file).dump(value)
    return file.getvalue()


def plain(value: object) -> object:
    """Return what a cache was wrapped around, through several; any other value as it is.

    >>> plain(functools.cache(len)) is len
    True
    """
    while isinstance(value, functools._lru_cache_wrapper):
        value = value.__wrapped__
    return value


def _made_again(value: Any) -> _Reduced | None:
    """Return the parts of a value that pickle cannot copy, None for every other."""
    if type(value) in _FRESH:
        return _FRESH[type(value)], ()
    if isinstance(value, functools._lru_cache_wrapper):
        return None if _is_installed(value) else _cache(value)
    if isinstance(value, functools.cached_property):
        return functools.cached_property, (value.func,), {"attrname": value.attrname, "__doc__": value.__doc__}
    if isinstance(value, FunctionType) and hasattr(value, "registry") and hasattr(value, "_clear_cache"):
        return None if _is_installed(value) else _dispatcher(value)
    if type(value) is contextvars.ContextVar:
        return contextvars.ContextVar, (value.name,)
    return _executor(value)


def _cache(value: Any) -> _Reduced:
    sizes = value.cache_parameters()
    kind = functools._CacheInfo
    return functools._lru_cache_wrapper, (value.__wrapped__, sizes["maxsize"], sizes["typed"], kind), vars(value)


def _dispatcher(value: Any) -> _Reduced:
    others = dict(value.registry)
    return _dispatching, (others.pop(object), others)


def _dispatching(default: Callable[..., Any], others: dict[type, Callable[..., Any]]) -> Any:
    """Make a function of ``functools.singledispatch`` again."""
    function = functools.singledispatch(default)
    for kind, implementation in others.items():
        function.register(kind, implementation)
    return function


_dispatching.__module__ = "__main__"  # so it travels by value, and the worker need not import this package


def _executor(value: Any) -> _Reduced | None:
    kind: Any = type(value)
    if kind is concurrent.futures.ThreadPoolExecutor:
        return kind, (value._max_workers, value._thread_name_prefix, value._initializer, value._initargs)
    if kind is concurrent.futures.ProcessPoolExecutor:
        return kind, (value._max_workers, None, value._initializer, value._initargs)
    return None


def _is_installed(value: Any) -> bool:
    """Tell whether another process finds a function by its name, in a module that it can import."""
    name = value.__module__
    if name == "__main__" or name in cloudpickle.list_registry_pickle_by_value():
        return False
    found: Any = sys.modules.get(name)
    for part in value.__qualname__.split("."):
        found = getattr(found, part, None)
    return found is value

"""mine(name): the function that a learner has kept, else the library's."""

from __future__ import annotations

import sys
from collections.abc import Callable
from hashlib import sha256
from itertools import count
from pathlib import Path
from typing import Any, NamedTuple, cast

from cloudpickle import register_pickle_by_value

from chunklib.errors import CallableFailed
from classroom.judge.errors import CourseError
from classroom.lessons.kept.outside import imported, outside, try_import
from classroom.lessons.lookup import KNOWN, exercise_of
from classroom.lessons.store import own_folder


class Kept(NamedTuple):
    """Holds the place of a kept function and the digest of its module, which was seen to import."""

    path: str
    name: str
    folder: str
    digest: str


_seen: set[Kept] = set()


def mine(name: str | Callable[..., Any]) -> Callable[..., Any]:
    """Return your function if you have kept one, else the library's with the same arguments, and say which.

    Args:
        name: the name of an exercise, such as ``"smart_chunk"``.

    Raises:
        CourseError: no exercise has the name, or you have not kept yours and the library has none.

    >>> mine("count_windows")(1050, 300, 50)
    count_windows: the library's (you have not kept yours yet)
    4
    """
    exercise = exercise_of(name)
    there = (own_folder() / f"{exercise.name}.py").is_file()
    kept = find(exercise.name)
    if kept is not None:
        try:
            function: Callable[..., Any] = imported(*kept[:3])
        except Exception as error:  # noqa: BLE001 (in a process of its own it did import)
            print(f"{exercise.name}: yours does not import beside this notebook ({type(error).__name__}: {error})")
        else:
            print(f"{exercise.name}: yours, from {own_folder().name}")
            return function
    why = "yours cannot be used" if there else "you have not kept yours yet"
    try:
        counterpart = library(exercise.name)
    except CourseError as error:
        raise CourseError(f"{exercise.name}: {why}, and {error}; solve exercise {exercise.lesson[:2]} first") from None
    print(f"{exercise.name}: the library's ({why})")
    return counterpart


def library(name: str) -> Callable[..., Any]:
    """Return the library's function with the arguments of an exercise.

    Raises:
        CourseError: there is none.
    """
    module = KNOWN.module(name)
    if not hasattr(module, "in_library"):
        raise CourseError("the library has none with these arguments")
    for part in [one for one in sys.modules if f"{one}.".startswith(f"{module.__name__}.")]:
        register_pickle_by_value(sys.modules[part])  # for the check of a function that uses it
    return cast("Callable[..., Any]", module.in_library)


def find(name: str) -> Kept | None:
    """Return the kept function of a name if its module imports; one that does not is set aside, with a line about it.

    Each version is imported once in a process of its own, where an endless one is ended.
    """
    path = own_folder() / f"{name}.py"
    try:
        digest = sha256(path.read_bytes()).hexdigest()
        kept = Kept(str(path), name, str(path.parent), digest)
        if kept not in _seen:
            outside(try_import, *kept[:3])
    except FileNotFoundError:
        return None
    except OSError as error:
        print(f"{path.parent.name}/{path.name} cannot be looked at ({error.strerror or error})")
        return None
    except CallableFailed as error:
        print(_set_aside(path, str(error)))
        return None
    _seen.add(kept)
    return kept


def _set_aside(path: Path, why: str) -> str:
    """Rename a module that does not import to the first free name that is not one of a module, and say so."""
    aside = next(place for n in count(1) if not (place := path.with_name(f"{path.stem}.broken-{n}.py")).exists())
    shown = f"{path.parent.name}/{path.name} cannot be used ({why})"
    try:
        path.rename(aside)
    except OSError as error:
        return f"{shown}, and cannot be renamed ({error.strerror})"
    return f"{shown}; it is set aside as {path.parent.name}/{aside.name}"

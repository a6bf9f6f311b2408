"""mine(name): the function that a learner has written or kept."""

from __future__ import annotations

import sys
from collections.abc import Callable
from dataclasses import dataclass
from hashlib import sha256
from itertools import count
from pathlib import Path
from typing import Any, NamedTuple, cast

from chunklib.errors import CallableFailed
from classroom.judge.errors import CourseError
from classroom.judge.worker.function_pickle import fingerprint
from classroom.lessons import tries
from classroom.lessons.kept.outside import imported, outside, try_import
from classroom.lessons.lookup import exercise_of
from classroom.lessons.store import own_folder


class Kept(NamedTuple):
    """Holds the place of a kept function and the digest of its module, which was seen to import."""

    path: str
    name: str
    folder: str
    digest: str


_seen: set[Kept] = set()


def mine(name: str | Callable[..., Any]) -> Callable[..., Any]:
    """Return your function: the one that you have kept, else the one that you have written in this notebook.

    If there is neither, you can still go on: what comes back only says, when it is called, which exercise is missing.

    Args:
        name: the name of an exercise, such as ``"smart_chunk"``.

    Raises:
        CourseError: no exercise has the name.

    >>> mine("span_size")
    span_size: you have not written it yet; solve it in exercise 07 before you call it
    <span_size, which is missing>
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
    written = getattr(sys.modules["__main__"], exercise.name, None)
    if callable(written) and not isinstance(written, Missing) and not _is_stub(written):
        right = (exercise.name, fingerprint(written)) in tries.passed
        print(f"{exercise.name}: yours, from this notebook{'' if right else '; it has not passed its check yet'}")
        return cast("Callable[..., Any]", written)
    why = "yours cannot be used" if there else "you have not written it yet"
    says = f"{exercise.name}: {why}; solve it in exercise {exercise.lesson[:2]} before you call it"
    print(says)
    return Missing(exercise.name, says)


def _is_stub(function: Callable[..., Any]) -> bool:
    """Tell whether a function is as the exercise gives it: it only raises NotImplementedError."""
    code = getattr(function, "__code__", None)
    return code is not None and code.co_names == ("NotImplementedError",)


@dataclass(frozen=True, repr=False)
class Missing:
    """Takes the place of a function that is missing, and says so when it is called."""

    name: str
    says: str

    def __call__(self, *_args: object, **_named: object) -> Any:
        """Raise one line that says which exercise to solve."""
        raise CourseError(self.says)

    def __repr__(self) -> str:
        return f"<{self.name}, which is missing>"

    @property
    def __name__(self) -> str:
        """Return the name of the exercise, so that ``check`` knows which one it is."""
        return self.name


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

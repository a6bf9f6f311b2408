"""The exercises, one module each; a module's name is the exercise's name, and it holds `EXERCISE`.

A name that begins with an underscore is a module that exercises share. A module is imported when its exercise is
asked for, so that importing the course stays quick.
"""

from __future__ import annotations

import pkgutil
from collections.abc import Iterator, Mapping
from importlib import import_module

from chunklib.course.exercise import Exercise


class _Modules(Mapping[str, Exercise]):
    """The modules of this package as a mapping from exercise name to exercise, sorted by name."""

    def __init__(self) -> None:
        names = (module.name for module in pkgutil.iter_modules(__path__))
        self._names = tuple(sorted(name for name in names if not name.startswith("_")))

    def __getitem__(self, name: str) -> Exercise:
        if name not in self._names:
            raise KeyError(name)
        exercise: Exercise = import_module(f"{__name__}.{name}").EXERCISE
        return exercise

    def __iter__(self) -> Iterator[str]:
        return iter(self._names)

    def __len__(self) -> int:
        return len(self._names)


EXERCISES: Mapping[str, Exercise] = _Modules()

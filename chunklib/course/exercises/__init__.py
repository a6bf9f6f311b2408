"""The exercises, one module each; a module's name is the exercise's name, and it holds `EXERCISE`.

A name that begins with an underscore is a module that exercises share. A module is imported when its exercise is
asked for, so that importing the course stays quick; and only if all modules here are as the build has listed them,
since the grader runs them as the teacher (see `chunklib.course.manifest`).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cached_property
from importlib import import_module

from chunklib.course.exercise import Exercise


class _Modules(Mapping[str, Exercise]):
    """The modules of this package as a mapping from exercise name to exercise, sorted by name."""

    @cached_property
    def _names(self) -> tuple[str, ...]:
        """The names of the modules; raises `CourseError` where a file is not as the build has listed it."""
        from chunklib.course.manifest import of_library
        from chunklib.course.words import CourseError

        here = f"{__name__.replace('.', '/')}/"
        try:
            listed = of_library().names()
        except ValueError as error:
            raise CourseError(str(error)) from None
        parts = (name.removeprefix(here).partition("/")[0] for name in listed if name.startswith(here))
        return tuple(sorted({part.removesuffix(".py") for part in parts if not part.startswith("_")}))

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

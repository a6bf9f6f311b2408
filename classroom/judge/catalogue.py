"""The catalogue of exercises: found by their folders, and loaded when they are asked for.

An exercise is ``exercises/NN_slug/FUNCTION.py``, or a package of that name if it has parts; it holds ``EXERCISE``, and
is called by its function and its folder. ``exercises/NN_slug/blanks_NN.py`` is not an exercise: its ``BLANKS`` are the
checks of what a learner fills in in the lesson. A course is a folder that holds ``exercises``, and ``solutions``
beside it. There is the course that this package belongs to, and there may be one of a teacher, named by the variable
``CHUNKLIB_COURSE``. Modules run with the rights of the user who asks, so only those that the build has listed are run.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from functools import cache
from importlib import import_module
from importlib.machinery import FileFinder, SourceFileLoader
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from types import CodeType, ModuleType

from classroom.judge.errors import CourseError
from classroom.judge.exercise import Exercise, Property
from classroom.judge.manifest import FOLDER, HOME, of_exercises

COURSE = "CHUNKLIB_COURSE"
BLANKS = "blanks_"
_BESIDE = rf"{FOLDER}/[^/]+/[^/]+"  # not inside a package, where another module could take the place of one


def use(course: Path) -> None:
    """Add the exercises of a course to the catalogue, in this process and in those that it starts."""
    os.environ[COURSE] = str(course.resolve())


def named_course() -> Path | None:
    """Return the course that the variable ``CHUNKLIB_COURSE`` names, None where it names none."""
    named = os.environ.get(COURSE)
    return Path(named).resolve() if named else None


def course_around(folder: Path) -> Path | None:
    """Return the course that has a folder as one of its own: itself, or the folder of an exercise or a solution.

    Nothing further up is looked at: a course may lie in a folder that holds what others have handed in.
    """
    inside = folder.parent.name in (FOLDER, "solutions")
    root = folder.parent.parent if inside else folder
    return root if (root / FOLDER).is_dir() else None


def has_masters(folder: Path) -> bool:
    """Tell whether a folder is a teacher's course: it holds the masters from which exercises are built."""
    return any(folder.glob("solutions/*/master.py"))


class Catalogue(Mapping[str, Exercise]):
    """Holds the exercises of this course, and of one more, by name; the other's go before those of this.

    Each access raises ``CourseError`` where a module is not as the build has listed it.

    Args:
        course: tells which other course there is.
        learner: whether files that nobody has listed may lie beside the modules: a learner's own. None is run.
    """

    def __init__(self, course: Callable[[], Path | None], *, learner: bool = False) -> None:
        self._course = course
        self._passing = _BESIDE if learner else ""

    def __getitem__(self, name: str) -> Exercise:
        return _exercise(self._places()[name])

    def __iter__(self) -> Iterator[str]:
        return iter(sorted(self._places()))

    def __len__(self) -> int:
        return len(self._places())

    def module(self, name: str) -> ModuleType:
        """Return the module of an exercise, or a part of it: ``smart_chunk.units``.

        >>> EXERCISES.module("smart_chunk.units").LEVELS
        ('paragraph', 'line', 'sentence', 'word')
        """
        function, _, part = name.partition(".")
        module = _module(self._places()[function])
        return import_module(f"{module.__name__}.{part}") if part else module

    def notebook(self, name: str) -> Path:
        """Return where the notebook is that a learner is given for an exercise; the file may be missing."""
        lesson = self._places()[name].parent
        lesson = lesson if lesson.parent.name == FOLDER else lesson.parent
        return lesson / f"{lesson.name}.ipynb"

    def sources(self) -> list[Path]:
        """Return every listed file of Python that a check may run, sorted."""
        return sorted(path for root in self._roots() for path in _listed(root, self._passing))

    def _roots(self) -> list[Path]:
        other = self._course()
        return [HOME, *([other] if other is not None and other != HOME else [])]

    def _places(self) -> dict[str, Path]:
        return {name: path for root in self._roots() for name, path in _found(root, self._passing).items()}


class Blanks(Catalogue):
    """Holds the blanks of the lessons by name, as ``Catalogue`` holds the exercises."""

    def __getitem__(self, name: str) -> Exercise:
        path = self._places()[name]
        return Exercise((), _blanks(path)[name], name, path.parent.name)

    def notebook(self, name: str) -> Path:
        """Return where the solved lesson of a blank is; the file may be missing."""
        path = self._places()[name]
        return path.parents[2] / "notebooks" / f"{path.parent.name}.ipynb"

    def _places(self) -> dict[str, Path]:
        paths = [
            path for root in self._roots() for path in _listed(root, self._passing) if path.stem.startswith(BLANKS)
        ]
        return {name: path for path in paths if path.parent.parent.name == FOLDER for name in _blanks(path)}


EXERCISES = Catalogue(named_course)


@cache
def _listed(root: Path, passing: str) -> tuple[Path, ...]:
    if passing and not of_exercises(root).path.is_file():
        return ()  # a learner's folder: nothing in it is run, whatever they put there
    try:
        return tuple(root / name for name in of_exercises(root).names(passing) if name.startswith(f"{FOLDER}/"))
    except ValueError as error:
        raise CourseError(str(error)) from None


def _found(root: Path, passing: str) -> dict[str, Path]:
    """Return where the exercises of a course are, by their functions."""
    found = {}
    for path in _listed(root, passing):
        parts = path.relative_to(root / FOLDER).parts
        if len(parts) == 2 and path.suffix == ".py" and not path.stem.startswith(BLANKS):
            found[path.stem] = path
        elif len(parts) == 3 and parts[-1] == "__init__.py":
            found[parts[1]] = path
    return found


def _exercise(path: Path) -> Exercise:
    module = _module(path)
    exercise = getattr(module, "EXERCISE", None)
    if not isinstance(exercise, Exercise):
        raise CourseError(
            f"{path} needs EXERCISE = Exercise(...): what is beside the notebook of a lesson is an exercise"
        )
    lesson, name = module.__name__.rsplit(".", 2)[1:]
    return replace(exercise, name=name, lesson=lesson)


def _blanks(path: Path) -> Mapping[str, tuple[Property, ...]]:
    found = getattr(_module(path), "BLANKS", None)
    if not isinstance(found, dict):
        raise CourseError(f'{path} needs BLANKS = {{"name": (Property(...), ...)}}: it checks the blanks of a lesson')
    return found


class _AsListed(SourceFileLoader):
    """Runs the source that the manifest lists, and not a compiled copy, which may be of something else."""

    def get_code(self, fullname: str) -> CodeType:
        path = self.get_filename(fullname)
        return self.source_to_code(self.get_data(path), path)


@cache
def _module(path: Path) -> ModuleType:
    """Load the module of an exercise; its name holds its folder, which an ``import`` statement could not write."""
    package = path.name == "__init__.py"
    place = path.parent if package else path.with_suffix("")
    name = f"classroom.exercises.{place.parent.name}.{place.name}"
    parts = [str(place)] if package else None
    if package:  # where its parts are looked for
        sys.path_importer_cache[str(place)] = FileFinder(str(place), (_AsListed, [".py"]))
    spec = spec_from_file_location(name, path, loader=_AsListed(name, str(path)), submodule_search_locations=parts)
    if spec is None or spec.loader is None:
        raise CourseError(f"{path} is not a module of Python")
    module = module_from_spec(spec)
    sys.modules[name] = module
    try:
        spec.loader.exec_module(module)
    except BaseException as error:
        del sys.modules[name]
        if not isinstance(error, Exception):
            raise
        said = str(error) if isinstance(error, CourseError) else f"does not run: {type(error).__name__}: {error}"
        raise CourseError(f"{path}: {said}") from None
    return module

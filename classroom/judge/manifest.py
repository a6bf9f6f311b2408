"""Manifests: the files that a program runs because they are in a folder, by name and content.

The grader runs the modules of the exercises, and the hidden properties, as the teacher. So a file that only turned up
in their folder is not run: the build writes down what is there (``COMMAND``), and says what is new. A course has
two manifests, ``exercises/manifest.json`` and ``solutions/manifest.json``, since learners get one of the folders.
"""

from __future__ import annotations

import json
import os
import re
from collections.abc import Iterator
from dataclasses import dataclass
from hashlib import sha256
from importlib.machinery import all_suffixes
from pathlib import Path

from classroom.judge.ownership import look_through

NAME = "manifest.json"
COMMAND = "python -m classroom.build --manifest"
FOLDER = "exercises"
_PACKAGE = Path(__file__).resolve().parents[1]
_CHECKOUT = (_PACKAGE.parent / "pyproject.toml").is_file()
HOME = _PACKAGE.parent if _CHECKOUT else _PACKAGE / "course"
"""The folder of the course: the checkout, or, where the package is installed, its folder ``course``."""
_PLUGINS = "tiktoken_ext"
_LESSON = r"\d\d_[a-z0-9_]+"
_TROUBLE = {"new": "is not in", "changed": "is not as in", "gone": "is missing, but is in"}


@dataclass(frozen=True)
class Manifest:
    """Lists the files of some folders below ``base``, or those whose names fit, with their digests.

    Args:
        base: the folder that names are relative to.
        path: the file in which the names and digests are.
        folders: the folders, relative to ``base``.
        fitting: a pattern of the names of files, relative to ``base``.
    """

    base: Path
    path: Path
    folders: tuple[str, ...]
    fitting: str = ".*"

    def names(self, passing: str = "") -> list[str]:
        """Return the files that are listed, as paths relative to ``base``, sorted.

        Args:
            passing: a pattern of the names of files that may be there without being listed.

        Raises:
            ValueError: a file is not listed, or not as it is listed, or gone, or another user could have written it
                (only that of the course whose code runs anyway is not asked); the message is one line that names it.
        """
        if self.base != HOME:
            for folder in self.folders:
                look_through(self.base / folder)
        listed = self._listed()
        for name, how in self._differences(listed, self._found()):
            if how == "new" and re.fullmatch(passing, name):
                continue
            where = f"{_TROUBLE[how]} {self.path.relative_to(self.base).as_posix()}"
            remedy = "remove it" if how == "new" else "put it back as it was"
            raise ValueError(f"{name} {where}, so nothing is run: if this is your work, {COMMAND}; if not, {remedy}")
        return sorted(listed)

    def differences(self) -> list[str]:
        """Return what differs between the manifest and the folders, a line for each file."""
        return [f"{name} ({how})" for name, how in self._differences(self._listed(), self._found())]

    def write(self) -> list[str]:
        """Write down what is in the folders; returns what was different before, a line for each file.

        Raises:
            ValueError: the name of a file, or of a folder that is not one of a lesson, is not an identifier.
        """
        found = self._found()
        for name in found:
            *folders, module = name.rpartition(".")[0].split("/")
            if not module.isidentifier() or not all(map(_is_folder, folders)):
                raise ValueError(f"{name}: a module's name must be an identifier; rename it, or remove it")
        try:
            changes = self.differences()
        except ValueError:  # it is damaged, as after a merge: all is new
            changes = [f"{name} (new)" for name in found]
        if changes:
            half = self.path.with_name(f".{NAME}.{os.getpid()}")
            half.write_text(json.dumps(found, indent=1) + "\n", "utf-8")
            half.replace(self.path)
        return changes

    def _listed(self) -> dict[str, str]:
        try:
            listed = json.loads(self.path.read_bytes())
        except FileNotFoundError:
            return {}
        except ValueError:
            listed = None
        if not isinstance(listed, dict):
            raise ValueError(f"{self.path} is damaged: {COMMAND}")  # noqa: TRY004 -- it is of the file, not of a type
        return {name: str(digest) for name, digest in listed.items() if self._is_of_it(name)}

    def _found(self) -> dict[str, str]:
        """Return the digests of all files that could be imported; git may have changed the ends of lines."""
        paths = sorted(path for folder in self.folders for path in _importable(self.base / folder))
        named = {path.relative_to(self.base).as_posix(): path for path in paths}
        read = {name: path.read_bytes() for name, path in named.items() if self._is_of_it(name)}
        return {name: sha256(content.replace(b"\r\n", b"\n")).hexdigest() for name, content in read.items()}

    def _is_of_it(self, name: str) -> bool:
        below = name.startswith(tuple(f"{folder}/" for folder in self.folders))
        return below and re.fullmatch(self.fitting, name) is not None

    @staticmethod
    def _differences(listed: dict[str, str], found: dict[str, str]) -> Iterator[tuple[str, str]]:
        for name in sorted(listed | found):
            if listed.get(name) != found.get(name):
                yield name, "new" if name not in listed else "gone" if name not in found else "changed"


def of_exercises(course: Path) -> Manifest:
    """Return the manifest of the exercises of a course; in our checkout also of the plug-ins that tiktoken looks for.

    What lies in a folder that is not called as a lesson is, as in a teacher's notebooks with a kernel, is never run.

    Args:
        course: the folder that holds ``exercises``.
    """
    plugins = (_PLUGINS,) if (course / _PLUGINS).is_dir() else ()
    return Manifest(course, course / FOLDER / NAME, (FOLDER, *plugins), rf"{FOLDER}/{_LESSON}/.*|{_PLUGINS}/.*")


def of_solutions(solutions: Path) -> Manifest:
    """Return the manifest of the hidden properties in a teacher's folder ``solutions``."""
    solutions = solutions.resolve()
    return Manifest(solutions.parent, solutions / NAME, (solutions.name,), ".*/hidden/.*")


def _is_folder(name: str) -> bool:
    return name.isidentifier() or re.fullmatch(_LESSON, name) is not None


def _importable(folder: Path) -> Iterator[Path]:
    """Yield the files that Python could import; not its own copies, and nothing in folders that it never looks into."""
    suffixes = tuple(all_suffixes())
    for place, inner, files in os.walk(folder, followlinks=True):
        inner[:] = [name for name in inner if name != "__pycache__" and not name.startswith(".")]
        yield from (Path(place, name) for name in files if name.endswith(suffixes) and not name.startswith("."))

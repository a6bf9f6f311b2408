"""Manifests: the files that a program runs because they are in a folder, by name and content.

The grader runs the modules of the exercises, and the hidden properties, as the teacher. So a file that only turned up
in their folder is not run: the build writes down what is there (:data:`COMMAND`), and says what is new.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from dataclasses import dataclass
from hashlib import sha256
from importlib.machinery import all_suffixes
from pathlib import Path

NAME = "manifest.json"
COMMAND = "python -m chunklib.course.build --manifest"
EXERCISES = "chunklib/course/exercises"
_PACKAGE = Path(__file__).resolve().parents[1]
_TROUBLE = {"new": "is not in", "changed": "is not as in", "gone": "is missing, but is in"}


@dataclass(frozen=True)
class Manifest:
    """The manifest of some folders below `base`.

    Args:
        base: the folder that names are relative to.
        path: the file in which the names and digests are.
        folders: the folders, relative to `base`.
    """

    base: Path
    path: Path
    folders: tuple[str, ...]

    def names(self) -> list[str]:
        """Return the files that are listed, as paths relative to `base`, sorted.

        Raises:
            ValueError: a file is not listed, or not as it is listed, or gone; the message is one line that names it.
        """
        listed = self._listed()
        for name, how in self._differences(listed, self._found()):
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
            ValueError: a file has a name that Python cannot import by an `import` statement.
        """
        found = self._found()
        for name in found:
            if not all(part.isidentifier() for part in name.rpartition(".")[0].split("/")):
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
        within = tuple(f"{folder}/" for folder in self.folders)
        return {name: str(digest) for name, digest in listed.items() if name.startswith(within)}

    def _found(self) -> dict[str, str]:
        """Return the digests of all files that could be imported; git may have changed the ends of lines."""
        paths = sorted(path for folder in self.folders for path in _importable(self.base / folder))
        read = {path.relative_to(self.base).as_posix(): path.read_bytes().replace(b"\r\n", b"\n") for path in paths}
        return {name: sha256(content).hexdigest() for name, content in read.items()}

    @staticmethod
    def _differences(listed: dict[str, str], found: dict[str, str]) -> Iterator[tuple[str, str]]:
        for name in sorted(listed | found):
            if listed.get(name) != found.get(name):
                yield name, "new" if name not in listed else "gone" if name not in found else "changed"


def of_library(base: Path = _PACKAGE.parent) -> Manifest:
    """Return the manifest of the exercises and, in a checkout, of the plug-ins that tiktoken finds by their folder.

    Args:
        base: the folder that holds the package `chunklib`.
    """
    checkout = (base / "pyproject.toml").is_file()  # elsewhere that folder is shared with other packages
    folders = (EXERCISES, *(["tiktoken_ext"] if checkout else []))
    return Manifest(base, base / "chunklib" / "course" / NAME, folders)


def of_solutions(solutions: Path) -> Manifest:
    """Return the manifest of the hidden properties in a teacher's folder `solutions`."""
    solutions = solutions.resolve()
    return Manifest(solutions.parent, solutions / NAME, (f"{solutions.name}/hidden",))


def _importable(folder: Path) -> Iterator[Path]:
    """Yield the files that Python could import; not its own copies, and nothing in folders that it never looks into."""
    suffixes = tuple(all_suffixes())
    for place, inner, files in os.walk(folder, followlinks=True):
        inner[:] = [name for name in inner if name != "__pycache__" and not name.startswith(".")]
        yield from (Path(place, name) for name in files if name.endswith(suffixes) and not name.startswith("."))

"""List what marks depend on apart from a submission: the exercise, the seed, the hidden properties, and this code."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from hashlib import sha256
from importlib import metadata
from pathlib import Path

from classroom.grader.intake.notebook import digest_of
from classroom.judge.catalogue import EXERCISES
from classroom.judge.hidden import hidden_file

_SOURCES = ("chunklib", "classroom/grader", "classroom/judge", "classroom/properties")


@dataclass(frozen=True)
class Settings:
    """Holds the settings that the marks in one folder were made with; secrets as digests.

    ``exercise`` are the functions in order, ``hidden`` the digest of each one's hidden properties (empty without any),
    ``forbids`` the libraries that no answer may lean on.
    """

    exercise: list[str]
    seed: str
    hidden: list[str]
    version: str
    code: str
    forbids: list[str]

    @property
    def digest(self) -> str:
        """Return them in one word."""
        return digest_of(repr(self))


def settings_of(functions: Sequence[str], seed: str, solutions: Path | None, forbids: Sequence[str] = ()) -> Settings:
    """Return the settings of a run.

    Args:
        functions: the exercises' names.
        seed: the class's secret.
        solutions: the teacher's folder ``solutions``, or None.
        forbids: the libraries that no answer may lean on.
    """
    hidden = [_hidden(name, solutions) for name in functions]
    return Settings([*functions], digest_of(seed), hidden, _version(), _code(), sorted(set(forbids)))


def _hidden(function: str, solutions: Path | None) -> str:
    path = hidden_file(function, solutions) if solutions else None
    return digest_of(path.read_bytes()) if path is not None else ""


def _version() -> str:
    try:
        return metadata.version("chunklib")
    except metadata.PackageNotFoundError:
        return ""


@cache
def _code() -> str:
    """Hash the sources that a mark may depend on: a checkout changes without a new version."""
    found = sha256()
    for path in sources():
        found.update(path.name.encode() + b"\0")
        found.update(path.read_bytes().replace(b"\r\n", b"\n") + b"\0")
    return found.hexdigest()[:16]


def sources() -> list[Path]:
    """Return the files of our packages that a mark may depend on, and those of the exercises, each group sorted.

    The documents and questions of the course are among them: the capstone's numbers are measured on them again.
    """
    home = Path(__file__).resolve().parents[3]
    found = (path for name in _SOURCES for path in (home / name).rglob("*") if path.is_file())
    ours = sorted((path for path in found if "__pycache__" not in path.parts), key=lambda path: path.as_posix())
    return [*ours, *EXERCISES.sources()]

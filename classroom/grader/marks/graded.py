"""One submission with its mark, as it is kept on disk and shown on pages."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from classroom.grader.marks.model import Mark, mark_from, of_type


@dataclass(frozen=True)
class Graded:
    """Holds a submission and its mark.

    ``file`` is the notebook's place below the folder of submissions, ``digest`` the SHA-256 of its bytes (empty where
    it could not be read), ``fingerprint`` a set of numbers that two copies of one program share, ``words`` one that two
    copies of a written answer share, and ``libraries`` names what the function leans on. ``code`` is a digest of all
    its code, and ``partly`` says that only a part of that was read.
    """

    student: str
    mark: Mark
    file: str = ""
    digest: str = ""
    fingerprint: tuple[int, ...] = ()
    libraries: tuple[str, ...] = ()
    code: str = ""
    partly: bool = False
    words: tuple[int, ...] = ()

    def as_dict(self) -> dict[str, Any]:
        """Return it as plain data."""
        own = {name: getattr(self, name) for name in ("student", "file", "digest", "code", "partly")}
        own |= {name: list(getattr(self, name)) for name in ("fingerprint", "words", "libraries")}
        return {**own, "mark": self.mark.as_dict()}


def graded_from(data: Mapping[str, Any]) -> Graded:
    """Return what ``as_dict`` wrote down.

    >>> graded = Graded("ada", Mark("hello", "failed", 0, 3, "broken JSON"), "ada.ipynb", "", (1, 2))
    >>> graded_from(graded.as_dict()) == graded
    True

    Raises:
        ValueError: it has the names of a mark, and does not hold what a mark holds.
        KeyError, TypeError: it is something else.
    """
    fingerprint, words = (of_type(list, found, int) for found in (data["fingerprint"], data.get("words", [])))
    libraries = of_type(list, data["libraries"], str)
    student, file, digest, code = (of_type(str, data[name]) for name in ("student", "file", "digest", "code"))
    seen = tuple(fingerprint), tuple(libraries), code, of_type(bool, data["partly"]), tuple(words)
    return Graded(student, mark_from(data["mark"]), file, digest, *seen)

"""A teacher's own assignments: folders in ``solutions`` with nbgrader's plain notebooks, without a master of ours."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from classroom.build.masters import Master, was_built
from classroom.grader.intake.naming import Asked

_NAME = re.compile(r"[A-Za-z0-9_][A-Za-z0-9_. -]{0,79}")


@dataclass(frozen=True)
class OwnAsked(Asked):
    """Holds the names that the notebooks of an assignment may have: its own, and theirs, or their functions'."""

    notebooks: tuple[str, ...] = ()

    @cached_property
    def own(self) -> tuple[str, ...]:
        """Return the names that are looked for, in small letters, longest first."""
        names = {name.casefold() for name in (self.lesson, *self.notebooks)}
        return tuple(sorted(names, key=lambda name: (-len(name), name)))


def own_assignments(root: Path) -> list[str]:
    """Return the names of the teacher's own assignments in the course at ``root``, in their order."""
    folders = (path for path in sorted((root / "solutions").glob("*")) if path.is_dir())
    return [path.name for path in folders if is_own(root, path.name)]


def is_own(root: Path, name: str) -> bool:
    """Tell whether an assignment is a teacher's own: it has notebooks, and neither a master nor a trace of one."""
    if not _NAME.fullmatch(name) or has_master(root, name):
        return False
    notebooks = list((root / "solutions" / name).glob("*.ipynb"))
    return bool(notebooks) and not any(was_built(path) for path in notebooks)


def has_master(root: Path, name: str) -> bool:
    """Tell whether an assignment is cut out of a master of the course."""
    master = Master(name, "solution", root)
    return (master.root / master.name).is_file()


def released_notebooks(root: Path, name: str) -> list[str]:
    """Return the file names of the notebooks that learners hand in; of an exercise of the course there is one."""
    if has_master(root, name):
        return [f"{name}.ipynb"]
    return sorted(path.name for path in (root / "exercises" / name).glob("*.ipynb")) or [f"{name}.ipynb"]

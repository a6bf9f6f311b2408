"""Find the places of a class: the course and its assignments, what was handed in, the gradebook, the secret seed.

A teacher's own assignments are folders in ``solutions`` with nbgrader's plain notebooks, without a master of ours.
"""

from __future__ import annotations

import os
import re
import secrets
from contextlib import suppress
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from chunklib.errors import ChunklibError, InvalidValue
from classroom.build.masters import SOLUTION, Master, find_masters, named, read_master, was_built
from classroom.grader.intake.naming import Asked
from classroom.grader.marks.store import read_seed
from classroom.judge.catalogue import EXERCISES, use
from classroom.judge.manifest import FOLDER, HOME
from classroom.judge.ownership import look_at, look_through

GRADING, SOLUTIONS = "grading", "solutions"
CONFIG = "nbgrader_config.py"


class NoCourse(ChunklibError):
    """Says in one line that there is no course, or no exercise of that name in it."""


def course_root(folder: Path) -> Path:
    """Return the folder of a course, links resolved; its exercises are in the catalogue from now on.

    What is in it is run as its user, so nobody else may have written it.

    Raises:
        NoCourse: the folder holds no solutions.
        NotOurs: it, or what is run of it, belongs to another user, or others may write to it.
    """
    root = folder.resolve()
    if not (root / SOLUTIONS).is_dir() and root != HOME:
        raise NoCourse(f"{folder} is not a course: it has no folder {SOLUTIONS}")
    look_at(folder)  # as it was named: it may be a link that another user can turn
    for part in (FOLDER, SOLUTIONS):
        look_through(root / part)
    for part in (CONFIG, GRADING, f"{GRADING}/gradebook.db"):
        look_at(root / part)
    use(root)
    return root


def may_be_handed_in(course: Path, handed_in: Path | None) -> bool:
    """Tell whether a course lies where a student could have put it: around, in or beside what was handed in.

    The course whose commands run, and what is theirs runs already, is not asked about.

    Args:
        course: its folder.
        handed_in: a folder of submissions or a zip, None where none is read.
    """
    course = course.resolve()
    if any(above.name == GRADING and (above.parent / SOLUTIONS).is_dir() for above in course.parents):
        return True
    if handed_in is None or course == HOME:
        return False
    theirs = (handed_in.resolve(), Path(os.path.abspath(handed_in)))  # noqa: PTH100 -- a link may lead elsewhere
    return any(one.is_relative_to(course) or course.is_relative_to(one.parent) for one in theirs)


def assignment_of(root: Path, which: str) -> Master:
    """Return the master of the exercises that ``which`` names: ``07``, ``07_smart_chunk`` or ``smart_chunk``.

    Raises:
        NoCourse: it names none.
    """
    masters = [master for master in find_masters(root) if master.kind == "solution"]
    slug = EXERCISES[which].lesson if which in EXERCISES else which
    for master in masters:
        if slug in (master.slug, master.slug[:2], str(int(master.slug[:2]))):
            return master
    known = [*(master.slug for master in masters), *own_assignments(root)]
    raise NoCourse(f"no exercise {which!r}; there are {', '.join(known)}")


def name_of(root: Path, which: str) -> str:
    """Return the name under which a gradebook knows what ``which`` names: an exercise, or the teacher's own assignment.

    Raises:
        NoCourse: it names none.
    """
    return which if is_own(root, which) else assignment_of(root, which).slug


def asked_of(root: Path, which: str) -> Asked:
    """Return what the notebook that ``which`` names is known by: its functions, and its slug.

    Raises:
        NoCourse: it names none.
    """
    if is_own(root, which):
        return OwnAsked(which, which, tuple(name.removesuffix(".ipynb") for name in released_notebooks(root, which)))
    master = assignment_of(root, which)
    functions = functions_of(master)
    if len(functions) > 1:  # one notebook, which may be called by each of them
        return OwnAsked(functions[0], master.slug, (*functions, master.slug[3:]))
    return Asked((functions or [master.slug])[0], master.slug)


def functions_of(master: Master) -> list[str]:
    """Return the functions that the notebook of ``master`` asks for, in their order."""
    return [name for cell in read_master(master).cells if (name := named(cell, SOLUTION)) is not None]


def class_seed(root: Path) -> str:
    """Return the secret seed of the class at ``root``; the first use draws one.

    It lies in ``grading/seed`` and only its owner may read it. If you know it, you know the cases that are tried.

    Raises:
        ValueError: there is a seed that is empty, no text, or not the teacher's alone.
        OSError: it cannot be read or written.
    """
    path = root / GRADING / "seed"
    path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    with suppress(FileExistsError):
        drawn = path.with_name(f".seed-{secrets.token_hex(4)}")
        drawn.touch(0o600)
        drawn.write_text(secrets.token_hex(16) + "\n", encoding="ascii")
        try:
            os.link(drawn, path)  # in one step, and never over a seed that is there
        finally:
            drawn.unlink()
    seed = read_seed(path)  # refused where others may read or write it
    if not seed:
        raise InvalidValue(f"{path} is empty: delete it, and a new one is drawn")
    return seed


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

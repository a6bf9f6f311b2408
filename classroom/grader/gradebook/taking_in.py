"""Take in submissions from a folder or a zip: of a learning platform, of a mailbox, or a folder for each student.

Whose each is and which notebook is meant is what ``chunklib grade`` says. Each goes to
``grading/submitted/<student>/<exercise>/<exercise>.ipynb``, where nbgrader looks, with the time at which it was
handed in. Only notebooks are taken, only plain files, and each with a word of what became of it.
"""

from __future__ import annotations

import filecmp
import re
import shutil
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from itertools import groupby
from pathlib import Path
from typing import Literal

from chunklib.terminal_progress import one_line
from classroom.grader.gradebook.handed_in import copy_file
from classroom.grader.gradebook.nbgrader_api import Failed
from classroom.grader.gradebook.places import GRADING, released_notebooks
from classroom.grader.intake.entries import NOTEBOOK
from classroom.grader.intake.naming import Asked, Submission, owner_of, owner_of_folder
from classroom.grader.intake.pick_submission import LOOKS, SURE
from classroom.grader.intake.submissions import find
from classroom.grader.intake.times import KEY_FILE, STAMP, stamp_of
from classroom.grader.intake.unpacking import OF_CLASS, Archives, Lost, Unpackable

_NAME = re.compile(r"\w[\w@+.'() -]{0,79}")  # no sign first: nbgrader's export would be read as a formula
_MOST = 80  # characters of a name in a table
_TWO = "two submissions by one student: remove one"

Became = Literal["taken", "replaced", "unchanged", "refused", "left out"]


@dataclass(frozen=True)
class Taken:
    """Says what became of one submission: its student, the place it came from, and why where it was refused.

    What is ``left out`` is a notebook of another exercise.
    """

    student: str
    place: str
    became: Became
    reason: str = ""


def take_in(source: Path, asked: Asked, root: Path) -> Iterator[Taken]:
    """Copy the submissions in a folder or a zip to where nbgrader looks; yields a word on each.

    Args:
        source: a folder, or a zip of one: ``<student>/<slug>/*.ipynb``, ``<student>/*.ipynb`` or ``<student>*.ipynb``.
        asked: the exercise that they are of.
        root: the folder of the course.

    Raises:
        Failed: there is no such folder, or the folder or the zip cannot be read.
    """
    with tempfile.TemporaryDirectory(prefix="chunklib-collect-") as scratch:
        archives = Archives(Path(scratch))
        folder, lost = _opened(source, archives)
        for one in lost:
            if one.left is None:
                yield _lost(one, asked)
        try:
            found = find(folder, asked, archives=archives)
        except OSError as error:
            raise Failed(f"cannot read {source}: {(error.strerror or str(error)).lower()}") from None
        taking, empty = _Taking(found.folder, asked, root), {one.left: one for one in lost if one.left is not None}
        for student, group in groupby(found.submissions, lambda one: one.student):
            theirs = list(group)
            gone = [empty[one.path] for one in theirs if one.path in empty]
            yield from (_lost(one, asked, student) for one in gone)
            if not gone:
                yield taking.taken(student, theirs)
        for name in found.ignored:
            if name.casefold().endswith(NOTEBOOK):
                yield Taken("", name, "left out", "named like another exercise")


def _lost(one: Lost, asked: Asked, student: str = "") -> Taken:
    """Say of a notebook that it could not be unpacked; whose it is, the folder says where it could be put into one."""
    first = one.place.parts[0]
    owner = owner_of_folder(first) if len(one.place.parts) > 1 else owner_of(one.place.stem, asked)
    return Taken(_short(student or owner.student), _short(one_line(str(one.place))), "refused", one.reason)


class _Refused(Exception):
    """Says why nothing of a student is taken."""


@dataclass(frozen=True)
class _Taking:
    """Takes in what was found in a folder."""

    folder: Path
    asked: Asked
    root: Path

    def taken(self, student: str, theirs: Sequence[Submission]) -> Taken:
        """Copy what one student has handed in, in one step."""
        there = [one for one in theirs if one.kind != "absent"] or theirs
        place = ", ".join(sorted({self._top(one) for one in there}))
        try:
            self._check_name(student, there)
            meant = self._meant(there)
            about = next(filter(None, (_about(one) for one in meant.values())), "")
            return Taken(student, place, self._copied(student, meant), about)
        except _Refused as error:
            return Taken(student, place, "refused", str(error))
        except OSError as error:
            return Taken(student, place, "refused", f"cannot be copied: {(error.strerror or str(error)).lower()}")

    def _top(self, one: Submission) -> str:
        below = one.path is not None and one.path.is_relative_to(self.folder)
        return one.path.relative_to(self.folder).parts[0] if one.path and below else one.file.partition("/")[0]

    def _check_name(self, student: str, there: Sequence[Submission]) -> None:
        """Refuse a text that is not a name, and a notebook whose name gives the exercise but not the student."""
        flat = all(one.path is not None and one.path.parent == self.folder and not one.path.is_dir() for one in there)
        if not _NAME.fullmatch(student) or self.asked.named(student) or (flat and self.asked.within(student)):
            raise _Refused("no name in it that a gradebook can hold")

    def _meant(self, there: Sequence[Submission]) -> dict[str, Submission]:
        """Return the submissions that are taken, by the names under which nbgrader looks for them."""
        wanted = released_notebooks(self.root, self.asked.lesson)
        notebooks = [one for one in there if one.kind == "notebook"]
        if len(notebooks) < len(there):
            one = next(one for one in there if one.kind != "notebook")
            raise _Refused(_TWO if notebooks else "no notebook in it" if one.kind == "absent" else one.reason)
        if len(wanted) == 1:
            if len(notebooks) > 1:
                raise _Refused(_TWO)
            return {wanted[0]: notebooks[0]}
        by_name = {name.casefold(): name for name in wanted}
        found = [(by_name.get(one.path.name.casefold(), ""), one) for one in notebooks if one.path is not None]
        named = {name: one for name, one in found if name}
        if not named:
            number = "1 notebook" if len(found) == 1 else f"{len(found)} notebooks"
            raise _Refused(f"{number}, and none is called {' or '.join(wanted)}")
        if len(named) < sum(bool(name) for name, _ in found):
            raise _Refused(_TWO)
        return named

    def _copied(self, student: str, meant: Mapping[str, Submission]) -> Became:
        slug = self.asked.lesson
        target = self.root / GRADING / "submitted" / student / slug
        target.parent.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(dir=target.parent, prefix=".taking-", ignore_cleanup_errors=True) as fresh:
            copy = Path(fresh, slug)
            copy.mkdir()
            for name, one in meant.items():
                if one.path is None or not copy_file(one.path, copy / name):
                    raise _Refused("no notebook in it")
            self._copy_exchange_files(list(meant.values()), copy)
            return _put(copy, target, self.root / GRADING / "autograded" / student / slug)

    def _copy_exchange_files(self, meant: Sequence[Submission], copy: Path) -> None:
        """Write down when notebooks were handed in, and keep the secret by which feedback finds its way back."""
        times = [one.moment.seconds for one in meant if one.moment is not None]
        with suppress(ValueError):  # no calendar has it
            (copy / STAMP).write_text(stamp_of(max(times)), encoding="ascii")
        for secret in (one.path.with_name(KEY_FILE) for one in meant if one.path is not None):
            if secret.parent != self.folder:
                with suppress(FileNotFoundError):
                    copy_file(secret, copy / KEY_FILE, notebook=False)


def _about(one: Submission) -> str:
    """Say why a time that is written beside a notebook does not count, and that a name looks like another's."""
    moment = one.moment
    if moment is not None and moment.stamp is not None and moment.changed > moment.stamp + SURE:
        return moment.both()
    return one.note if STAMP in one.note or LOOKS in one.note else ""


def _short(name: str) -> str:
    return name if len(name) <= _MOST else f"{name[: _MOST - 1]}…"


def _put(copy: Path, target: Path, marked: Path) -> Became:
    """Move a copy to its place, and take nbgrader's marked copy of an older one away, so that it is marked again."""
    if not target.exists():
        copy.replace(target)
        return "taken"
    with suppress(OSError):
        ours, theirs = ({path.name for path in folder.glob("*.ipynb")} for folder in (copy, target))
        if ours == theirs and all(filecmp.cmp(copy / name, target / name, shallow=False) for name in ours):
            return "unchanged"
    shutil.rmtree(target)
    copy.replace(target)
    shutil.rmtree(marked, ignore_errors=True)
    return "replaced"


def _opened(source: Path, archives: Archives) -> tuple[Path, Sequence[Lost]]:
    """Return a folder, or one with what a zip holds, with what of it could not be unpacked."""
    if source.is_dir():
        return source, ()
    if not source.is_file():
        raise Failed(f"{source} is neither a folder nor a zip")
    try:
        return archives.unpack(source, OF_CLASS)
    except Unpackable as error:
        raise Failed(f"{source}: {error}") from None

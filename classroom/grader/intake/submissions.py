"""Find what was handed in: a folder for each student, or a flat folder of files from a mailbox or a platform.

Nothing is opened here but nbgrader's small files of times. Links are never followed: one may lead out of the folder,
to another student's work or to the teacher's.
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Literal

from classroom.grader.intake.entries import NOTEBOOK, entries_of, is_archive, is_notebook, stem_of, unwrapped
from classroom.grader.intake.naming import Asked, Owner, owner_of, owner_of_folder, plain_name
from classroom.grader.intake.times import STAMP, Moment, handed_in

LINK = "a link to another file, not a notebook"
_UNPACK = "an archive, {}: unpack it here, and remove the archive"
_UNPACK_INTO = "an archive, {}: unpack it here, into a folder {}, and remove the archive"
NOTHING = "nothing handed in"

Kind = Literal["notebook", "failed", "ungraded", "absent"]
"""``notebook``: to be read. ``failed``, ``ungraded``: settled unread. ``absent``: failed, unless more is found."""


@dataclass(frozen=True)
class Submission:
    """Holds what was handed in for one function: a notebook to mark, or the reason why there is none.

    ``file`` is its place below the folder of submissions, on one printable line; ``note`` is said with its mark.
    """

    student: str
    function: str
    kind: Kind
    file: str = ""
    path: Path | None = None
    reason: str = ""
    note: str = ""
    moment: Moment | None = None
    number: str = ""


@dataclass(frozen=True)
class Found:
    """Holds the submissions of one function, the names of files that are none, and the folder that all lie in."""

    submissions: tuple[Submission, ...]
    ignored: tuple[str, ...]
    folder: Path


def find(folder: Path, asked: Asked, roster: Sequence[str] = ()) -> Found:
    """Return what is in a folder of submissions for one function, each student's own.

    Args:
        folder: with ``<student>/<exercise>/<exercise>.ipynb``, ``<student>/*.ipynb`` or ``<student>*.ipynb``, or with
            nothing but a folder of these.
        asked: the function.
        roster: who is expected; who is not there has a submission that is ``failed``.

    Returns:
        Submissions sorted by student and file. A student may have several: ``settled`` says which one counts.

    Raises:
        OSError: the folder cannot be read.
    """
    folder = unwrapped(folder, asked, roster)
    found: list[Submission] = []
    ignored: list[str] = []
    for entry in entries_of(folder):
        ours = list(_Looking(folder, asked, tuple(roster)).at(entry))
        found += ours
        ignored += [] if ours else [plain_name(entry.name)]
    found = _told_apart(found)
    here = {one.student for one in found}
    found += [Submission(name, asked.function, "absent", reason=NOTHING) for name in roster if name not in here]
    return Found(tuple(sorted(found, key=lambda one: (one.student, one.file))), tuple(ignored), folder)


def _is_link_to_folder(entry: os.DirEntry[str]) -> bool:
    """Tell whether an entry is a link to a folder, or to what nobody can look at, as a link to itself."""
    try:
        return entry.is_symlink() and entry.is_dir()
    except OSError:
        return True


@dataclass(frozen=True)
class _Looking:
    """Looks through a folder of submissions for one function."""

    folder: Path
    asked: Asked
    roster: tuple[str, ...]

    def at(self, entry: os.DirEntry[str]) -> Iterator[Submission]:
        """Yield the submissions in one entry of the folder."""
        if entry.is_dir(follow_symlinks=False) and not is_notebook(entry):
            yield from self._of_student(entry)
        elif is_notebook(entry):
            if not self.asked.elsewhere(stem_of(entry)):
                yield self._notebook(self._owner(stem_of(entry)), entry)
        elif is_archive(entry):
            owner = self._owner(Path(entry.name).stem)
            reason = _UNPACK_INTO.format(plain_name(entry.name), owner.student)
            yield self._settled(owner, "ungraded", reason, entry)
        elif _is_link_to_folder(entry):
            yield self._settled(owner_of_folder(entry.name, self.roster), "failed", LINK, entry)
        else:
            owner = self._owner(Path(entry.name).stem)
            if self.roster and owner.listed:
                yield self._settled(owner, "absent", f"{plain_name(entry.name)} is not a notebook", entry)

    def _of_student(self, folder: os.DirEntry[str]) -> Iterator[Submission]:
        """Yield what a student's own folder holds; at least one word about it."""
        owner = owner_of_folder(folder.name, self.roster)
        try:
            found = list(self._inside(owner, folder))
        except OSError as error:
            reason = f"the folder cannot be read: {(error.strerror or str(error)).lower()}"
            found = [self._settled(owner, "ungraded", reason, folder)]
        yield from found or [self._settled(owner, "absent", f"no notebook of {self.asked.function}", folder)]

    def _inside(self, owner: Owner, folder: os.DirEntry[str]) -> Iterator[Submission]:
        entries = entries_of(Path(folder.path))
        own = [entry for entry in entries if self.asked.named(entry.name)]  # a notebook's name has a suffix
        for entry in own:
            if entry.is_dir(follow_symlinks=False):
                yield from self._meant(owner, entry, entries_of(Path(entry.path)))
            elif entry.is_symlink():
                yield self._settled(owner, "failed", LINK, entry)
        loose = [one for one in entries if not one.is_dir(follow_symlinks=False) or is_notebook(one)]
        if own:  # beside the exercise's folder other notebooks are a student's own affair
            loose = [one for one in loose if is_notebook(one) and self.asked.named(stem_of(one))]
        loose = [one for one in loose if not self.asked.elsewhere(stem_of(one))]
        if any(map(is_notebook, loose)) or any(map(is_archive, loose)):
            yield from self._meant(owner, folder, loose)

    def _meant(
        self, owner: Owner, folder: os.DirEntry[str], entries: Sequence[os.DirEntry[str]]
    ) -> Iterator[Submission]:
        """Yield the notebook in one folder that is meant: those with the right name, else the only one."""
        notebooks = [entry for entry in entries if is_notebook(entry)]
        named = [entry for entry in notebooks if self.asked.named(stem_of(entry))]
        like = [entry for entry in notebooks if self.asked.within(stem_of(entry))]
        only = next((group for group in (like, notebooks) if len(group) == 1), [])
        archives = [plain_name(entry.name) for entry in entries if is_archive(entry)]
        if named or only:
            yield from (self._notebook(owner, entry, renamed=not named) for entry in named or only)
        elif notebooks:
            reason = f"{len(notebooks)} notebooks, and none is called {self.asked.lesson}{NOTEBOOK}"
            yield self._settled(owner, "ungraded", reason, folder)
        elif archives:
            yield self._settled(owner, "ungraded", _UNPACK.format(archives[0]), folder)
        else:
            reason = f"no notebook in the folder {plain_name(folder.name)}"
            yield self._settled(owner, "absent", reason, folder)

    def _owner(self, name: str) -> Owner:
        return owner_of(name, self.asked, self.roster)

    def _notebook(self, owner: Owner, entry: os.DirEntry[str], *, renamed: bool = False) -> Submission:
        notes = [f"the notebook was called {plain_name(entry.name)}"] if renamed else []
        notes += [] if owner.listed else ["not on the list of students"]
        path = Path(entry.path)
        moment = handed_in(path, alone=path.parent != self.folder)
        notes += (
            [f"{STAMP} is not believed, the file's own time is: {moment.unread}"] if moment and moment.unread else []
        )
        found = self._settled(owner, "notebook", "", entry)
        return replace(found, note="; ".join(notes), moment=moment)

    def _settled(self, owner: Owner, kind: Kind, reason: str, entry: os.DirEntry[str]) -> Submission:
        path = Path(entry.path)
        place = plain_name(path.relative_to(self.folder).as_posix())
        return Submission(owner.student, self.asked.function, kind, place, path, reason, number=owner.number)


def _told_apart(found: Sequence[Submission]) -> list[Submission]:
    """Add the platform's number to a name that several people have."""
    numbers: dict[str, set[str]] = {}
    for one in found:
        numbers.setdefault(one.student, set()).add(one.number)
    shared = {student for student, known in numbers.items() if len(known - {""}) > 1}
    return [
        replace(one, student=f"{one.student}_{one.number}") if one.student in shared and one.number else one
        for one in found
    ]

"""Find what was handed in: a folder for each student, or a flat folder of files from a mailbox or a platform.

Of what is there only nbgrader's small files of times are opened, zips, and notebooks of which it must be seen whether
they are the exercise or the lesson. Links are never followed: one may lead out of the folder,
to another student's work or to the teacher's.
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import islice, product
from pathlib import Path

from classroom.grader.intake.entries import (
    ARCHIVES,
    different,
    entries_of,
    files_of,
    is_archive,
    is_notebook,
    meant_among,
    notebooks_of,
    stem_of,
    unwrapped,
)
from classroom.grader.intake.naming import Asked, Kind, Owner, Submission, owner_of, owner_of_folder, plain_name
from classroom.grader.intake.pick_submission import settled, told_apart
from classroom.grader.intake.times import STAMP, handed_in
from classroom.grader.intake.unpacking import Archives

LINK = "a link to another file, not a notebook"
_UNPACK = "an archive, {}: unpack it here, {}and remove the archive{}"
_DOUBT = (
    "its name holds the numbers of two people, and nobody can tell whose it is: put it into a folder of the student"
)
NOTHING = "nothing handed in"
_ZIPS = 3  # of one student
_CLAIMED = "several have nearly this name, and none has it to the letter: rename the folder that is meant"


@dataclass(frozen=True)
class Found:
    """Holds the submissions of one function, the names of files that are none, and the folder that all lie in."""

    submissions: tuple[Submission, ...]
    ignored: tuple[str, ...]
    folder: Path


def find(folder: Path, asked: Asked, roster: Sequence[str] = (), archives: Archives | None = None) -> Found:
    """Return what is in a folder of submissions for one function, see ``find_each``."""
    return find_each(folder, (asked,), roster, archives)[0]


def find_each(
    folder: Path,
    asked: Sequence[Asked],
    roster: Sequence[str] = (),
    archives: Archives | None = None,
    *,
    settle: bool = False,
) -> list[Found]:
    """Return for each function what is in a folder of submissions, each student's own, under one name for all.

    Args:
        folder: with ``<student>/<exercise>/<exercise>.ipynb``, ``<student>/*.ipynb`` or ``<student>*.ipynb``, or with
            nothing but a folder of these.
        asked: the functions.
        roster: who is expected; who is not there has a submission that is ``failed``.
        archives: what unpacks a student's zip; None leaves it to the teacher.
        settle: leave each student the one that counts, see ``settled``.

    Returns:
        Submissions sorted by student and file. A student may have several, unless they are settled.

    Raises:
        OSError: the folder cannot be read.
    """
    looked = [_looked(folder, one, roster, archives) for one in asked]
    every = [one for here in looked for one in here.submissions]
    if all(one.number for one in every if one.loose):  # a platform named them all
        every = [replace(one, loose=False) for one in every]
    claimed, every = {one.student for one in every}, told_apart(every, roster)
    claimed -= {one.student for one in every}
    present = {(one.student, one.function) for one in every}
    for name, function in product(roster, (one.function for one in asked)):
        if (name, function) not in present:
            missing = Submission(name, function, "absent", reason=NOTHING)
            every.append(replace(missing, kind="ungraded", reason=_CLAIMED) if name in claimed else missing)
    every.sort(key=lambda one: (one.student, one.file))
    own = ([known for known in every if known.function == one.function] for one in asked)
    return [
        replace(here, submissions=tuple(settled(theirs) if settle else theirs))
        for here, theirs in zip(looked, own, strict=True)
    ]


def _looked(folder: Path, asked: Asked, roster: Sequence[str], archives: Archives | None) -> Found:
    folder = unwrapped(folder, asked, roster)
    looking = _Looking(folder, asked, tuple(roster), archives)
    found = {entry.name: list(looking.at(entry)) for entry in entries_of(folder)}
    ignored = tuple(plain_name(name) for name, ours in found.items() if not ours)
    return Found(tuple(one for ours in found.values() for one in ours), ignored, folder)


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
    archives: Archives | None = None

    def at(self, entry: os.DirEntry[str]) -> Iterator[Submission]:
        """Yield the submissions in one entry of the folder."""
        if entry.is_dir(follow_symlinks=False) and not is_notebook(entry):
            yield from self._of_student(entry)
        elif is_notebook(entry):
            if not self.asked.elsewhere(stem_of(entry)):
                yield self._notebook(self._owner(stem_of(entry)), Path(entry.path))
        elif is_archive(entry):
            yield from self._packed(self._owner(Path(entry.name).stem), Path(entry.path))
        elif _is_link_to_folder(entry):
            yield self._settled(owner_of_folder(entry.name, self.roster), "failed", LINK, Path(entry.path))
        else:
            owner = self._owner(Path(entry.name).stem)
            if self.roster and owner.listed:
                yield self._settled(owner, "absent", f"{plain_name(entry.name)} is not a notebook", Path(entry.path))

    def _of_student(self, folder: os.DirEntry[str]) -> Iterator[Submission]:
        """Yield what a student's own folder holds; at least one word about it."""
        owner = owner_of_folder(folder.name, self.roster)
        try:
            found = self._in_folder(owner, Path(folder.path))
        except OSError as error:
            reason = f"the folder cannot be read: {(error.strerror or str(error)).lower()}"
            found = [self._settled(owner, "ungraded", reason, Path(folder.path))]
        yield from found or [self._nothing(owner, Path(folder.path))]

    def _in_folder(self, owner: Owner, folder: Path) -> list[Submission]:
        """Return what is meant in a student's folder: near its top, as nbgrader has it, or deeper; else in a zip."""
        near = list(self._inside(owner, folder))
        paths, lessons = notebooks_of(folder, self.asked)
        known = [one.path for one in near if one.kind == "notebook" and one.path and one.path not in lessons]
        if any(path not in known for path in paths) and not any(one.kind == "ungraded" for one in near):
            named = [path for path in known if self.asked.named(path.stem)]
            return [self._only(owner, folder, different([*named, *paths]))]
        if any(one.kind != "absent" for one in near) and (known or not lessons):
            return near
        packed = [one for archive in islice(files_of(folder, *ARCHIVES), _ZIPS) for one in self._packed(owner, archive)]
        if lessons and not packed:
            reason = f"{self._place(lessons[0])} is the lesson; the exercise is in the folder exercises"
            return [self._settled(owner, "absent", reason, folder)]
        return packed or near

    def _only(self, owner: Owner, folder: Path, paths: Sequence[Path]) -> Submission:
        if len(paths) == 1:
            return self._notebook(owner, paths[0])
        first, second = (self._place(path) for path in paths[:2])
        more = f" and {len(paths) - 2} more" if len(paths) > 2 else ""
        reason = f"{len(paths)} notebooks of {self.asked.lesson}: {first}, {second}{more}; leave one and --resume"
        return self._settled(owner, "ungraded", reason, folder)

    def _packed(self, owner: Owner, archive: Path) -> Iterator[Submission]:
        """Yield what a zip holds, as if it were a student's folder, or the reason why it is not unpacked."""
        folder = self.archives.folder(archive) if self.archives else ""
        if isinstance(folder, Path):
            yield from self._in_folder(owner, folder) or [self._nothing(owner, archive)]
        else:
            into = f"into a folder {owner.student}, " if owner.loose else ""
            reason = _UNPACK.format(plain_name(archive.name), into, f" ({folder})" if folder else "")
            yield self._settled(owner, "ungraded", reason, archive)

    def _nothing(self, owner: Owner, path: Path) -> Submission:
        return self._settled(owner, "absent", f"no notebook of {self.asked.function}", path)

    def _inside(self, owner: Owner, folder: Path) -> Iterator[Submission]:
        entries = entries_of(folder)
        own = [entry for entry in entries if self.asked.named(entry.name)]  # a notebook's name has a suffix
        for entry in own:
            if entry.is_dir(follow_symlinks=False):
                yield from self._meant(owner, Path(entry.path), entries_of(entry.path))
            elif entry.is_symlink():
                yield self._settled(owner, "failed", LINK, Path(entry.path))
        loose = [one for one in entries if not one.is_dir(follow_symlinks=False) or is_notebook(one)]
        if own:  # beside the exercise's folder other notebooks are a student's own affair
            loose = [one for one in loose if is_notebook(one) and self.asked.named(stem_of(one))]
        loose = [one for one in loose if not self.asked.elsewhere(stem_of(one))]
        if any(map(is_notebook, loose)):
            yield from self._meant(owner, folder, loose)

    def _meant(self, owner: Owner, folder: Path, entries: Sequence[os.DirEntry[str]]) -> Iterator[Submission]:
        """Yield the notebook in one folder that is meant, or why there is none."""
        notebooks = [Path(entry.path) for entry in entries if is_notebook(entry)]
        meant = meant_among(notebooks, self.asked)
        yield from (self._notebook(owner, path) for path in meant)
        if notebooks and not meant:
            reason = f"{len(notebooks)} notebooks, and none is called {self.asked.lesson}.ipynb"
            yield self._settled(owner, "ungraded", reason, folder)
        elif not notebooks and not any(map(is_archive, entries)):
            reason = f"no notebook in the folder {plain_name(folder.name)}"
            yield self._settled(owner, "absent", reason, folder)

    def _owner(self, name: str) -> Owner:
        return owner_of(name, self.asked, self.roster)

    def _notebook(self, owner: Owner, path: Path) -> Submission:
        lost = _DOUBT if owner.doubt else self.archives.lost.get(path, "") if self.archives else ""
        if lost:
            return self._settled(owner, "ungraded", lost, path)
        in_folder = path.parent != self.folder
        moment = handed_in(path, alone=in_folder)
        notes = []
        if in_folder and not self.asked.named(path.stem):
            notes.append(f"the notebook was called {plain_name(path.name)}")
        if not owner.listed:
            notes.append("not on the list of students")
        if moment and moment.unread:
            notes.append(f"{STAMP} is not believed, the file's own time is: {moment.unread}")
        return replace(self._settled(owner, "notebook", "", path), note="; ".join(notes), moment=moment)

    def _settled(self, owner: Owner, kind: Kind, reason: str, path: Path) -> Submission:
        known = Submission(owner.student, self.asked.function, kind, self._place(path), path, reason)
        return replace(known, number=owner.number, spelling=owner.spelling, loose=owner.loose)

    def _place(self, path: Path) -> str:
        place = self.archives.place(path, self.folder) if self.archives else path.relative_to(self.folder)
        return plain_name(place.as_posix())

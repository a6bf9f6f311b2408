"""The entries of a folder of submissions: which are shown, what each is, and where those of the students begin."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from pathlib import Path, PurePath

from classroom.grader.intake.naming import Asked, owner_of, owner_of_folder

NOTEBOOK = ".ipynb"
ARCHIVES = (".zip", ".tar", ".gz", ".tgz", ".bz2", ".xz", ".7z", ".rar")
_NOT_THEIRS = ("__macosx",)
_COURSE = "my_course"

Entry = os.DirEntry[str]


def entries_of(folder: str | Path) -> list[Entry]:
    """List a folder without what is hidden, in one order on every system."""
    with os.scandir(folder) as entries:
        return sorted((one for one in entries if _is_shown(one.name)), key=lambda entry: entry.name)


def files_of(folder: str | Path, *endings: str) -> Iterator[Path]:
    """Yield the files at any depth of a folder whose names end so, in one order on every system."""
    for place, folders, files in os.walk(folder):  # follows no links
        folders[:] = sorted(filter(_is_shown, folders))
        yield from (
            Path(place, name) for name in sorted(files) if _is_shown(name) and name.casefold().endswith(endings)
        )


def _is_shown(name: str) -> bool:
    """Tell whether an entry is neither hidden nor what a Mac puts beside the files of a zip."""
    return not name.startswith(".") and name.casefold() not in _NOT_THEIRS


def is_notebook(entry: Entry | PurePath) -> bool:
    """Tell whether an entry or a path is called a notebook."""
    return entry.name.casefold().endswith(NOTEBOOK)


def is_archive(entry: Entry) -> bool:
    """Tell whether an entry is called an archive, and is not a folder."""
    return entry.name.casefold().endswith(ARCHIVES) and not entry.is_dir(follow_symlinks=False)


def stem_of(entry: Entry) -> str:
    """Return an entry's name, without the suffix of a notebook."""
    return entry.name[: -len(NOTEBOOK)] if is_notebook(entry) else entry.name


def unwrapped(folder: Path, asked: Asked, roster: Sequence[str] = ()) -> Path:
    """Return the folder that the submissions lie in: a zip of a folder has that folder at its top, and nothing else.

    Args:
        folder: that was handed in or unpacked.
        asked: the exercise; a folder that holds it by its own name, or one notebook alone, is a student's.
        roster: the ids of the class; a folder that is called by one is a student's, too.

    Raises:
        OSError: the folder cannot be read.
    """
    while True:
        entries = [one for one in entries_of(folder) if _is_folder(one) or is_notebook(one) or is_archive(one)]
        if len(entries) != 1 or not _is_folder(entries[0]) or not _holds_a_class(entries[0], asked, roster):
            return folder
        folder = Path(entries[0].path)


def _is_folder(entry: Entry) -> bool:
    return entry.is_dir(follow_symlinks=False) and not is_notebook(entry)


def _holds_a_class(folder: Entry, asked: Asked, roster: Sequence[str]) -> bool:
    """Tell whether a folder holds what several people, or one in a folder of their own, have handed in."""
    owner = owner_of_folder(folder.name, roster)
    if owner.number or (roster and owner.listed):  # a platform made it for one person, or it is on the list
        return False
    try:
        inside = entries_of(folder.path)
    except OSError:
        return False
    single = [one for one in inside if is_notebook(one) or is_archive(one)]
    folders = [one for one in inside if _is_folder(one)]
    if any(map(asked.named, map(stem_of, inside))) or any(asked.elsewhere(one.name) for one in folders):
        return False
    if any(one.name.casefold() == "exercises" or one.name.startswith(_COURSE) for one in folders):
        return False  # a learner's whole folder
    stems = [stem_of(one) for one in single if is_notebook(one)]
    if any(asked.within(stem) and asked.within(owner_of(stem, asked).student) for stem in stems):
        return False  # a name says the exercise and nobody, as ``07_smart_chunk (1)``
    return len(single) > 1 or any(any(files_of(one.path, NOTEBOOK, *ARCHIVES)) for one in folders)

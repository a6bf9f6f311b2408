"""The entries of a folder of submissions: which are shown, what each is, and where those of the students begin."""

from __future__ import annotations

import filecmp
import os
from collections.abc import Iterator, Sequence
from itertools import islice
from pathlib import Path, PurePath

from classroom.grader.intake.naming import Asked, owner_of, owner_of_folder
from classroom.grader.intake.notebook import MAX_BYTES, Unreadable, code_cells, notebook_json

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


_MOST = 2_000  # notebooks of one student
_COMPARED = 10
_LESSONS = ("notebooks", "learner")


def notebooks_of(folder: Path, asked: Asked) -> tuple[list[Path], list[Path]]:
    """Return the notebooks of an exercise at any depth of a student's folder, and the lesson's of the same name."""
    paths = list(islice(files_of(folder, NOTEBOOK), _MOST))
    named = [path for path in paths if asked.named(path.stem)]
    doubtful = named if len(named) > 1 else [path for path in named if _lies_with_lessons(path)]
    lessons = [path for path in doubtful if _is_lesson(path, asked)]
    found = [path for path in named if path not in lessons]
    return found or [path for path in paths if path not in named and _has_check(path, asked)], lessons


def meant_among(notebooks: Sequence[Path], asked: Asked) -> list[Path]:
    """Return the notebooks with the exercise's name; without any the only one that holds it, else the only one.

    >>> meant_among([Path("a/my work.ipynb")], Asked("smart_chunk", "07_smart_chunk"))[0].name
    'my work.ipynb'
    >>> meant_among([Path("a/one.ipynb"), Path("a/two.ipynb")], Asked("smart_chunk", "07_smart_chunk"))
    []
    """
    named = [path for path in notebooks if asked.named(path.stem)]
    like = [path for path in notebooks if asked.within(path.stem)]
    return named or list(next((paths for paths in (like, notebooks) if len(paths) == 1), []))


def different(paths: Sequence[Path]) -> list[Path]:
    """Return files without those that are another one to the byte; of many only the first are compared."""
    once = list(dict.fromkeys(paths))
    return [path for at, path in enumerate(once) if at > _COMPARED or not any(same(path, one) for one in once[:at])]


def same(one: Path, other: Path) -> bool:
    """Tell whether two files are the same to the byte; those that are too large to be marked are not looked at."""
    try:
        plain = all(path.is_file() and not path.is_symlink() for path in (one, other))
        small = plain and one.stat().st_size == other.stat().st_size <= MAX_BYTES
        return small and filecmp.cmp(one, other, shallow=False)
    except OSError:
        return False


def _is_lesson(path: Path, asked: Asked) -> bool:
    """Tell a lesson by its quiz or its folder; what has the exercise's check is the exercise wherever it is."""
    asks = any(source.lstrip().startswith(f'quiz("{asked.lesson}")') for source in _cells(path))
    return (asks or _lies_with_lessons(path)) and not _has_check(path, asked)


def _lies_with_lessons(path: Path) -> bool:
    return path.parent.name.casefold() in _LESSONS


def _has_check(path: Path, asked: Asked) -> bool:
    return any(source.strip() == f"check({asked.function})" for source in _cells(path))


def _cells(path: Path) -> list[str]:
    try:
        return code_cells(notebook_json(path))
    except Unreadable:
        return []

"""Give a lesson back as the course has it, and keep the learner's own beside it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path

from chunklib.errors import meant
from classroom.judge.errors import CourseError
from classroom.lessons.folder.contents import LESSONS
from classroom.lessons.folder.laying import note, write


def lesson_named(said: str, files: Mapping[str, bytes]) -> str:
    """Return the lesson that is meant, as ``03_fixed_windows``, by its number or its name.

    Args:
        said: what the learner typed.
        files: what the course has, by path in the folder.

    Raises:
        CourseError: there is no such lesson; the message names the nearest, or all of them.
    """
    known = [Path(name).stem for name in files if name.startswith(f"{LESSONS}/")]
    plain = Path(said).stem
    found = [slug for slug in known if plain == slug or (plain.isdecimal() and int(plain) == int(slug[:2]))]
    if not found:
        near = meant(said, known) or f"; there are {', '.join(known)}"
        raise CourseError(f"there is no lesson {said!r}{near}")
    return found[0]


def reset(folder: Path, names: Iterable[str], files: Mapping[str, bytes]) -> dict[str, str]:
    """Lay files of the folder out afresh, and keep what was there under a new name.

    Args:
        folder: the learner's folder.
        names: which files, by path in the folder.
        files: what the course has, by path in the folder.

    Returns:
        for each file the name under which the old one is kept, "" if there was nothing to keep.

    Raises:
        OSError: something cannot be written; the old file is then still there, under one of the two names.
    """
    kept = {}
    for name in names:
        path = folder / name
        kept[name] = ""
        if path.exists() and path.read_bytes() != files[name]:
            kept[name] = _keep(path)
        note(folder, {name: files[name]})
        write(folder, name, files[name])
    return kept


def _keep(path: Path) -> str:
    """Rename a file to the first free name, ``NAME.mine-1.ipynb``, and return that name."""
    number = 1
    while (aside := path.with_name(f"{path.stem}.mine-{number}{path.suffix}")).exists():
        number += 1
    path.rename(aside)
    return aside.name

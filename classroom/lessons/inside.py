"""Write into a learner's folder, and never through a link out of it: the folder may be another person's."""

from __future__ import annotations

from pathlib import Path

from chunklib.atomic_write import replace_file
from classroom.judge.errors import CourseError


def look_inside(folder: Path, path: Path) -> None:
    """Refuse a path in a folder that a link leads away from, and one of something that is neither file nor folder.

    The folder itself may be a link: it was named.

    Raises:
        CourseError: so it is; the line names what is in the way.
    """
    for part in (*reversed(path.parents), path):
        if part == folder or not part.is_relative_to(folder):
            continue
        if part.is_symlink():
            raise CourseError(f"{part} is a link, and nothing is read or written through one here: move it away")
        if part.exists() and not (part.is_file() or part.is_dir()):
            raise CourseError(f"{part} is neither a file nor a folder: move it away")


def write_inside(folder: Path, path: Path, data: bytes) -> None:
    """Write a file of a folder in one piece, with the folders that it needs.

    Raises:
        CourseError: as ``look_inside``.
        OSError: it cannot be written; what was there is then still there.
    """
    look_inside(folder, path)
    path.parent.mkdir(parents=True, exist_ok=True)
    look_inside(folder, path)  # again: what was missing may have been put there meanwhile
    replace_file(path, data)

"""Prepare the place of a bundle: replace an earlier bundle or an empty folder, and keep anything else."""

from __future__ import annotations

import os
from pathlib import Path

ROOM = Path(__file__).resolve().parent / "room"
_SURE = {"README.md": "file", "install.py": "file", "start.py": "file", "wheels": "folder", "requirements": "folder"}
_MAY = {"course-env", "LICENSE", "LICENSE-TEXT"}


def look_at(out: Path) -> None:
    """Refuse a place that holds anything but an earlier bundle.

    Args:
        out: a folder that is empty or not there, or a bundle.

    Raises:
        ValueError: for any other folder, a file or a link; nothing has been touched.
        OSError: where it cannot be read.
    """
    if not os.path.lexists(out):
        return
    if out.is_symlink() or not out.is_dir():
        raise ValueError(f"{out} is not a bundle: choose another folder")
    held = {path.name for path in out.iterdir()}
    if not held:
        return
    if not _is_bundle(out):
        raise ValueError(f"{out} is not a bundle: choose another folder")
    if more := sorted(held - set(_SURE) - _MAY):
        raise ValueError(f"{out} holds more than a bundle ({', '.join(more)}): choose another folder")


def _is_bundle(folder: Path) -> bool:
    """Tell whether a folder has all that a bundle surely has, and says in its first line that it is one."""
    for name, kind in _SURE.items():
        path = folder / name
        if path.is_symlink() or not (path.is_file() if kind == "file" else path.is_dir()):
            return False
    return _title(folder) == _title(ROOM)


def _title(folder: Path) -> bytes:
    with (folder / "README.md").open("rb") as file:
        return file.readline(200).strip()

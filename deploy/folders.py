"""The folders of a class, with the rights that keep people apart."""

from __future__ import annotations

import pwd
import shutil
from pathlib import Path

from chunklib.course.grading.gradebook.config import COURSE_ID
from deploy.classroom import Classroom


def make_folders(room: Classroom) -> Path | None:
    """Make the exchange and the hub's own folder where they are missing, and set their rights.

    Args:
        room: the class.

    Returns:
        a file for git that lets students read the teacher's repository, or None where it lies on another machine.

    Raises:
        OSError: where a folder cannot be made.
    """
    exchange = Path(room.exchange)
    exchange.mkdir(parents=True, exist_ok=True)
    exchange.chmod(0o1777)  # nbgrader wants it open to all; the sticky bit keeps each folder its owner's
    secrets = Path(room.state, "secrets")
    secrets.mkdir(parents=True, exist_ok=True)
    Path(room.state).chmod(0o755)
    secrets.chmod(0o700)
    if not room.local_repository:
        return None
    gitconfig = Path(room.state, "gitconfig")
    gitconfig.write_text(_gitconfig(room.repository), "utf-8")
    gitconfig.chmod(0o644)
    return gitconfig


def give_course_away(room: Classroom) -> None:
    """Make the folder of the course in the exchange, and let the first teacher own it before a student could.

    Args:
        room: the class; its folders are there.

    Raises:
        LookupError: where a teacher or student is no user of this machine.
        OSError: where the folder cannot be given away: only root can.
    """
    known = {user.pw_name for user in pwd.getpwall()}
    if unknown := [person for person in (*room.teachers, *room.students) if person not in known]:
        raise LookupError(f"no users of this machine: {', '.join(unknown)}; adduser makes them")
    folder = Path(room.exchange, COURSE_ID)
    folder.mkdir(exist_ok=True)
    folder.chmod(0o755)
    shutil.chown(folder, room.teachers[0])


def _gitconfig(repository: str) -> str:
    """Git reads no repository that belongs to somebody else unless the machine's settings name it."""
    quoted = repository.replace("\\", "\\\\").replace('"', '\\"')
    return f'[include]\n\tpath = /etc/gitconfig\n[safe]\n\tdirectory = "{quoted}"\n\tdirectory = "{quoted}/.git"\n'

"""The folders of a class, with the rights that keep people apart."""

from __future__ import annotations

import os
import pwd
from contextlib import suppress
from pathlib import Path

from classroom.grader.gradebook.config import COURSE_ID
from classroom.judge.ownership import name_of
from deploy.classroom import Classroom
from deploy.kept import look_at, make, opened


def make_folders(room: Classroom) -> None:
    """Make the exchange and the hub's own folder where they are missing, and set their rights.

    Args:
        room: the class.

    Raises:
        PermissionError: if anyone but root, or the user who runs this, could put other folders in their place.
        OSError: where a folder cannot be made.
    """
    exchange, state = Path(room.exchange), Path(room.state)
    secrets = state / "secrets"
    look_at(exchange, shared=True)
    look_at(secrets)
    make(exchange, 0o1777, shared=True)  # nbgrader wants it open to all; the sticky bit keeps each folder its owner's
    make(state, 0o755)
    make(secrets, 0o700)


def give_course_away(room: Classroom) -> None:
    """Make the folder of the course in the exchange, and let the first teacher own it before a student could.

    Args:
        room: the class; its folders are there.

    Raises:
        LookupError: if a teacher or student is not a user of this machine.
        PermissionError: if there is a link in its place, or the folder of a user who is not a teacher.
        OSError: where the folder cannot be given away: only root can.
    """
    known = {user.pw_name: user.pw_uid for user in pwd.getpwall()}
    if unknown := [person for person in (*room.teachers, *room.students) if person not in known]:
        raise LookupError(f"no users of this machine: {', '.join(unknown)}; adduser makes them")
    path = Path(room.exchange, COURSE_ID)
    with suppress(FileExistsError):
        path.mkdir(0o755)
    with opened(path) as folder:
        owner = os.fstat(folder).st_uid
        if owner not in {0, os.geteuid(), *(known[teacher] for teacher in room.teachers)}:
            raise PermissionError(
                f"{path} belongs to {name_of(owner)}, who is not a teacher of the class: move it away"
            )
        os.fchmod(folder, 0o755)
        os.fchown(folder, known[room.teachers[0]], -1)

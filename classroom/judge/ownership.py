"""Tell whose a file is: what a command believes is its user's own or root's, and nobody else may write it.

The whole path counts, because a user who may write into a folder on the way can put another one in its place. In a
folder with the sticky bit, as the system's temporary one, nobody can move what belongs to another.
"""

from __future__ import annotations

import os
import stat
from contextlib import suppress
from pathlib import Path

from classroom.judge.errors import CourseError


class NotOurs(CourseError):
    """Names what another user could have written, and says what to do."""


def trusted() -> set[int]:
    """Return the numbers of the users whose files are believed: root, and the one who runs this."""
    return {0, os.geteuid()}


def name_of(user: int) -> str:
    """Say who a user number is."""
    import pwd  # Unix has it

    try:
        return pwd.getpwuid(user).pw_name
    except KeyError:
        return f"user {user}"


def look_at(path: Path) -> None:
    """Refuse a file or folder that another user could change, or could put something else in place of.

    Links are followed, and must be ours as well. Of a path that is not there, what is there is looked at. Windows keeps
    no such rights, so nothing is refused there.

    Raises:
        NotOurs: it, or a folder or link on the way, belongs to another user, or others may write to it.
    """
    ways = [path.absolute()]
    for way in ways:
        for part in (*reversed(way.parents), way):
            if not os.path.lexists(part):
                break
            _look(part, path, on_the_way=part != way)
            if part.is_symlink() and len(ways) <= 40:  # after so many links the system opens nothing
                ways.append(part.parent / part.readlink() / way.relative_to(part))
                break


def look_through(folder: Path) -> None:
    """Refuse a folder like ``look_at``, and with it everything in it."""
    look_at(folder)
    for place, inner, files in os.walk(folder, followlinks=True):
        for path in (Path(place, name) for name in (*inner, *files)):
            look_at(path) if path.is_symlink() else _look(path, path, on_the_way=False)


def look_at_secret(path: Path) -> None:
    """Refuse a file like ``look_at``, and one that others may read.

    Raises:
        NotOurs: so it is; a file in a folder that others may not enter is nobody's to read.
    """
    look_at(path)
    if hasattr(os, "geteuid") and path.is_file() and path.stat().st_mode & 0o044 and path.parent.stat().st_mode & 0o011:
        raise NotOurs(f"{path} is secret, and others may read it: chmod go-rwx {path}")


def _look(part: Path, path: Path, *, on_the_way: bool) -> None:
    if not hasattr(os, "geteuid"):
        return
    seen = part.lstat()
    if seen.st_uid not in trusted():
        remedy = "take a copy of your own, or chown it"
        raise NotOurs(f"{path} is not used: {part} belongs to {name_of(seen.st_uid)}; {remedy}")
    sticky = on_the_way and seen.st_mode & stat.S_ISVTX
    if not sticky and _others_may_write(part, seen):
        others = f"others may write to {part} (mode {stat.S_IMODE(seen.st_mode):o})"
        raise NotOurs(f"{path} is not used: {others}; chmod go-w {part}, or take a copy of your own")


def _others_may_write(part: Path, seen: os.stat_result) -> bool:
    if stat.S_ISLNK(seen.st_mode) or not seen.st_mode & (stat.S_IWGRP | stat.S_IWOTH):
        return False
    with suppress(OSError, AttributeError):  # a system without lists of who may write
        if "system.posix_acl_access" in os.listxattr(part):
            return True
    return bool(seen.st_mode & stat.S_IWOTH) or not _is_alone(seen)


def _is_alone(seen: os.stat_result) -> bool:
    """Tell whether a group is its owner's alone: many systems give each user such a group, with the user's name."""
    import grp
    import pwd

    try:
        owner, group = pwd.getpwuid(seen.st_uid), grp.getgrgid(seen.st_gid)
    except KeyError:
        return False
    own = owner.pw_gid == group.gr_gid != 0 and owner.pw_name == group.gr_name
    return own and set(group.gr_mem) <= {owner.pw_name}

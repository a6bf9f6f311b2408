"""Can every user of this machine reach what the class runs from, and nothing of what the teacher keeps?"""

from __future__ import annotations

import stat
import sys
from collections.abc import Iterable
from pathlib import Path

SECRETS = (".git", "docs/teaching", "grading", "solutions", "tests")
"""What answers, wrong answers, hidden properties or marks lie in."""


def needed() -> list[Path]:
    """Name what a user's server is started from: the environment, its Python, and the package chunklib."""
    import chunklib

    package = Path(str(chunklib.__file__)).resolve().parent
    return [Path(sys.prefix), Path(sys.base_prefix), Path(sys.executable).resolve().parent, package]


def closed(paths: Iterable[Path]) -> list[Path]:
    """Find the folders that keep other users out.

    Args:
        paths: folders that everybody must be able to enter and read.

    Returns:
        the folders on the way that others may not enter, and those of ``paths`` that they may not read; each once,
        outermost first.
    """
    found: dict[Path, None] = {}
    for path in paths:
        for folder in [*reversed(path.resolve().parents), path.resolve()]:
            mode = folder.stat().st_mode
            wanted = stat.S_IXOTH | stat.S_IROTH if folder == path.resolve() else stat.S_IXOTH
            if mode & wanted != wanted:
                found[folder] = None
    return list(found)


def told(root: Path) -> list[Path]:
    """Find the folders of a checkout that students must not read, and can.

    Args:
        root: the checkout that the hub runs from.

    Returns:
        those of ``SECRETS`` that others may enter or list, as they are named there.
    """
    return [Path(name) for name in SECRETS if (root / name).exists() and (root / name).stat().st_mode & 0o005]


def complaint(folders: list[Path]) -> str:
    """Say in one line what is closed and what to do.

    >>> complaint([Path("/root")])
    'users of this machine may not enter /root: make the environment in a folder that everybody may read, such as /opt'
    """
    names = ", ".join(map(str, folders))
    remedy = "make the environment in a folder that everybody may read, such as /opt"
    return f"users of this machine may not enter {names}: {remedy}"

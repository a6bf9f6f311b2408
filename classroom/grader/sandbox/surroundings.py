"""Keep programs from the folder that one happens to be in, and students from the paths of this machine.

A submission in that folder may be called ``alembic`` or ``pickle.py``; a path says whose computer it is.
"""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path

_CHANGED = ("PATH", "PYTHONPATH", "PYTHONSAFEPATH")


def leave() -> None:
    """Keep this process, and what it starts, from the folder that it is in; our own programs are found first."""
    ours = str(Path(sys.executable).parent)
    os.environ["PATH"] = os.pathsep.join(_absolute([ours, *os.environ.get("PATH", os.defpath).split(os.pathsep)]))
    os.environ["PYTHONPATH"] = os.pathsep.join(_absolute(os.environ.get("PYTHONPATH", "").split(os.pathsep)))
    os.environ["PYTHONSAFEPATH"] = "1"
    sys.path[:] = _absolute(sys.path)


@contextmanager
def out_of_here() -> Iterator[None]:
    """Do as ``leave`` for a while."""
    before, path = {name: os.environ.get(name) for name in _CHANGED}, sys.path[:]
    leave()
    try:
        yield
    finally:
        sys.path[:] = path
        for name, value in before.items():
            os.environ.pop(name)
            os.environ.update({} if value is None else {name: value})


def _absolute(paths: Iterable[str]) -> list[str]:
    return [path for path in dict.fromkeys(paths) if os.path.isabs(path)]  # noqa: PTH117 -- of a text


_ANYBODYS = {Path("/usr/bin"), Path("/usr/lib"), Path("/usr/local")}
_NAMED = 3  # parts of a path that say something, as /home/ada does


def discreet(text: str) -> str:
    """Return a text without the paths of our packages, of this Python, of the user's home and of the folder one is in.

    >>> from classroom.judge.manifest import HOME
    >>> discreet(f"cannot read {HOME}/pyproject.toml: it is a folder")
    'cannot read (a path): it is a folder'
    """
    return _ours().sub("(a path)", text)


@cache
def _ours() -> re.Pattern[str]:
    from classroom.judge.manifest import HOME  # every command loads this module, and few need that one

    places = [HOME, Path.home(), Path.cwd(), *map(Path, (sys.prefix, sys.base_prefix)), Path(sys.executable).resolve()]
    heads = {Path(*place.parts[:_NAMED]) for place in places if len(place.parts) >= _NAMED} - _ANYBODYS
    found = "|".join(re.escape(str(head)) for head in sorted(heads)) or "(?!)"
    return re.compile(rf"(?:{found})(?:/[^\s'\"\\,:;()<>]*|\b)")

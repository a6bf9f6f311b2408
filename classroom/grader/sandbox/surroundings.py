"""Let nothing that is started look for programs or modules in the folder that one happens to be in.

A submission there may be called ``alembic`` or ``pickle.py``.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
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

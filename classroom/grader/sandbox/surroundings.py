"""Let nothing that is started look for programs or modules in the folder that one happens to be in.

A submission there may be called ``alembic`` or ``pickle.py``.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path


def far_from_here(environment: Mapping[str, str]) -> dict[str, str]:
    """Return what of an environment must be another: paths without the folder one is in, our own programs first.

    >>> far_from_here({"PATH": ".::/usr/bin", "PYTHONPATH": ":/opt"})["PATH"].endswith("/bin:/usr/bin")
    True
    """
    programs = [str(Path(sys.executable).parent), *environment.get("PATH", os.defpath).split(os.pathsep)]
    modules = environment.get("PYTHONPATH", "").split(os.pathsep)
    return {"PATH": _absolute(programs), "PYTHONPATH": _absolute(modules), "PYTHONSAFEPATH": "1"}


def _absolute(paths: list[str]) -> str:
    return os.pathsep.join(path for path in dict.fromkeys(paths) if os.path.isabs(path))  # noqa: PTH117 -- of a text


@contextmanager
def out_of_here() -> Iterator[None]:
    """Keep this process, and what it starts meanwhile, from the folder that it is in."""
    changes = far_from_here(os.environ)
    before, path = {name: os.environ.get(name) for name in changes}, sys.path[:]
    os.environ.update(changes)
    sys.path[:] = [one for one in path if os.path.isabs(one)]  # noqa: PTH117 -- of a text
    try:
        yield
    finally:
        sys.path[:] = path
        for name, value in before.items():
            os.environ.pop(name)
            if value is not None:
                os.environ[name] = value

"""Leave the paths of this machine out of what a student reads: whose computer it is, and where things lie on it."""

from __future__ import annotations

import re
import sys
from functools import cache
from pathlib import Path

from classroom.judge.manifest import HOME

_ANYBODYS = {Path("/usr/bin"), Path("/usr/lib"), Path("/usr/local")}
_NAMED = 3  # parts of a path that say something, as /home/ada does


def discreet(text: str) -> str:
    """Return a text without the paths of our packages, of this Python, of the user's home and of the folder one is in.

    >>> discreet(f"cannot read {HOME}/pyproject.toml: it is a folder")
    'cannot read (a path): it is a folder'
    """
    return _ours().sub("(a path)", text)


@cache
def _ours() -> re.Pattern[str]:
    places = [HOME, Path.home(), Path.cwd(), *map(Path, (sys.prefix, sys.base_prefix)), Path(sys.executable).resolve()]
    heads = {Path(*place.parts[:_NAMED]) for place in places if len(place.parts) >= _NAMED} - _ANYBODYS
    found = "|".join(re.escape(str(head)) for head in sorted(heads)) or "(?!)"
    return re.compile(rf"(?:{found})(?:/[^\s'\"\\,:;()<>]*|\b)")

"""Run a module of the course in a new process without the rest of the library.

Started by its path, as `python -P .../sandbox/bare.py MODULE NUMBER...`. Importing `chunklib` loads all that it offers,
numpy and a tokenizer with it, which takes longer than most checks. So a worker's own modules are found in an empty
package of that name. It is gone before anything of a learner's runs: whoever imports the library then gets all of it.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from importlib import import_module
from pathlib import Path
from types import ModuleType
from typing import Any

_LIBRARY = Path(__file__).resolve().parents[2]


def main_of(module: str) -> Callable[..., Any]:
    """Return the function `main` of a module of the library, which then knows nothing of having been imported.

    Only for a process that has just begun: the library must not have been imported.
    """
    name = _LIBRARY.name
    empty = ModuleType(name)
    empty.__path__ = [str(_LIBRARY)]
    sys.modules[name] = empty
    main: Callable[..., Any] = import_module(module).main
    for loaded in [one for one in sys.modules if one.partition(".")[0] == name]:
        del sys.modules[loaded]
    return main


if __name__ == "__main__":
    main_of(sys.argv[1])(*map(int, sys.argv[2:]))

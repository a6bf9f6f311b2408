"""Keep in a notebook what its widgets show, so that it can be read after their kernel has ended.

With ``saveState`` (in ``overrides.json``) JupyterLab saves the states of all widgets whose kernel runs, also of those
that no cell shows any more. It forgets the others at the next save.
"""

from __future__ import annotations

import json
import re
from contextlib import suppress
from pathlib import Path
from typing import Any

from classroom.lessons.display import VIEW

STATE = "application/vnd.jupyter.widget-state+json"
_REFERENCE = re.compile(r'"(?:IPY_MODEL_|model_id": ")([^"\\]+)"')
"""How the state of a widget names another one; the second way is that of an output inside a widget."""


def keep_widgets(notebook: dict[str, Any], path: Path) -> None:
    """Put into a notebook, before it is saved, the state of the widgets that it shows, and of no others.

    A state that JupyterLab has forgotten is taken from the file that is replaced. Of a widget without any, the output
    keeps its text: JupyterLab shows that instead of an error.

    Args:
        notebook: what is saved, which is changed; nothing happens where JupyterLab saves no states.
        path: the file, if there is one already.
    """
    saved = notebook["metadata"].get("widgets", {}).get(STATE)
    if saved is None:
        return
    outputs = [output.get("data", {}) for cell in notebook["cells"] for output in cell.get("outputs", [])]
    known = _states(path) | saved["state"]
    kept: dict[str, Any] = {}
    for data in outputs:
        if VIEW in data:
            names = _reached(data[VIEW]["model_id"], known)
            if names <= known.keys():
                kept |= {name: known[name] for name in names}
            else:
                del data[VIEW]
    notebook["metadata"]["widgets"] = {STATE: saved | {"state": kept}}
    if not kept:
        del notebook["metadata"]["widgets"]


def _states(path: Path) -> dict[str, Any]:
    """Return the states in a notebook by the names of the widgets; none if it is not there or not readable."""
    with suppress(OSError, ValueError, LookupError, TypeError, RecursionError):
        return dict(json.loads(path.read_bytes())["metadata"]["widgets"][STATE]["state"])
    return {}


def _reached(name: str, known: dict[str, Any]) -> set[str]:
    """Return the names of a widget and of all that it is made of, also of those that are not known."""
    found: set[str] = set()
    ahead = [name]
    while ahead:
        if (one := ahead.pop()) not in found:
            found.add(one)
            ahead += _REFERENCE.findall(json.dumps(known.get(one)))
    return found

"""Let Lab run no code of a folder that was handed in, style it, and keep what widgets show; see ``zz-chunklib.json``.

Opening a notebook starts a kernel in the notebook's folder, and Python looks there for its own modules: a file
``pathlib.py`` beside the notebook would run before any cell does.

With ``saveState`` (in ``overrides.json``) JupyterLab saves the states of all widgets whose kernel runs, also of those
that no cell shows any more. It forgets the others at the next save.
"""

from __future__ import annotations

import json
import os
import re
from contextlib import suppress
from pathlib import Path
from typing import Any

from classroom.lessons.display import VIEW

STATE = "application/vnd.jupyter.widget-state+json"
# How a widget names another one; the second way is that of an output inside a widget.
_NAMES = re.compile(r'"(?:IPY_MODEL_|model_id": ")([^"\\]+)"')


def _jupyter_server_extension_points() -> list[dict[str, str]]:
    return [{"module": __name__}]


def _load_jupyter_server_extension(app: Any) -> None:
    app.web_app.settings["static_custom_path"] = [str(Path(__file__).parent)]  # no setting of the server says it
    os.environ["PYTHONSAFEPATH"] = "1"  # for the kernels; IPython still finds a learner's own modules, after Python's
    app.contents_manager.register_pre_save_hook(_before_saving)


def _before_saving(model: dict[str, Any], path: str, contents_manager: Any, **_: object) -> None:
    if model.get("type") == "notebook" and model.get("content"):
        keep_widgets(model["content"], Path(contents_manager.root_dir, path.strip("/")))


def keep_widgets(notebook: dict[str, Any], path: Path) -> None:
    """Put into a notebook that is about to be saved the states of the widgets that it shows, and of no others.

    What JupyterLab has forgotten comes from the file that is replaced, if there is one. Where a state is not known at
    all, the output keeps its text alone, which JupyterLab then shows instead of an error.
    """
    saved = notebook["metadata"].get("widgets", {}).get(STATE)
    if saved is None:
        return  # this JupyterLab saves no states
    known = saved["state"]
    with suppress(OSError, ValueError, LookupError, TypeError, RecursionError):
        known = json.loads(path.read_bytes())["metadata"]["widgets"][STATE]["state"] | known
    kept: dict[str, Any] = {}
    for data in (output.get("data", {}) for cell in notebook["cells"] for output in cell.get("outputs", [])):
        if VIEW in data:
            parts = _parts(data[VIEW]["model_id"], known)
            if parts <= known.keys():
                kept |= {name: known[name] for name in parts}
            else:
                del data[VIEW]
    notebook["metadata"]["widgets"] = {STATE: saved | {"state": kept}}
    if not kept:
        del notebook["metadata"]["widgets"]


def _parts(name: str, known: dict[str, Any]) -> set[str]:
    """Return the names of a widget and of all that it is made of, also of those that are not known."""
    found: set[str] = set()
    ahead = [name]
    while ahead:
        if (one := ahead.pop()) not in found:
            found.add(one)
            ahead += _NAMES.findall(json.dumps(known.get(one)))
    return found

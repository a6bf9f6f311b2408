"""Let Lab run no code of a folder that was handed in, style it, and keep what widgets show; see ``zz-chunklib.json``.

Opening a notebook starts a kernel in the notebook's folder, and Python looks there for its own modules: a file
``pathlib.py`` beside the notebook would run before any cell does.
"""

import os
from pathlib import Path
from typing import Any

from classroom.lessons.jupyter.kept_widgets import keep_widgets


def _jupyter_server_extension_points() -> list[dict[str, str]]:
    return [{"module": __name__}]


def _load_jupyter_server_extension(app: Any) -> None:
    app.web_app.settings["static_custom_path"] = [str(Path(__file__).parent)]  # no setting of the server says it
    os.environ["PYTHONSAFEPATH"] = "1"  # for the kernels; IPython still finds a learner's own modules, after Python's
    app.contents_manager.register_pre_save_hook(_before_saving)


def _before_saving(model: dict[str, Any], path: str, contents_manager: Any, **_: object) -> None:
    if model.get("type") == "notebook" and model.get("content"):
        keep_widgets(model["content"], Path(contents_manager.root_dir, path.strip("/")))

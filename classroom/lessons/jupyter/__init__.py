"""Keep Lab from running code of a folder that was handed in, and style it; switched on by ``zz-chunklib.json``.

Opening a notebook starts a kernel in the notebook's folder, and Python looks there for its own modules: a file
``pathlib.py`` beside the notebook would run before any cell does.
"""

import os
from pathlib import Path
from typing import Any


def _jupyter_server_extension_points() -> list[dict[str, str]]:
    return [{"module": __name__}]


def _load_jupyter_server_extension(app: Any) -> None:
    app.web_app.settings["static_custom_path"] = [str(Path(__file__).parent)]  # no setting of the server says it
    os.environ["PYTHONSAFEPATH"] = "1"  # for the kernels; IPython still finds a learner's own modules, after Python's

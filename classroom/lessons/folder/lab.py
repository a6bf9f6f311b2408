"""Open JupyterLab as the course uses it: everything that is set for it is here."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from pathlib import Path

from chunklib.missing import not_installed
from classroom.judge.errors import CourseError

FIRST = "notebooks/00_start_here.ipynb"
SETTINGS = Path(__file__).resolve().parents[1] / "jupyter" / "lab"
"""No news, no look for updates, pages in Markdown shown as pages; nbgrader's parts are not for learners."""
_OF_A_CLASS = ("formgrader", "validate_assignment", "assignment_list", "course_list")


def options() -> list[str]:
    """Return the options for a learner's JupyterLab."""
    found = [
        f"--LabApp.default_url=/lab/tree/{FIRST}?file-browser-path=/",  # the list beside it shows start_here.md
        f"--LabApp.app_settings_dir={SETTINGS}",
        "--LabApp.extension_manager=readonly",
        "--LabApp.custom_css=True",
        *(f"--ServerApp.jpserver_extensions=nbgrader.server_extensions.{part}=False" for part in _OF_A_CLASS),
    ]
    root = hasattr(os, "geteuid") and os.geteuid() == 0
    return [*found, "--allow-root"] if root else found


def open_lab(folder: Path, more: Sequence[str] = ()) -> None:
    """Run JupyterLab on a folder, in this process, until it is ended.

    Args:
        folder: the learner's folder.
        more: further options for JupyterLab, which go before ours where they differ.

    Raises:
        CourseError: JupyterLab is not installed.
        SystemExit: as JupyterLab ends.
    """
    try:
        from jupyterlab.labapp import LabApp  # type: ignore[import-untyped]
    except ModuleNotFoundError as error:
        raise CourseError(not_installed(error.name or "jupyterlab", "chunklib-course")) from None
    # In a terminal of Lab, and after ! in a cell, the commands of this environment are found.
    os.environ["PATH"] = os.pathsep.join([str(Path(sys.executable).parent), os.environ.get("PATH", os.defpath)])
    os.chdir(folder)
    LabApp.launch_instance([*options(), *more])

"""The files that a learner gets: lessons, exercises, licences, how JupyterLab is set up; solutions only when asked."""

from __future__ import annotations

import shutil
from pathlib import Path

LAB_SETTINGS = ".jupyter-lab/overrides.json"
_PATTERNS = ("notebooks/*.ipynb", "exercises/*/*.ipynb", "LICENSE", "LICENSE-TEXT", LAB_SETTINGS)
_SOLUTIONS = "solutions/*/*.ipynb"


def learner_files(root: Path, *, solutions: bool = False) -> list[Path]:
    """List what a learner gets of a checkout.

    Args:
        root: the checkout.
        solutions: whether the filled-in exercises go with it.

    Returns:
        paths relative to ``root``, sorted. Never hidden properties, mutants or masters.
    """
    patterns = [*_PATTERNS, *([_SOLUTIONS] if solutions else [])]
    found = {path.relative_to(root) for pattern in patterns for path in root.glob(pattern)}
    return sorted(path for path in found if ".ipynb_checkpoints" not in path.parts)


def copy_learner_files(root: Path, folder: Path, *, solutions: bool = False) -> None:
    """Copy what a learner gets into a folder, at the same places; see :func:`learner_files`."""
    for path in learner_files(root, solutions=solutions):
        (folder / path).parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(root / path, folder / path)

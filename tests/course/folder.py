"""A small course, from which a learner's folder is laid out in a moment."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Literal

from classroom.build.masters import Master

LESSON = "notebooks/03_fixed_windows.ipynb"
EXERCISE = "exercises/03_fixed_windows/03_fixed_windows.ipynb"
EMPTY = tuple(f"def {name}():\n    raise NotImplementedError" for name in ("fixed_size_chunks", "sliding_window"))


def notebook(*sources: str, shows: str = "") -> bytes:
    """A lesson with these cells of code, which show something."""
    out = [{"output_type": "stream", "name": "stdout", "text": shows}] if shows else []
    cells = [{"cell_type": "code", "source": source, "metadata": {}, "outputs": out} for source in sources]
    head = {"cell_type": "markdown", "source": ["# 3 · Fixed windows\n", "*35 minutes · needs lesson 2*"]}
    return json.dumps({"cells": [head, *cells], "metadata": {}}).encode()


def files(version: int = 1) -> dict[str, bytes]:
    """Give what the course has in some version; later ones no longer have lesson 13."""
    found = {
        "start_here.md": f"Welcome {version}\n".encode(),
        LESSON: notebook(f"version = {version}", "def f():\n    ____"),
        EXERCISE: notebook(*EMPTY, f"version = {version}"),
        "my_rag/__init__.py": b'"""Yours."""\n',
    }
    return found if version > 1 else found | {"notebooks/13_production.ipynb": notebook("gone = True")}


def put(folder: Path, parts: dict[str, bytes]) -> Path:
    """Write files into a folder."""
    for name, data in parts.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_bytes(data)
    return folder


def master(root: Path, kind: Literal["lesson", "solution"], text: str) -> Master:
    """Write the master of a lesson or of a solution into a course."""
    made = Master("01_sample", kind, root)
    put(root, {made.name: text.encode()})
    return made

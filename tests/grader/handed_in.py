"""Small classes for the tests of a batch: notebooks, where they lie, and what they are worth."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest

from classroom.grader.intake.naming import Asked
from classroom.grader.sandbox.bubblewrap import NoSandbox, find_bubblewrap

HELLO = Asked("hello", "00_start_here")
SMART = Asked("smart_chunk", "07_smart_chunk")
RIGHT = 'def hello(name):\n    return f"Hello, {name}!"'
HALF = 'def hello(name):\n    return "Hello " + name.lower()'  # a greeting, and the name changed
NOT_STARTED = "def hello(name):\n    raise NotImplementedError"
ENDS = "import os\nos._exit(3)"
SLEEPS = f"{RIGHT}\nimport time\ntime.sleep(600)"
MAX_POINTS = 3


def notebook(*cells: str) -> bytes:
    """A notebook with code cells, as JupyterLab writes it."""
    written: list[dict[str, object]] = [
        {"cell_type": "code", "id": str(number), "metadata": {}, "execution_count": None, "outputs": [], "source": cell}
        for number, cell in enumerate(cells)
    ]
    return json.dumps({"cells": written, "metadata": {}, "nbformat": 4, "nbformat_minor": 5}).encode()


def put(folder: Path, place: str, content: bytes | None = None, changed: float | None = None) -> Path:
    """Hand something in (a right answer where nothing is said), changed so many seconds since 1970."""
    path = folder / place
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(notebook(RIGHT) if content is None else content)
    if changed is not None:
        os.utime(path, (changed, changed))
    return path


def small_class(folder: Path, right: int = 3) -> Path:
    """A class: some right answers, one that is partly right, one that ends its process, broken JSON, a missing one."""
    for number in range(right):
        put(folder, f"right_{number}/hello/hello.ipynb")
    put(folder, "half/00_start_here/00_start_here.ipynb", notebook(HALF))
    put(folder, "ends_hello.ipynb", notebook(ENDS))
    put(folder, "broken_hello (1).ipynb", b"{")
    (folder / "nothing").mkdir()
    return folder


def _no_sandbox() -> bool:
    try:
        find_bubblewrap()
    except NoSandbox:
        return True
    return False


needs_sandbox = [
    pytest.mark.required_in_ci,
    pytest.mark.skipif(_no_sandbox(), reason="untrusted code cannot be run here: no bubblewrap"),
]

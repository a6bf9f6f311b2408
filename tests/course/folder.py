"""A small course, from which a learner's folder is laid out in a moment."""

from __future__ import annotations

import json
from pathlib import Path

LESSON = "notebooks/03_fixed_windows.ipynb"
ASKED = ("fixed_size_chunks", "sliding_window")
EXERCISE = "exercises/03_fixed_windows/03_fixed_windows.ipynb"


def notebook(*sources: str, outputs: tuple[str, ...] = ()) -> bytes:
    """A notebook with these cells of code, each with what it shows."""
    shown: list[list[object]] = [[{"output_type": "stream", "name": "stdout", "text": text}] for text in outputs]
    shown += [[]] * (len(sources) - len(shown))
    cells: list[dict[str, object]] = [
        {
            "cell_type": "code",
            "source": source.splitlines(keepends=True),
            "metadata": {},
            "outputs": out,
            "execution_count": None,
        }
        for source, out in zip(sources, shown, strict=True)
    ]
    head = {
        "cell_type": "markdown",
        "source": ["# 3 · Fixed windows\n", "*35 minutes · needs lesson 2*"],
        "metadata": {},
    }
    return json.dumps({"cells": [head, *cells], "metadata": {}, "nbformat": 4, "nbformat_minor": 5}).encode()


def files(version: int = 1) -> dict[str, bytes]:
    """Give what the course has in some version; the second no longer has lesson 12."""
    found = {
        "start_here.md": f"Welcome {version}\n".encode(),
        LESSON: notebook(f"version = {version}", "def f():\n    ____"),
        EXERCISE: notebook(*(f"def {name}():\n    raise NotImplementedError  # {version}" for name in ASKED)),
        "my_rag/__init__.py": b'"""Yours."""\n',
    }
    return found if version == 2 else found | {"notebooks/12_production.ipynb": notebook("gone = True")}


def home(folder: Path) -> Path:
    """The home of a small course, as the build leaves it, with an assignment of a teacher."""
    parts = {
        "notebooks/learner/03_fixed_windows.ipynb": notebook("____"),
        "notebooks/03_fixed_windows.ipynb": notebook("solved", outputs=("shown",)),
        EXERCISE: notebook("def g():\n    raise NotImplementedError"),
        "exercises/03_fixed_windows/g.py": b"EXERCISE = 1\n",
        "exercises/03_fixed_windows/notes.txt": b"the answer",
        "exercises/my_own/one.ipynb": notebook("Read data.txt."),
        "exercises/my_own/data.txt": b"data",
        "exercises/my_own/.ipynb_checkpoints/one.ipynb": notebook("older"),
        "docs/glossary.md": b"# Glossary\n",
        "package/__init__.py": b'"""Yours."""\n',
    }
    for name, data in parts.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_bytes(data)
    return folder

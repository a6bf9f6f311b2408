"""A class of hostile notebooks: a dictionary from what each one tries to its bytes and the most that it may earn."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

_FOLDER = Path(__file__).with_name("hostile")
_HELPERS = {name.upper(): (_FOLDER / f"{name}.txt").read_text("utf-8") for name in ("pipes", "walked")}


def _cells(file: str) -> dict[str, str]:
    sections = (_FOLDER / f"{file}.txt").read_text("utf-8").removeprefix("=== ").split("\n=== ")
    return {kind: _with_helpers(source) for kind, _, source in (section.partition("\n") for section in sections)}


def _with_helpers(source: str) -> str:
    first, _, rest = source.partition("\n")
    return _HELPERS[first] + rest if first in _HELPERS else source


BESIDE = _cells("beside")
"""Cells in front of a right function: what it is worth by itself is the most that they may earn."""
INSTEAD = _cells("instead")
"""Cells that define a function worth nothing: they may earn nothing."""
CONSTANT = _cells("constant")
"""Cells whose function always says the same, by whatever way: worth what a constant is worth."""
SPOILT = _cells("spoilt")
"""A right function (called `right`) made unfit: it may not have full marks."""


HELLO = 'def hello(name: str) -> str:\n    return f"Hello, {name}!"'
_KERNEL = {"kernelspec": {"display_name": "Python 3", "language": "python", "name": "python3"}}

Submissions = dict[str, tuple[bytes, int | None]]


def notebook(cells: Sequence[str | dict[str, Any]], metadata: object = None, **more: object) -> bytes:
    """Return a notebook of code cells (or of whatever cells are given whole)."""
    whole = [cell if isinstance(cell, dict) else code(cell) for cell in cells]
    about = _KERNEL if metadata is None else metadata
    return json.dumps({"cells": whole, "metadata": about, "nbformat": 4, "nbformat_minor": 5, **more}).encode()


def code(source: Any, **more: Any) -> dict[str, Any]:
    """Return a code cell."""
    return {"cell_type": "code", "execution_count": None, "metadata": {}, "outputs": [], "source": source, **more}


def submissions(name: str = "hello", right: str = HELLO, full: int = 3, constant: int = 0) -> Submissions:
    """Return the hostile class.

    Args:
        name: the function that is marked.
        right: source of a right answer, worth `full` points.
        full: all points, hidden ones included.
        constant: the points of a function that always returns the same string.

    Returns:
        For each kind the notebook, and the points that its honest part earns; None where there is nothing to judge.
    """
    tell = {"NAME": name, "WORTH": str(full)}

    def told(source: str) -> str:
        for word, value in tell.items():
            source = source.replace(word, value)
        return source

    found: Submissions = _files(name, right, full)
    found |= {kind: (notebook([told(source), right]), full) for kind, source in BESIDE.items()}
    found |= {kind: (notebook([told(source)]), 0) for kind, source in INSTEAD.items()}
    found |= {kind: (notebook([told(source)]), constant) for kind, source in CONSTANT.items()}
    own = right.replace(f"def {name}(", "def right(")
    return found | {kind: (notebook([own, told(source)]), full - 1) for kind, source in SPOILT.items()}


def _files(name: str, right: str, full: int) -> Submissions:
    """Return what is wrong with the file itself; a right function in a strange notebook keeps its points."""
    claim = {"grade": True, "grade_id": name, "points": 1000, "locked": False, "solution": False, "schema_version": 3}
    test = code(f"check({name})", metadata={"nbgrader": claim})
    praise = {"output_type": "stream", "name": "stdout", "text": [f"{full} of {full} points\n"] * 10}
    wrong = f"def {name}(*args, **kwargs): return None"
    kept = [{"output_type": "stream", "name": "stdout", "text": "x" * 9 * 10**6}]
    return {
        **_no_notebooks(name, right),
        "test cell copied": (notebook([right, test, test, test]), full),
        "test cells deleted": (notebook([right]), full),
        "test cell edited": (notebook([wrong, f"class check:\n    ok, points = True, {full}\ncheck()"]), 0),
        "points in the metadata": (notebook([wrong, test], {**_KERNEL, "points": 1000, "chunklib": {"mark": full}}), 0),
        "praise in the output": (notebook([wrong, code(f"check({name})", outputs=[praise] * 10)]), 0),
        "another kernel": (
            notebook([right], {"kernelspec": {"name": "ir", "language": "R", "display_name": "R"}}),
            full,
        ),
        "a kernel that does not exist": (notebook([right], {"kernelspec": {"name": "../../etc"}}), full),
        "metadata of another kind": (notebook([right], [1, 2, 3]), full),
        "cells of another kind": (
            notebook([{"cell_type": 7}, {}, code(None), code({"a": 1}), code([1, 2]), right]),
            full,
        ),
        "a thousand cells": (notebook([*[f"x{n} = {n}" for n in range(999)], right]), full),
        "9 MB of output kept": (notebook([code(right, outputs=kept)]), full),
        "magic in every cell": (notebook(["%load_ext evil\n!rm -rf /\n%%bash", f"%%time\n{right}", "?help"]), full),
        "a cell that does not parse": (notebook(["def broken(:\n  1", "\x00", "é = '\ud800'", right]), full),
        "never started": (notebook([f"def {name}(*args, **kwargs):\n    raise NotImplementedError"]), 0),
    }


def _no_notebooks(name: str, right: str) -> Submissions:
    look_alike = right.replace(f"def {name}(", f"def {name.translate({ord('e'): 'е', ord('a'): 'а'})}(")
    whole = notebook([right])
    contents = {
        "broken JSON": whole[: len(whole) // 2],
        "an integer that is too long": b'{"cells": ' + b"9" * 10**5 + b"}",
        "the key twice": whole[:-1] + b', "cells": []}',
        "renamed function": notebook([right.replace(f"def {name}(", f"def my_{name}(")]),
        "look-alike name": notebook([look_alike]),
        "another case": notebook([right.replace(f"def {name}(", f"def {name.title()}(")]),
        "no function": notebook([f"{name} = 'a function'"]),
    }
    return {kind: (content, None) for kind, content in contents.items()}

"""The class that is graded: right and wrong answers of ``smart_chunk``, and every hostile kind of the tests."""

from __future__ import annotations

import json
import re
import runpy
from itertools import cycle
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Sequence

FUNCTION, LESSON = "smart_chunk", "07_smart_chunk"
ROOT = Path(__file__).resolve().parents[1]
_SLOW = ("endless",)  # wrong answers that are slow by what they do


class HandedIn(NamedTuple):
    """A notebook, and the most that it may earn; None where it is well-behaved, and 0 where nothing can be judged."""

    name: str
    content: bytes
    honest: int | None = None


def well_behaved() -> list[HandedIn]:
    """Right answers and wrong ones in turn."""
    right = [HandedIn("solution", (ROOT / "solutions" / LESSON / f"{LESSON}.ipynb").read_bytes()), *_of("right")]
    wrong = [one for one in _of("wrong") if not one.name.startswith(_SLOW)]
    return [one for pair in zip(cycle(right), wrong, strict=False) for one in pair]


def _of(kind: str) -> list[HandedIn]:
    """The functions in a file of many, each as a notebook."""
    path = ROOT / "solutions" / LESSON / kind / f"{FUNCTION}.py"
    source = path.read_text("utf-8")
    functions = runpy.run_path(str(path))["ALL"]
    return [
        HandedIn(name, _notebook(source, f"{FUNCTION} = {function.__name__}")) for name, function in functions.items()
    ]


def hostile_ones() -> list[HandedIn]:
    """Every kind of the hostile class, with its honest points."""
    from classroom.judge.catalogue import EXERCISES
    from classroom.judge.hidden import hidden_properties, with_hidden
    from tests.grader.hostile_class import submissions

    full = with_hidden(EXERCISES[FUNCTION], hidden_properties(FUNCTION, ROOT / "solutions")).max_points
    cells = json.loads(well_behaved()[0].content)["cells"]
    right = next("".join(cell["source"]) for cell in cells if f"def {FUNCTION}(" in "".join(cell["source"]))
    kinds = submissions(FUNCTION, right, full, constant=0)
    return [HandedIn(f"hostile {kind}", content, honest or 0) for kind, (content, honest) in kinds.items()]


def _notebook(*cells: str) -> bytes:
    listed = [{"cell_type": "code", "metadata": {}, "outputs": [], "execution_count": None, "source": c} for c in cells]
    return json.dumps({"cells": listed, "metadata": {}, "nbformat": 4, "nbformat_minor": 5}).encode()


def numbered(many: Sequence[HandedIn]) -> list[HandedIn]:
    """Give each a student of its own, in an order that mixes them, with a name that a file can have."""
    width = len(str(len(many)))
    order = list(range(len(many)))
    Random(0).shuffle(order)  # noqa: S311 (no secret)
    return [
        one._replace(name=f"{place:0{width}} {re.sub('[^A-Za-z0-9]+', ' ', one.name).strip()}")
        for place, one in enumerate(many[number] for number in order)
    ]

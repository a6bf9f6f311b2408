"""The source that hostile notebooks run; NAME stands for the function that is marked, WORTH for its false points.

The sources are in the folder `hostile`, a heading `=== kind` before each. PIPES and WALKED stand for helpers.
"""

from __future__ import annotations

from pathlib import Path

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

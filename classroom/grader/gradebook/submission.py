"""Read the cells of a submission. Nothing else in the file is believed."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from classroom.grader.intake.notebook import MAX_CELLS, Unreadable, notebook_json

MAX_TEXT = 100_000  # characters of a cell that are kept for a person to read; marks are given to all of its code
_CUT = "\n... the rest of this cell is left out: {:,} characters"


@dataclass(frozen=True)
class SubmittedCell:
    """Holds a cell: whether it is code, its text, and the names by which it says it is known (empty if none)."""

    code: bool
    source: str
    grade_id: str = ""
    cell_id: str = ""


def read_submission(path: Path) -> list[SubmittedCell]:
    """Return the cells of a notebook that a student sent.

    Raises:
        Unreadable: the file is not a notebook; the message says why.
    """
    return cells_of(notebook_json(path))


def cells_of(notebook: Any) -> list[SubmittedCell]:
    """Return the cells of a notebook's JSON; what is not a cell is left out, and what is not code counts as text.

    >>> cells_of({"cells": [{"cell_type": "raw", "source": ["a", "b"]}, 7]})
    [SubmittedCell(code=False, source='ab', grade_id='', cell_id='')]

    Raises:
        Unreadable: it has not the shape of a notebook, or too many cells.
    """
    cells = notebook.get("cells") if isinstance(notebook, dict) else None
    if not isinstance(cells, list):
        raise Unreadable("JSON, but not a notebook: it has no list of cells")
    if len(cells) > MAX_CELLS:
        raise Unreadable(f"{len(cells):,} cells, and a notebook may have {MAX_CELLS:,}")
    return [_cell(cell) for cell in cells if isinstance(cell, dict)]


def _cell(cell: Mapping[str, Any]) -> SubmittedCell:
    metadata = cell.get("metadata")
    marks = metadata.get("nbgrader") if isinstance(metadata, dict) else None
    grade_id = marks.get("grade_id") if isinstance(marks, dict) else None
    return SubmittedCell(
        cell.get("cell_type") == "code", _source(cell.get("source")), _name(grade_id), _name(cell.get("id"))
    )


def _source(source: Any) -> str:
    if isinstance(source, list):
        source = "".join(line for line in source if isinstance(line, str))
    text = source if isinstance(source, str) else ""
    text = text.encode("utf-8", "replace").decode()  # half a surrogate pair can be in JSON, and in no file
    return text if len(text) <= MAX_TEXT else text[:MAX_TEXT] + _CUT.format(len(text) - MAX_TEXT)


def _name(value: Any) -> str:
    return value if isinstance(value, str) and len(value) <= 64 else ""

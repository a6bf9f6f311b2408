"""Put a submission back into the form of its exercise, so that a gradebook finds each marked cell once.

The marked cells are those of the exercise: a locked one as it was released, a cell to fill in with what the student
wrote. They are where the student has them; a missing one is put after the one that came before it. Every other
cell of the student stays, as a cell that nothing is known of.
"""

from __future__ import annotations

import ast
from collections import Counter
from collections.abc import Mapping, Sequence
from copy import deepcopy
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from classroom.build.masters import SOLUTION, named, new_cell
from classroom.grader.intake.notebook import MAX_CELLS, Unreadable, notebook_json

if TYPE_CHECKING:
    from nbformat import NotebookNode

OURS = "released"
"""Marks, in a cell's metadata, a text cell that is the exercise's own to the letter."""


def repaired(exercise: NotebookNode, cells: Sequence[SubmittedCell]) -> tuple[NotebookNode, list[str]]:
    """Return the notebook in its proper form, and what had to be repaired, a line each.

    Args:
        exercise: the notebook as it was released.
        cells: what was handed in.
    """
    marked = [cell for cell in exercise.cells if "nbgrader" in cell.metadata]
    places = _places(exercise.cells, cells)
    texts = {cell.source: cell for cell in exercise.cells if "nbgrader" not in cell.metadata}
    made = [_own(number, cell, texts) for number, cell in enumerate(cells)]
    for cell, place in zip(marked, places, strict=True):
        if place is not None:
            made[place] = _filled(cell, cells[place])
    notes = [note for cell, place in zip(marked, places, strict=True) for note in _notes(cell, place, cells)]
    notebook = deepcopy(exercise)
    notebook.cells = _with_missing(made, marked, places)
    return notebook, notes


def _places(released: Sequence[NotebookNode], cells: Sequence[SubmittedCell]) -> list[int | None]:
    """Find each marked cell among what was handed in: by its name in the gradebook, its id, its text or its place."""
    found: list[int | None] = []
    taken: set[int] = set()
    for number, cell in enumerate(released):
        if "nbgrader" not in cell.metadata:
            continue
        ways = (
            lambda at, cell=cell: cells[at].grade_id == cell.metadata.nbgrader.grade_id,
            lambda at, cell=cell: cells[at].cell_id == cell.id,
            lambda at, cell=cell: _looks_like(cells[at], cell),
            lambda at, number=number: _stands_like(at, cells, number, released),
        )
        hits = ([at for at in range(len(cells)) if at not in taken and way(at)] for way in ways)
        place = _best(cell, next((hit for hit in hits if hit), []), cells)
        found.append(place)
        taken.update([] if place is None else [place])
    return found


def _looks_like(own: SubmittedCell, cell: NotebookNode) -> bool:
    name = named(cell, SOLUTION)
    if name is not None:
        return own.code and _defines(own.source, name)
    return own.code == (cell.cell_type == "code") and own.source.strip() == str(cell.source).strip()


def _stands_like(at: int, cells: Sequence[SubmittedCell], number: int, released: Sequence[NotebookNode]) -> bool:
    """Tell whether a text comes right after the cell that a written answer comes after in the exercise."""
    if not is_written(released[number]) or not number or not at or cells[at].code:
        return False
    known = {str(cell.source).strip() for cell in released}
    before = str(released[number - 1].source).strip()
    return cells[at - 1].source.strip() == before and cells[at].source.strip() not in known


def is_check(cell: NotebookNode) -> bool:
    """Tell whether a cell of the exercise earns points by properties."""
    marks = cell.metadata.get("nbgrader", {})
    return bool(marks.get("grade")) and not marks.get("solution")


def is_written(cell: NotebookNode) -> bool:
    """Tell whether a cell of the exercise is an answer that a person marks."""
    marks = cell.metadata.get("nbgrader", {})
    return bool(marks.get("grade")) and bool(marks.get("solution"))


def _best(cell: NotebookNode, hits: Sequence[int], cells: Sequence[SubmittedCell]) -> int | None:
    """Choose among copies of a cell: the last in which something was written, as the last definition is what counts."""
    name = named(cell, SOLUTION)
    written = [at for at in hits if cells[at].source.strip() != cell.source.strip()]
    defining = [at for at in written if name is not None and _defines(cells[at].source, name)]
    found = defining or written or hits
    return found[-1] if found else None


def _defines(source: str, name: str) -> bool:
    try:
        body = ast.parse(source).body
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return False
    return any(isinstance(part, ast.FunctionDef) and part.name == name for part in body)


def _filled(cell: NotebookNode, own: SubmittedCell) -> NotebookNode:
    copy = deepcopy(cell)
    if cell.metadata.nbgrader.solution:
        copy.source = own.source
    return copy


def _own(number: int, cell: SubmittedCell, texts: dict[str, NotebookNode]) -> NotebookNode:
    released = texts.get(cell.source)
    if released is not None and released.cell_type == "markdown" and not cell.code:
        kept = {"attachments": deepcopy(released.attachments)} if "attachments" in released else {}
        metadata = {"chunklib": {OURS: True}}
        return new_cell("markdown", released.source, f"own-{number}", metadata=metadata, **kept)
    return new_cell("code" if cell.code else "markdown", cell.source, f"own-{number}")


def _with_missing(
    made: Sequence[NotebookNode], marked: Sequence[NotebookNode], places: Sequence[int | None]
) -> list[NotebookNode]:
    """Put each missing cell after the marked cell that comes before it in the exercise; the first, at the front."""
    behind: dict[int, list[NotebookNode]] = {-1: []}
    at = -1
    for cell, place in zip(marked, places, strict=True):
        if place is None:
            behind[at].append(deepcopy(cell))
        else:
            at = place
            behind.setdefault(at, [])
    return [*behind[-1], *(part for at, cell in enumerate(made) for part in (cell, *behind.get(at, ())))]


def missing(name: str) -> str:
    """Return the note on a marked cell that was not there."""
    return f"the cell {name} was missing and was put back"


def _notes(cell: NotebookNode, place: int | None, cells: Sequence[SubmittedCell]) -> list[str]:
    name, locked = cell.metadata.nbgrader.grade_id, cell.metadata.nbgrader.locked
    if place is None:
        return [missing(name)]
    copies = Counter(own.grade_id for own in cells)[name]
    found = [f"the cell {name} was there {copies} times; one of them counts"] if copies > 1 else []
    if locked and cells[place].source.strip() != cell.source.strip():
        found.append(f"the cell {name} was changed and was put back")
    return found


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

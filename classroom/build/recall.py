"""Take what a notebook shows from its stored form, so that everything else can be checked without a run."""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING

import nbformat

if TYPE_CHECKING:
    from pathlib import Path

    from nbformat import NotebookNode


def recall(notebook: NotebookNode, stored: Path) -> None:
    """Give every code cell of ``notebook``, in place, what the cell with its id shows in the file ``stored``.

    A cell that the file does not have keeps no outputs, nor does any cell if the file is not a notebook.
    """
    shown: dict[str, NotebookNode] = {}
    with suppress(OSError, ValueError, KeyError, TypeError, AttributeError, nbformat.ValidationError):
        read = nbformat.read(stored, as_version=4)  # type: ignore[no-untyped-call]
        shown = {cell.id: cell for cell in read.cells if cell.cell_type == "code"}
    for cell in notebook.cells:
        if cell.cell_type == "code" and cell.id in shown:
            cell.outputs, cell.execution_count = shown[cell.id].outputs, shown[cell.id].execution_count

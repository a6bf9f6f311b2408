"""Tidy what is stored of a run: the same bytes each time, or no notebook at all.

Noise is removed; a difference from run to run that the author can fix (a memory address, a bare picture
without words) stops the build.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import nbformat

from classroom.build.masters import BuildError, node

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from nbformat import NotebookNode

WIDGET_VIEW = "application/vnd.jupyter.widget-view+json"
METADATA = {
    "kernelspec": {"display_name": "Python 3 (ipykernel)", "language": "python", "name": "python3"},
    "language_info": {"file_extension": ".py", "name": "python", "pygments_lexer": "ipython3"},
}
_ADDRESS = re.compile(r"\bat 0x[0-9a-fA-F]{6,}")


def tidy(notebook: NotebookNode, label: Mapping[str, str]) -> None:
    """Reduce ``notebook``, in place, to what is the same in every run.

    Raises:
        BuildError: an output holds a memory address, or is a picture without alternative text.
    """
    notebook.metadata = node(METADATA)
    notebook.nbformat, notebook.nbformat_minor = 4, 5
    for cell in notebook.cells:
        if cell.cell_type == "code":
            cell.outputs = _joined(cell.outputs)
        for output in cell.get("outputs", []):
            _tidy_output(output, label[cell.id])


def to_json(notebook: NotebookNode) -> str:
    """Return the notebook as it is written to a file: valid, keys in order, one final newline.

    Raises:
        nbformat.ValidationError: The notebook does not follow the format.
    """
    nbformat.validate(notebook)
    text: str = nbformat.writes(notebook, indent=1, sort_keys=True)  # type: ignore[no-untyped-call]
    return text.rstrip("\n") + "\n"


def _joined(outputs: Sequence[NotebookNode]) -> list[NotebookNode]:
    """Join what a stream printed in a row: the kernel sends it in as many pieces as its timer happens to make."""
    joined: list[NotebookNode] = []
    for output in outputs:
        before = joined[-1] if joined else None
        if before and output.output_type == before.output_type == "stream" and output.name == before.name:
            before.text += output.text
        else:
            joined.append(output)
    return joined


def _tidy_output(output: NotebookNode, label: str) -> None:
    if output.output_type == "error":
        # The stack holds paths and line numbers of installed files; the last line is what the lesson means.
        output.traceback = [f"{output.ename}: {output.evalue}"]
        return
    data = output.get("data", {"text/plain": output.get("text", "")})
    if "image/png" in data or "image/jpeg" in data:
        raise BuildError(f"{label}: shows a picture without words; use figure(fig, alt)")
    data.pop(WIDGET_VIEW, None)
    for content in data.values():
        if isinstance(content, str) and (found := _ADDRESS.search(content)):
            raise BuildError(f"{label}: the output differs in each run: it holds {found[0]!r}")

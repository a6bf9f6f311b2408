"""Look at the cells that were run in this kernel: whether the newest one that gives a name a value is valid Python."""

from __future__ import annotations

import ast
import re
import sys
from warnings import catch_warnings


def last_cell(name: str, task: str | None = None) -> tuple[str, str]:
    """Find the newest cell that gives ``name`` a value, or has the line ``task``, and why it is not Python, if so.

    Returns:
        The cell, empty if there is none or no notebook; and the error in words with its line, empty if there is none.
        If there is one, the function of this name is that of an earlier cell.
    """
    ipython = sys.modules.get("IPython")
    shell = ipython.get_ipython() if ipython is not None else None
    if shell is None:
        return "", ""
    cells = reversed(shell.history_manager.input_hist_raw)
    newest = next((cell for cell in cells if task in cell.splitlines() or names(cell, name)), "")
    try:
        with catch_warnings(action="ignore"):
            compile(shell.transform_cell(newest), "", "exec", ast.PyCF_ALLOW_TOP_LEVEL_AWAIT, dont_inherit=True)
    except SyntaxError as error:
        return newest, f"not valid Python: {error.msg} (line {error.lineno})"
    return newest, ""


def names(cell: str, name: str) -> bool:
    """Tell whether a cell, which need not be valid Python, gives ``name`` a value that is the learner's."""
    defined = rf"^[^#\n]*\b(?:def|class|del|import|as)\s+{name}\b"
    assigned = rf"^[\w ,=]*\b{name}\b[\w ,]*(?::[^=\n]*)?=(?!=|\s*checked\()"
    return re.search(f"{defined}|{assigned}", cell, re.MULTILINE) is not None

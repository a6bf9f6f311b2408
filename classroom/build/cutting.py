"""Two notebooks out of one master: the solution whole, and the exercise with a stub in its place."""

from __future__ import annotations

import ast
import re
from copy import deepcopy
from html import unescape
from typing import TYPE_CHECKING

from chunklib.errors import InvalidValue
from classroom.build.masters import ANSWER, EXPECTED_PICTURE, SOLUTION, SOLUTION_ONLY, BuildError, named, new_cell, tags

if TYPE_CHECKING:
    from collections.abc import Mapping

    from nbformat import NotebookNode

PLACEHOLDER = "*Write your answer here.*"
HAND_IN = "\n\nTo hand it in, save this page and give in this one file: `exercises/{0}/{0}.ipynb`."

_PICTURE = re.compile(r'<img alt="([^"]*)"[^>]*src="data:image/png;base64,([^"]+)"')


def stubbed(notebook: NotebookNode, label: Mapping[str, str]) -> NotebookNode:
    """Return the notebook without the cells that only the solution has, with stubs for solutions and room for answers.

    Raises:
        BuildError: a stub cannot be cut.
    """
    exercise = without(notebook, SOLUTION_ONLY)
    for cell in exercise.cells:
        name = named(cell, SOLUTION)
        if name is not None:
            try:
                cell.source = stub(cell.source, name)
            except ValueError as error:
                raise BuildError(f"{label[cell.id]}: {error}") from None
        elif named(cell, ANSWER) is not None:
            cell.source = PLACEHOLDER
    return exercise


def say_what_to_hand_in(exercise: NotebookNode, slug: str) -> None:
    """Add the sentence that names the file of an exercise to its task."""
    first = next((cell for cell in exercise.cells if cell.source.startswith("## Task")), exercise.cells[0])
    first.source += HAND_IN.format(slug)


def exercise_notebook(notebook: NotebookNode, executed: NotebookNode, label: Mapping[str, str]) -> NotebookNode:
    """Return the notebook that a learner fills in: stubs for solutions, the expected pictures, no outputs.

    Args:
        notebook: the master, as read.
        executed: the solution notebook after its run, for the expected pictures.
        label: words for each cell id.

    Raises:
        BuildError: a stub cannot be cut, or a cell tagged as the expected picture shows no figure.
    """
    exercise = stubbed(notebook, label)
    outputs = {cell.id: cell.get("outputs", []) for cell in executed.cells}
    for index, cell in enumerate(exercise.cells):
        if EXPECTED_PICTURE in tags(cell):
            exercise.cells[index] = _picture_cell(cell, outputs.get(cell.id, []), label[cell.id])
    return exercise


def stub(source: str, name: str) -> str:
    r"""Return the cell a learner starts from, cut out of the solution's own source.

    Imports come first, then ``name`` with its decorators, signature and docstring, then
    ``raise NotImplementedError``. Everything else of the cell is left out.

    Raises:
        ValueError: the cell is not Python, does not define ``name`` once, ``name`` has no docstring, or its
            signature uses a name that only a part of the cell that is left out binds.

    >>> cell = 'import re\nLIMIT = 3\n\ndef cut(text: str) -> str:\n    "Cut it."\n    return text[:LIMIT]'
    >>> print(stub(cell, "cut"))
    import re
    <BLANKLINE>
    <BLANKLINE>
    def cut(text: str) -> str:
        "Cut it."
        raise NotImplementedError
    """
    try:
        tree = ast.parse(source)
    except SyntaxError as error:
        raise InvalidValue(f"not Python: {error.msg} in line {error.lineno}") from None
    imports = [node for node in tree.body if isinstance(node, ast.Import | ast.ImportFrom)]
    found = [node for node in tree.body if isinstance(node, ast.FunctionDef) and node.name == name]
    if len(found) != 1:
        raise InvalidValue(f"defines {name}() {len(found)} times, expected once")
    function = found[0]
    if ast.get_docstring(function) is None:
        raise InvalidValue(f"{name}() has no docstring: it is what the learner reads")
    _reject_lost_names(tree.body, [*imports, function], function)
    body = "\n".join(_function_lines(source, function))
    head = "\n".join(ast.get_source_segment(source, node) or "" for node in imports)
    return f"{head}\n\n\n{body}" if head else body


def _function_lines(source: str, function: ast.FunctionDef) -> list[str]:
    docstring = function.body[0]
    first = min([function.lineno, *(decorator.lineno for decorator in function.decorator_list)])
    lines = source.split("\n")[first - 1 : docstring.end_lineno]
    if docstring.lineno == function.lineno:
        raise InvalidValue(f"{function.name}() has its docstring on the line of its signature")
    # A column of ast counts bytes of UTF-8; what may follow a docstring on its line is code of the solution.
    opening = (docstring.end_lineno or 0) - first
    lines[opening] = lines[opening].encode()[: docstring.end_col_offset].decode()
    return [*lines, " " * docstring.col_offset + "raise NotImplementedError"]


def _reject_lost_names(body: list[ast.stmt], kept: list[ast.stmt], function: ast.FunctionDef) -> None:
    lost = {name for node in body if node not in kept for name in _bound(node)}
    signature: list[ast.AST] = [function.args, *function.decorator_list]
    signature += [function.returns] if function.returns else []
    used = {node.id for part in signature for node in ast.walk(part) if isinstance(node, ast.Name)}
    if missing := sorted(lost & used):
        raise InvalidValue(
            f"the signature of {function.name}() needs {', '.join(missing)}, which the stub leaves out:"
            " bind it in an earlier cell"
        )


def _bound(node: ast.stmt) -> set[str]:
    if isinstance(node, ast.FunctionDef | ast.ClassDef):
        return {node.name}
    return {part.id for part in ast.walk(node) if isinstance(part, ast.Name) and isinstance(part.ctx, ast.Store)}


def _picture_cell(cell: NotebookNode, outputs: list[NotebookNode], label: str) -> NotebookNode:
    html = "".join(output.get("data", {}).get("text/html", "") for output in outputs)
    found = _PICTURE.search(html)
    if found is None:
        raise BuildError(f"{label}: tagged {EXPECTED_PICTURE!r} but shows no figure(fig, alt)")
    alt = re.sub(r"([\[\]\\])", r"\\\1", " ".join(unescape(found[1]).split()))
    attachments = {"expected.png": {"image/png": found[2]}}
    return new_cell("markdown", f"![{alt}](attachment:expected.png)", cell.id, attachments=attachments)


def without(notebook: NotebookNode, tag: str) -> NotebookNode:
    """Return the notebook without the cells that have a tag."""
    copy = deepcopy(notebook)
    copy.cells = [cell for cell in copy.cells if tag not in tags(cell)]
    return copy

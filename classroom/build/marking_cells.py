"""Write what a gradebook reads in a notebook: the cells that earn points, and those that a learner fills in.

nbgrader keeps this in the metadata of a cell (schema 3). The cell that calls ``check(name)`` is locked and carries the
points; the cell of the solution, or its stub, is the learner's; a written answer is the learner's and has points
that a person gives. All other cells are untouched: a learner may change them, and nothing is marked by them.
"""

from __future__ import annotations

import ast
import hashlib
import re
from typing import TYPE_CHECKING

from chunklib.errors import InvalidValue
from classroom.build.masters import ANSWER, POINTS, SOLUTION, BuildError, named, node, tags
from classroom.judge.catalogue import EXERCISES
from classroom.judge.hidden import BadHidden, hidden_properties, with_hidden

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from pathlib import Path

    from nbformat import NotebookNode

SCHEMA = 3
ANSWER_TO = "{}-answer"
_ID = re.compile(r"[A-Za-z0-9_-]{1,60}")


def mark_cells(notebook: NotebookNode, label: Mapping[str, str], points: Callable[[str], int]) -> None:
    """Write into ``notebook``, in place, which cells are marked and for how much.

    Args:
        notebook: a solution, or the exercise that is cut out of it.
        label: words for each cell id.
        points: the points of an exercise by its name; raises ``LookupError`` for an unknown one.

    Raises:
        BuildError: a name is used twice, or an answer has no points, or points that are not a whole number above 0.
    """
    names = {name for cell in notebook.cells if (name := named(cell, SOLUTION)) is not None}
    seen: set[str] = set()
    for cell in notebook.cells:
        try:
            found = _metadata(cell, names, points)
        except (LookupError, ValueError) as error:
            raise BuildError(f"{label[cell.id]}: {error.args[0]}") from None
        if found is None:
            continue
        if found["grade_id"] in seen:
            raise BuildError(f"{label[cell.id]}: a second cell is named {found['grade_id']!r}")
        seen.add(str(found["grade_id"]))
        cell.metadata.nbgrader = node(found)
        cell.metadata.deletable = False
        if found["locked"]:
            cell.metadata.editable = False


def points_in(root: Path) -> Callable[[str], int]:
    """Return the points of an exercise by its name, in the course at ``root``, whose hidden properties count too.

    The function that is returned raises ``LookupError`` for a name of no exercise, and ``ValueError`` where its
    hidden properties cannot be read.
    """

    def points(name: str) -> int:
        if name not in EXERCISES:
            raise LookupError(f"check({name}) marks no exercise that there is; there are {', '.join(EXERCISES)}")
        try:
            return with_hidden(EXERCISES[name], hidden_properties(name, root / "solutions")).max_points
        except BadHidden as error:
            raise InvalidValue(str(error)) from None

    return points


def seal(notebook: NotebookNode) -> None:
    """Add to each marked cell of ``notebook`` the checksum by which a gradebook sees that it was changed."""
    for cell in notebook.cells:
        if "nbgrader" in cell.metadata:
            cell.metadata.nbgrader.cell_type = cell.cell_type
            cell.metadata.nbgrader.checksum = checksum(cell)


def checksum(cell: NotebookNode) -> str:
    """Return the checksum of a marked cell, as nbgrader computes it: source, type, purpose, name and points."""
    marks = cell.metadata.nbgrader
    parts = [cell.source, cell.cell_type, marks.grade, marks.solution, marks.locked, marks.grade_id]
    parts += [float(marks.points)] if marks.grade else []
    return hashlib.md5("".join(map(str, parts)).encode(), usedforsecurity=False).hexdigest()


def checked_name(source: str) -> str | None:
    r"""Return the function that a cell checks, if ``check(function)`` is all that it does.

    >>> checked_name("# a note\ncheck(hello)  # now")
    'hello'
    >>> {checked_name(source) for source in ("check", "check(a, b)", "check('a')", "x = check(a)", "check(a")}
    {None}
    """
    try:
        body = ast.parse(source).body
    except SyntaxError:
        return None
    match body:
        case [ast.Expr(value=ast.Call(func=ast.Name(id="check"), args=[ast.Name(id=name)], keywords=[]))]:
            return name
    return None


def _metadata(cell: NotebookNode, names: set[str], points: Callable[[str], int]) -> dict[str, object] | None:
    """Say what the gradebook is to know of a cell; ``None`` where it is to know nothing."""
    if cell.cell_type == "markdown":
        name = named(cell, ANSWER)
        if name is not None:
            return _fields(name, grade=True, solution=True, points=_given_points(cell))
        if any(tag.startswith(POINTS) for tag in tags(cell)):
            raise InvalidValue(f"{POINTS}<n> belongs to a written answer, a cell with the tag answer:<name>")
        return None
    name = named(cell, SOLUTION)
    if name is not None:
        return _fields(ANSWER_TO.format(name), solution=True)
    name = checked_name(cell.source) if cell.cell_type == "code" else None
    if name not in names or name is None:
        return None
    return _fields(name, grade=True, locked=True, points=points(name))


def _fields(
    name: str, *, grade: bool = False, solution: bool = False, locked: bool = False, points: int | None = None
) -> dict[str, object]:
    if not _ID.fullmatch(name):
        raise InvalidValue(f"{name!r} is not a name for a marked cell: 1 to 60 letters, digits, _ or -")
    flags = {"grade": grade, "grade_id": name, "locked": locked, "solution": solution, "task": False}
    return {**flags, "schema_version": SCHEMA} | ({} if points is None else {"points": points})


def _given_points(cell: NotebookNode) -> int:
    given = [tag.removeprefix(POINTS) for tag in tags(cell) if tag.startswith(POINTS)]
    if len(given) != 1 or not re.fullmatch(r"[1-9][0-9]{0,3}", given[0]):
        said = ", ".join(map(repr, given)) or "none"
        raise InvalidValue(f"a written answer needs one tag {POINTS}<n>, a whole number above 0: got {said}")
    return int(given[0])

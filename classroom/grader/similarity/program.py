"""Read the program that a function is. Its text is hostile: it is read as the sandbox reads it, and is never run."""

from __future__ import annotations

import ast
import warnings
from collections.abc import Sequence
from functools import lru_cache

from classroom.grader.sandbox.inside.cells import without_magic

MAX_NODES = 400_000  # of a notebook: some seconds of work
DEFINITIONS = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)


@lru_cache(maxsize=2)
def read(cells: tuple[str, ...]) -> tuple[list[ast.stmt], bool]:
    """Return the statements at the left margin of all cells, and whether these are all.

    A cell that is not Python is not run in the sandbox either, so it does not belong to the program.
    """
    found, whole, left = list[ast.stmt](), True, MAX_NODES
    for cell in cells:
        text = cell.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n")
        try:
            with warnings.catch_warnings(action="ignore"):
                body = ast.parse(without_magic(text)).body
        except (SyntaxError, ValueError):
            continue
        except (RecursionError, MemoryError):  # nested deeper than any program that a person writes
            whole = False
            continue
        for statement in body:
            size = sum(1 for _ in ast.walk(statement))
            whole = whole and size <= left
            if size <= left:
                left -= size
                found.append(statement)
    return found, whole


def names(node: ast.AST, context: type[ast.expr_context] = ast.expr_context) -> set[str]:
    """Return all names of variables in a part of a program, or those that are read or stored there."""
    return {one.id for one in ast.walk(node) if isinstance(one, ast.Name) and isinstance(one.ctx, context)}


def needed(cells: Sequence[str], function: str) -> list[ast.stmt]:
    """Return the statements that a function needs, its own definition included and imports left out, in their order."""
    found = [one for one in read(tuple(cells))[0] if not isinstance(one, (ast.Import, ast.ImportFrom))]
    givers: dict[str, list[int]] = {}
    for at, statement in enumerate(found):
        for name in _defined(statement):
            givers.setdefault(name, []).append(at)
    wanted, taken = [function], set[int]()
    while wanted:
        for at in givers.pop(wanted.pop(), ()):
            if at not in taken:
                taken.add(at)
                wanted += names(found[at])
    return [found[at] for at in sorted(taken)]


def _defined(statement: ast.stmt) -> set[str]:
    """Return the names that a statement gives a value, also a part of one: ``TABLE["a"] = f`` changes ``TABLE``."""
    if isinstance(statement, DEFINITIONS):
        return {statement.name}
    inner = list(ast.walk(statement))
    targets = [target for one in inner for target in (*getattr(one, "targets", ()), getattr(one, "target", None))]
    changed = {name for target in targets if target is not None for name in names(target)}
    return names(statement, ast.Store) | changed | {one.name for one in inner if isinstance(one, DEFINITIONS)}

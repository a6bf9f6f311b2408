"""Find the statements that made the names of a notebook or of a file, and the names that a statement needs."""

from __future__ import annotations

import ast
import inspect
import linecache
import symtable
import sys
from collections.abc import Iterator
from functools import lru_cache
from types import ModuleType
from typing import NamedTuple

HOME = "__main__"


class Statement(NamedTuple):
    """Holds a statement as it was written, and the names that it binds and that it needs from outside."""

    source: str
    binds: frozenset[str]
    needs: frozenset[str]


def bound_by(name: str, value: object, module: str) -> Statement | None:
    """Return the last statement that binds ``name``, as far as its source is known.

    The cell or file in which the code of ``value`` was written is looked at first, then the file of the module, or all
    cells of the notebook, newest first.
    """
    for text in _texts(value, module):
        for statement in reversed(statements(text)):
            if name in statement.binds:
                return statement
    return None


@lru_cache(maxsize=1_000)
def statements(text: str) -> tuple[Statement, ...]:
    r"""Return the statements of a text, outside of which nothing is bound; of a text that is not Python, none.

    >>> statements("a = 1; b = 2\ndef f(n): return n + a\n")[2].needs
    frozenset({'a'})
    """
    try:
        return tuple(filter(None, (_statement(text, node) for node in ast.parse(text).body)))
    except (SyntaxError, ValueError):
        return ()


def _statement(text: str, node: ast.stmt) -> Statement | None:
    decorators = getattr(node, "decorator_list", [])
    source = ast.get_source_segment(text, node) or ""
    if decorators:
        source = "\n".join(text.splitlines()[decorators[0].lineno - 1 : node.end_lineno])
    try:
        table = symtable.symtable(source, "cell", "exec")
    except SyntaxError:  # a notebook may await outside of a function
        return None
    binds = {one.get_name() for one in table.get_symbols() if one.is_assigned() or one.is_imported()}
    return Statement(source, frozenset(binds), frozenset(_needed(table)) - binds)


def _needed(table: symtable.SymbolTable) -> Iterator[str]:
    """Yield the names that a statement reads from around it: no local variable, no attribute."""
    outermost = table.get_type() == "module"
    for symbol in table.get_symbols():
        if symbol.is_referenced() and (outermost or symbol.is_global()):
            yield symbol.get_name()
    for inner in table.get_children():
        yield from _needed(inner)


def _texts(value: object, module: str) -> Iterator[str]:
    code = getattr(inspect.unwrap(value) if callable(value) else None, "__code__", None)
    if code is not None:
        yield "".join(linecache.getlines(code.co_filename))
    ipython = sys.modules.get("IPython")
    shell = ipython.get_ipython() if ipython is not None and module == HOME else None
    if shell is not None:
        yield from reversed(shell.history_manager.input_hist_parsed)
    yield "".join(linecache.getlines(getattr(sys.modules.get(module), "__file__", None) or ""))


def import_of(name: str, value: object, module: str) -> str | None:
    """Return the import statement that gives ``value`` the name ``name``: the learner's own if found, else one made.

    >>> import math, os.path as path
    >>> import_of("m", math, "__main__"), import_of("log", math.log, "__main__"), import_of("n", 3, "__main__")
    ('import math as m', 'from math import log', None)
    """
    for text in _texts(None, module):
        for statement in statements(text):
            written = _written_import(statement.source, name, value) if name in statement.binds else None
            if written:
                return written
    if isinstance(value, ModuleType):
        return f"import {_as(value.__name__, name)}"
    home, known = getattr(value, "__module__", None), getattr(value, "__qualname__", getattr(value, "_name", None))
    if isinstance(home, str) and isinstance(known, str) and getattr(sys.modules.get(home), known, None) is value:
        return f"from {home} import {_as(known, name)}"
    return None


def _written_import(source: str, name: str, value: object) -> str | None:
    """Return the part of a statement's imports that still gives ``value`` to ``name``."""
    found = []
    for node in ast.walk(ast.parse(source)):
        for alias in getattr(node, "names", []) if isinstance(node, ast.Import | ast.ImportFrom) else []:
            if (alias.asname or alias.name.partition(".")[0]) != name:
                continue
            if isinstance(node, ast.ImportFrom):
                here = getattr(sys.modules.get(node.module or ""), alias.name, None)
                line = f"from {node.module} import {_as(alias.name, name)}"
            else:
                here = sys.modules.get(alias.name if alias.asname else name)
                line = f"import {alias.name}" + (f" as {name}" if alias.asname else "")
            found += [line] if here is value and value is not None else []
    return "\n".join(found) or None


def _as(known: str, name: str) -> str:
    return known if known == name else f"{known} as {name}"

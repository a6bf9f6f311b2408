"""Find the statements that made the names of a notebook or of a file, and the names that a statement needs."""

from __future__ import annotations

import ast
import inspect
import linecache
import symtable
import sys
from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple

NOTEBOOK = "__main__"


class Statement(NamedTuple):
    """Holds a statement as it was written, and the names that it binds and that it needs from outside."""

    source: str
    binds: frozenset[str]
    needs: frozenset[str]


def bound_by(name: str, value: object, module: str) -> Statement | None:
    """Return the last statement that binds ``name``; None where its source is not known.

    The cell or file in which the code of ``value`` was written is looked at first, then all cells of the notebook,
    newest first, or the file of the module.
    """
    for text in _texts(value, module):
        for statement in reversed(statements(text)):
            if name in statement.binds:
                return statement
    return None


@lru_cache(maxsize=1_000)
def statements(text: str) -> tuple[Statement, ...]:
    r"""Return the outermost statements of a text; of a text that is not Python, none.

    >>> statements("a = 1; b = 2\ndef f(n): return n + a\n")[2].needs
    frozenset({'a'})
    """
    try:
        return tuple(_statement(text, node) for node in ast.parse(text).body)
    except (SyntaxError, ValueError):
        return ()


def _statement(text: str, node: ast.stmt) -> Statement:
    decorators = getattr(node, "decorator_list", [])
    source = ast.get_source_segment(text, node) or ""
    if decorators:
        source = "\n".join(text.splitlines()[decorators[0].lineno - 1 : node.end_lineno])
    table = symtable.symtable(source, "cell", "exec")
    binds = {one.get_name() for one in table.get_symbols() if one.is_assigned() or one.is_imported()}
    return Statement(source, frozenset(binds), frozenset(_needed(table)) - binds)


def _needed(table: symtable.SymbolTable) -> Iterator[str]:
    """Yield the names that a statement reads from around it: no local variable, no attribute."""
    for symbol in table.get_symbols():
        outside = symbol.is_global() or table.get_type() == "module"
        if symbol.is_declared_global() or (symbol.is_referenced() and outside):
            yield symbol.get_name()
    for inner in table.get_children():
        yield from _needed(inner)


def _texts(value: object, module: str) -> Iterator[str]:
    code = getattr(inspect.unwrap(value) if callable(value) else None, "__code__", None)
    if code is not None and getattr(value, "__module__", None) == module:
        yield "".join(linecache.getlines(code.co_filename))
    ipython = sys.modules.get("IPython")
    shell = ipython.get_ipython() if ipython is not None and module == NOTEBOOK else None
    if shell is not None:
        yield from reversed(shell.history_manager.input_hist_parsed)
    yield "".join(linecache.getlines(getattr(sys.modules.get(module), "__file__", None) or ""))

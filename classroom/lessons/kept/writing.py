"""Write a learner's function as a module: as it was written, with all that it needs, in the order of need."""

from __future__ import annotations
import __future__

import ast
import inspect
import sys
from collections.abc import Callable, Mapping
from types import FunctionType, ModuleType
from typing import Any

from classroom.judge.errors import CourseError
from classroom.judge.exercise import kind_of
from classroom.judge.worker.function_pickle import inner_function
from classroom.lessons.kept.statements import NOTEBOOK, bound_by

_LONGEST = 2_000  # characters of a text that is written as its value; a longer one as the statement that made it
_MADE_AGAIN = {"builtin_function_or_method", "method"} | {"collections", "functools", "re", "_regex", "tiktoken"}
_MADE_AGAIN |= {"types", "typing"}
_HEAD = (
    "# Kept by keep({name}). When a later version passes its check, it goes here and this one into the folder old.\n"
)


class Module:
    """Collects the text of a module.

    Args:
        name: the exercise.
        home: the module in which the learner wrote the function.
        known: the names there.
    """

    def __init__(self, name: str, home: str, known: Mapping[str, object]) -> None:
        self.name, self.home, self.known = name, home, known
        self.imports: set[str] = set()
        self.parts: list[str] = []
        self.seen: set[str] = set()

    def text(self) -> str:
        """Return the module's text: imports, then constants, helpers and the function."""
        first = sorted(self.imports, key=lambda line: (not line.startswith("from __future__"), line))
        return "\n\n".join([_HEAD.format(name=self.name) + "\n".join(first), *self.parts]) + "\n"

    def add(self, name: str) -> None:
        """Add what a name needs, and then what it is; a name that is not there now is left to the function itself.

        Raises:
            CourseError: it cannot be written down.
        """
        if name in self.seen or name not in self.known or name.startswith("__"):
            return
        self.seen.add(name)
        value = self.known[name]
        statement, literal, line = bound_by(name, value, self.home), _literal(value), _line(name, value)
        if statement is not None and statement.source.startswith(("import ", "from ")):
            self.imports.add(statement.source)
        elif literal is not None or (line is not None and getattr(value, "__module__", None) != self.home):
            self.parts.append(line or f"{name} = {literal}")
        elif statement is not None and self._comes_again(value):
            for needed in sorted(statement.needs):
                self.add(needed)
            self.parts += [statement.source] if statement.source not in self.parts else []
        else:
            what = f"`{name}`, {kind_of(value)} that cannot be written down as Python"
            raise CourseError(f"{self.name} is not kept: it needs {what}. Make it inside the function.")

    def _comes_again(self, value: object, around: tuple[int, ...] = ()) -> bool:
        """Tell whether the statement that made a value makes it again: a function, a class, a pattern; not data.

        ``around`` identifies the lists and the like that the value is in: one that holds itself is data.
        """
        if isinstance(value, list | tuple | set | frozenset | dict):
            parts, around = value.values() if isinstance(value, dict) else value, (*around, id(value))
            return all(id(part) not in around and self._comes_again(part, around) for part in parts)
        if isinstance(value, FunctionType | ModuleType | type | str | bytes | float) or _literal(value) is not None:
            return True
        kind = type(value)
        return kind.__module__ == self.home or not {kind.__name__, kind.__module__.partition(".")[0]}.isdisjoint(
            _MADE_AGAIN
        )


def written(function: Callable[..., Any], name: str) -> str:
    """Write a function as the module of an exercise; returns the text.

    Raises:
        CourseError: its source is not known, or it needs something that cannot be written down.
    """
    inner = inner_function(inspect.unwrap(function))
    known = getattr(inner, "__globals__", {})
    names = [one for one in (getattr(inner, "__name__", ""), name, *known) if known.get(one) is function]
    own = next((one for one in names if one[0] != "_"), "")
    module = Module(name, getattr(inner, "__module__", None) or NOTEBOOK, known)
    if not isinstance(inner, FunctionType) or bound_by(own, function, module.home) is None:
        raise CourseError(
            f"{name} is not kept: its source is not found. Write it with def at the margin of a cell without %%."
        )
    if inner.__code__.co_flags & __future__.annotations.compiler_flag:  # a notebook remembers it from cell to cell
        module.imports.add("from __future__ import annotations")
    module.add(own)
    if own != name:
        if name in module.seen and known[name] is not function:
            why = f"{own} needs something else with the name {name}. Give that another name."
            raise CourseError(f"{name} is not kept: {why}")
        module.parts.append(f"{name} = {own}")
    return module.text()


def _line(name: str, value: object) -> str | None:
    """Return a line that gives something of another module a name; None where none is known."""
    home, own = getattr(value, "__module__", None) or "", getattr(value, "__qualname__", "")
    if isinstance(value, ModuleType):
        return f"import {value.__name__} as {name}"
    return f"from {home} import {own} as {name}" if getattr(sys.modules.get(home), own or "-", None) is value else None


def _literal(value: object) -> str | None:
    """Return a constant as Python; None for anything else, and for a text so long that its statement says more."""
    if isinstance(value, str | bytes) and len(value) > _LONGEST:
        return None
    try:
        text = repr(value)
        same = ast.literal_eval(text)
    except Exception:  # noqa: BLE001 (a learner's __repr__ may raise anything)
        return None
    return text if type(same) is type(value) and same == value else None

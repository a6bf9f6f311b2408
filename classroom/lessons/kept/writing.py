"""Write a learner's function as a module: as it was written, with all that it needs, in the order of need."""

from __future__ import annotations
import __future__

import ast
import inspect
import sys
from collections.abc import Callable
from dataclasses import dataclass, field
from types import BuiltinFunctionType, CodeType, FunctionType
from typing import Any

from classroom.judge.errors import CourseError
from classroom.judge.exercise import kind_of
from classroom.judge.worker.function_pickle import inner_function
from classroom.lessons.kept.statements import HOME, bound_by, import_of

PACKAGE = "my_rag"
EXERCISES = "classroom.exercises."
_LONGEST = 2_000  # characters of a constant that is written as its value; a longer one as the statement that made it
_MADE_BY_STATEMENT = ("collections", "functools", "re", "regex", "_regex", "tiktoken", "types", "typing")
_CONSTANTS = (ast.mod, ast.Assign, ast.Name, ast.Constant, ast.Tuple, ast.List, ast.Set, ast.Dict, ast.expr_context)
_HEAD = (
    "# Kept by keep({name}). When a later version passes its check, it goes here and this one into the folder old.\n"
)


@dataclass
class Module:
    """Holds the text of a module, and what the names are that its statements bind: they must come out the same."""

    name: str
    home: str
    imports: set[str] = field(default_factory=set)
    parts: list[str] = field(default_factory=list)
    values: dict[str, object] = field(default_factory=dict)
    _seen: dict[str, object] = field(default_factory=dict)

    @property
    def text(self) -> str:
        """Return the module's text: imports, then constants, helpers and the function."""
        first = sorted(self.imports, key=lambda line: (not line.startswith("from __future__"), line))
        return "\n\n".join([_HEAD.format(name=self.name) + "\n".join(first), *self.parts]).rstrip("\n") + "\n"

    def add(self, name: str, known: dict[str, object]) -> None:
        """Add what a name needs, and then what it is; a name that is not there now is left to the function itself.

        Raises:
            CourseError: it cannot be written down.
        """
        if name not in known or name.startswith("__") or name == "get_ipython":
            return
        value = known[name]
        if name in self._seen:
            before = self._seen[name]
            if before is not value and (_literal(value) is None or _literal(before) != _literal(value)):
                raise CourseError(f"{self.name} is not kept: it needs two things called `{name}`. Rename one")
            return
        self._seen[name] = value
        own = self._is_own(value)
        home = str(getattr(value, "__module__", ""))
        if home.startswith(EXERCISES):  # what mine() gives of the library; no import statement can name its module
            self.imports.add("from classroom.lessons.kept.using import library")
            self.parts.append(f'{name} = library("{home.removeprefix(EXERCISES).split(".")[1]}")')
        elif not own and (line := import_of(name, value, self.home)):
            self.imports.add(line)
        elif not own and (literal := _literal(value)):
            statement = bound_by(name, value, self.home)
            as_written = statement is not None and _gives(statement.source, name, value)
            part = statement.source if statement is not None and as_written else f"{name} = {literal}"
            self.parts += [part] if part not in self.parts else []
        else:
            self._state(name, value, home if own else self.home, known)

    def _state(self, name: str, value: object, module: str, known: dict[str, object]) -> None:
        """Add the statement that made a value, and what it needs."""
        statement = bound_by(name, value, module)
        there = known if module == self.home else vars(sys.modules[module])
        called = getattr(value, "__name__", name)
        if statement is None and module != self.home and called != name:  # kept before, and used by another name here
            self.add(called, there)
            self.parts.append(f"{name} = {called}")
            return
        if statement is None or not self._comes_again(value):
            raise CourseError(
                f"{self.name} is not kept: it needs `{name}`, {kind_of(value)} that cannot be written down as "
                f"Python. Make it inside the function."
            )
        for needed in sorted(statement.needs):
            self.add(needed, there)
        if statement.source not in self.parts:
            self.parts.append(statement.source)
        self.values[name] = value

    def _is_own(self, value: object) -> bool:
        """Tell whether a function or a class is the learner's: of this notebook or file, or kept before."""
        made_here = isinstance(value, FunctionType | type) or inner_function(value) is not None
        module = getattr(value, "__module__", None)
        return made_here and isinstance(module, str) and (module == self.home or module.startswith(f"{PACKAGE}."))

    def _comes_again(self, value: object) -> bool:
        """Tell whether the statement that made a value makes it again: a function, a class, a pattern; not data."""
        if isinstance(value, list | tuple | set | frozenset):
            return all(map(self._comes_again, value))
        if isinstance(value, dict):
            return all(map(self._comes_again, value.values()))
        if isinstance(value, FunctionType | BuiltinFunctionType | type | str | bytes | float) or self._is_own(value):
            return True
        home = type(value).__module__
        return (
            home in (self.home, *_MADE_BY_STATEMENT)
            or home.partition(".")[0] in _MADE_BY_STATEMENT
            or (_literal(value) is not None)
        )


def written(function: Callable[..., Any], name: str) -> Module:
    """Write a function as the module of an exercise.

    Raises:
        CourseError: its source is not known, or it needs something that cannot be written down.
    """
    inner = inner_function(inspect.unwrap(function))
    if not isinstance(inner, FunctionType):
        raise CourseError(f"{name} is not kept: only a function that is written in a cell or a file can be")
    known = inner.__globals__
    own = next((one for one in (inner.__name__, name, *known) if known.get(one) is function and one[0] != "_"), None)
    module = Module(name, inner.__module__ or HOME)
    if own is None or bound_by(own, function, module.home) is None:
        raise CourseError(f"{name} is not kept: its source is not found. Write it with def in a cell without %%")
    if _has_future(inner.__code__):
        module.imports.add("from __future__ import annotations")
    module.add(own, known)
    if own != name:
        module.parts.append(f"{name} = {own}")
    return module


def _has_future(code: CodeType) -> bool:
    """Tell whether the annotations of a function are not evaluated; a notebook remembers that from cell to cell."""
    return bool(code.co_flags & __future__.annotations.compiler_flag)


def _gives(source: str, name: str, value: object) -> bool:
    """Tell whether a statement of constants alone still gives a name its value."""
    if not all(isinstance(node, _CONSTANTS) for node in ast.walk(ast.parse(source))):
        return False
    found: dict[str, object] = {}
    exec(source, found)  # noqa: S102 (constants alone)
    return type(found[name]) is type(value) and found[name] == value


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

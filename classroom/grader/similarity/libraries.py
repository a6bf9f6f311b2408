"""Find what libraries an answer leans on: for a human eye, and for the rules of an exercise that forbids some."""

from __future__ import annotations

import ast
import sys
from collections.abc import Collection, Iterable, Iterator, Sequence

from chunklib.strategies import STRATEGIES
from classroom.grader.marks.model import Graded
from classroom.grader.sandbox.inside.watching import SPLITTERS, STRATEGIES_MODULE
from classroom.grader.similarity.copies import most_of, needed, read

MAX_LIBRARIES = 20
_LONGEST = 80
_LOADERS = frozenset({"__import__", "importlib", "runpy", "exec", "eval"})
_LOOKS_AROUND = frozenset({"globals", "vars", "locals", "gc"})
"""By these, as by a loader, a function reaches what another cell imported, without its name."""
_BY_TEXT = frozenset(
    {"_pickle", "bdb", "code", "codeop", "ctypes", "doctest", "marshal", "multiprocessing", "pdb", "pickle", "pkgutil"}
    | {"pydoc", "shelve", "subprocess", "timeit", "trace", "unittest", "zipimport"}
)
"""By these modules of Python's own, too: they find, load or run something by a text, or in another process."""
_USUAL = (frozenset(sys.stdlib_module_names) | {"numpy", "regex", "tiktoken"}) - _LOADERS - _BY_TEXT
_OURS = frozenset({"classroom.check", "classroom.hint", "classroom.mine"})
"""What every notebook imports; in the sandbox it gives nothing but the functions of the notebook itself."""


def libraries(
    cells: Sequence[str], function: str, ran: Collection[str] = (), released: Sequence[str] = ()
) -> tuple[str, ...]:
    """Return what a function takes from elsewhere than Python's own library, numpy, regex and tiktoken.

    Args:
        cells: the sources of the code cells; they are read as text and never run.
        function: the function that is marked; only what it and its helpers name counts.
        ran: what was noticed while it was called, of the names in ``inside.watching``.
        released: the code cells of the notebook that the student was given; what the function leans on there is not
            the student's choice, nor what runs of these libraries.

    Returns:
        At most ``MAX_LIBRARIES`` modules, and names in them, sorted. What loads or runs something by a text that it
        makes itself (``exec``, ``importlib``, ``sys.modules``) is named, and what any cell imports of the library that
        the course teaches: what it hides is for a person to find.

    >>> cells = ["import re, chunklib.tokens as t", "from chunklib import audit", "def f(a): return t.ruler(a)"]
    >>> libraries(cells, "f")
    ('chunklib.tokens',)
    """
    needs, here = needed(cells, function), set(map(_text, read(tuple(released))[0]))
    theirs = _leant_on([*(one for one in needs if _text(one) in here), *needed(released, function)], released)
    used = {name for statement in needs if _text(statement) not in here for name in _words(statement)}
    given = [one for statement in read(tuple(cells))[0] for one in _imports(statement)]
    loaders = used & _LOADERS
    if "modules" in used and any(whole in ("sys", "sys.modules", "sys.*") for _, whole in given):
        loaders |= {"sys.modules"}
    by_text = any(name in used and _root(whole) in _BY_TEXT for name, whole in given)
    around = bool(loaders or by_text or used & _LOOKS_AROUND)
    taken = [whole for name, whole in given if name in used or name == "*" or (around and _root(whole) == "chunklib")]
    found = {whole[:_LONGEST] for whole in taken if _root(whole) not in _USUAL and whole not in _OURS} | loaders
    found.difference_update(theirs)
    roots = set(map(_root, theirs))
    first = sorted(name for name in ran if _root(name) not in roots)[:MAX_LIBRARIES]
    return tuple(sorted({*first, *sorted(found - {*first})[: MAX_LIBRARIES - len(first)]}))


def forbidden(used: Sequence[str], forbids: Collection[str]) -> list[str]:
    """Return those of the used names that a rule forbids: a library forbids all that is in it.

    >>> forbidden(("chunklib.tokens", "chunklibrary", "semchunk.chunk"), {"chunklib", "nltk"})
    ['chunklib.tokens']
    """
    return [name for name in used if any(f"{name}.".startswith(f"{one}.") for one in forbids)]


def _leant_on(statements: Iterable[ast.stmt], released: Sequence[str]) -> set[str]:
    """Return what statements name of that which the given notebook imports."""
    used = {name for statement in statements for name in _words(statement)}
    return {whole for one in read(tuple(released))[0] for name, whole in _imports(one) if name in used}


def _text(statement: ast.stmt) -> tuple[str, ...]:
    """Return the same for two statements that differ in their layout alone, however deep they are."""
    found = []
    for one in ast.walk(statement):
        told = [getattr(one, field, None) for field in ("id", "attr", "arg", "name", "value")]
        found.append(f"{type(one).__name__} {[value for value in told if not isinstance(value, ast.AST)]}")
    return tuple(found)


def _words(statement: ast.stmt) -> Iterator[str]:
    for one in ast.walk(statement):
        if isinstance(one, (ast.Name, ast.Attribute)):
            yield one.id if isinstance(one, ast.Name) else one.attr


def _root(whole: str) -> str:
    return whole.partition(".")[0]


def _imports(statement: ast.stmt) -> Iterator[tuple[str, str]]:
    """Yield each name that the imports in a statement give, and what it stands for."""
    for one in ast.walk(statement):
        if isinstance(one, ast.Import):
            yield from ((alias.asname or _root(alias.name), alias.name) for alias in one.names)
        elif isinstance(one, ast.ImportFrom):
            home = "." * one.level + (one.module or "")
            yield from ((alias.asname or alias.name, f"{home}.{alias.name}") for alias in one.names)


def by_library(graded: Sequence[Graded]) -> list[tuple[str, list[str]]]:
    """Return each library that some of a class use for one exercise, and the students who do, the rarest first.

    What most of the class uses, as the exercise may bring it along, is left out, but not what cuts texts.
    """
    found = _students(graded)
    most = most_of(len({one.student for one in graded}))
    rare = [(name, sorted(who)) for name, who in found.items() if len(who) <= most or _cuts_texts(name)]
    return sorted(rare, key=lambda entry: (len(entry[1]), entry[0]))


def left_out(graded: Sequence[Graded]) -> int:
    """Return how many libraries ``by_library`` leaves out."""
    return len(_students(graded)) - len(by_library(graded))


def _students(graded: Sequence[Graded]) -> dict[str, set[str]]:
    students: dict[str, set[str]] = {}
    for one in graded:
        for name in one.libraries:
            students.setdefault(name, set()).add(one.student)
    return students


def _cuts_texts(name: str) -> bool:
    at_the_top = any(name == f"chunklib.{strategy}" for strategy in STRATEGIES)  # from chunklib import recursive
    return at_the_top or f"{name}.".startswith(f"{STRATEGIES_MODULE}.") or name.partition(".")[0] in SPLITTERS

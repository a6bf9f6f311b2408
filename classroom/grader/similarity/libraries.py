"""Find what libraries an answer leans on, for a human eye: it is not a fault, and may not be what was asked for."""

from __future__ import annotations

import sys
from collections.abc import Collection, Iterator, Sequence

from chunklib.strategies import STRATEGIES
from classroom.grader.marks.graded import Graded
from classroom.grader.sandbox.inside.watching import SPLITTERS, STRATEGIES_MODULE
from classroom.grader.similarity.copies import most_of
from classroom.grader.similarity.tokens import lines, needed

MAX_LIBRARIES = 20
_LONGEST = 80
_LOADERS = frozenset({"__import__", "importlib", "runpy", "exec", "eval"})
_LOOKS_AROUND = frozenset({"globals", "vars", "locals", "gc"})
"""By these, as by a loader, a function reaches what another cell imported, without its name."""
_BY_TEXT = frozenset(
    (
        "_pickle",
        "bdb",
        "code",
        "codeop",
        "ctypes",
        "doctest",
        "marshal",
        "multiprocessing",
        "pdb",
        "pickle",
        "pkgutil",
        "pydoc",
        "shelve",
        "subprocess",
        "timeit",
        "trace",
        "unittest",
        "zipimport",
    )
)
"""By these modules of Python's own, too: they find, load or run something by a text, or in another process."""
_USUAL = (frozenset(sys.stdlib_module_names) | {"numpy", "regex", "tiktoken"}) - _LOADERS - _BY_TEXT


def libraries(cells: Sequence[str], function: str, ran: Collection[str] = ()) -> tuple[str, ...]:
    """Return what a function takes from elsewhere than Python's own library, numpy, regex and tiktoken.

    Args:
        cells: the sources of the code cells; they are read as text and never run.
        function: the function that is marked; only what it and its helpers name counts.
        ran: what was noticed while it was called, of the names in ``inside.watching``.

    Returns:
        At most ``MAX_LIBRARIES`` modules, and names in them, sorted. What loads or runs something by a text that it
        makes itself (``exec``, ``importlib``, ``sys.modules``) is named, and what any cell imports of the library that
        the course teaches: what it hides is for a person to find.

    >>> cells = ["import re, chunklib.tokens as t", "from chunklib import audit", "def f(a): return t.ruler(a)"]
    >>> libraries(cells, "f")
    ('chunklib.tokens',)
    """
    used = {name for statement in needed(cells, function) for name in statement.names()}
    given = [one for line in lines(cells) for one in _imports(line)]
    loaders = used & _LOADERS
    if "modules" in used and any(whole in ("sys", "sys.modules", "sys.*") for _, whole in given):
        loaders |= {"sys.modules"}
    by_text = any(name in used and whole.split(".")[0] in _BY_TEXT for name, whole in given)
    around = bool(loaders or by_text or used & _LOOKS_AROUND)
    taken = [whole for name, whole in given if name in used or name == "*" or (around and _is_taught(whole))]
    found = {whole[:_LONGEST] for whole in taken if whole.split(".")[0] not in _USUAL} | loaders
    first = sorted(ran)[:MAX_LIBRARIES]
    return tuple(sorted({*first, *sorted(found - {*first})[: MAX_LIBRARIES - len(first)]}))


def _is_taught(whole: str) -> bool:
    """Tell whether a name stands for a part of the library that the course teaches."""
    return f"{whole}.".startswith("chunklib.") and not f"{whole}.".startswith("classroom.")


def _imports(words: Sequence[str]) -> Iterator[tuple[str, str]]:
    """Yield each name that the imports in a line give, and what it stands for."""
    at, module = 0, ""
    while at < len(words):
        word, at = words[at], at + 1
        if word == "from":
            module, at = _dotted(words, at)
            continue
        if word == "import":
            given, at = _listed(words, at)
            for whole, name in given:
                yield name or (whole if module else whole.split(".")[0]), f"{module}.{whole}" if module else whole
        module = ""


def _listed(words: Sequence[str], at: int) -> tuple[list[tuple[str, str]], int]:
    """Return what is imported from a place on, each with its name after ``as`` (or empty), and the place after it."""
    given = []
    while True:
        at += words[at : at + 1] == ["("]
        whole, at = _dotted(words, at)
        name = ""
        if words[at : at + 1] == ["as"]:
            name, at = "".join(words[at + 1 : at + 2]), at + 2
        given += [(whole, name)] if whole else []
        if words[at : at + 1] != [","]:
            return given, at
        at += 1


def _dotted(words: Sequence[str], at: int) -> tuple[str, int]:
    """Return the dotted name (or ``*``) that begins at a place, and the place after it."""
    start = at
    while at < len(words) and (words[at] in (".", "...", "*") or words[at].isidentifier()):
        if words[at] in ("import", "as") or (at > start and words[at - 1] not in (".", "...") and words[at] != "."):
            break
        at += 1
    return "".join(words[start:at]), at


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

"""Find submissions that are the same, or share their code, for a human eye: it is never a mark, and never proof.

Programs are compared by their forms. A form says of which operations an expression is made, in any order. Names and
values do not count, nor where a statement is or what is around it. What does nothing with its parts (a list, ``not``,
an operation with a constant) stands for them. What most of the class shares does not count either.
"""

from __future__ import annotations

import ast
import hashlib
import warnings
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from itertools import combinations
from typing import NamedTuple

from classroom.grader.intake.notebook import digest_of
from classroom.grader.marks.model import Graded
from classroom.grader.sandbox.inside.cells import without_magic

MAX_PRINTS = 5_000
LEAST_COMMON = 12  # fewer say nothing: short functions are alike by nature
LEAST_SHARE = 0.84  # two different right answers of the course share 0.83 at most
_DEPTH = 3  # of what is below an operation, how much belongs to its form
_MOST_TAKEN = 20  # parts that a call takes from what it calls
_LOOKED_INTO = ("call", "BoolOp", "IfExp", "for")  # where they are called: partial(f, a)(b), (f or g)(a)


class Pair(NamedTuple):
    """Names two students who share code: a question for a person, who has to read both.

    ``common`` of their fingerprints are the same, and ``share`` is that number in parts of the shorter one, from 0 to
    1, after what most of the class shares was removed. ``same_file`` where the two files are the same to the byte.
    """

    students: tuple[str, str]
    common: int
    share: float
    same_file: bool = False


def fingerprint(cells: Sequence[str], exercise: str, released: Sequence[str] = ()) -> tuple[int, ...]:
    r"""Return numbers that two copies of one program share, whatever their names, order, comments and layout.

    Args:
        cells: the sources of the code cells; they are read as text and never run.
        exercise: the function that is marked; only it and what it uses counts.
        released: the code cells of the notebook that the student was given, which do not count.

    Returns:
        At most ``MAX_PRINTS`` different whole numbers below 2**48, rising; none for a short function or a stub.

    >>> one = "def f(text):\n    '''Count.'''\n    return [len(one) > len(text) for one in text.split() if one]"
    >>> two = "def f(a):\n    return [[len][0](c) > len(a)  # mine!\n        for c in a.split() if c]"
    >>> fingerprint([one], "f") == fingerprint([two], "f") != ()
    True
    """
    return tuple(sorted(prints(needed(cells, exercise)) - prints(read(tuple(released))[0]))[:MAX_PRINTS])


def the_same(graded: Sequence[Graded]) -> list[tuple[tuple[str, ...], str]]:
    """Return the groups of students who handed in the same for one exercise, the largest first, and what is the same.

    What nobody has begun to write, and an empty file, is nobody's copy.
    """
    begun = [
        one
        for one in graded
        if one.digest not in ("", digest_of(b"")) and not one.mark.reason.startswith("not started")
    ]
    found = list[tuple[tuple[str, ...], str]]()
    for how, name in {"the same file to the byte": "digest", "the same code in all cells": "code"}.items():
        groups: dict[str, set[str]] = {}
        for one in begun:
            groups.setdefault(getattr(one, name), set()).add(one.student)
        groups.pop("", None)
        for group in sorted(groups.values(), key=lambda one: (-len(one), sorted(one))):
            if len(group) > 1 and not any(group <= {*others} for others, _ in found):
                found.append((tuple(sorted(group)), how))
    return found


def most_of(students: int) -> float:
    """Return the number of students above which what they share says nothing of any of them."""
    return max(4, students / 2)


def own_prints(graded: Sequence[Graded]) -> dict[Graded, frozenset[int]]:
    """Return the submissions of one exercise of which enough can be compared: their prints that few others have."""
    students: dict[str, set[int]] = {}
    for one in graded:
        students.setdefault(one.student, set()).update(one.fingerprint)
    counts = Counter(value for own in students.values() for value in own)
    most = most_of(sum(map(bool, students.values())))
    rare = {one: frozenset(value for value in one.fingerprint if counts[value] <= most) for one in graded}
    return {one: own for one, own in rare.items() if len(own) >= LEAST_COMMON}


def likely_copies(graded: Sequence[Graded]) -> list[Pair]:
    """Return the pairs of students whose submissions for one exercise share most of their code, the most first."""
    found = list[Pair]()
    for (one, its), (other, theirs) in combinations(own_prints(graded).items(), 2):
        common, share = len(its & theirs), len(its & theirs) / min(len(its), len(theirs))
        if one.student != other.student and common >= LEAST_COMMON and share >= LEAST_SHARE:
            first, second = sorted((one.student, other.student))
            found.append(Pair((first, second), common, share, one.digest == other.digest != ""))
    return sorted(found, key=lambda pair: (-pair.share, -pair.common, pair.students))


class Form(NamedTuple):
    """Holds an operation with its parts, and a number for it down to each depth, of itself alone first."""

    kind: str
    parts: tuple[Form, ...]
    values: tuple[int, ...]


def _form(kind: str, parts: tuple[Form, ...] = ()) -> Form:
    values = list[int]()
    for depth in range(_DEPTH + 1):
        below = sorted(part.values[depth - 1] for part in parts) if depth else []
        values.append(int.from_bytes(hashlib.blake2b(repr((depth, kind, below)).encode(), digest_size=6).digest()))
    return Form(kind, parts[:_MOST_TAKEN], tuple(values))


_NAME = _form("name")


def prints(statements: Sequence[ast.stmt]) -> set[int]:
    """Return a number for each form in a program that is large enough to say something."""
    found = set[int]()
    for statement in statements:
        forms = dict[ast.AST, tuple[Form, ...]]()
        for node in reversed(list(ast.walk(statement))):  # parts come before what they are in
            forms[node] = _forms_of(node, forms)
            for form in forms[node]:
                if len(form.parts) > 1 or any(part.parts for part in form.parts):  # a smaller one is in every program
                    found.update(form.values[1:])
    return found


def _forms_of(node: ast.AST, forms: Mapping[ast.AST, tuple[Form, ...]]) -> tuple[Form, ...]:
    """Return what a part stands for: its own form if it is an operation, or those of all that it consists of."""
    if isinstance(node, ast.Name):
        return (_NAME,)
    parts = tuple(form for child in ast.iter_child_nodes(node) for form in forms[child])
    large, kind = _different(parts), _kind(node)
    called: tuple[Form, ...] = forms[node.func] if isinstance(node, ast.Call) else ()
    if isinstance(node, (ast.stmt, ast.arguments)):
        parts = ()
    elif isinstance(node, ast.Call) and isinstance(node.func, ast.Lambda) and isinstance(node.func.body, ast.Name):
        parts = parts[len(called) :]  # what is given comes back
    elif kind == "call":  # what is called gives its own parts, however the call is dressed up
        opened = [one.parts if one in called and one.kind in _LOOKED_INTO else (one,) for one in large]
        parts = (_form("call", _different(form for few in opened for form in few)),)
    elif (kind in ("of", "BoolOp", "IfExp") and not large) or [kind] == [one.kind for one in large] == ["of"]:
        parts = (large or parts)[:1]  # a.b.__call__ is a.b, and one of some names is a name
    elif kind in ("of", "for") or (kind and len(parts) > 1):
        parts = (_form(kind, large if kind == "of" else parts),)
    return parts


def _different(parts: Iterable[Form]) -> tuple[Form, ...]:
    """Return parts without names, each once."""
    return tuple({part.values: part for part in parts if part != _NAME}.values())


def _kind(node: ast.AST) -> str:
    """Return the name of an operation; empty for what only holds its parts."""
    match node:
        case ast.Attribute() | ast.Call(func=ast.Name(id="getattr")):
            return "of"
        case ast.Call() | ast.JoinedStr() | ast.BinOp(left=ast.Constant(value=str()), op=ast.Mod()):
            return "call"
        case ast.Compare(ops=[what, *_]):
            return "order" if isinstance(what, (ast.Lt, ast.LtE, ast.Gt, ast.GtE)) else "equal"
        case ast.ListComp() | ast.SetComp() | ast.GeneratorExp() | ast.DictComp():
            return "for"
        case ast.Subscript(value=ast.List() | ast.Tuple() | ast.Dict()):
            pass
        case ast.BinOp(op=what) | (ast.BoolOp() | ast.IfExp() | ast.Subscript() as what):
            return type(what).__name__
    return ""


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

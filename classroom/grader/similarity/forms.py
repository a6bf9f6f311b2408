"""Bring programs to a form in which two copies of one are the same, whatever a machine does to hide it.

A form is of an expression: what it does with what, in any order, without names, values, and all that has no effect. A
name that is given a value once stands for that value. Statements are only where expressions are, so it does not matter
how they are put together, in what order, or what is between them.
"""

from __future__ import annotations

import ast
import hashlib
from collections import ChainMap, Counter
from collections.abc import Iterator, Mapping, MutableMapping, Sequence
from typing import NamedTuple

from classroom.grader.similarity.program import DEFINITIONS, names

DEPTHS = (3, 4)  # of what is below a part, how much belongs to its form
LEAST_SIZE = 6  # parts: a smaller form is in every program
_UNSEEN = ("annotation", "returns", "args", "decorator_list", "type_params", "bases")
_SAME = {"Gt": "Lt", "LtE": "Lt", "GtE": "Lt", "NotEq": "Eq", "Is": "Eq", "IsNot": "Eq", "NotIn": "In", "Or": "And"}
_COMPREHENSIONS = (ast.ListComp, ast.SetComp, ast.GeneratorExp, ast.DictComp)
_LISTS = (ast.List, ast.Tuple, ast.Set)


class Form(NamedTuple):
    """Holds a number and a size for an expression down to each depth, of the expression alone first."""

    values: tuple[int, ...]
    sizes: tuple[int, ...]


def hashed(*parts: object) -> int:
    """Return a number below 2**48 for some words and numbers, the same in every process."""
    return int.from_bytes(hashlib.blake2b(repr(parts).encode(), digest_size=6).digest())


def _form(kind: str, parts: Sequence[Form] = ()) -> Form:
    values, sizes = [hashed(kind)], [1]
    for depth in range(max(DEPTHS)):
        values.append(hashed(kind, sorted(part.values[depth] for part in parts)))
        sizes.append(1 + sum(part.sizes[depth] for part in parts))
    return Form(tuple(values), tuple(sizes))


_NAME, _VALUE, _CALLER = _form("name"), _form("value"), _form("caller")
Forms = Mapping[ast.AST, Form]


def prints(statements: Sequence[ast.stmt]) -> set[int]:
    """Return a number for each form in a program that is large enough to say something."""
    found, of_all = set[int](), dict[str, Form]()
    read = {name for statement in statements for name in _loaded(statement)}
    for statement in statements:
        known: MutableMapping[str, Form] = of_all
        if isinstance(statement, DEFINITIONS):
            known = ChainMap({}, of_all)
            if _only_calls(statement):
                of_all[statement.name] = _CALLER
        often = Counter(_given(statement))
        for name, expression in _expressions(statement):
            if name and name not in read and not _calls(expression):
                continue  # nothing comes of it
            forms: dict[ast.AST, Form] = {}
            for node in reversed(list(ast.walk(expression))):
                forms[node] = form = _form_of(node, forms, known)
                found.update(form.values[depth] for depth in DEPTHS if form.sizes[depth] >= LEAST_SIZE)
            if often[name] == 1:
                known[name] = forms[expression]
    return found


def _loaded(statement: ast.stmt) -> Iterator[str]:
    return (one.id for one in ast.walk(statement) if isinstance(one, ast.Name) and isinstance(one.ctx, ast.Load))


def _given(statement: ast.stmt) -> Iterator[str]:
    """Yield each name as often as the statement gives it a value."""
    for one in ast.walk(statement):
        if isinstance(one, ast.Name) and not isinstance(one.ctx, ast.Load):
            yield one.id
        elif isinstance(one, ast.arg):
            yield one.arg


def _calls(node: ast.AST) -> bool:
    return any(isinstance(one, (ast.Call, ast.Await, ast.Yield, ast.YieldFrom)) for one in ast.walk(node))


def _only_calls(statement: ast.stmt) -> bool:
    """Tell whether a function only calls what it is given: ``def call(f, *a): return f(*a)``."""
    body = getattr(statement, "body", [None])[-1]
    called = body.value.func if isinstance(body, ast.Return) and isinstance(body.value, ast.Call) else None
    first = getattr(getattr(statement, "args", None), "args", ())[:1]
    return isinstance(called, ast.Name) and [called.id] == [one.arg for one in first]


def _expressions(statement: ast.stmt) -> Iterator[tuple[str, ast.expr]]:
    """Yield the expressions of a statement in their order, each with the one name that it is given to, or none."""
    waiting: list[ast.AST] = [statement]
    while waiting:
        node = waiting.pop()
        if isinstance(node, ast.expr):
            yield "", node
        elif isinstance(node, (ast.Assign, ast.AnnAssign)) and node.value is not None:
            targets = node.targets if isinstance(node, ast.Assign) else [node.target]
            for target in targets:
                yield from _pairs(target, node.value)
        elif isinstance(node, ast.AugAssign):
            yield "", ast.BinOp(node.target, node.op, node.value)
        elif isinstance(node, (ast.If, ast.While)) and isinstance(node.test, ast.Constant):
            waiting += reversed(node.body if node.test.value else node.orelse)
        else:
            waiting += reversed(list(_parts(node)))


def _pairs(target: ast.expr, value: ast.expr) -> Iterator[tuple[str, ast.expr]]:
    if isinstance(target, _LISTS) and isinstance(value, _LISTS) and len(target.elts) == len(value.elts):
        for one, its in zip(target.elts, value.elts, strict=True):
            yield from _pairs(one, its)
    elif isinstance(target, ast.Name):
        yield target.id, value
    else:
        yield "", value
        yield "", target


def _parts(node: ast.AST) -> Iterator[ast.AST]:
    for name, value in ast.iter_fields(node):
        if name not in _UNSEEN:
            yield from (one for one in (value if isinstance(value, list) else [value]) if isinstance(one, ast.AST))


def _form_of(node: ast.AST, forms: Forms, known: Mapping[str, Form]) -> Form:
    """Return the form of a part; those of all that it consists of are there."""
    if isinstance(node, ast.Name):
        return known.get(node.id, _NAME)
    if isinstance(node, ast.Call):
        return _form_of_call(node, forms, known)
    inner, filled = _stands_for(node), _filled_in(node)
    if inner is not None:
        return forms[inner]
    if filled is not None:
        return _form("call", [forms[one] for one in filled if not isinstance(one, ast.Constant)])
    parts = [forms[one] for one in _parts(node) if not isinstance(one, (ast.expr_context, ast.operator, ast.cmpop))]
    return _form(_kind(node), parts) if any(part is not _VALUE for part in parts) else _VALUE


def _filled_in(node: ast.AST) -> list[ast.expr] | None:
    """Return what is put into a text, whatever the way; None for anything else."""
    match node:
        case ast.JoinedStr(values=inner):
            return inner
        case ast.BinOp(left=ast.Constant(value=str()), op=ast.Mod(), right=inner):
            return inner.elts if isinstance(inner, ast.Tuple) else [inner]
    return None


def _stands_for(node: ast.AST) -> ast.AST | None:
    """Return the part that a node is worth as much as, None where it does something to it."""
    match node:
        case (
            ast.UnaryOp(op=ast.Not() | ast.UAdd(), operand=inner)
            | ast.Lambda(body=inner)
            | ast.Starred(value=inner)
            | ast.NamedExpr(value=inner)
            | ast.keyword(value=inner)
            | ast.FormattedValue(value=inner)
            | ast.BinOp(left=inner, right=ast.Constant(value=0 | ""), op=ast.Add() | ast.Sub() | ast.BitOr())
            | ast.BinOp(left=ast.Constant(value=0 | ""), right=inner, op=ast.Add() | ast.BitOr())
            | ast.BinOp(left=inner, right=ast.Constant(value=1), op=ast.Mult() | ast.FloorDiv() | ast.Pow())
            | ast.BinOp(left=ast.Constant(value=1), right=inner, op=ast.Mult())
        ):
            return inner
    return None


def _kind(node: ast.AST) -> str:
    what = getattr(node, "op", None) or (node.ops[0] if isinstance(node, ast.Compare) else node)
    name = type(what).__name__
    if isinstance(node, (*_COMPREHENSIONS, *_LISTS)):
        return "for" if isinstance(node, _COMPREHENSIONS) else "list"
    return _SAME.get(name, name)


def _form_of_call(node: ast.Call, forms: Forms, known: Mapping[str, Form]) -> Form:
    called, given = _called(node.func, _arguments(node), known)
    if isinstance(called, ast.Lambda):  # of a name: it returns what it is given
        return forms[given[0]] if given and isinstance(called.body, ast.Name) else forms[called.body]
    receiver = [called.value] if isinstance(called, ast.Attribute) and forms[called.value] is not _VALUE else []
    return _form("call", [forms[one] for one in (*receiver, *given)])


def _arguments(call: ast.Call) -> list[ast.expr]:
    return [*call.args, *(one.value for one in call.keywords)]


def _called(function: ast.expr, given: list[ast.expr], known: Mapping[str, Form]) -> tuple[ast.expr, list[ast.expr]]:
    """Return what is really called, and what it is given, however the call is dressed up."""
    for _ in range(50):
        match function:
            case ast.Subscript(
                value=ast.List(elts=[inner, *_]) | ast.Tuple(elts=[inner, *_]) | ast.Dict(values=[inner, *_])
            ):
                function = inner
            case ast.Attribute(value=inner, attr="__call__") | ast.NamedExpr(value=inner):
                function = inner
            case ast.BoolOp(values=[inner, *_]) | ast.IfExp(body=inner):
                function = inner
            case ast.Call(func=ast.Name(id="getattr"), args=[inner, ast.Constant(value=str(name)), *_]):
                function = ast.Attribute(inner, name)
            case ast.Call(func=ast.Name(id="partial") | ast.Attribute(attr="partial"), args=[inner, *_]) as call:
                function, given = inner, [*_arguments(call)[1:], *given]
            case ast.Lambda(body=ast.Call(func=inner) as call):
                own = {one.arg for one in ast.walk(function.args) if isinstance(one, ast.arg)}
                given = [one for one in _arguments(call) if not names(one) & own] + given
                function = inner
            case ast.Name(id=name) if given and known.get(name) is _CALLER:
                function, *given = given
            case _:
                break
    return function, given

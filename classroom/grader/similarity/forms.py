"""Bring programs to forms that two copies of one share, whatever a machine does to hide it.

A form says of which operations an expression is made, in any order. Names and values do not count, nor where a
statement is or what is around it. What does nothing with its parts (a list, ``not``, an operation with a constant)
stands for them, and a name that is given a value once stands for that value.
"""

from __future__ import annotations

import ast
import hashlib
from collections import ChainMap, Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from classroom.grader.similarity.program import DEFINITIONS, names

DEPTHS = (2, 3)  # of what is below an operation, how much belongs to its form
LEAST_SIZE = 3  # parts: a smaller form is in every program
_MOST_TAKEN = 20  # parts that a call takes from what it calls
_LOOKED_INTO = ("call", "BoolOp", "IfExp", "for")  # where they are called: partial(f, a)(b), (f or g)(a)
_UNSEEN = ("annotation", "returns", "args", "decorator_list", "type_params", "bases", "target")


class Form(NamedTuple):
    """Holds an operation with its parts, and a number and a size for it down to each depth, of itself alone first."""

    kind: str
    parts: tuple[Form, ...]
    values: tuple[int, ...]
    sizes: tuple[int, ...]


Forms = tuple[Form, ...]


def hashed(*parts: object) -> int:
    """Return a number below 2**48 for some words and numbers, the same in every process."""
    return int.from_bytes(hashlib.blake2b(repr(parts).encode(), digest_size=6).digest())


def _form(kind: str, parts: Forms = ()) -> Form:
    values, sizes = [hashed(kind)], [1]
    for depth in range(max(DEPTHS)):
        values.append(hashed(kind, sorted(part.values[depth] for part in parts)))
        sizes.append(1 + sum(part.sizes[depth] for part in parts))
    return Form(kind, parts[:_MOST_TAKEN], tuple(values), tuple(sizes))


_NAME, _IDENTITY = _form("name"), _form("identity")


def prints(statements: Sequence[ast.stmt]) -> set[int]:
    """Return a number for each form in a program that is large enough to say something."""
    found, of_all = set[int](), ChainMap[str, Form]()
    read = {name for statement in statements for name in names(statement, ast.Load)}
    for statement in statements:
        known = of_all.new_child() if isinstance(statement, DEFINITIONS) else of_all
        stored = (one for one in ast.walk(statement) if isinstance(one, ast.Name) and not isinstance(one.ctx, ast.Load))
        often = Counter(one.id for one in stored)
        for given, expression in _expressions(statement):
            nodes, forms = list(ast.walk(expression)), dict[ast.AST, Forms]()
            if given and not read & given and not any(isinstance(one, ast.Call) for one in nodes):
                continue  # nothing comes of it
            for node in reversed(nodes):
                forms[node] = _forms_of(node, forms, known)
                for form in forms[node]:
                    found.update(form.values[depth] for depth in DEPTHS if form.sizes[depth] >= LEAST_SIZE)
            its = forms[expression]
            whole = its[0] if len(its) == 1 else _form("", its)
            known.update((name, whole) for name in given if often[name] == 1)
    return found


def _expressions(statement: ast.stmt) -> Iterator[tuple[set[str], ast.expr]]:
    """Yield the expressions of a statement in their order, each with the names that it is given to."""
    waiting: list[ast.AST] = [statement]
    while waiting:
        match waiting.pop():
            case ast.expr() as node:
                yield set(), node
            case ast.Assign(targets=[ast.Tuple(elts=few)], value=ast.Tuple(elts=its)) if len(few) == len(its):
                waiting += [ast.Assign([one], value) for one, value in zip(few[::-1], its[::-1], strict=True)]
            case ast.Assign(targets=targets, value=value):
                yield {one.id for one in targets if isinstance(one, ast.Name)}, value
                waiting += [one for one in targets if not isinstance(one, ast.Name)]
            case ast.AnnAssign(target=target, value=ast.expr() as value):
                waiting.append(ast.Assign([target], value))
            case ast.AugAssign(target=target, op=op, value=value):
                yield set(), ast.BinOp(target, op, value)
            case ast.If(test=ast.Constant() as test) | ast.While(test=ast.Constant() as test) as node:
                waiting += reversed(node.body if test.value else node.orelse)
            case node:
                waiting += reversed(list(_parts(node)))


def _parts(node: ast.AST) -> Iterator[ast.AST]:
    for name, value in ast.iter_fields(node):
        if name not in _UNSEEN or isinstance(node, ast.Call):
            yield from (one for one in (value if isinstance(value, list) else [value]) if isinstance(one, ast.AST))


def _forms_of(node: ast.AST, forms: Mapping[ast.AST, Forms], known: Mapping[str, Form]) -> Forms:
    """Return what a part stands for: its own form if it is an operation, or those of all that it consists of."""
    if isinstance(node, ast.Name):
        return (known.get(node.id, _NAME),)
    parts = tuple(form for one in _parts(node) for form in forms[one])
    large, kind = tuple(form for form in parts if form != _NAME), _kind(node)
    if isinstance(node, ast.Call) and kind == "call":
        return _form_of_call(forms[node.func], parts[len(forms[node.func]) :])
    if (kind in ("of", "BoolOp", "IfExp") and not large) or [kind] == [one.kind for one in large] == ["of"]:
        return (large or parts)[:1]  # a.b.__call__ is a.b, and one of some names is a name
    if kind in ("of", "call"):
        return (_form(kind, large),)
    if isinstance(node, ast.Lambda) and parts and not large:
        return (_IDENTITY,)
    return (_form(kind, parts),) if kind == "for" or (kind and len(parts) > 1) else parts


def _form_of_call(called: Forms, given: Forms) -> Forms:
    """Return what a call stands for; what is called gives it its own parts, however the call is dressed up."""
    if _IDENTITY in called:
        return given
    parts = (part for one in called for part in (one.parts if one.kind in _LOOKED_INTO else [one]))
    taken = {part.values: part for part in parts if part != _NAME}
    return (_form("call", (*taken.values(), *(one for one in given if one != _NAME))),)


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

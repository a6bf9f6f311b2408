"""Disguise a copied program as a machine does in a second: it looks another way and does the same."""

from __future__ import annotations

import ast
from collections.abc import Callable

from tests.grader.small_class import renamed

CALL = "def call(f, *a, **k):\n    return f(*a, **k)"
CALLS = (
    *("[{f}][0]({a})", "({f}, len)[0]({a})", "{{'k': {f}}}['k']({a})", "({f} or None)({a})", "{f}.__call__({a})"),
    *("(lambda *p, **q: {f}(*p, **q))({a})", "(lambda: {f}({a}))()", "(lambda x: x)({f}({a}))", "partial({f}, {a})()"),
    *("({f} if True else len)({a})", "(g := {f})({a})", "call({f}, {a})", "({f})({a})"),
    *("[x for x in [{f}]][0]({a})", "[*{{{f}: 0 for _ in [1]}}][0]({a})"),
    *("call([{f}][0], {a})", "[partial({f}, {a})][0]()", "({f} and {f})({a})", "(None or [{f}({a})][0])"),
)
LINES = (
    "_ = 0",
    "pass",
    "assert True",
    "if 0:\n    dead = len('x') * 3",
    "'a note'",
    "zz = [1, 2][0] + 3 * 4",
    "while 0: print()",
)
PARTS = {ast.Sub: "({e}) + 0", ast.Mult: "1 * ({e})", ast.Lt: "not not ({e})", ast.Add: "(({e}))"}


class _Calls(ast.NodeTransformer):
    def __init__(self, form: str) -> None:
        self.form = form

    def visit_Call(self, node: ast.Call) -> ast.AST:
        self.generic_visit(node)
        given = ", ".join(map(ast.unparse, (*node.args, *node.keywords)))
        return ast.parse(self.form.format(f=ast.unparse(node.func), a=given), mode="eval").body


class _Parts(ast.NodeTransformer):
    def generic_visit(self, node: ast.AST) -> ast.AST:
        super().generic_visit(node)
        what = getattr(node, "op", None) or getattr(node, "ops", [None])[0]
        form = PARTS.get(type(what)) if isinstance(node, (ast.BinOp, ast.Compare)) else None
        return ast.parse(form.format(e=ast.unparse(node)), mode="eval").body if form else node


class _Statements(ast.NodeTransformer):
    """Puts lines after each statement, takes what is returned or given to a name apart, and wraps whole bodies."""

    def __init__(self, *lines: str, apart: bool = False) -> None:
        self.lines, self.apart, self.number = lines, apart, 0

    def generic_visit(self, node: ast.AST) -> ast.AST:
        super().generic_visit(node)
        for name in ("body", "orelse"):
            block = getattr(node, name, None)
            if isinstance(block, list) and block and isinstance(block[0], ast.stmt):
                setattr(node, name, [new for one in block for new in self._new(one)])
        return node

    def _new(self, one: ast.stmt) -> list[ast.stmt]:
        before: list[ast.stmt] = []
        if self.apart and isinstance(one, (ast.Return, ast.Assign)) and isinstance(one.value, (ast.Call, ast.BinOp)):
            self.number += 1
            before = ast.parse(f"t{self.number} = {ast.unparse(one.value)}").body
            one.value = ast.Name(f"t{self.number}", ast.Load())
        ends = isinstance(one, (ast.Return, ast.Raise, ast.Continue, ast.Break, ast.ImportFrom))
        return [*before, one, *([] if ends else ast.parse("\n".join(self.lines)).body)]


def _with(*changes: Callable[[], ast.NodeTransformer]) -> Callable[[str], str]:
    def changed(code: str) -> str:
        for change in changes:
            code = ast.unparse(ast.fix_missing_locations(change().visit(ast.parse(code))))
        return code

    return changed


def _backwards(code: str) -> str:
    return "\n".join(map(ast.unparse, ast.parse(code).body[::-1]))


ALL: dict[str, Callable[[str], str]] = {
    **{f"calls as {form}": _with(lambda form=form: _Calls(form)) for form in CALLS},  # type: ignore[misc]
    **{f"line {line!r}": _with(lambda line=line: _Statements(line)) for line in LINES},  # type: ignore[misc]
    "parts": _with(_Parts),
    "temporaries": _with(lambda: _Statements(apart=True)),
    "backwards": _backwards,
    "renamed": renamed,
}
ALL["all together"] = lambda code: _with(_Parts, lambda: _Statements(*LINES, apart=True), lambda: _Calls(CALLS[0]))(
    _backwards(renamed(code))
)

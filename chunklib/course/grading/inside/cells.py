"""Run the cells of a notebook one after the other, as a kernel would, and go on behind one that fails."""

from __future__ import annotations

import ast
import linecache
import re
import sys
from collections.abc import Sequence
from types import CodeType, ModuleType

from chunklib.course.sandbox.codec import short_repr

_MAGIC = re.compile(r"^(\s*)(?:[%!?].*|[\w.]+\s*\?+\s*)$")
_MAGIC_VALUE = re.compile(r"^(\s*[\w, ]+=\s*)[%!].*$")
_AROUND_A_CELL = re.compile(r"\s*%%(?:time|capture|prun)\b.*")
_KEPT = (ast.Import, ast.ImportFrom, ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)
MAX_ERRORS = 20


def file_of(number: int) -> str:
    """Return the name under which cell `number` (from 1) stands in tracebacks."""
    return f"<cell {number}>"


def run_cells(cells: Sequence[str], *, definitions: bool) -> tuple[dict[str, object], list[tuple[int, str]]]:
    """Run cells in a module named `__main__`; return its globals, and which cells failed with what.

    Where `definitions`, only imports, functions, classes and plain constants are run: a notebook whose other lines
    never end, or end the process, still has the functions that it defines.
    """
    module = ModuleType("__main__")
    sys.modules["__main__"] = module
    space = vars(module)
    errors: list[tuple[int, str]] = []
    for number, source in enumerate(cells, start=1):
        try:
            code = _compiled(source, file_of(number), definitions=definitions)
            exec(code, space)  # noqa: S102 -- this is what the sandbox is for
        except BaseException as error:  # noqa: BLE001 -- a cell may raise anything; the next one is still run
            errors[MAX_ERRORS:] = []
            errors.append((number, _described(error)))
    return space, errors


def _described(error: BaseException) -> str:
    text = short_repr(error) if not isinstance(error, SyntaxError) else f"SyntaxError: {error.msg}, line {error.lineno}"
    return text.split("\n", 1)[0]


def _compiled(source: str, name: str, *, definitions: bool) -> CodeType:
    plain = without_magic(source)
    linecache.cache[name] = (len(plain), None, plain.splitlines(keepends=True), name)
    tree = ast.parse(plain, name)
    if definitions:
        tree.body = [node for node in tree.body if isinstance(node, _KEPT) or _is_constant(node)]
    return compile(tree, name, "exec", dont_inherit=True)


def _is_constant(node: ast.stmt) -> bool:
    """Tell whether a statement gives a name a value without calling anything."""
    if not isinstance(node, (ast.Assign, ast.AnnAssign)):
        return False
    inner = [child for child in ast.walk(node) if isinstance(child, (ast.Call, ast.Await, ast.Yield, ast.NamedExpr))]
    return all(_compiles_pattern(child) for child in inner)


def _compiles_pattern(node: ast.AST) -> bool:
    """Tell whether a node is `re.compile(...)`, or one of tiktoken's encodings: settings, as a rule."""
    if not isinstance(node, ast.Call) or not isinstance(node.func, ast.Attribute):
        return False
    return isinstance(node.func.value, ast.Name) and node.func.value.id in ("re", "regex", "tiktoken")


def without_magic(source: str) -> str:
    r"""Return a cell without the lines that only a notebook understands, every other line in its place.

    >>> without_magic("%matplotlib inline\nx = 1\n!ls\nfiles = !ls")
    'pass\nx = 1\npass\nfiles = None'
    >>> without_magic("%%bash\nls"), without_magic("%%time\nx = 1")
    ('pass', 'pass\nx = 1')
    """
    if source.lstrip().startswith("%%"):
        first, _, rest = source.lstrip().partition("\n")
        return f"pass\n{without_magic(rest)}" if _AROUND_A_CELL.fullmatch(first) else "pass"
    try:
        ast.parse(source)
    except (SyntaxError, ValueError):
        return "\n".join(_MAGIC_VALUE.sub(r"\1None", _MAGIC.sub(r"\1pass", line)) for line in source.split("\n"))
    return source

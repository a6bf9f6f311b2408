"""Run the cells of a notebook as a kernel would, statement by statement, and go on after one that fails.

What works in Jupyter may fail here: there is no network, no answer to ``input()``, no file of the student's. In Jupyter
the rest of the cell would have been run, so it is run here as well.
"""

from __future__ import annotations
import __future__

import ast
import builtins
import inspect
import linecache
import re
import sys
from collections.abc import Callable, Collection, Iterator, Sequence
from types import CodeType, ModuleType
from typing import Any

from classroom.judge.worker.codec import short_repr

_MAGIC = re.compile(r"^(\s*)(?:[%!?].*|[\w.]+\s*\?+\s*)$")
_MAGIC_VALUE = re.compile(r"^(\s*[\w, ]+=\s*)[%!].*$")
_TIMED = re.compile(r"^(\s*)%time\s+(?=\S)")
_AROUND_A_CELL = re.compile(r"\s*%%(?:time|capture|prun)\b.*")
_DEFINITIONS = (ast.Import, ast.ImportFrom, ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)
_STOPS = (ast.Raise, ast.Assert)
_MAKERS = (
    *("dict", "list", "set", "tuple", "frozenset", "str", "int", "float", "bool", "bytes", "range", "sorted", "len"),
    *("min", "max", "defaultdict", "Counter", "OrderedDict", "deque", "namedtuple", "partial", "lru_cache", "cache"),
    *("Lock", "RLock", "Path", "TypeVar", "suppress"),
)
_SETTINGS = (
    "re",
    "regex",
    "tiktoken",
    "collections",
    "functools",
    "threading",
    "string",
    "math",
    "typing",
    "contextlib",
)
MAX_ERRORS = 20

Place = tuple[int, int]
"""A statement: the number of its cell, and its own among those of the cell; both from 1."""


class Shell:
    """Stands for IPython's shell, of which a notebook may ask anything: it does nothing and says nothing."""

    def __call__(self, *_args: object, **_kwargs: object) -> Shell:
        """Take every call."""
        return self

    def __getattr__(self, name: str) -> Shell:
        if name.startswith("__"):
            raise AttributeError(name)
        return self

    def __getitem__(self, _key: object) -> Shell:
        return self

    def __contains__(self, _key: object) -> bool:
        return False

    def __iter__(self) -> Iterator[object]:
        return iter(())

    def __repr__(self) -> str:
        return "no shell"


def file_of(number: int) -> str:
    """Return the name that cell ``number`` (from 1) has in tracebacks."""
    return f"<cell {number}>"


def run_cells(
    cells: Sequence[str],
    *,
    definitions: bool,
    skipped: Collection[Place] = (),
    say: Callable[[Place], object] = lambda place: place,
) -> tuple[dict[str, object], list[tuple[int, str]]]:
    """Run cells in a module named ``__main__``; return its globals, and which cells failed with what.

    Args:
        cells: their sources.
        definitions: run only imports, functions, classes and plain settings: a notebook whose other statements never
            end, or end the process, still has the functions that it defines.
        skipped: statements that are left out, but for the functions and classes in them.
        say: is told each statement before it is run.
    """
    module = ModuleType("__main__")
    sys.modules["__main__"] = module
    vars(builtins).update(get_ipython=Shell(), display=Shell())
    run = _Run(vars(module), skipped, say, definitions=definitions)
    for number, source in enumerate(cells, start=1):
        run.cell(number, source)
    return run.space, run.errors


class _Run:
    """What running cells leaves: globals, errors, and what they have imported from the future."""

    def __init__(
        self, space: dict[str, Any], skipped: Collection[Place], say: Callable[[Place], object], *, definitions: bool
    ) -> None:
        self.space = space
        self.errors: list[tuple[int, str]] = []
        self._definitions = definitions
        self._skipped = skipped
        self._say = say
        self._flags = ast.PyCF_ALLOW_TOP_LEVEL_AWAIT
        self._loop: Any = None

    def cell(self, number: int, source: str) -> None:
        """Run a cell; the first of its statements that fails is its error."""
        name = file_of(number)
        try:
            tree = _parsed(source, name)
            compile(
                tree, name, "exec", self._flags, dont_inherit=True
            )  # a cell that is not Python is left out as a whole
        except BaseException as error:  # noqa: BLE001 -- the next cell is still run
            self._failed(number, error)
            return
        for place, node in enumerate(tree.body, start=1):
            if self._definitions and not _is_kept(node):
                continue
            self._say((number, place))
            try:
                if (number, place) in self._skipped and not isinstance(node, _DEFINITIONS):
                    self._rescue(node, name)
                else:
                    self._run(node, name)
            except BaseException as error:  # noqa: BLE001 -- a cell may raise anything
                self._failed(number, error)
                if isinstance(node, _STOPS) or isinstance(error, (SystemExit, KeyboardInterrupt)):
                    return  # it was put there to stop the cell
                self._rescue(node, name)

    def _failed(self, number: int, error: BaseException) -> None:
        if all(cell != number for cell, _ in self.errors) and len(self.errors) < MAX_ERRORS:
            self.errors.append((number, _described(error)))

    def _run(self, node: ast.stmt, name: str) -> None:
        if isinstance(node, ast.ImportFrom) and node.module == "__future__":
            for alias in node.names:
                self._flags |= getattr(__future__, alias.name).compiler_flag
        code = compile(ast.Module([node], []), name, "exec", self._flags, dont_inherit=True)
        if code.co_flags & inspect.CO_COROUTINE:
            self._wait(code)
        else:
            exec(code, self.space)  # noqa: S102 -- this is what the sandbox is for

    def _wait(self, code: CodeType) -> None:
        """Run a statement with ``await`` in it, as a notebook may have it, in one loop for all cells."""
        import asyncio

        if self._loop is None:
            self._loop = asyncio.new_event_loop()
            asyncio.set_event_loop(self._loop)
        self._loop.run_until_complete(eval(code, self.space))  # noqa: S307

    def _rescue(self, node: ast.stmt, name: str) -> None:
        """Take the definitions in a statement that did not come to its end; the first of each name."""
        taken: set[str] = set()
        for inner in _inside(node):
            names = {getattr(inner, "name", ""), *(alias.name for alias in getattr(inner, "names", ()))} - {""}
            if not names & taken:
                taken |= names
                try:
                    self._run(inner, name)
                except BaseException:  # noqa: BLE001, S112 -- the statement has failed as it is
                    continue


def _described(error: BaseException) -> str:
    text = short_repr(error) if not isinstance(error, SyntaxError) else f"SyntaxError: {error.msg}, line {error.lineno}"
    return text.split("\n", 1)[0]


def _parsed(source: str, name: str) -> ast.Module:
    plain = without_magic(source)
    linecache.cache[name] = (len(plain), None, plain.splitlines(keepends=True), name)
    return ast.parse(plain, name)


def _blocks(node: ast.stmt) -> Iterator[ast.stmt]:
    """Yield the statements that an ``if``, ``try``, ``with`` or loop holds."""
    for block in ("body", "handlers", "orelse", "finalbody"):
        for part in getattr(node, block, ()):
            if isinstance(part, ast.ExceptHandler):
                yield from part.body
            elif isinstance(part, ast.stmt):
                yield part


def _inside(node: ast.stmt) -> Iterator[ast.stmt]:
    """Yield the definitions in a statement that is not one itself."""
    if isinstance(node, _DEFINITIONS):
        return
    for part in _blocks(node):
        if isinstance(part, _DEFINITIONS):
            yield part
        else:
            yield from _inside(part)


def _is_kept(node: ast.stmt) -> bool:
    """Tell whether a statement is a definition or a setting, or holds nothing else."""
    if isinstance(node, (*_DEFINITIONS, ast.Pass)):
        return True
    if isinstance(node, (ast.If, ast.Try, ast.With)):
        heads = [child for child in ast.iter_child_nodes(node) if not isinstance(child, (ast.stmt, ast.ExceptHandler))]
        return all(map(_is_kept, _blocks(node))) and all(map(_calls_nothing, heads))
    return isinstance(node, (ast.Assign, ast.AnnAssign, ast.AugAssign)) and _calls_nothing(node)


def _calls_nothing(node: ast.AST) -> bool:
    """Tell whether nothing is called in a node but what makes settings: ``dict()``, ``re.compile(...)``."""
    inner = [child for child in ast.walk(node) if isinstance(child, (ast.Call, ast.Await, ast.Yield, ast.NamedExpr))]
    return all(_makes_a_setting(child) for child in inner)


def _makes_a_setting(node: ast.AST) -> bool:
    if not isinstance(node, ast.Call):
        return False
    if isinstance(node.func, ast.Name):
        return node.func.id in _MAKERS
    return (
        isinstance(node.func, ast.Attribute)
        and isinstance(node.func.value, ast.Name)
        and node.func.value.id in _SETTINGS
    )


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
    if _parses(source):
        return source
    lines = source.split("\n")
    edge = re.match(r"\s*", next((line for line in lines if line.strip()), ""))
    if edge is not None and edge[0]:  # a cell may be indented as a whole
        lines = [line.removeprefix(edge[0]) for line in lines]
    return "\n".join(_plain_lines(lines))


def _plain_lines(lines: Sequence[str]) -> Iterator[str]:
    """Yield lines without what is for the notebook; a command that goes on after a backslash is one."""
    goes_on = False
    for line in lines:
        plain = _MAGIC_VALUE.sub(r"\1None", _MAGIC.sub(r"\1pass", _TIMED.sub(r"\1", line)))
        yield "" if goes_on else plain
        goes_on = line.endswith("\\") and (goes_on or plain != line)


def _parses(source: str) -> bool:
    try:
        ast.parse(source)
    except (SyntaxError, ValueError):
        return False
    return True

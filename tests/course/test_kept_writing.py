"""A function is written as a module with what it needs, and the module is what the function was."""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from classroom.judge.errors import CourseError
from classroom.lessons.kept.keeping import _prove
from classroom.lessons.kept.outside import imported
from classroom.lessons.kept.writing import written

WRITES = {
    "imports under other names": """
import re, os.path as places, os
from math import log, pi
from random import choice
from collections import deque as queue
from chunklib.tokens import ruler as measure
import numpy as np
def f(n: int = 3):
    return re.sub("a", "b", "aa"), log(n), pi, queue([n]), measure("words")("a b"), np.sum([n]), choice([n]), os.sep
""",
    "helpers, of helpers, and a lambda": """
half = lambda n: n // 2
def quarter(n): return half(half(n))
def f(n=9): return quarter(n)
""",
    "decorators": """
import functools
from functools import cache
def twice(function):
    @functools.wraps(function)
    def inner(n): return 2 * function(n)
    return inner
@cache
def slow(n):
    return n + 1
@twice
def helper(n): return slow(n)
@functools.lru_cache(maxsize=None)
def f(n=1): return helper(n)
""",
    "constants, and what is made of them": """
import re
LINE, WORD = r"\\n", r"\\s+"
BREAKS = [re.compile(one) for one in (LINE, WORD)]
LIMITS: dict = {"small": (1, -2.5), "odd": {3}}
BEST = float("inf")
LONG = "word " * 1000
calls = 0
calls += 1
def f(n=LIMITS["small"]): return [one.pattern for one in BREAKS], LIMITS, BEST, n, len(LONG), calls
""",
    "classes and type hints": """
from __future__ import annotations
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple
if TYPE_CHECKING:
    from nowhere import Nothing
class Pair(NamedTuple):
    one: int
    other: int = 2
@dataclass(frozen=True)
class Piece:
    pair: Pair
    def size(self) -> int: return self.pair.one + self.pair.other
WHOLE = Piece(Pair(5))
def f(given: Sequence[Nothing] = ()) -> list[Piece]:
    return [str(Piece(Pair(1)).size()), str(WHOLE)]
""",
    "a function with the name of a module, and recursion": """
def re(n): return 1 if n < 1 else n * math(n - 1)
def math(n): return re(n)
def f(n=4): return re(n)
""",
    "names that only look as if they were needed": """
text = open(__file__)
chunks = object()
def f(n=1):
    import json
    text = [n for chunks in range(n)]
    return text, json.dumps({"text": n}).count("text"), sorted([2, 1], key=lambda chunks: chunks)
""",
    "either of two": """
try:
    import no_such_package as fast
    def helper(): return 1
except ImportError:
    def helper(): return 2
def f(): return helper()
""",
}
REFUSES = {
    "an open file": ("data = open(__file__)\ndef f(): return data", "it needs `data`, a TextIOWrapper that cannot"),
    "a table": ("import numpy\nrows = numpy.ones(3)\ndef f(): return rows", "it needs `rows`, a ndarray that cannot"),
    "behind a helper": ("data = iter([1])\ndef one(): return data\ndef f(): return one()", "it needs `data`, a "),
    "a file at import": (
        "from pathlib import Path\nname = Path('here.txt').read_text()\ndef f(): return name",
        "does not import: FileNotFoundError: [Errno 2] No such file or directory: 'here.txt'",
    ),
    "a file beside the notebook": (
        "from beside import helper\ndef f(): return helper()",
        "does not import: ModuleNotFoundError: No module named 'beside'",
    ),
    "changed since": (
        "import re\nfound = [re.compile('a')]\nfound.append(1)\ndef f(): return found",
        "`found` is not what",
    ),
}


@pytest.fixture
def module_of(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[[str], Any]:
    """Return what runs a text as a file of the learner's, in a folder with other files of theirs."""
    (tmp_path / "here.txt").write_text("text " * 1000)
    (tmp_path / "beside.py").write_text("def helper(): return 1")
    monkeypatch.chdir(tmp_path)
    monkeypatch.syspath_prepend(tmp_path)

    def made(source: str) -> Any:
        path = tmp_path / "answers.py"
        path.write_text(source.strip("\n") + "\n", "utf-8")
        module = type(sys)("answers")
        module.__file__ = str(path)
        monkeypatch.setitem(sys.modules, "answers", module)
        exec(compile(path.read_bytes(), path, "exec"), vars(module))  # noqa: S102 -- our own
        return module

    return made


@pytest.mark.parametrize("what", WRITES)
def test_a_module_has_all_that_its_function_needs(
    what: str, module_of: Callable[[str], Any], tmp_path: Path, request: pytest.FixtureRequest
) -> None:
    there = module_of(WRITES[what])
    request.addfinalizer(getattr(vars(there).get("text"), "close", bool))  # the open file of one case
    module = written(there.f, "f")
    _prove(module, tmp_path / "course" / "my_rag")
    path = tmp_path / "f.py"
    path.write_text(module.text, "utf-8")
    again = imported(str(path), "f", str(tmp_path / "course" / "my_rag"))
    assert again.f() == there.f()
    assert "text" not in vars(again)
    for line in ("LINE, WORD = r", "@cache\ndef slow", "half = lambda n: n // 2", "import ruler as measure"):
        assert (line in module.text) == (line in WRITES[what]), "as the learner wrote it"


@pytest.mark.parametrize("what", REFUSES)
def test_what_cannot_be_written_down_is_named(what: str, module_of: Callable[[str], Any], tmp_path: Path) -> None:
    source, said = REFUSES[what]
    there = module_of(source)
    with pytest.raises(CourseError) as caught:
        _prove(written(there.f, "f"), tmp_path / "course" / "my_rag")
    getattr(vars(there).get("data"), "close", bool)()
    assert said in str(caught.value)
    assert str(caught.value).startswith("f is not kept: ")
    assert "\n" not in str(caught.value)

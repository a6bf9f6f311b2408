"""A function is written as a module with what it needs; what cannot be written down is named."""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from chunklib.errors import CallableFailed
from classroom.judge.errors import CourseError
from classroom.lessons.kept.outside import imported, outside, try_import
from classroom.lessons.kept.writing import written

WRITES = {
    "imports under other names": """
import re, os.path as places
from math import log, pi
from random import choice
from chunklib.tokens import ruler as measure
from string import *
def f(n: int = 3):
    return re.sub("a", "b", "a"), log(n), pi, measure("words")("a b"), choice([n]), places.sep, capwords("a")
""",
    "helpers of helpers, and a lambda": """
half = lambda n: n // 2
def quarter(n): return half(half(n))
def f(n=9): return quarter(n)
""",
    "decorators": """
import functools
def twice(function):
    @functools.wraps(function)
    def inner(n): return 2 * function(n)
    return inner
@functools.cache
def slow(n): return n + 1
@twice
def helper(n): return slow(n)
@functools.lru_cache(maxsize=None)
def f(n=1): return helper(n)
""",
    "constants, and what is made of them": """
import re
LINE, WORD = "\\n", r"\\s+"
BREAKS = [re.compile(one) for one in (LINE, WORD)]
LIMITS = {"small": (1, -2.5), "odd": {3}}
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
WHOLE = Piece(Pair(5))
def f(given: Sequence[Nothing] = ()) -> list[Piece]: return [str(Piece(Pair(1))), str(WHOLE)]
""",
    "names of modules, and recursion": """
def re(n): return 1 if n < 1 else n * math(n - 1)
def math(n): return re(n)
def f(n=4): return re(n)
""",
    "names that only look as if they were needed": """
text = iter("a table that nobody can copy")
def f(n=1):
    import json
    text = [n for chunks in range(n)]
    return text, json.dumps({"text": n}).count("text"), f.__name__.text if n > 1 else 0
""",
    "a counter of calls": """
calls = 0
def f():
    global calls
    calls += 1
    return calls
""",
    "either of two": """
try:
    import no_such_package
except ImportError:
    def helper(): return 2
def f(): return helper()
""",
}
REFUSED = {
    "own = []\nown.append(own)\ndef f(): return own": "it needs `own`, a list that cannot be written down",
    "def f(): return 1\ndef other(): return f() + 1": "other needs something else with the name f. Give that another",
    "data = open(__file__)\ndef f(): return data": "it needs `data`, a TextIOWrapper that cannot be written down as ",
    "import numpy\nrows = numpy.ones(3)\ndef g(): return rows\ndef f(): return g()": "it needs `rows`, an ndarray that",
    "exec('def f(): return 1')": "its source is not found",
    "from pathlib import Path\nname = Path('here.txt').read_text()\ndef f(): return name": "FileNotFoundError: ",
    "from beside import helper\ndef f(): return helper()": "ModuleNotFoundError: No module named 'beside'",
}


@pytest.fixture
def run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[[str], Any]:
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


@pytest.fixture
def kept(tmp_path: Path) -> Callable[[Callable[..., Any]], Any]:
    """Return what writes a function, tries its module in a process of its own, and imports it here."""
    place = (str(tmp_path / "f.py"), "f", str(tmp_path / "course" / "my_rag"))

    def made(function: Callable[..., Any]) -> Any:
        Path(place[0]).write_text(written(function, "f"), "utf-8")
        outside(try_import, *place)
        return imported(*place)

    return made


@pytest.mark.parametrize("what", WRITES)
def test_a_module_has_all_that_its_function_needs(
    what: str, run: Callable[[str], Any], kept: Callable[..., Any], tmp_path: Path
) -> None:
    there = run(WRITES[what])
    assert kept(there.f)() == there.f()
    text = (tmp_path / "f.py").read_text("utf-8")
    assert "text = iter" not in text
    for line in ("@functools.cache\ndef slow(n)", "half = lambda n: n // 2", "import ruler as measure"):
        assert (line in text) == (line in WRITES[what]), "as the learner wrote it"


@pytest.mark.parametrize("source", REFUSED)
def test_what_cannot_be_written_down_is_named(source: str, run: Callable[[str], Any], kept: Callable[..., Any]) -> None:
    there = run(source)
    with pytest.raises((CourseError, CallableFailed)) as caught:
        kept(getattr(there, "other", there.f))
    getattr(vars(there).get("data"), "close", bool)()
    assert str(caught.value).removeprefix("f is not kept: ").startswith(REFUSED[source])
    assert "\n" not in str(caught.value)

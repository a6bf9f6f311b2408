"""Notebooks that work in Jupyter and not in the sandbox, or that do not end: what they define counts all the same."""

from __future__ import annotations

from dataclasses import replace
from functools import cache

import pytest

from classroom.grader.batch.grader import Grader
from classroom.grader.marks.model import Mark
from classroom.grader.sandbox.bubblewrap import NoSandbox, find_bubblewrap
from classroom.grader.sandbox.inside.cells import run_cells, without_magic
from classroom.judge.worker.client import Limits

TIGHT = Limits(cpu=1.0, wall=3.0, first=1.0, start=3.0, total=20.0, memory=2**29, reply=20_000, echo=200)
GREET = 'def hello(name):\n    return f"{GREETING}, {name}!"'
CONSTANT = 'GREETING = "".join(["Hel", "lo"])'
RIGHT = 'def hello(name):\n    return f"Hello, {name}!"'
RIGHT_IN_A_BLOCK = "    " + RIGHT.replace("\n", "\n    ")

pytestmark = [pytest.mark.required_in_ci, pytest.mark.slow]  # they wait for what does not end


@cache
def _grader(start: float) -> Grader:
    try:
        return Grader("hello", "a secret", find_bubblewrap(), None, replace(TIGHT, start=start))
    except NoSandbox as error:
        pytest.skip(str(error))


def mark(*cells: str, start: float = TIGHT.start) -> Mark:
    return _grader(start).mark(cells)


BEFORE = {
    "a shell": "get_ipython().run_line_magic('matplotlib', 'inline')",
    "a shell that is asked": "if 'colab' in str(get_ipython()) or 'x' in get_ipython().config: 1 / 0",
    "a shell from IPython": "from IPython import get_ipython\nget_ipython().run_line_magic('x', '')",
    "display": "display('x')",
    "magic and a command": "%matplotlib inline\n!pip install \\\n  numpy",
    "a file": "text = open('my_notes.txt').read()",
    "the network": "import urllib.request\nurllib.request.urlopen('https://example.org')",
    "somebody to ask": "who = input('who? ')",
    "a module that is not here": "import nothing_like_it",
    "a picture": "import matplotlib.pyplot as plt\nplt.plot([1, 2])\nplt.show()",
    "a name that is deleted": "del nothing",
}


def test_what_comes_after_a_line_that_fails_or_is_for_jupyter_is_run() -> None:
    cells = [f"{line}\nPART_{number} = 1" for number, line in enumerate(BEFORE.values())]
    parts = " and ".join(f"PART_{number}" for number in range(len(cells)))
    found = mark(*cells, RIGHT.replace('return f"', f'return {parts} and f"'))
    assert (found.points, found.reason) == (3, "all properties hold")


IN_JUPYTER = {
    "a timed line": f"%time GREETING = 'Hello'\n{GREET}",
    "an indented cell": "\n".join(f"    {line}" for line in f"%matplotlib inline\n{RIGHT}".split("\n")),
    "await": f"import asyncio\nGREETING = await asyncio.sleep(0, 'Hello')\n{GREET}",
    "async with": (
        "import contextlib\n@contextlib.asynccontextmanager\nasync def c(): yield 'Hello'\n"
        f"async with c() as GREETING: pass\n{GREET}"
    ),
    "async for": f"async def g():\n    yield 'Hello'\nGREETING = [x async for x in g()][0]\n{GREET}",
    "a file in a with": f"with open('my_notes.txt') as file:\n    text = file.read()\n{RIGHT_IN_A_BLOCK}",
    "a constant after what fails": f"open('x').read()\n{CONSTANT}\n{GREET}",
    "a pattern after what fails": (
        "open('x').read()\nimport re\nWORD = re.compile('x').sub('Hello', 'x')\n"
        "def hello(name): return f'{WORD}, {name}!'"
    ),
    "try, and what fails in it": f"try:\n    open('x')\nfinally:\n{RIGHT_IN_A_BLOCK}",
    "main": f"{RIGHT}\nif __name__ == '__main__':\n    open('x')",
    "the future": "from __future__ import annotations\ndef hello(name: Nothing) -> Nothing: return f'Hello, {name}!'",
    "a class": (
        "open('x')\nfrom dataclasses import dataclass\n@dataclass\nclass G:\n    word: str = 'Hello'\n"
        "    def greet(self, name): return f'{self.word}, {name}!'\ndef hello(name): return G().greet(name)"
    ),
    "a closure": (
        "open('x')\ndef make(word):\n    def inner(name): return f'{word}, {name}!'\n    return inner\n"
        "hello = make('Hello')"
    ),
    "a lambda": "open('x')\nhello = lambda name: f'Hello, {name}!'",
    "a pool": (
        "from concurrent.futures import ProcessPoolExecutor\ndef one(name): return f'Hello, {name}!'\n"
        "def hello(name):\n    with ProcessPoolExecutor(2) as pool: return list(pool.map(one, [name]))[0]"
    ),
}


@pytest.mark.parametrize("kind", IN_JUPYTER)
def test_what_works_in_jupyter_keeps_its_points(kind: str) -> None:
    found = mark("x = 1", IN_JUPYTER[kind])
    assert (found.points, found.reason) == (3, "all properties hold")


NEVER_DONE = {
    "endless": ("while True: pass", "code cell 2 had not ended after 1 seconds of work"),
    "asleep": ("import time\ntime.sleep(9999)", "code cell 2 had not ended"),
    "ended": ("import os\nos._exit(3)", "code cell 2 ended the process it ran in (exit status 3)"),
    "stopped": ("import os, signal\nos.kill(os.getpid(), signal.SIGSTOP)", "code cell 2 had not ended"),
}


@pytest.mark.parametrize("kind", NEVER_DONE)
def test_a_cell_that_does_not_end_costs_nothing_but_itself(kind: str) -> None:
    source, reason = NEVER_DONE[kind]
    cells = CONSTANT, f"PART = str()\n{source}\nLATE = PART.join('!')", GREET.replace("!", "{LATE}")
    found = mark(*cells, start=1.0)
    assert (found.points, found.state) == (3, "final"), found.reason
    assert found.reason.startswith(f"all properties hold; {reason}")
    assert found.reason.endswith("the statement was left out")


def test_what_takes_too_much_memory_costs_nothing_but_itself() -> None:
    hoard = (
        "import os, time\nfor _ in range(12):\n    if os.fork() == 0:\n        x = b'x' * 10**8\n        time.sleep(60)"
    )
    found = mark(f"{hoard}\ntime.sleep(9)", 'GREETING = str("Hello")', GREET)
    assert found.points == 3
    assert found.reason.startswith("all properties hold; code cell 1 used more than 0.5 GB of memory: only the def")


def test_where_nothing_ends_the_definitions_are_used() -> None:
    found = mark("while True: pass", CONSTANT, "while True: pass", GREET, start=1.0)
    assert (found.points, "code cell 3 had not ended" in found.reason) == (3, True)
    endless = ["CACHE = dict()\nwhile True: pass"] * 4
    found = mark(*endless, 'WORDS = ["Hello"]', RIGHT.replace("Hello", "{WORDS[0]}"), start=1.0)
    assert found.points == 3
    assert found.reason.endswith("only the definitions and settings of the notebook were used")


def test_a_notebook_whose_definitions_do_not_end_has_a_reason() -> None:
    found = mark("class A:\n    while True: pass", RIGHT, start=1.0)
    assert (found.state, found.points) == ("failed", 0)
    assert found.reason.startswith("code cell 1 had not ended")


def test_the_cell_that_failed_is_named_where_points_are_lost() -> None:
    found = mark("x = 1", f"GREETING = open('my_greeting.txt').read()\n{GREET}")
    assert found.points == 0
    assert found.reason.endswith("; code cell 2 failed: FileNotFoundError(2, 'No such file or directory')")
    found = mark("GREETING = open('my_greeting.txt').read()", GREET)
    assert "NameError" in found.reason
    assert found.reason.endswith("; code cell 1 failed: FileNotFoundError(2, 'No such file or directory')")
    assert "code cell" not in mark("open('x')", RIGHT.replace("!", "?")).reason


@pytest.mark.parametrize(
    "stop", ["raise SystemExit", "import sys\nsys.exit()", "assert False, 'skip'", "raise ValueError"]
)
def test_what_comes_after_a_stop_on_purpose_is_not_run(stop: str) -> None:
    assert mark(RIGHT, f"{stop}\ndef hello(name): return 'an old try'").points == 3


def test_a_cell_that_is_no_python_is_left_out_alone() -> None:
    found = mark("GREETING = 'Hello'", "def hello(name):\n    return 1\n)", GREET)
    assert found.points == 3
    found = mark("def hello(name):\n    return f'Hello, {name}!'\n)")
    assert found.reason == "no function hello is defined; code cell 1 failed: SyntaxError: unmatched ')', line 3"


def test_what_a_cell_defined_before_it_failed_is_kept() -> None:
    space, errors = run_cells(["def f(): return 1", "def f(): return 2\n1 / 0\nx = 3"], definitions=False)
    assert (space["f"](), space["x"]) == (2, 3)  # type: ignore[operator]
    assert errors == [(2, "ZeroDivisionError('division by zero')")]


def test_the_first_of_two_definitions_is_taken_from_what_failed() -> None:
    source = "if missing:\n    def f(): return 1\nelse:\n    def f(): return 2"
    assert run_cells([source], definitions=False)[0]["f"]() == 1  # type: ignore[operator]


def test_settings_are_definitions_and_calls_are_not() -> None:
    kept = ["A = dict(a=1)", "B = re.compile('x')", "import re", "C: list[int] = []", "C += [1]"]
    kept += ["try:\n    import nothing_like_it as D\nexcept ImportError:\n    D = None", "if True:\n    E = 1"]
    lost = [
        "print(1)",
        "F = open('x')",
        "while True:\n    G = 1",
        "if exit():\n    H = 1",
        "I = [x for x in map(str, '')]",
    ]
    space, errors = run_cells([kept[2], *kept, *lost], definitions=True)
    assert {name for name in space if len(name) == 1} == set("ABCDE")
    assert errors == []


def test_statements_are_told_and_left_out() -> None:
    told: list[tuple[int, int]] = []
    cells = ["x = 1; y = 2", "for _ in range(3):\n    def f(): return 1\n    z = 1", "def g(): pass"]
    space, _ = run_cells(cells, definitions=False, skipped=[(1, 2), (2, 1), (3, 1)], say=told.append)
    assert told == [(1, 1), (1, 2), (2, 1), (3, 1)]
    assert {name for name in space if not name.startswith("_")} == {"x", "f", "g"}


def test_lines_for_the_notebook_keep_their_places() -> None:
    assert without_magic("  %time x = f()\n  y = 1") == "x = f()\ny = 1"
    assert without_magic("!a \\\n b \\\n c\nx = 1") == "pass\n\n\nx = 1"
    assert without_magic("x = 1 + \\\n  2\n%pip") == "x = 1 + \\\n  2\npass"

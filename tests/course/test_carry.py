"""A function is known again by what it does, and its own lines are told from everybody else's."""

from __future__ import annotations

import fnmatch
import functools
import multiprocessing
import pickle
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from classroom.judge.worker.client import Limits, Worker
from classroom.judge.worker.function_pickle import CannotCarry, carry, fingerprint, line_of
from classroom.judge.worker.wrapping import dumps
from tests.each import each

CHANGES = {
    "a helper": "def g(n): return {}\ndef f(n): return g(n)",
    "a helper that calls back": "def g(n): return f(n - {})\ndef f(n): return n and g(n)",
    "a setting": "SIZE = {}\ndef f(n): return n + SIZE",
    "a cached function": "@functools.cache\ndef f(n): return {}",
    "a cached helper": "@functools.cache\ndef g(n): return {}\ndef f(n): return g(n)",
    "a method": "class C:\n    def m(self): return {}\ndef f(n): return C().m()",
    "a constant of a class": "class C:\n    size = {}\ndef f(n): return C.size",
    "a property": "class C:\n    @property\n    def p(self): return {}\ndef f(n): return C().p",
    "a static method": "class C:\n    @staticmethod\n    def s(): return {}\ndef f(n): return C.s()",
    "a partial": "from functools import partial\ndef g(n): return {}\ng = partial(g, 1)\ndef f(n): return g()",
    "a base": "class B:\n    def m(self): return {}\nclass C(B): pass\ndef f(n): return C().m()",
    "a class in a class": "class C:\n    class D:\n        def m(self): return {}\ndef f(n): return C.D().m()",
    "a default of a dataclass": "@dataclass\nclass C:\n    size: int = {}\ndef f(n): return C()",
    "a function that a method calls": "def g(): return {}\nclass C: m = lambda self: g()\ndef f(n): return C().m()",
    "an object": (
        "class C:\n    def m(self): return {}\n    def __getattr__(self, name): return [][0]\n"
        "c = C()\nC.me = C\nC.it = c\ndef f(n): return c.m()"
    ),
}


@each("source", CHANGES.values())
def test_a_change_of_what_is_used_is_another_try(source: str) -> None:
    def digest(number: str) -> str:
        scope: dict[str, Any] = {"__name__": "__main__", "dataclass": dataclass, "functools": functools}
        exec(source.format(number), scope)  # noqa: S102
        return fingerprint(scope["f"])

    assert digest("1") == digest("1") != digest("2")


def test_comments_layout_and_the_docstring_are_no_change_and_a_default_is() -> None:
    def digest(body: str) -> str:
        scope: dict[str, Any] = {"__name__": "__main__"}
        exec(body, scope)  # noqa: S102
        return fingerprint(scope["f"])

    once, again, default = map(digest, (
        "def f(n):\n    'a word'\n    return n + 1\n",
        "\n\n# a word\ndef f(n):\n    'says what it does'\n    return (n +\n            1)  # more\n",
        "def f(n, m=1):\n    return n + 1\n",
    ))  # fmt: skip
    assert once == again != default


def test_the_digest_is_the_same_in_another_process() -> None:
    code = (
        "from classroom.judge.worker.function_pickle import fingerprint\n"
        "class C: words = {'a', 'b', 'c', 'd'}\n"
        "def f(n): return n in {'a', 'b', 'c', 'd'} and C\n"
        "print(fingerprint(f))"
    )
    answers = {
        subprocess.run(
            [sys.executable, "-c", code],
            capture_output=True,
            text=True,
            check=True,
            env={"PYTHONHASHSEED": seed, "PYTHONPATH": str(Path(__file__).parents[2])},
        ).stdout
        for seed in ("1", "2")
    }
    assert len(answers) == 1


@each("frames", [None, 3, [], [("/etc/hostname", 1)], [(3, 4)], [("x",)]])
def test_no_file_but_the_learners_is_read(frames: object) -> None:
    assert line_of(test_a_cached_function_of_a_module_is_not_copied, frames) == ("", 0)


def test_the_innermost_own_line_is_found() -> None:
    function = test_a_cached_function_of_a_module_is_not_copied
    number = function.__code__.co_firstlineno
    frames = [("/usr/lib/json.py", 1), (function.__code__.co_filename, number), (__file__, 1)]
    assert line_of(function, frames) == ("def test_a_cached_function_of_a_module_is_not_copied() -> None:", number)


CACHED = {
    "a cached helper": "@functools.cache\ndef twice(n): return 2 * n\ndef f(n): return twice(n)",
    "cached twice": "@functools.cache\n@functools.cache\ndef f(n): return 2 * n",
    "cached, in turn": "@functools.cache\ndef f(n): return n and g(n)\n@functools.cache\ndef g(n): return 2 + f(n - 1)",
    "a cached method": (
        "class C:\n    @functools.lru_cache\n    def m(self, n): return 2 * n\ndef f(n): return C().m(n)"
    ),
    "a cached property": (
        "class C:\n    @functools.cached_property\n    def two(self): return 2\ndef f(n): return C().two * n"
    ),
    "a partial of a cache": "@functools.cache\ndef times(m, n): return m * n\nf = functools.partial(times, 2)",
    "a decorator": (
        "def loud(g):\n    @functools.wraps(g)\n    def inner(*a, **k): return g(*a, **k)\n    return inner\n"
        "@loud\n@functools.cache\ndef f(n): return 2 * n"
    ),
    "a dispatcher": (
        "@functools.singledispatch\ndef twice(n): raise TypeError\n"
        "@twice.register\ndef _(n: int): return 2 * n\n@twice.register\ndef _(n: str): return n\n"
        "def f(n): return twice(n)"
    ),
    "an event, a queue": (
        "import queue, threading\nQ = queue.Queue(); E = threading.Event()\n"
        "def f(n):\n    Q.put(2 * n)\n    return Q.get()"
    ),
    "threads": (
        "from concurrent.futures import ThreadPoolExecutor\n"
        "P = ThreadPoolExecutor(2)\ndef f(n): return sum(P.map(abs, [n, n]))"
    ),
    "processes": (
        "from concurrent.futures import ProcessPoolExecutor\ndef one(n): return n\n"
        "P = ProcessPoolExecutor(2)\ndef f(n): return sum(P.map(one, [n, n]))"
    ),
    "a pool in the function": (
        "import multiprocessing\ndef one(n): return n\n"
        "def f(n):\n    with multiprocessing.Pool(2) as pool: return sum(pool.map(one, [n, n]))"
    ),
    "weak keys": "import weakref\nW = weakref.WeakKeyDictionary()\ndef f(n): return 2 * n + len(W)",
    "a context variable": "import contextvars\nV = contextvars.ContextVar('v')\ndef f(n): return V.get(2) * n",
    "a generator's helper": (
        "from contextlib import contextmanager\n@contextmanager\ndef c(): yield 2\n"
        "def f(n):\n    with c() as two: return two * n"
    ),
}


def made(kind: str) -> Any:
    main: dict[str, Any] = {"__name__": "__main__", "functools": functools}
    exec(CACHED[kind], main)  # noqa: S102
    return main["f"]


@pytest.mark.parametrize("kind", [kind for kind in CACHED if "rocess" in CACHED[kind]])
def test_processes_of_a_function_are_carried(kind: str) -> None:
    if multiprocessing.get_start_method() != "fork":
        pytest.skip("other processes look for the functions of a notebook in vain, in Jupyter too")
    with Worker(carry(made(kind)), Limits(memory=2**30)) as worker:
        assert worker.ready() == {"number": 0, "value": None}
        assert [worker.call((n,), {}).get("value") for n in (3, 3, 4)] == [6, 6, 8]


def test_what_a_decorator_leaves_is_carried() -> None:
    carried = {kind: carry(made(kind)) for kind in CACHED if "rocess" not in CACHED[kind]}

    def loaded(kind: str) -> list[int]:
        function = pickle.loads(carried[kind])  # noqa: S301 -- our own
        return [function(n) for n in (3, 3, 4)]

    with Worker(carry(loaded), Limits(memory=2**30)) as worker:
        assert worker.ready() == {"number": 0, "value": None}
        assert {kind: worker.call((kind,), {}).get("value") for kind in carried} == {
            kind: [6, 6, 8] for kind in carried
        }


def test_a_cache_is_carried_empty_and_with_its_size() -> None:
    @functools.lru_cache(maxsize=7, typed=True)
    def helper(n: int) -> int:
        return n

    helper(1)
    copy = pickle.loads(dumps(helper))  # noqa: S301 -- our own
    assert copy.cache_parameters() == {"maxsize": 7, "typed": True}
    assert copy.cache_info() == (0, 0, 7, 0)


def test_a_cached_function_of_a_module_is_not_copied() -> None:
    inside = vars(fnmatch)["_compile_pattern"]
    assert pickle.loads(dumps(inside)) is inside  # noqa: S301 -- our own


@each("what", ["(n for n in range(3))", "__import__('multiprocessing').Pool(1)"])
def test_what_cannot_be_carried_is_named(what: str) -> None:
    main: dict[str, Any] = {"__name__": "__main__"}
    exec(f"G = {what}\ndef f(n): return G", main)  # noqa: S102
    with pytest.raises(CannotCarry, match=r"it uses `G`, which cannot be copied to .*\): make it in the function"):
        carry(main["f"])
    getattr(main["G"], "terminate", main["G"].close)()

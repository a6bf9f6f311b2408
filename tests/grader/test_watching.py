"""A library that runs during a call is named, however it was reached; the report may lie, and it is not a mark."""

from __future__ import annotations

import sys
from dataclasses import replace
from importlib.util import find_spec
from pathlib import Path
from typing import Any, cast

import pytest

from chunklib.strategies import STRATEGIES, recursive
from classroom.grader.batch.worker import Orders, Task, mark
from classroom.grader.sandbox.inside.watching import NAMES, OF_ALL, OF_CALL, Watch, known
from classroom.grader.sandbox.sandbox_process import Student
from classroom.judge.catalogue import EXERCISES
from tests.each import each
from tests.grader.handed_in import RIGHT, notebook, put

RECURSIVE = "chunklib.strategies.recursive"
GIVEN = "from chunklib.strategies import recursive"
WAYS = {
    "by its name": "run = recursive",
    "pydoc": "import pydoc; run = pydoc.locate('chunklib.strategies.recursive')",
    "pickle": "import pickle; run = pickle.loads(b'cchunklib.strategies\\nrecursive\\n.')",
    "__import__": "run = __import__('chunklib.strategies').strategies.recursive",
    "code": "import code; got = {}; code.InteractiveInterpreter(got).runsource('import chunklib.strategies as s')"
    "; run = got['s'].recursive",
    "padding": "[len('') for _ in range(5_000)]; " + "pad = 1; " * 5_000 + "run = globals()['recur' + 'sive']",
}


def seen(*cells: str, calls: int = 1) -> set[str]:
    with Student(None, cells, "f") as student:
        student.ready()
        for _ in range(calls):
            assert "raised" not in student.call(("One sentence. And another one.",), {})
        return student.seen


@each("way", WAYS)
def test_a_strategy_is_named_however_it_is_reached(way: str) -> None:
    space: dict[str, Any] = {}
    lines = f"{WAYS[way]}\n    return [chunk.text for chunk in run(text, size=4, overlap=0)]"
    exec(f"{GIVEN}\ndef f(text):\n    {lines}", space)  # noqa: S102
    watch = Watch()
    assert watch.watched(space["f"])("One sentence. And another one.")
    assert RECURSIVE in cast("list[str]", watch.seen()["seen"])


def test_what_the_notebook_imports_and_the_function_leaves_alone_is_not_named() -> None:
    assert seen(GIVEN, "import nltk_is_not_here", "def f(text):\n    return text.split()", calls=3) == set()


def test_what_a_call_loads_is_named_although_nothing_of_it_runs() -> None:
    assert seen("def f(text):\n    import chunklib.tokens\n    return text") == {"chunklib"}


def test_a_report_may_say_anything_and_only_our_names_are_taken() -> None:
    hostile = [["chunklib"], "<script>", 5, None, "chunklib.strategies.evil", "semchunk", "chunklib.pack"]
    assert known(hostile) == {"semchunk", "chunklib.pack"}
    assert known(["chunklib"] * 10**6 + ["semchunk"]) == {"chunklib"}
    others: list[object] = [None, "semchunk", {"semchunk": 1}, 5, []]
    assert [known(value) for value in others] == [set()] * 5
    names = NAMES | {f"chunklib.strategies.{name}" for name in STRATEGIES}
    assert known(sorted(names)) == names
    assert all(find_spec(name) for name in NAMES if name.startswith("chunklib"))  # or nobody would notice it


def test_looking_ends_with_the_call_and_after_a_number_of_events() -> None:
    def long(number: int) -> object:
        for _ in range(number):
            len("")
        return sys.getprofile()

    watch = Watch()
    long_watched = watch.watched(long)
    assert long_watched(5) is not None
    assert long_watched(OF_CALL) is None
    assert sys.getprofile() is None
    for _ in range(OF_ALL // OF_CALL):
        long_watched(OF_CALL)
    assert long_watched(5) is None
    with pytest.raises(ZeroDivisionError):
        Watch().watched(lambda: 1 / 0)()
    assert sys.getprofile() is None


def test_a_function_that_is_the_libraries_own_is_named() -> None:
    watch = Watch()
    assert watch.watched(recursive)("one two three", size=2, overlap=0)
    assert RECURSIVE in cast("list[str]", watch.seen()["seen"])


def test_a_rule_of_the_exercise_costs_the_mark(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    ruled = replace(EXERCISES["hello"], forbids=("semchunk", "pydoc"))
    monkeypatch.setattr(type(EXERCISES), "__getitem__", lambda _self, _name: ruled)
    path = put(tmp_path, "ada.ipynb", notebook("import pydoc", RIGHT.replace("\n", "\n    pydoc.locate('re')\n", 1)))
    own = mark(Task("ada", "hello", path.name, path), Orders("another seed", None, sandboxed=False)).graded.mark
    assert (own.state, own.points) == ("failed", 0)
    assert own.reason == "leans on pydoc, which the rule of the exercise against pydoc does not allow"


def test_what_ran_is_kept_with_the_mark_and_a_rule_of_the_teacher_may_forbid_it(tmp_path: Path) -> None:
    body = "    import pydoc\n    pydoc.locate('chunklib.strategies.recursive')('a b', size=1, overlap=0)\n"
    path = put(tmp_path, "leaning.ipynb", notebook(RIGHT.replace("\n", f"\n{body}", 1)))
    orders = Orders("a seed", None, sandboxed=False, forbids=("chunklib", "nltk"))
    leans = mark(Task("ada", "hello", path.name, path), orders).graded
    assert {RECURSIVE, "pydoc"} <= set(leans.libraries)
    assert (leans.mark.state, leans.mark.points) == ("failed", 0)
    assert "which --forbid chunklib does not allow" in leans.mark.reason

"""The libraries that an answer uses are found in its text, even if the text hides them or tries to break the reader."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from classroom.grader.marks.model import Graded, Mark
from classroom.grader.pages.class_page import class_page
from classroom.grader.similarity.libraries import MAX_LIBRARIES, by_library, libraries

ANSWER = "def f(text):\n    return {}(text)"

GIVEN = "from chunklib.strategies import a"
BY_NAME = ("import sys\ndef f(text):\n    m = sys.modules['chunklib.strategies']\n    return m.recursive(text)",)


@pytest.mark.parametrize(
    ("cells", "found"),
    [
        (["from chunklib.strategies import recursive", ANSWER.format("recursive")], ("chunklib.strategies.recursive",)),
        (["import chunklib", ANSWER.format("chunklib.STRATEGIES['recursive']")], ("chunklib",)),
        (["from semchunk import (\n  chunk as c,\n  chunkerify,\n)", ANSWER.format("c")], ("semchunk.chunk",)),
        (["from semchunk import *", ANSWER.format("chunk")], ("semchunk.*",)),
        (["def f(text):\n    from semchunk import chunk; return chunk(text)"], ("semchunk.chunk",)),
        (["try:\n  import semchunk\nexcept OSError as e:\n  raise A from e", ANSWER.format("semchunk")], ("semchunk",)),
        (["from semchunk import chunk\ndef helper(a): return chunk(a)", ANSWER.format("helper")], ("semchunk.chunk",)),
        (["import pydoc", ANSWER.format("pydoc.locate('semchunk').chunk")], ("pydoc",)),
        (["from pkgutil import resolve_name", ANSWER.format("resolve_name('a:b')")], ("pkgutil.resolve_name",)),
        (["import pickle as p, semchunk", ANSWER.format("p.loads(b'')")], ("pickle",)),
        (["import code", GIVEN, ANSWER.format("code.InteractiveInterpreter().x")], ("chunklib.strategies.a", "code")),
        (["def f(text):\n    code = text\n    return code"], ()),
        (["import \uff53emchunk", ANSWER.format("semchunk.chunk")], ("semchunk",)),
        (["\ufefffiles = !ls\nimport semchunk\n%time\nx = 1", ANSWER.format("semchunk.chunk")], ("semchunk",)),
        ([f"'{'x' * 2**20}'\nimport semchunk", f'"""{"y " * 2**19}"""', ANSWER.format("semchunk.a")], ("semchunk",)),
        (["x = 1\n" * 30_000, "import semchunk", "x = 1\n" * 9_000, ANSWER.format("semchunk.chunk")], ("semchunk",)),
        (["import importlib", ANSWER.format("importlib.import_module('semchunk').chunk")], ("importlib",)),
        ([ANSWER.format("__import__('semchunk').chunk")], ("__import__",)),
        ([ANSWER.format("eval")], ("eval",)),
        (["import chunklib.strategies", *BY_NAME], ("chunklib.strategies", "sys.modules")),
        (["from chunklib import recursive as r", ANSWER.format("globals()['r']")], ("chunklib.recursive",)),
        (["from classroom import check", *BY_NAME, "check(f)"], ("sys.modules",)),
        (["import sys", "modules = 3", "def f(text):\n    return sys.intern(text)"], ()),
        (["from chunklib import audit", ANSWER.format("vars"), "audit(f('text'))"], ("chunklib.audit",)),
        (["import re\nimport regex, tiktoken\nimport numpy as np", ANSWER.format("re.split(regex, np, tiktoken)")], ()),
        (["from chunklib import audit", ANSWER.format("list"), "audit(f('text'))"], ()),  # what checks an answer
        (["'from semchunk import list'", ANSWER.format("list")], ()),
    ],
)  # fmt: skip
def test_what_a_function_uses_is_named(cells: list[str], found: tuple[str, ...]) -> None:
    assert libraries(cells, "f") == found


WORDS = ("import", "from", "as", "(", ")", ",", ".", "...", "*", "a", "f", "def f():", "\n", "\n ", ";", "'", "\\\n")


@given(st.lists(st.sampled_from((*WORDS, "import a", "from a import"))))
def test_no_text_breaks_the_reader(words: list[str]) -> None:
    found = libraries([" ".join(words), ANSWER.format("a")], "f")
    assert len(found) <= MAX_LIBRARIES
    assert all(name and set(name) <= set("*.abcdefghijklmnopqrstuvwxyz") for name in found)


def test_there_are_never_more_than_a_page_can_hold() -> None:
    cells = [
        *(f"import m{number}" for number in range(500)),
        f"import {'x' * 10_000}",
        ANSWER.format(" + ".join(["x" * 10_000, *(f"m{number}" for number in range(500))])),
    ]
    assert len(libraries(cells, "f")) == MAX_LIBRARIES
    assert max(map(len, libraries(cells, "f"))) <= 80


def handed_in(student: str, *names: str) -> Graded:
    return Graded(student, Mark("f", "final", 3, 3, "all properties hold"), libraries=names)


def test_what_most_of_a_class_uses_is_left_out() -> None:
    many = [handed_in(f"student {number}", "chunklib.audit") for number in range(9)]
    one = handed_in("ada", "<b>.chunk", "chunklib.audit")
    assert by_library([*many, one]) == [("<b>.chunk", ["ada"])]
    page = class_page([*many, one])
    assert "&lt;b&gt;.chunk" in page
    assert "<b>.chunk" not in page
    assert "chunklib.audit" not in page
    assert "Left out, since more than half of the class leans on it: 1 name." in page


CUTTERS = ["chunklib.recursive", "chunklib.strategies.recursive", "semchunk.chunk"]


def test_what_cuts_texts_is_named_although_most_of_a_class_uses_it() -> None:
    many = [handed_in(f"s{number}", *CUTTERS) for number in range(9)]
    assert [name for name, _ in by_library(many)] == CUTTERS
    assert "Left out" not in class_page(many)


STUB = """from chunklib.tokens import ruler
def helper(text): return ruler(text)
def f(text: ruler): raise NotImplementedError"""


def test_what_the_given_notebook_leans_on_is_not_the_students_choice() -> None:
    honest = [STUB, "def f(text: ruler): return helper(text)"]
    assert libraries(honest, "f", {"chunklib"}, [STUB]) == ()
    assert libraries([*honest, GIVEN, ANSWER.format("a")], "f", {"chunklib", "semchunk"}, [STUB]) == (
        "chunklib.strategies.a",
        "semchunk",
    )
    mine = ["from classroom import check, mine", "helper = mine('helper')", ANSWER.format("helper")]
    assert libraries(mine, "f", (), mine) == libraries(mine, "f") == ()
    deeper = "from classroom.judge.catalogue import EXERCISES"
    assert libraries([deeper, ANSWER.format("EXERCISES")], "f") == ("classroom.judge.catalogue.EXERCISES",)


def test_names_of_what_ran_are_kept_before_those_of_the_text() -> None:
    names = [f"a{number}" for number in range(50)]
    found = libraries([f"import {', '.join(names)}", ANSWER.format("+".join(names))], "f", {"semchunk"})
    assert "semchunk" in found
    assert len(found) == MAX_LIBRARIES

"""Masters: how they are found, chosen and read, and how stubs are cut out of solutions."""

from __future__ import annotations

import ast
import re
from typing import TYPE_CHECKING, Any

import pytest

from classroom.build.cutting import stub
from classroom.build.masters import BuildError, Master, choose, find_masters, read_master
from tests.course.folder import master, put
from tests.each import each

if TYPE_CHECKING:
    from pathlib import Path


def test_empty_course_is_an_error_of_use(tmp_path: Path) -> None:
    with pytest.raises(BuildError, match=r"no masters in .*: expected notebooks/src"):
        find_masters(tmp_path)


def test_names_choose_masters(tmp_path: Path) -> None:
    masters = [Master(slug, kind, tmp_path) for slug in ("01_a", "02_b") for kind in ("lesson", "solution")]
    assert choose(masters, []) == masters
    assert choose(masters, ["02"]) == masters[2:]
    assert choose(masters, ["02_b", "01"]) == masters


MASTERS: list[tuple[str, str, str]] = [
    (
        "lesson",
        '# %% tags=["raise-exception"]\n1\n',
        "unknown tag 'raise-exception'; tags here: plot, raises-exception, blank:<name>, after:<name>, numbers:<name>",
    ),
    ("lesson", '# %% tags=["solution:f"]\n1\n', "unknown tag 'solution:f'"),
    ("lesson", '# %% tags=["after:01-a"]\n1\n', "unknown tag 'after:01-a'"),
    ("lesson", '# %% [markdown] tags=["numbers:1,2"]\n# 1\n', "01_sample.py: 'numbers:1,2' does not match"),
    ("solution", '# %% tags=["solution_only"]\n1\n', "unknown tag 'solution_only'; tags here: exercise-only"),
    ("solution", '# %% [markdown] tags=["solution:f"]\n# text\n', "unknown tag 'solution:f'"),
]


@each(("kind", "text", "message"), MASTERS)
def test_unknown_tag_stops_the_build(tmp_path: Path, kind: Any, text: str, message: str) -> None:
    with pytest.raises(BuildError, match=re.escape(message)):
        read_master(master(tmp_path, kind, text))


def test_master_must_be_utf_8(tmp_path: Path) -> None:
    put(tmp_path, {"notebooks/src/01_sample.py": b"# %%\n'\xff'\n"})
    with pytest.raises(BuildError, match=r"01_sample\.py: not UTF-8 text at byte 6"):
        read_master(Master("01_sample", "lesson", tmp_path))


def test_ids_survive_an_insertion(tmp_path: Path) -> None:
    texts = [
        "# %%\n1\n\n# %%\n2\n\n# %%\n1\n",
        "# %%\n0\n\n# %%\n1\n\n# %% [markdown]\n# 2\n\n# %%\n2\n\n# %%\n1\n",
    ]
    before, after = ([cell.id for cell in read_master(master(tmp_path, "lesson", text)).cells] for text in texts)
    assert before == [after[1], after[3], after[4]]
    assert len(set(after)) == 5
    assert all(re.fullmatch(r"[A-Za-z0-9_-]{1,64}", cell_id) for cell_id in after)


STUBS: list[tuple[str, str]] = [
    ('def f(a): \n    "Doc."\n    return a', 'def f(a): \n    "Doc."\n    raise NotImplementedError'),
    (
        'x = 1\ndef f(a):\n    """Doc."""; return a',
        'def f(a):\n    """Doc."""\n    raise NotImplementedError',
    ),
    ('@a\n@b(1)\ndef f():\n  "ü"; secret()', '@a\n@b(1)\ndef f():\n  "ü"\n  raise NotImplementedError'),
    (
        'def f(n):\n    # a note\n    "Doc."\n    # secret\n',
        'def f(n):\n    # a note\n    "Doc."\n    raise NotImplementedError',
    ),
    (
        'import a\ndef g(): ...\ndef f():\n    "Doc."',
        'import a\n\n\ndef f():\n    "Doc."\n    raise NotImplementedError',
    ),
]


@each(("source", "expected"), STUBS)
def test_stub(source: str, expected: str) -> None:
    assert stub(source, "f") == expected
    ast.parse(expected)


@each(("source", "message"), [
    ("def f(:", "not Python: invalid syntax in line 1"),
    ("def g():\n    'Doc.'", "defines f() 0 times, expected once"),
    ("def f():\n    'D'\ndef f():\n    'D'", "defines f() 2 times, expected once"),
    ("def f():\n    return 1", "f() has no docstring: it is what the learner reads"),
    ("def f(): 'Doc.'", "f() has its docstring on the line of its signature"),
    ("N = 3\ndef f(a=N):\n    'D'", "the signature of f() needs N, which the stub leaves out"),
    ("class C: ...\ndef f(a) -> list[C]:\n    'D'", "the signature of f() needs C, which"),
    ("def deco(g): return g\n@deco\ndef f(a):\n    'D'", "the signature of f() needs deco, which"),
])  # fmt: skip
def test_stub_that_cannot_be_cut(source: str, message: str) -> None:
    with pytest.raises(ValueError, match=re.escape(message)):
        stub(source, "f")


@each("name", ["3_short.py", "03_Upper.py", "notes.py", "side_trip_.py"])
def test_name_of_a_master_is_a_slug(tmp_path: Path, name: str) -> None:
    path = put(tmp_path, {f"notebooks/src/{name}": b""}) / "notebooks/src" / name
    with pytest.raises(BuildError, match=rf"notebooks/src/{name}: a master is named after its lesson, NN_slug, "):
        find_masters(tmp_path)
    path.unlink()

"""A file that a student sent is read as a notebook, or refused with a reason; nothing else may happen."""

from __future__ import annotations

import json
import os
import socket
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from classroom.grader.intake.notebook import (
    MAX_BRACKETS,
    MAX_BYTES,
    MAX_CELLS,
    MAX_CODE,
    Unreadable,
    code_cells,
    read_notebook,
)
from classroom.grader.sandbox.inside.cells import run_cells, without_magic
from tests.grader.hostile_class import code, notebook, submissions

RIGHT = "x = 1"


def refused(path: Path) -> str:
    with pytest.raises(Unreadable) as caught:
        read_notebook(path)
    return str(caught.value)


@pytest.mark.parametrize(
    ("content", "reason"),
    [
        (b"", "the file is empty"),
        (b" \n", "the file is empty"),
        (b"{", "broken JSON: Expecting property name"),
        (b"\xff\xfe{}", "not UTF-8 text"),
        (b"[" * 10**5, "nested too deep"),
        (b"[]" * (MAX_BRACKETS + 1), "more than 1,000,000 brackets"),
        (b"[1]", "JSON, but not a notebook"),
        (b'{"cells": {}}', "JSON, but not a notebook"),
        (b'{"worksheets": []}', "format 3 or older"),
        (notebook([]), "it has no code"),
        (notebook(["  ", code(None), {"cell_type": "markdown", "source": "x = 1"}]), "it has no code"),
        (notebook(["x = 1"] * (MAX_CELLS + 1)), "2,001 cells, and a notebook may have 2,000"),
        (notebook(["x" * 1_100_000] * 2), f"more than {MAX_CODE:,} characters of code"),
    ],
)
def test_what_is_no_notebook_is_refused_with_the_reason(content: bytes, reason: str, tmp_path: Path) -> None:
    path = tmp_path / "one.ipynb"
    path.write_bytes(content)
    assert reason in refused(path)
    assert str(tmp_path) not in refused(path)


def test_a_file_that_is_none_is_refused(tmp_path: Path) -> None:
    real = tmp_path / "real.ipynb"
    real.write_bytes(notebook([RIGHT]))
    assert read_notebook(real) == [RIGHT]
    (tmp_path / "link.ipynb").symlink_to(real)
    assert "a link to another file" in refused(tmp_path / "link.ipynb")
    (tmp_path / "folder.ipynb").mkdir()
    assert refused(tmp_path / "folder.ipynb") == "not a file"
    assert refused(tmp_path / "nothing.ipynb") == "cannot be read: no such file or directory"
    if hasattr(os, "mkfifo"):
        os.mkfifo(tmp_path / "pipe.ipynb")  # nobody writes into it: a reader that opens it as a file waits for ever
        assert refused(tmp_path / "pipe.ipynb") == "not a file"
        with socket.socket(socket.AF_UNIX) as listening:
            listening.bind(os.path.relpath(tmp_path / "s.ipynb"))
            assert refused(tmp_path / "s.ipynb").startswith("cannot be read")


def test_a_file_of_any_size_is_measured_and_not_read(tmp_path: Path) -> None:
    path = tmp_path / "large.ipynb"
    with path.open("wb") as file:
        file.truncate(10**12)  # takes no room on the disk, and no computer has it in memory
    assert refused(path) == "953,674 MB, and a notebook may have 10"
    exact = notebook([RIGHT]).ljust(MAX_BYTES)
    path.write_bytes(exact)
    assert read_notebook(path) == [RIGHT]


def test_a_byte_order_mark_is_no_fault(tmp_path: Path) -> None:
    path = tmp_path / "one.ipynb"
    path.write_bytes(b"\xef\xbb\xbf" + notebook([RIGHT]))
    assert read_notebook(path) == [RIGHT]


ANY_JSON = st.recursive(
    st.one_of(st.none(), st.booleans(), st.integers(), st.floats(), st.text(), st.just("code")),
    lambda inner: st.lists(inner) | st.dictionaries(st.sampled_from(("cells", "cell_type", "source", "x")), inner),
)


@given(ANY_JSON)
def test_any_json_gives_cells_or_is_refused(value: Any) -> None:
    try:
        cells = code_cells(value)
    except Unreadable:
        return
    assert cells
    assert all(isinstance(cell, str) for cell in cells)


@given(content=st.binary(max_size=200))
def test_any_bytes_give_cells_or_are_refused(content: bytes, tmp_path_factory: pytest.TempPathFactory) -> None:
    path = tmp_path_factory.getbasetemp() / "any.ipynb"
    path.write_bytes(content)
    assert refused(path)


def test_of_the_hostile_class_those_without_honest_points_are_refused_here_or_have_no_function(tmp_path: Path) -> None:
    path = tmp_path / "one.ipynb"
    for kind, (content, honest) in submissions().items():
        path.write_bytes(content)
        try:
            assert read_notebook(path), kind
        except Unreadable:
            assert honest is None, kind


def test_a_cell_is_run_as_a_notebook_would() -> None:
    cells = [
        "%matplotlib inline\na = 1\n!rm -rf /\nfiles = !ls\na?",
        "%%time\nb = a + 1",
        "%%bash\necho 1",
        "1 / 0",
        "c = b +",
        "text = '''\n%kept\n!kept\n'''",
    ]
    space, errors = run_cells(cells, definitions=False)
    assert (space["a"], space["b"], space["files"]) == (1, 2, None)
    assert space["text"] == "\n%kept\n!kept\n"
    assert [number for number, _ in errors] == [4, 5]
    assert errors[0][1] == "ZeroDivisionError('division by zero')"
    assert errors[1][1].startswith("SyntaxError: ")


def test_definitions_alone_run_nothing_else() -> None:
    cells = [
        "import json\nN = 5\ndef f():\n    return N",
        "made = []\nmade.append(1)\nraise SystemExit",
        "K = print(1)",
    ]
    space, errors = run_cells(cells, definitions=True)
    assert errors == []
    assert (space["N"], space["made"]) == (5, [])
    assert callable(space["f"])
    assert "K" not in space


@given(st.text())
def test_magic_is_looked_for_in_any_source(source: str) -> None:
    assert without_magic(source).count("\n") in (source.count("\n"), 0)


def test_errors_are_few_and_short() -> None:
    cells = ["raise ValueError('x' * 10**6 + '\\n' * 100)"] * 100
    _, errors = run_cells(cells, definitions=False)
    assert len(errors) <= 21
    assert len(json.dumps(errors)) < 10_000

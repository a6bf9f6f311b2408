"""Count what an edit costs: a few chunks where the words choose the cuts, and nearly all windows after it."""

from __future__ import annotations

from typing import Any

import pytest

import chunklib
from chunklib import STRATEGIES, churn
from chunklib.data import load
from chunklib.edit import edits
from tests.each import each

TEXTS = {
    "handbook": load("handbook"),
    "paper": load("paper"),
    "one line": "".join(f"Shelf {n} has {n * n} keys; " for n in range(2_000)),
    "lines": "".join(f"shelf {n}, keys {n * n}\n" for n in range(2_000)),
}


@each("name", TEXTS)
def test_an_edit_changes_few_chunks_of_stable(name: str) -> None:
    text = TEXTS[name]
    before = chunklib.stable(text, 200, 30)
    changed = [churn(before, chunklib.stable(edited, 200, 30)) for edited in edits(text, 9)]
    assert 1 <= max(changed) <= 6
    assert min(len(before) - max(changed), sum(changed)) > 0


@each("strategy", ["recursive", "stable"])
def test_nothing_changes_without_an_edit(strategy: str) -> None:
    chunks = STRATEGIES[strategy](TEXTS["handbook"], 200, 0)
    assert churn(chunks, chunks) == 0
    assert churn([], chunks) == len(chunks)
    assert churn(chunks, []) == 0


@each(
    ("before", "after", "new"),
    [
        (["a", "a"], ["a", "a", "a"], 1),
        ([{"content": "a", "start": 0}], ["b"], 1),
        ([(0, "a")], ["a"], 0),
        ((["a", "b"], [(0, 1), (1, 2)]), ["b", "a", "c"], 1),
    ],
)
def test_chunks_of_any_splitter_are_read(before: Any, after: Any, new: int) -> None:
    assert churn(before, after) == new


def test_edits_are_the_same_in_every_run_and_of_three_kinds() -> None:
    text = TEXTS["handbook"]
    assert list(edits(text, 9)) == list(edits(text, 9))
    assert [len(edited) - len(text) for edited in edits(text, 6)] == [6, 28, -60] * 2
    assert list(edits("", 3)) == []
    assert [len(edited) for edited in edits("short", 3)] == [11, 33, 0]


def test_a_negative_number_of_edits_is_refused() -> None:
    with pytest.raises(ValueError, match="edits must be at least 0: got edits=-1"):
        list(edits("text", -1))

"""A single fault has its price: an answer that never cuts keeps no property of cuts, and a word misread costs one."""

from __future__ import annotations

import runpy
from collections.abc import Callable
from typing import Any

import pytest

from classroom.judge.catalogue import EXERCISES
from classroom.judge.verdict import Verdict, judged
from tests.answers import answer_file
from tests.direct import INTERRUPTS, direct_probe
from tests.each import each

NEVER = {
    "fixed_size_chunks": (
        "the whole text as one window",
        ["nothing is lost", "no input gives no windows", "impossible sizes raise ValueError"],
    ),
    "sliding_window": (
        "the whole list as one window",
        ["nothing is lost", "no input gives no windows", "impossible sizes raise ValueError"],
    ),
    "sentence_chunks": (
        "never cuts",
        ["no sentence is lost", "no sentences give no chunks", "impossible settings raise ValueError"],
    ),
    "recursive_spans": (
        "never cuts",
        ["every character is in exactly one span", "no text gives no spans", "a size below 1 raises ValueError"],
    ),
    "chunk_with_headers": (
        "never cuts",
        [
            "nothing is lost",
            "offsets are exact",
            "no text gives no chunks",
            "a size below 1 raises ValueError",
        ],
    ),
}
ONE = [
    ("fixed_size_chunks", "words for characters", 2),
    ("sentence_chunks", "words", 2),
    ("recursive_spans", "one level", 1),
    ("recursive_spans", "no last resort", 1),
    ("chunk_with_headers", "long sections never cut", 1),
    ("chunk_with_headers", "a tab after #", 1),
    ("chunk_with_headers", "indented fences", 1),
    ("chunk_with_headers", "tildes as fences", 1),
    ("adaptive_overlap", "more ends of lines", 1),
    ("adaptive_overlap", "exactly three backticks", 1),
    ("deduplicate", "a fall demanded", 1),
    ("merge_adjacent", "by score and place", 1),
]
pytestmark = pytest.mark.skipif(not INTERRUPTS, reason="a call in this process cannot be ended on Windows")


def verdict_on(name: str, label: str) -> Verdict:
    function: Callable[..., Any] = runpy.run_path(str(answer_file("wrong", name)))["ALL"][label]
    return judged(EXERCISES[name], direct_probe(function, name), thorough=True)


@each("name", NEVER)
def test_one_chunk_of_everything_keeps_no_property_of_cuts(name: str) -> None:
    label, kept = NEVER[name]
    verdict = verdict_on(name, label)
    assert list(verdict.held) == kept
    assert 0 < verdict.points < EXERCISES[name].max_points / 2


@each(("name", "label", "lost"), ONE)
def test_another_fault_costs_no_more_than_its_own_properties(name: str, label: str, lost: int) -> None:
    assert len(EXERCISES[name].properties) - len(verdict_on(name, label).held) == lost

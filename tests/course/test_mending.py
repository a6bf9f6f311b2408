"""In *Find the bug* the check finds as many faults as the task says, if one fixes one thing at a time."""

from __future__ import annotations

import ast
import itertools
from math import ceil
from pathlib import Path
from typing import Any

import pytest

from classroom.judge.catalogue import EXERCISES
from classroom.judge.probe import Failure
from tests.direct import verdict_on

ROOT = Path(__file__).parents[2]
NUMBERS = {3: "three", 5: "five"}
REFUSAL = '    if tokens_ < 0 or not 0 <= overlap < size:\n        raise ValueError("settings")\n'
FIXES = {
    ("sliding_window", "published_window"): [
        ("if len(window) >= min_size or start == 0:", "if True:"),
        ("        start += ", "        if start + size >= len(tokens):\n            break\n        start += "),
        ("    min_size", REFUSAL.replace("tokens_", "len(tokens)") + "    min_size"),
    ],
    ("storage_impact", "published_impact"): [
        ("(tokens - overlap) // stride + 1", "ceil((tokens - overlap) / stride)"),
        ("ceil((tokens - overlap) / stride)", "max(1, ceil((tokens - overlap) / stride))"),
        ("chunks * size", "tokens + (chunks - 1) * overlap"),
        ('"redundancy": 0.0', '"redundancy": 1.0'),
        ("    if tokens == 0:", REFUSAL.replace("tokens_", "tokens") + "    if tokens == 0:"),
    ],
}


def fault(source: str, function: str, exercise: str) -> Failure | None:
    names: dict[str, Any] = {"ceil": ceil}
    exec(compile(source, f"<{function}>", "exec"), names)  # noqa: S102 -- our own
    return verdict_on(names[function], EXERCISES[exercise], thorough=True).failure


@pytest.mark.parametrize(("exercise", "function"), FIXES)
def test_the_check_names_as_many_faults_as_the_task_says(exercise: str, function: str) -> None:
    master = (ROOT / "solutions" / EXERCISES[exercise].lesson / "master.py").read_text("utf-8")
    [found] = [one for one in ast.parse(master).body if isinstance(one, ast.FunctionDef) and one.name == function]
    fixes = FIXES[exercise, function]
    sources = [ast.get_source_segment(master, found) or ""]
    for old, new in fixes:
        assert sources[-1].count(old) == 1
        sources.append(sources[-1].replace(old, new))
    faults = [fault(source, function, exercise) for source in sources]
    shown = [(one.call, one.why) for one in faults if one]
    assert all(one != other for one, other in itertools.pairwise(shown))
    assert len(shown) == len(fixes)
    assert faults[-1] is None
    assert f"**Which {NUMBERS[len(fixes)]} things are wrong?**" in master

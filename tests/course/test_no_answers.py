"""The students' copy holds no answer: every function in it is offered to every check, and none passes."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from types import ModuleType, SimpleNamespace
from typing import Any

import pytest

from classroom.grader.gradebook.handout import hand_out
from classroom.judge.catalogue import EXERCISES
from tests.course.test_exercises import master_answer
from tests.direct import INTERRUPTS
from tests.offering import earned, modules_in, reachable

pytestmark = pytest.mark.skipif(not INTERRUPTS, reason="only where a call can be interrupted")
ROOT = Path(__file__).parents[2]
LEAST = 3  # points: `hello` alone gives two of three to every text that holds the name


def test_what_is_beside_a_check_does_not_pass_it() -> None:
    shared = [reachable(module) for module in modules_in(ROOT, "classroom.properties")]
    for name, exercise in EXERCISES.items():
        key = f"classroom.exercises.{exercise.lesson}.{name}"
        beside = [reachable(module) for at, module in sys.modules.items() if key in at]
        best = {at: earned(name, one) for found in shared + beside for at, one in found.items()}
        assert {at: points for at, points in best.items() if 2 * points > exercise.max_points} == {}


@pytest.mark.slow
@pytest.mark.required_in_ci
def test_no_function_of_the_students_copy_passes_a_check(tmp_path: Path) -> None:
    out = tmp_path / "the course"
    hand_out(ROOT, out)
    paths = {"PYTHONPATH": os.pathsep.join(map(str, (out, ROOT))), "PYTHONSAFEPATH": "1"}
    command = [sys.executable, "-m", "tests.offering", str(out)]
    done = subprocess.run(command, cwd=out, env={**os.environ, **paths}, stdout=subprocess.PIPE, check=True)
    found = json.loads(done.stdout.splitlines()[-1])
    assert found.pop("functions") > 3_000
    for name, best in found.items():  # a lesson's blanks come close: they have the loop, and not what is refused
        most = EXERCISES[name].max_points
        high = [row for row in best if row[0] == most or (2 * row[0] > most and not row[1].startswith("lesson"))]
        assert [row for row in high if row[0] >= LEAST] == [], name


def _places(answer: Any) -> Iterator[Any]:
    """Yield the places in which an answer may lie."""

    def closed(items: Any, width: int = 500, shared: int = 75) -> Any:
        return answer(items, width, shared)

    yield answer
    yield {"key": [answer]}
    yield type("Holder", (), {"method": staticmethod(answer), "__module__": "classroom.planted"})
    yield lambda _=None, inside=answer: inside
    yield partial(partial, answer)
    yield lambda overlap, size, items: closed(items, size, overlap)
    yield lambda: closed
    yield lambda items, size, overlap: iter(closed(items, size, overlap))
    yield lambda *, items, size, overlap: [SimpleNamespace(text=one) for one in closed(items, size, overlap)]


def test_the_search_finds_an_answer_wherever_it_lies() -> None:
    for number, value in enumerate(_places(master_answer("sliding_window"))):
        module = ModuleType("classroom.planted")
        vars(module)["planted"] = value
        if hasattr(value, "__module__"):
            value.__module__ = module.__name__
        assert max(earned("sliding_window", one) for one in reachable(module).values()) == 12, number

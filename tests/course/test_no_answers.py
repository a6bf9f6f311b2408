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
from tests.offering import asked_by, earned, modules_in, reachable

pytestmark = pytest.mark.skipif(not INTERRUPTS, reason="only where a call can be interrupted")
ROOT = Path(__file__).parents[2]
LEAST = 3  # points: `hello` alone gives two of three to every text that holds the name


def test_what_is_beside_a_check_does_not_pass_it() -> None:
    shared = list(modules_in(ROOT, "classroom.properties"))
    for name in EXERCISES:
        parts = [module for key, module in sys.modules.items() if f".{name}" in key and ".exercises." in key]
        offered = {key: one for module in [*shared, *parts] for key, one in reachable(module).items()}
        best = {key: earned(EXERCISES[name], one, asked_by(EXERCISES[name], ROOT)) for key, one in offered.items()}
        assert {key: points for key, points in best.items() if 2 * points > EXERCISES[name].max_points} == {}


@pytest.mark.slow
@pytest.mark.required_in_ci
def test_no_function_of_the_students_copy_passes_a_check(tmp_path: Path) -> None:
    out = tmp_path / "the course"
    hand_out(ROOT, out)
    paths = {"PYTHONPATH": os.pathsep.join(map(str, (out, ROOT))), "PYTHONSAFEPATH": "1"}
    command = [sys.executable, "-m", "tests.offering", str(out)]
    done = subprocess.run(command, cwd=out, env={**os.environ, **paths}, stdout=subprocess.PIPE, check=True)
    found = json.loads(done.stdout.splitlines()[-1])
    assert found.pop("functions") > 4_000
    for name, best in found.items():  # a lesson's blanks come close: they have the loop, and not what is refused
        most = EXERCISES[name].max_points
        high = [row for row in best if row[0] == most or (2 * row[0] > most and not row[1].startswith("lesson"))]
        assert [row for row in high if row[0] >= LEAST] == [], name


def _hidden_in(answer: Any) -> Iterator[Any]:
    """Yield the places in which an answer may lie, one module's worth each."""

    def called(_: object = None, inside: Any = answer) -> Any:
        return inside

    def turned(overlap: int, size: int, items: Any) -> Any:
        return answer(items, size, overlap)

    def within(items: Any, width: int = 500, shared: int = 75) -> Any:
        def closed() -> Any:
            return answer

        return closed()(items, width, shared)

    yield answer
    yield {"key": [answer]}
    yield type("Holder", (), {"method": staticmethod(answer), "__module__": "classroom.planted"})
    yield called
    yield partial(partial, answer)
    yield turned
    yield within
    yield lambda items, size, overlap: iter(answer(items, size, overlap))
    yield lambda *_, items=None, size=500, overlap=75: [
        SimpleNamespace(text=one) for one in answer(items, size, overlap)
    ]


def test_the_search_finds_an_answer_wherever_it_lies() -> None:
    exercise = EXERCISES["sliding_window"]
    asked = asked_by(exercise, ROOT)
    for number, value in enumerate(_hidden_in(master_answer("sliding_window"))):
        module = ModuleType("classroom.planted")
        module.planted = value  # type: ignore[attr-defined]
        if hasattr(value, "__module__"):
            value.__module__ = module.__name__
        assert max(earned(exercise, one, asked) for one in reachable(module).values()) == exercise.max_points, number

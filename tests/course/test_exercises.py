"""Every exercise's check tells right from wrong: the stub, all alternatives and every mutant.

A mutant that passes shows a hole in the properties; an alternative that fails shows a property that is too strict.
"""

from __future__ import annotations

import runpy
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from chunklib.course.exercises import EXERCISES
from chunklib.course.judging.judge import Verdict, judge, judged
from chunklib.course.judging.probe import UNREADABLE
from chunklib.course.sandbox.conversation import Limits
from tests.direct import INTERRUPTS, direct_probe

SOLUTIONS = Path(__file__).parents[2] / "solutions"
BRIEF = Limits(cpu=1.0)  # enough for every call of these, and an endless one costs less


def functions(kind: str, exercise: str) -> dict[str, Callable[..., Any]]:
    path = SOLUTIONS / kind / f"{exercise}.py"
    found: dict[str, Callable[..., Any]] = runpy.run_path(str(path))["ALL"] if path.is_file() else {}
    return found


def every(kind: str) -> list[Any]:
    return [
        pytest.param(name, function, id=f"{name}-{words}")
        for name in EXERCISES
        for words, function in functions(kind, name).items()
    ]


@pytest.mark.parametrize("name", EXERCISES)
def test_an_exercise_is_complete(name: str) -> None:
    exercise = EXERCISES[name]
    assert exercise.name == name
    assert len(exercise.hints) == 3
    assert exercise.properties[0].gate
    names = [rule.name for rule in exercise.properties]
    assert len(set(names)) == len(names)
    assert all(rule.hints and (rule.examples or rule.cases) and rule.points > 0 for rule in exercise.properties)


@pytest.mark.parametrize("name", EXERCISES)
def test_wrong_and_right_answers_are_at_hand(name: str) -> None:
    assert len(functions("mutants", name)) >= 12
    assert len(functions("alternatives", name)) >= 3


@pytest.mark.parametrize("name", EXERCISES)
def test_the_stub_is_not_started(name: str) -> None:
    def stub(*args: object, **kwargs: object) -> None:
        raise NotImplementedError

    verdict = judge(stub, EXERCISES[name])
    assert verdict.state == "not started"
    assert verdict.points == 0


@pytest.mark.parametrize("name", EXERCISES)
def test_nothing_earns_nothing(name: str) -> None:
    verdict = judge(lambda *args, **kwargs: [], EXERCISES[name])
    assert verdict.state == "wrong"
    assert verdict.points == 0


def verdict_on(name: str, function: Callable[..., Any], *, thorough: bool) -> Verdict:
    """Judge in this process, where a call can be interrupted; else in a worker, as a check does.

    The solutions' notebooks check every exercise through a worker.
    """
    if INTERRUPTS:
        return judged(EXERCISES[name], direct_probe(function, name), thorough=thorough)
    return judge(function, EXERCISES[name], BRIEF, thorough=thorough)


@pytest.mark.parametrize(("name", "function"), every("alternatives"))
def test_an_alternative_is_right(name: str, function: Callable[..., Any]) -> None:
    verdict = verdict_on(name, function, thorough=True)
    assert verdict.failure is None
    assert verdict.state == "right"
    assert verdict.points == EXERCISES[name].max_points


@pytest.mark.parametrize(("name", "function"), every("mutants"))
def test_a_mutant_is_not_right(name: str, function: Callable[..., Any]) -> None:
    verdict = verdict_on(name, function, thorough=False)
    assert verdict.state in ("wrong", "raises", "slow")
    assert verdict.failure is not None
    assert verdict.failure.call
    assert not verdict.failure.why.startswith(UNREADABLE)  # the property itself must not stumble
    assert function.__doc__, "a mutant says in words what is wrong"

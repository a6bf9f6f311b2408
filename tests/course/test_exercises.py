"""Every exercise's check tells right from wrong: the stub, all alternatives and every mutant.

A mutant that passes shows a hole in the properties; an alternative that fails shows a property that is too strict.
"""

from __future__ import annotations

import ast
import os
import runpy
from collections.abc import Callable
from typing import Any

import pytest

from classroom.judge.catalogue import EXERCISES
from classroom.judge.probe import UNREADABLE
from classroom.judge.verdict import Verdict, examples_only, judge, judged
from tests.answers import answer_file
from tests.direct import BRIEF, INTERRUPTS, direct_probe

SEARCHED = 3  # right answers of an exercise for which cases are searched: each costs seconds


def functions(kind: str, exercise: str, lists: tuple[str, ...] = ("ALL",)) -> dict[str, Callable[..., Any]]:
    path = answer_file(kind, exercise)
    held = runpy.run_path(str(path)) if path.is_file() else {}
    return {words: function for one in lists for words, function in held.get(one, {}).items()}


def every(kind: str, *lists: str) -> list[Any]:
    return [
        pytest.param(name, function, id=f"{name}-{words}")
        for name in EXERCISES
        for words, function in functions(kind, name, lists).items()
    ]


@pytest.mark.parametrize("name", EXERCISES)
def test_an_exercise_is_complete(name: str) -> None:
    exercise = EXERCISES[name]
    assert exercise.name == name
    assert exercise.hints
    assert exercise.properties[0].gate
    names = [rule.name for rule in exercise.properties]
    assert len(set(names)) == len(names)
    assert all(rule.causes and (rule.examples or rule.cases) and rule.points > 0 for rule in exercise.properties)


def test_an_exercise_imports_of_the_classroom_what_the_judge_and_other_exercises_use() -> None:
    imported = {
        (path.stem, name)
        for path in EXERCISES.sources()
        for node in ast.walk(ast.parse(path.read_text("utf-8")))
        for name in ([node.module] if isinstance(node, ast.ImportFrom) else _names(node))
        if name and name.startswith("classroom")
    }
    assert len(imported) > 40
    assert [one for one in imported if not one[1].startswith(("classroom.judge.", "classroom.properties."))] == []


def _names(node: ast.AST) -> list[str]:
    return [alias.name for alias in node.names] if isinstance(node, ast.Import) else []


@pytest.mark.parametrize("name", EXERCISES)
def test_wrong_and_right_answers_are_at_hand(name: str) -> None:
    assert len(functions("wrong", name)) >= 12
    assert len(functions("right", name)) >= 3


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


def verdict_on_wrong(name: str, function: Callable[..., Any], *, thorough: bool) -> Verdict:
    """Judge in this process, where a call can be interrupted; else in a worker, as a check does.

    The solutions' notebooks check every exercise through a worker.
    """
    if INTERRUPTS:
        return judged(EXERCISES[name], direct_probe(function, name, BRIEF), thorough=thorough)
    return judge(function, EXERCISES[name], BRIEF, thorough=thorough)


def alternatives() -> list[Any]:
    """Every right answer, and whether it is searched for cases in which it fails: the first few of an exercise are."""
    most = None if os.environ.get("CHUNKLIB_EXAMPLES") == "search" else SEARCHED
    return [
        pytest.param(name, function, words in list(answers)[:most], id=f"{name}-{words}")
        for name in EXERCISES
        for answers in [functions("right", name)]
        for words, function in answers.items()
    ]


@pytest.mark.parametrize(("name", "function", "searched"), alternatives())
def test_an_alternative_is_right(name: str, function: Callable[..., Any], searched: bool) -> None:
    """All are tried on the fixed cases; `make search` searches them all."""
    exercise = EXERCISES[name] if searched else examples_only(EXERCISES[name])
    verdict = judged(exercise, direct_probe(function, name), thorough=True) if INTERRUPTS else judge(function, exercise)
    assert verdict.failure is None
    assert verdict.state == "right"
    assert verdict.points == EXERCISES[name].max_points


@pytest.mark.parametrize(("name", "function"), every("wrong", "ALL", "MORE"))
def test_a_mutant_is_not_right(name: str, function: Callable[..., Any]) -> None:
    verdict = verdict_on_wrong(name, function, thorough=False)
    assert verdict.state in ("wrong", "raises", "slow")
    assert verdict.failure is not None
    assert verdict.failure.call
    assert not verdict.failure.why.startswith(UNREADABLE)  # the property itself must not stumble
    assert function.__doc__, "a mutant says in words what is wrong"


@pytest.mark.parametrize(("name", "function"), every("wrong", "LAZY"))
def test_a_lazy_answer_earns_under_a_third(name: str, function: Callable[..., Any]) -> None:
    """Thorough, as a mark is: a property that holds because nothing was there to judge would count."""
    verdict = verdict_on_wrong(name, function, thorough=True)
    assert verdict.state in ("wrong", "raises", "slow")
    assert 3 * verdict.points < EXERCISES[name].max_points


def test_the_tasks_of_the_first_lessons_have_lazy_answers() -> None:
    missing = [
        name for name, one in EXERCISES.items() if one.lesson[:2] <= "06" and not functions("wrong", name, ("LAZY",))
    ]
    assert missing == []

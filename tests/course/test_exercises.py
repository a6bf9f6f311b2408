"""Every exercise's check tells right from wrong: the stub, all alternatives and every mutant.

A mutant that passes shows a hole in the properties; an alternative that fails shows a property that is too strict.
How a check tries them in a worker is seen in the solutions' notebooks.
"""

from __future__ import annotations

import ast
import json
import os
import runpy
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import settings

from classroom.judge.catalogue import EXERCISES
from classroom.judge.exercise import Property
from classroom.judge.probe import UNREADABLE, Failure, Probe
from classroom.judge.search import EXAMPLES, search
from classroom.judge.verdict import examples_only, judge, judged
from tests.answers import answer_file
from tests.direct import INTERRUPTS, direct_probe, verdict_on
from tests.each import each

ROOT = Path(__file__).parents[2]
DEFINITIONS = (ast.Import, ast.ImportFrom, ast.FunctionDef, ast.ClassDef, ast.Assign, ast.AnnAssign)
SEARCHED = None if os.environ.get("CHUNKLIB_EXAMPLES") == "search" else 1  # right answers of an exercise
PART = 2  # points: an exercise with so few is a part of one that comes after it
CASES = min(settings().max_examples, EXAMPLES)


def functions(kind: str, exercise: str, lists: tuple[str, ...] = ("ALL",)) -> dict[str, Callable[..., Any]]:
    path = answer_file(kind, exercise)
    held = runpy.run_path(str(path)) if path.is_file() else {}
    return {words: function for one in lists for words, function in held.get(one, {}).items()}


def master_definitions(name: str) -> list[ast.stmt]:
    """Return what defines the function of a solution's notebook: of its cell, and of the cells before."""
    lesson = EXERCISES[name].lesson
    cells = json.loads((ROOT / "solutions" / lesson / f"{lesson}.ipynb").read_text("utf-8"))["cells"]
    code = [cell for cell in cells if cell["cell_type"] == "code"]
    [last] = [at for at, cell in enumerate(code) if f"solution:{name}" in cell["metadata"].get("tags", [])]
    statements = [one for cell in code[: last + 1] for one in ast.parse("".join(cell["source"])).body]
    return [one for one in statements if isinstance(one, DEFINITIONS)]


def master_answer(name: str) -> Callable[..., Any]:
    """Return the function of a solution's notebook."""
    names: dict[str, Any] = {"__name__": f"solution of {name}"}
    exec(compile(ast.Module(master_definitions(name), []), f"<solution of {name}>", "exec"), names)  # noqa: S102 -- our own
    function: Callable[..., Any] = names[name]
    return function


@each("name", EXERCISES)
def test_an_exercise_is_complete(name: str) -> None:
    exercise = EXERCISES[name]
    assert exercise.name == name
    assert exercise.hints
    assert exercise.properties[0].gate
    names = [rule.name for rule in exercise.properties]
    assert len(set(names)) == len(names)
    assert all(rule.causes and (rule.examples or rule.cases) and rule.points > 0 for rule in exercise.properties)
    least = 5 if exercise.max_points <= PART else 12
    assert len(functions("wrong", name, ("ALL", "LAZY"))) >= least
    assert 2 <= len(functions("right", name)) <= 5


def test_an_exercise_imports_of_the_classroom_what_the_judge_and_other_exercises_use_and_data() -> None:
    imported = {
        (path.stem, name)
        for path in EXERCISES.sources()
        for node in ast.walk(ast.parse(path.read_text("utf-8")))
        for name in ([node.module] if isinstance(node, ast.ImportFrom) else _names(node))
        if name and name.startswith("classroom")
    }
    assert len(imported) > 40
    allowed = ("classroom.judge.", "classroom.properties.", "classroom.lessons.stored_sweep")  # the last is data
    assert [one for one in imported if not one[1].startswith(allowed)] == []


def _names(node: ast.AST) -> list[str]:
    return [alias.name for alias in node.names] if isinstance(node, ast.Import) else []


def _stub(*args: object, **kwargs: object) -> None:
    raise NotImplementedError


@each("name", EXERCISES)
def test_the_stub_is_not_started_and_nothing_earns_nothing(name: str) -> None:
    tries: dict[str, Callable[..., Any]] = {"not started": _stub, "wrong": lambda *args, **kwargs: []}
    for state, function in tries.items():
        verdict = verdict_on(function, EXERCISES[name], thorough=True)
        assert (verdict.state, verdict.points) == (state, 0)


def assert_right(name: str, words: str, function: Callable[..., Any], cases: int = 0) -> None:
    """The fixed cases of every property hold, and as many drawn ones, however long these take."""
    probe = direct_probe(function, name)
    exercise = examples_only(EXERCISES[name])
    verdict = judged(exercise, probe, thorough=True) if INTERRUPTS else judge(function, exercise)
    assert verdict.failure is None, words
    assert verdict.state == "right", words
    assert verdict.points == EXERCISES[name].max_points, words
    assert [one for rule in EXERCISES[name].properties for one in searched(rule, probe, cases)] == [], words
    assert probe.changing is None, words


def searched(rule: Property, probe: Probe, cases: int) -> list[Failure]:
    """The first failure of a property in so many drawn cases, if there is one."""
    found: list[Failure] = []

    def fails(case: dict[str, Any]) -> bool:
        failure = probe.try_case(rule, case)
        found.extend([failure] if failure else [])
        return failure is not None

    if cases:
        search(rule, fails, lambda: False, shrink=False, cases=cases)
    return found


@pytest.mark.slow
@pytest.mark.parametrize("name", EXERCISES)
def test_the_solution_of_the_course_is_right(name: str) -> None:
    """`make test` runs its notebook with the fixed cases alone; here cases are searched as well."""
    assert_right(name, "solution", master_answer(name), CASES)


@pytest.mark.parametrize("name", EXERCISES)
def test_every_alternative_is_right(name: str) -> None:
    for words, function in functions("right", name).items():
        assert_right(name, words, function)


@pytest.mark.slow
@pytest.mark.parametrize("name", EXERCISES)
def test_for_an_alternative_no_search_finds_a_case_in_which_it_fails(name: str) -> None:
    """One of an exercise is searched, beside the solution; `make search` searches all."""
    for words, function in list(functions("right", name).items())[:SEARCHED]:
        assert_right(name, words, function, CASES)


@pytest.mark.parametrize("name", EXERCISES)
def test_no_mutant_is_right(name: str) -> None:
    for words, function in functions("wrong", name).items():
        verdict = verdict_on(function, EXERCISES[name], thorough=False)
        assert verdict.state in ("wrong", "raises", "slow"), words
        assert verdict.failure is not None, words
        assert verdict.failure.call, words
        assert not verdict.failure.why.startswith(UNREADABLE), words  # the property itself must not stumble
        assert function.__doc__, f"a mutant says in words what is wrong: {words}"


@pytest.mark.parametrize("name", EXERCISES)
def test_a_lazy_answer_earns_under_a_third(name: str) -> None:
    """Thorough, as a mark is: a property that holds because nothing was there to judge would count."""
    for words, function in functions("wrong", name, ("LAZY",)).items():
        verdict = verdict_on(function, EXERCISES[name], thorough=True)
        assert verdict.state in ("wrong", "raises", "slow"), words
        assert 3 * verdict.points < EXERCISES[name].max_points, words


def test_the_tasks_of_the_first_lessons_have_lazy_answers() -> None:
    missing = [
        name for name, one in EXERCISES.items() if one.lesson[:2] <= "06" and not functions("wrong", name, ("LAZY",))
    ]
    assert missing == []

"""The hidden properties of `smart_chunk`: right answers keep all points with any seed, and every mutant loses some."""

from __future__ import annotations

import copy
import runpy
from collections.abc import Callable
from functools import cache
from itertools import cycle
from pathlib import Path
from typing import Any, cast

import pytest

from classroom.grader.batch.grader import Grader
from classroom.grader.batch.property_scores import with_drawn_cases
from classroom.grader.intake.notebook import read_notebook
from classroom.grader.sandbox.bubblewrap import NoSandbox, find_bubblewrap
from classroom.judge.catalogue import EXERCISES
from classroom.judge.exercise import Exercise, Property
from classroom.judge.hidden import BadHidden, hidden_properties, with_hidden
from classroom.judge.manifest import of_solutions
from tests.answers import answer_file
from tests.direct import direct_probe

ROOT = Path(__file__).resolve().parents[2]
SOLUTIONS = ROOT / "solutions"
NOTEBOOK = SOLUTIONS / "07_smart_chunk" / "07_smart_chunk.ipynb"
SEEDS = ("spring", "autumn", "")
ENDLESS = "endless over half"
_GATE = """
from classroom.judge.exercise import Property
PROPERTIES = (Property("a", 1, True, ("h",), lambda f: None),)
"""
Function = Callable[..., Any]


@cache
def functions(folder: str) -> dict[str, Function]:
    return cast("dict[str, Function]", runpy.run_path(str(answer_file(folder, "smart_chunk")))["ALL"])


@cache
def exercise(seed: str) -> Exercise:
    return with_drawn_cases(with_hidden(EXERCISES["smart_chunk"], hidden_properties("smart_chunk", SOLUTIONS)), seed)


def broken(function: Function, rules: tuple[Property, ...]) -> str | None:
    """Return the first case that a function fails, None if it fails none."""
    probe = direct_probe(function, "smart_chunk")
    for rule in rules:
        for case in rule.examples:
            failure = probe.try_case(rule, copy.deepcopy(dict(case)))
            if failure is not None:
                return f"{rule.name}: {failure.why} {failure.shown}"
    return None


@pytest.mark.parametrize("kind", ["right", "wrong"])
def test_each_right_answer_keeps_all_points_and_each_mutant_loses_some(kind: str) -> None:
    """Each with one seed, the seeds in turn."""
    for (name, function), seed in zip(functions(kind).items(), cycle(SEEDS), strict=False):
        if name != ENDLESS:
            assert (broken(function, exercise(seed).properties) is None) == (kind == "right"), name


@pytest.mark.parametrize("name", ["never cuts", "cuts into halves"])
def test_what_lies_between_chunks_is_not_earned_where_nothing_is_cut(name: str) -> None:
    """Nothing is lost and offsets are true: no other rule has anything to say for it."""
    function = functions("wrong")[name]
    kept = {rule.name for rule in exercise("spring").properties if broken(function, (rule,)) is None}
    assert kept == {"nothing is lost", "offsets"}


def test_each_seed_draws_its_own_cases_and_the_same_seed_the_same() -> None:
    first, other = exercise("spring"), exercise("autumn")
    again = with_drawn_cases(with_hidden(EXERCISES["smart_chunk"], _hidden()), "spring")
    assert [rule.examples for rule in first.properties] == [rule.examples for rule in again.properties]
    drawn = [rule.name for rule in first.properties if rule.cases]
    assert "natural boundaries in a long document" in drawn
    changed = [a.name for a, b in zip(first.properties, other.properties, strict=True) if a.examples != b.examples]
    assert changed == drawn


def _hidden() -> tuple[Property, ...]:
    return hidden_properties("smart_chunk", SOLUTIONS)


@pytest.mark.required_in_ci
def test_the_solution_has_full_marks() -> None:
    try:
        grader = Grader("smart_chunk", "spring", find_bubblewrap(), SOLUTIONS)
    except NoSandbox as error:
        pytest.skip(str(error))
    mark, full = grader.mark(read_notebook(NOTEBOOK)), exercise("").max_points
    assert (mark.state, mark.points, mark.max_points) == ("final", full, full), mark.reason


def test_a_mutant_that_the_shown_properties_accept_is_caught() -> None:
    found = broken(functions("wrong")["one level for the whole text"], _hidden())
    assert str(found).startswith("natural boundaries in a long document: ")


@pytest.mark.parametrize(
    ("content", "word"),
    [
        ("1 / 0", "does not run: ZeroDivisionError"),
        ("PROPERTIES = [1]", "needs PROPERTIES"),
        (_GATE, "has a gate"),
    ],
)
def test_a_file_of_hidden_properties_that_is_none(content: str, word: str, tmp_path: Path) -> None:
    (tmp_path / "hidden").mkdir()
    (tmp_path / "hidden" / "hello.py").write_text(content, "utf-8")
    of_solutions(tmp_path).write()
    with pytest.raises(BadHidden, match=word):
        hidden_properties("hello", tmp_path)


def test_a_hidden_property_needs_a_name_of_its_own() -> None:
    rules = EXERCISES["hello"].properties
    with pytest.raises(BadHidden, match="repeat the name 'it returns a greeting'"):
        with_hidden(EXERCISES["hello"], rules[:1])


def test_without_solutions_nothing_is_hidden(tmp_path: Path) -> None:
    assert hidden_properties("smart_chunk", None) == hidden_properties("smart_chunk", tmp_path) == ()

"""The cases of a property, drawn from a secret seed: the same seed gives the same cases, on any machine.

A check searches until its time is over; a mark must not depend on time. So a grader draws a fixed number of cases
before it sees the first submission, and every submission is judged by the same ones.
"""

from __future__ import annotations

import hashlib
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from classroom.judge.exercise import Exercise, Property
from classroom.judge.search import undisturbed

if TYPE_CHECKING:
    from hypothesis.strategies import SearchStrategy

DRAWN = 40


def with_drawn_cases(exercise: Exercise, seed: str) -> Exercise:
    """Return the exercise with ``DRAWN`` more examples for each property that has cases to draw."""
    return replace(exercise, properties=tuple(_drawn(rule, exercise.name, seed) for rule in exercise.properties))


def _drawn(rule: Property, exercise: str, seed: str) -> Property:
    if rule.cases is None:
        return rule
    digest = hashlib.sha256(f"{seed}\n{exercise}\n{rule.name}".encode()).digest()
    return replace(rule, examples=(*rule.examples, *draw(rule.cases(), DRAWN, int.from_bytes(digest[:8]))))


def draw(strategy: SearchStrategy[dict[str, Any]], number: int, seed: int) -> list[dict[str, Any]]:
    """Return at most ``number`` different cases; the same ones for the same seed.

    >>> from hypothesis import strategies as st
    >>> cases = st.fixed_dictionaries({"n": st.integers()})
    >>> draw(cases, 5, seed=1) == draw(cases, 5, seed=1) != draw(cases, 5, seed=2)
    True
    """
    from hypothesis import HealthCheck, Phase, Verbosity, given, settings
    from hypothesis import seed as seeded

    found: list[dict[str, Any]] = []

    def keep(case: dict[str, Any]) -> None:
        found.append(case)

    with undisturbed():
        quiet = settings(
            max_examples=number,
            database=None,
            deadline=None,
            phases=(Phase.generate,),
            verbosity=Verbosity.quiet,
            suppress_health_check=list(HealthCheck),
        )
        seeded(seed)(quiet(given(strategy)(keep)))()
    return found

"""Judge a student's function by all properties, one after the other, and give each its points.

Unlike a check, a mark looks at every property: one that ends the process costs that property alone, and the next
gets a new process. What is tried, and how often, is counted and never timed, so a mark can be made again. A number
of cases is drawn from the secret seed of the class before the first submission is seen: the same on any machine.
"""

from __future__ import annotations

import copy
import hashlib
from collections.abc import Callable, Iterator, Mapping
from contextlib import closing
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from classroom.grader.marks.model import PropertyMark
from classroom.judge.exercise import Exercise, Property
from classroom.judge.probe import Failure, Probe
from classroom.judge.search import search, undisturbed

if TYPE_CHECKING:
    from hypothesis.strategies import SearchStrategy

MORE_CASES = 30  # tried after the first that fails, in case one of them is smaller
SHRINKING = 60  # calls that look for a smaller case still
RESTARTS = 3
SECONDS = 60.0  # of a function's own time, in all its processes
RECEIVED = 50_000_000  # bytes that they may have sent back before another one is started

Open = Callable[[], Probe]
"""Starts a process with the student's cells, and gives what calls their function there."""


def mark_properties(exercise: Exercise, hidden: frozenset[str], start: Open) -> list[PropertyMark]:
    """Judge a function by the properties of an exercise.

    Args:
        exercise: its properties' examples are all cases that are tried.
        hidden: the names of the properties of which nothing may be told.
        start: gives a loaded ``Probe``; raises ``Dead`` or ``CannotLoad`` where there is none.

    Returns:
        A mark for each property, in the order of the exercise. While a gate is broken nothing else is looked at.
    """
    with closing(_Runs(start)) as runs:
        found: dict[str, PropertyMark] = {}
        for rule in sorted(exercise.properties, key=lambda rule: not rule.gate):
            first = not any(not mark.earned for mark in found.values())
            found[rule.name] = _marked(rule, runs, hidden=rule.name in hidden, shrink=first)
            if not found[rule.name].earned and (rule.gate or runs.unfinished):
                break
        return [found.get(rule.name) or _not_looked_at(rule, rule.name in hidden) for rule in exercise.properties]


def _not_looked_at(rule: Property, hidden: bool) -> PropertyMark:  # noqa: FBT001 -- one call
    return PropertyMark(rule.name, rule.points, earned=False, hidden=hidden, looked_at=False)


class _Runs:
    """The process that is asked, and a new one after it has died."""

    def __init__(self, start: Open) -> None:
        self._start = start
        self._probe: Probe | None = None
        self._left = 1 + RESTARTS
        self._spent = 0.0
        self._received = 0
        self.unfinished = False

    def probe(self) -> Probe | None:
        """Return what calls the function, or None if it has died too often, used too much or sent back too much."""
        if self._probe is None and self._left > 0 and self._spent < SECONDS and self._received < RECEIVED:
            self._left -= 1
            self._probe = self._start()
        return self._probe

    def bury(self) -> None:
        """End the process that is asked."""
        if self._probe is not None:
            self._spent += self._probe.worker.spent() + self._probe.worker.lost
            self._received += self._probe.worker.received
            self._probe.worker.close()
        self._probe = None

    close = bury


def _marked(rule: Property, runs: _Runs, *, hidden: bool, shrink: bool) -> PropertyMark:
    probe = runs.probe()
    if probe is None:
        why = "not tried: the function ended its process, or took too long, or sent back too much, too often before"
        return PropertyMark(rule.name, rule.points, earned=False, hidden=hidden, looked_at=False, why=why)
    failure = smallest(rule, probe, shrink=shrink and not hidden)
    if failure is None:
        return PropertyMark(rule.name, rule.points, earned=True, hidden=hidden)
    runs.unfinished = failure.unfinished
    if failure.fatal:
        runs.bury()
    if hidden:
        return PropertyMark(rule.name, rule.points, earned=False, hidden=True, cause=rule.causes[0])
    return PropertyMark(
        rule.name,
        rule.points,
        earned=False,
        why=failure.why,
        call=failure.shown,
        gave=failure.gave,
        expected=failure.expected,
        cause=failure.cause,
        line=failure.line,
        printed=failure.printed,
    )


def smallest(rule: Property, probe: Probe, *, shrink: bool) -> Failure | None:
    """Return the smallest failure of a property that was found, None if it held in all cases."""
    found: list[Failure] = []
    for failure in _failures(rule, probe):
        found.append(failure)
        if failure.fatal or failure.unfinished:
            return failure
    if found and shrink:
        found += _smaller(rule, probe)
        if found[-1].fatal:  # a search may end the process; what was found before tells more
            return min(found[:-1], key=_size)
    return min(found, key=_size, default=None)


def _size(failure: Failure) -> tuple[int, str]:
    return len(failure.call), failure.call


def _failures(rule: Property, probe: Probe) -> Iterator[Failure]:
    """Yield the failures among the examples; after the first, only some more cases are tried."""
    left = None
    for case in rule.examples:
        if left == 0:
            return
        failure = probe.try_case(rule, copy.deepcopy(case))
        if failure is not None:
            yield failure
        if failure is not None or left is not None:
            left = MORE_CASES if left is None else left - 1


def _smaller(rule: Property, probe: Probe) -> list[Failure]:
    """Search with Hypothesis for smaller cases that fail, for a fixed number of calls."""
    found: list[Failure] = []
    calls = 0

    def fails(case: Mapping[str, Any]) -> bool:
        nonlocal calls
        calls += 1
        failure = probe.try_case(rule, case)
        found.extend([failure] if failure else [])
        return failure is not None

    search(rule, fails, lambda: calls >= SHRINKING or any(failure.fatal for failure in found), shrink=True)
    return found


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

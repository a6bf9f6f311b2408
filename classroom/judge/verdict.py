"""Judge a function by an exercise's properties: which hold, which is the first that does not, and the smallest case.

The function runs in a worker; the properties run here. Gates come first: while one is broken nothing else is
looked at. A call that is killed ends the judgement, because every further case would cost as long.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import Any

from classroom.judge.exercise import Broken, Call, Exercise, Property, Raised
from classroom.judge.probe import Failure, Ours, Probe, State
from classroom.judge.search import EXAMPLES, FEWER, Enough, search
from classroom.judge.worker.client import LIMITS, Limits, Worker
from classroom.judge.worker.function_pickle import CannotCarry, carry

CHECKS = "CHUNKLIB_CHECKS"
"""A variable; its value `fixed` leaves out the search for a function that passes all fixed cases.

With any value nobody waits for the check: a call may take ``UNHURRIED`` seconds by the clock, so that a busy machine
does not change how a report says that a loop never ends.
"""
UNHURRIED = 100.0
ARGUMENTS = "its arguments stay as they were"
CHANGE_CAUSES = ("the function changes a list that belongs to the caller; work on a copy of it",)


@dataclass(frozen=True)
class Verdict:
    """Says how a function was judged: its state, the properties that hold, and the first that is broken."""

    exercise: Exercise
    state: State
    held: tuple[str, ...] = ()
    broken: str = ""
    gate: bool = False
    failure: Failure | None = None

    @property
    def points(self) -> int:
        """Return the points of the properties that hold, and none while a gate is broken."""
        held = [rule.points for rule in self.exercise.properties if rule.name in self.held]
        return 0 if self.gate else sum(held)

    @property
    def max_points(self) -> int:
        """Return the points that the exercise can give."""
        return self.exercise.max_points

    @property
    def ok(self) -> bool:
        """Tell whether every property holds."""
        return self.state == "right"

    @property
    def call(self) -> str:
        """Return the smallest failing call as valid Python, uncut; empty where there is none."""
        return self.failure.call if self.failure else ""


def judge(
    function: Callable[..., Any], exercise: Exercise, limits: Limits = LIMITS, *, thorough: bool = True
) -> Verdict:
    """Return the verdict on ``function``.

    Where not ``thorough``, the first broken property ends the judgement, and the fixed examples of all properties are
    tried before any search: enough to tell right from wrong, not to show a learner.
    """
    try:
        carried = carry(function)
    except CannotCarry as word:
        return Verdict(exercise, "raises", failure=Failure("raises", str(word)))
    if os.environ.get(CHECKS):
        limits = replace(limits, wall=UNHURRIED, total=UNHURRIED)
    with Worker(carried, limits) as worker:
        probe = Probe(Ours(function), exercise.name, worker)
        failure = probe.load()
        if failure is not None:
            return Verdict(exercise, "raises", failure=failure)
        return judged(exercise, probe, thorough=thorough)


def judged(exercise: Exercise, probe: Probe, *, thorough: bool) -> Verdict:
    """Return the verdict on what a probe calls; see ``judge``."""
    if not thorough:
        verdict = _judge(examples_only(exercise), probe, thorough=False)
        if verdict.state != "right":
            return verdict
    return _judge(exercise, probe, thorough=thorough)


def examples_only(exercise: Exercise) -> Exercise:
    """Leave out the search for further cases."""
    return replace(exercise, properties=tuple(replace(rule, cases=None) for rule in exercise.properties))


def _judge(exercise: Exercise, probe: Probe, *, thorough: bool) -> Verdict:
    """Try the fixed examples of all properties, then search: less where something is known to be broken."""
    rules = sorted(exercise.properties, key=lambda rule: not rule.gate)
    known = _first_broken(rules, probe)
    if known is not None and (known[1].fatal or (known[1].unfinished and known[0] is rules[0])):
        return _ended(exercise, rules, *known)
    if known is None and probe.changing is None and os.environ.get(CHECKS) == "fixed":
        import hypothesis  # noqa: F401 -- here, as a search does, so that the next search has as much time as after one

        return _verdict(exercise, tuple(rule.name for rule in rules), None)
    held: list[str] = []
    first: tuple[Property, Failure] | None = None
    for index, rule in enumerate(rules):
        found = known is not None or first is not None
        tried = known is None or rules.index(known[0]) > index
        effort = _Effort(shrink=first is None, cases=FEWER if found else EXAMPLES, tried=tried)
        if known is not None and rule is known[0]:
            effort = replace(effort, cases=EXAMPLES)
        failure = smallest(rule, probe, effort, sharers=len(rules) - index)
        if failure is None:
            held.append(rule.name)
            continue
        first = first or (rule, failure)
        if rule.gate or failure.fatal or not thorough:
            break
    if probe.changing is not None and not (first is not None and (first[0].gate or first[1].fatal)):
        first = _argument_changed(probe.changing, probe) or first
    return _verdict(exercise, tuple(held), first)


def _first_broken(rules: list[Property], probe: Probe) -> tuple[Property, Failure] | None:
    """Return the first property with a fixed example in which it does not hold, and what was seen."""
    for rule in rules:
        for case in rule.examples:
            failure = probe.try_case(rule, case)
            if failure is not None:
                return rule, failure
    return None


def _ended(exercise: Exercise, rules: list[Property], rule: Property, failure: Failure) -> Verdict:
    """Return the verdict on a function that is not written yet, or that cannot be asked any more."""
    if failure.unfinished:
        return Verdict(exercise, "not started")
    return _verdict(exercise, tuple(one.name for one in rules[: rules.index(rule)]), (rule, failure))


def _verdict(exercise: Exercise, held: tuple[str, ...], first: tuple[Property, Failure] | None) -> Verdict:
    if first is None:
        return Verdict(exercise, "right", held)
    rule, failure = first
    return Verdict(exercise, failure.state, held, rule.name, rule.gate, failure)


def _argument_changed(rule: Property, probe: Probe) -> tuple[Property, Failure] | None:
    """Return the smallest case of ``rule`` in which a call changes an argument, as a failure of its own.

    No exercise lists this property: it belongs to all of them, and is only named when it is broken.
    """

    def stay(function: Call, **case: Any) -> None:
        probe.changed = ""
        with suppress(Broken, Raised):
            rule.test(function, **case)
        if probe.changed:
            raise Broken(f"changed its argument {probe.changed}")

    kept = Property(ARGUMENTS, 0, False, CHANGE_CAUSES, stay, rule.examples, rule.cases)
    failure = smallest(kept, probe, _Effort())
    return None if failure is None else (kept, failure)


@dataclass(frozen=True)
class _Effort:
    """How hard to look at a property: whether for the smallest case, in how many, and if its examples were tried."""

    shrink: bool = True
    cases: int = EXAMPLES
    tried: bool = False


def smallest(rule: Property, probe: Probe, effort: _Effort, *, sharers: int = 1) -> Failure | None:
    """Return the smallest failure of a property that was found, or None if it held in all cases.

    ``sharers`` is the number of properties, this one included, that still want their part of the time to search.
    """
    found: list[Failure] = []

    def fails(case: Mapping[str, Any]) -> bool:
        failure = probe.try_case(rule, case)
        if failure is None:
            return False
        found.append(failure)
        if failure.fatal or failure.unfinished:
            raise Enough
        return True

    try:
        failed = not effort.tried and any(fails(case) for case in rule.examples)
        if effort.shrink or not failed:
            search(rule, fails, probe.allowance(sharers), shrink=effort.shrink, cases=effort.cases)
    except Enough:
        return found[-1]
    return min(found, key=lambda failure: (len(failure.call), failure.call), default=None)

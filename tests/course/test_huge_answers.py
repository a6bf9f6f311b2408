"""An answer may hold any number: what judges it builds nothing from one before it has looked at its size."""

from __future__ import annotations

import copy
import math
import multiprocessing
import resource
import time
from collections.abc import Callable, Iterator
from itertools import islice
from types import SimpleNamespace
from typing import Any

import psutil
import pytest

from classroom.grader.batch import pool
from classroom.judge.catalogue import EXERCISES
from classroom.judge.exercise import Property
from classroom.judge.probe import TOO_LARGE
from classroom.judge.worker.codec import decode, encode
from classroom.judge.worker.rlimits import in_use, limit
from tests.course.test_exercises import functions
from tests.direct import direct_probe
from tests.each import each

HUGE: tuple[Any, ...] = (10**12, -(10**12), 10**2900, math.nan, math.inf, 1e308, "x" * 19_000, [0] * 9_000, 100_000)
MEMORY = 300 * 2**20  # bytes that judging one answer may take
SECONDS = 2.0
PLACES, CASES = 8, 2  # of an answer, and of a property


def leaves(value: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """Each place of a number or a text in an answer."""
    if isinstance(value, dict | list | tuple):
        for key, part in value.items() if isinstance(value, dict) else enumerate(value):
            yield from leaves(part, (*path, key))
    else:
        yield path


def with_huge(value: Any, path: tuple[Any, ...], huge: Any) -> Any:
    """The answer with another value in one place; ``...`` is every key."""
    if not path:
        return huge
    if isinstance(value, dict):
        return {key: with_huge(part, path[1:], huge) if path[0] in (key, ...) else part for key, part in value.items()}
    if not isinstance(value, list | tuple):
        return value
    return type(value)([*with_huge(dict(enumerate(value)), path, huge).values()])


def answers(right: Callable[..., Any]) -> Iterator[Callable[..., Any]]:
    """Functions that return what the right one does, but for one value, also in all elements; or but a value."""

    def made(number: int, huge: Any) -> Callable[..., Any]:
        def function(*args: Any, **kwargs: Any) -> Any:
            gave = decode(encode(right(*copy.deepcopy(args), **copy.deepcopy(kwargs))))
            paths = [one for path in islice(leaves(gave), PLACES) for one in (path, (..., *path[1:]) if path else path)]
            found = list(dict.fromkeys(paths)) or [()]
            return with_huge(gave, found[number % len(found)], huge)

        return function

    yield from (made(number, huge) for huge in HUGE for number in range(PLACES))


def judge_huge_answers(name: str) -> Iterator[str]:
    """Say what took too much of time or memory, or could not be judged for want of memory."""
    right = next(iter(functions("right", name).values()))
    cases = [(rule, case) for rule in EXERCISES[name].properties for case in rule.examples[:CASES]]
    assert not any(direct_probe(right, name).try_case(rule, copy.deepcopy(case)) for rule, case in cases)  # loads all
    for number, answer in enumerate(answers(right)):
        for rule, case in cases:
            began = time.process_time()
            failure = direct_probe(answer, name).try_case(rule, copy.deepcopy(case))
            took = time.process_time() - began
            if took > SECONDS or (failure and "memory" in f"{failure.why} {failure.cause}".casefold()):
                yield f"{name}, {rule.name}, {number}: {took:.1f} s, {failure and failure.why}"


def judge_all(pipe: Any) -> None:
    limit(AS=in_use() + 3 * 2**30)
    found: list[str] = []
    for name in EXERCISES:
        before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
        found += judge_huge_answers(name)
        grown = (resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before) * 1024
        found += [f"{name}: {grown / 2**20:.0f} MB"] if grown > MEMORY else []
    pipe.send(found)


@pytest.mark.skipif(not hasattr(resource, "RLIMIT_AS"), reason="limits of memory are Unix")
@pytest.mark.slow
def test_what_an_answer_says_is_looked_at_before_anything_is_built_from_it() -> None:
    ours, theirs = multiprocessing.Pipe()
    process = multiprocessing.get_context("spawn").Process(target=judge_all, args=(theirs,), daemon=True)
    process.start()
    theirs.close()
    assert ours.recv() == []  # the process is a daemon: it ends with this one at the latest


def wants_it_all(_: Callable[..., Any]) -> None:
    bytearray(2**62)


def test_a_property_that_runs_out_of_memory_says_so_and_the_next_is_judged() -> None:
    rules = [Property("wants it all", 1, True, ("large",), wants_it_all), EXERCISES["hello"].properties[1]]
    probe = direct_probe(functions("right", "hello").popitem()[1], "hello")
    first, second = (probe.try_case(rule, dict(rule.examples[0]) if rule.examples else {}) for rule in rules)
    assert (first and first.why, first and first.fatal, second) == (TOO_LARGE, False, None)


@each("free, jobs, own", [(64, 2, 4), (16, 4, 3), (8, 16, 1), (1, 1, 1), (0, 64, 1)])
def test_processes_that_judge_share_the_memory(free: int, jobs: int, own: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(psutil, "virtual_memory", lambda: SimpleNamespace(available=free * 2**30))
    assert pool.memory_of_each(jobs) == own * 2**30

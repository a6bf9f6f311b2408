"""Judging by every property: points, gates, restarts, and replies that are made to break the judge."""

from __future__ import annotations

import copy
import pickle
from collections.abc import Callable
from itertools import product
from typing import Any, cast

import pytest

from classroom.grader.batch.grader import Grader
from classroom.grader.batch.property_scores import RESTARTS, mark_properties
from classroom.grader.marks.model import PropertyMark
from classroom.judge.catalogue import EXERCISES
from classroom.judge.exercise import Broken, Call, Exercise, Foreign, Property
from classroom.judge.probe import Probe
from classroom.judge.worker.client import Conversation, Dead
from classroom.judge.worker.codec import decode, encode
from tests.each import each


class Said:
    """Stands for a worker: it answers what it is told to, whatever it is asked."""

    def __init__(self, answer: Callable[[dict[str, Any]], dict[str, Any]]) -> None:
        self.answer = answer
        self.calls = 0
        self.received, self.lost = 0, 0.0

    def call(self, args: tuple[Any, ...], kwargs: dict[str, Any]) -> dict[str, Any]:
        self.calls += 1
        return self.answer(kwargs)

    def spent(self) -> float:
        return 0.0

    def close(self) -> None:
        """Nothing to end."""


class Nothing:
    """A source of which nothing is known."""

    def parameters(self) -> list[str]:
        return []

    def line_of(self, frames: object) -> tuple[str, int]:
        return "", 0


def probe_of(answer: Callable[[dict[str, Any]], dict[str, Any]]) -> Probe:
    return Probe(Nothing(), "f", cast("Conversation", Said(answer)))


def _require(value: int) -> Callable[..., None]:
    def test(function: Call, number: int) -> None:
        if function(number) % value:
            raise Broken("no multiple")

    return test


def rule(name: str, divisor: int, *, gate: bool = False) -> Property:
    return Property(name, divisor, gate, ("a cause",), _require(divisor), ({"number": 1}, {"number": 2}))


def exercise(*rules: Property) -> Exercise:
    return Exercise(("a", "b", "c"), rules, "f", "00_test")


def earned(marks: list[PropertyMark]) -> dict[str, bool | None]:
    return {mark.name: mark.earned if mark.looked_at else None for mark in marks}


def test_every_property_has_its_own_points() -> None:
    rules = exercise(rule("two", 2), rule("three", 3), rule("five", 5))
    marks = mark_properties(rules, frozenset(), lambda: probe_of(lambda given: {"value": 10}))
    assert earned(marks) == {"two": True, "three": False, "five": True}


def test_nothing_is_looked_at_behind_a_broken_gate() -> None:
    rules = exercise(rule("two", 2), rule("gate", 3, gate=True), rule("five", 5))
    marks = mark_properties(rules, frozenset(), lambda: probe_of(lambda given: {"value": 10}))
    assert earned(marks) == {"two": None, "gate": False, "five": None}


def test_a_process_that_ends_costs_one_property_and_three_restarts_are_all() -> None:
    started = []

    def dies(given: dict[str, Any]) -> dict[str, Any]:
        raise Dead("ended", "ended the process it ran in")

    def start() -> Probe:
        started.append(1)
        return probe_of(dies)

    rules = exercise(*(rule(f"rule {number}", 2) for number in range(8)))
    marks = mark_properties(rules, frozenset(), start)
    assert [mark.looked_at for mark in marks] == [True] * (1 + RESTARTS) + [False] * (7 - RESTARTS)
    assert len(started) == 1 + RESTARTS
    assert "too often before" in marks[-1].why


def test_a_hidden_property_says_nothing_of_its_cases() -> None:
    rules = exercise(rule("two", 2), rule("three", 3))
    marks = mark_properties(rules, frozenset(["three"]), lambda: probe_of(lambda given: {"value": 10}))
    assert marks[1] == PropertyMark("three", 3, earned=False, hidden=True, cause="a cause")


VALUES: dict[str, Any] = {
    "None": None,
    "true": True,
    "NaN": float("nan"),
    "infinity": float("-inf"),
    "a huge integer": -(10**3000),
    "foreign": Foreign("a generator", "<x>"),
    "surrogates": "\ud800" * 50,
    "long text": "a" * 10**6,
    "nested": None,
    "huge integers": [10**3000, -(10**3000)] * 3,
    "truth values": [True, False] * 20,
    "floats": [0.5, float("nan"), 1e308] * 20,
    "strings": ["", "\x00", "\ud800", "a" * 10_000],
    "pairs": [(0, 10**18), (10**18, 0), (-5, 5), (float("nan"), None), (True, False)],
    "backward pairs": [(number, -number) for number in range(500)],
    "odd pairs": [(), (1,), (1, 2, 3), [1, 2]],
    "dictionaries": [{}, {"text": 5}, {None: None}, {"text": "a", "tokens": -1, "start_char": 10**11, "end_char": 3}],
    "chunks far away": [
        {"text": "a", "tokens": 1, "start_char": number * 10**7, "end_char": (number + 1) * 10**7}
        for number in range(500)
    ],
    "long chunks": [{"text": "a" * 4_000, "tokens": 1, "start_char": 0, "end_char": 10**11}] * 60,
    "a dictionary": {"chunks": 10**3000, 5: [], None: {}, (1, 2): float("nan"), "total": "\ud800"},
    "many parts": [0] * 5_000,
}
for _ in range(35):
    VALUES["nested"] = [VALUES["nested"]]


@pytest.mark.parametrize("name", EXERCISES)
def test_no_reply_stops_the_judge(name: str) -> None:
    """Whatever plain data comes back, each property holds or fails, and says so briefly; none raises, none hangs."""
    for kind, value in VALUES.items():
        reply = pickle.dumps(decode(encode(value)))  # unpickled, it is a new copy sooner than by a deep copy
        for wanted in EXERCISES[name].properties:
            asked = probe_of(lambda given, reply=reply: {"value": pickle.loads(reply)})  # type: ignore[misc]  # noqa: S301
            failure = asked.try_case(wanted, copy.deepcopy(dict(wanted.examples[0])))
            if failure is not None:
                assert failure.state in ("wrong", "raises"), kind
                assert len(failure.gave) + len(failure.expected) < 5_000, kind
                assert len(failure.why) < 2_000, kind


ANSWERS: list[dict[str, Any]] = [
    {},
    {"value": 1, "printed": 5, "cpu": "x", "changed": 7},
    {"raised": None},
    {"raised": ["x"], "bases": 5, "message": {"a": 1}, "frames": "no"},
    {
        "raised": "E" * 10**6,
        "bases": [None, 5, "ValueError"],
        "message": "x\x1b[2J\ud800\n" * 10**4,
        "frames": [(1, 2)],
    },
    {
        "raised": "NotImplementedError\nValueError",
        "message": "",
        "frames": [("<cell 1>", 10**18), ("<cell 99999>", -1)],
    },
    {"value": [1], "changed": [["x"]], "printed": ("\x00\ud800" * 10**5, -1), "cpu": float("nan")},
]


@pytest.mark.parametrize("name", EXERCISES)
def test_no_answer_stops_the_judge(name: str) -> None:
    for answer, wanted in product(ANSWERS, EXERCISES[name].properties):
        asked = probe_of(lambda given, answer=answer: copy.deepcopy(answer))  # type: ignore[misc]
        failure = asked.try_case(wanted, copy.deepcopy(dict(wanted.examples[0])))
        if failure is not None:
            assert len(failure.why) < 2_000
            assert len(failure.printed) < 2_000
            assert "\x1b" not in failure.why + failure.printed + failure.line


def test_a_mark_is_for_the_functions_of_the_notebook_and_not_for_ours() -> None:
    own = "def hello(name): return f'Hello {name}'"
    given = "from classroom import mine\nhello = mine('hello')"
    assert Grader("hello", "seed", None).mark([given, own, given]).points == 2
    assert Grader("hello", "seed", None).mark([given]).points == 0


@each(
    ("cell", "reason"),
    [
        ("hello = 5", "hello is not a function"),
        ("def hallo(name): pass", "no function hello is defined; there is hallo"),
        ("def Hello(name): pass", "no function hello is defined; there is one that looks like it: Hello"),
        ("def h\u0435llo(name): pass", "one that looks like it, with a CYRILLIC SMALL LETTER IE"),
        ("raise ImportError\ndef hello(name): pass", "code cell 1 failed: ImportError"),
    ],
)
def test_where_there_is_no_function_the_reason_says_what_there_is(cell: str, reason: str) -> None:
    mark = Grader("hello", "seed", None).mark([cell])
    assert (mark.state, mark.points) == ("failed", 0)
    assert reason in mark.reason

"""A check shows what it expected: a value as a value, and a description as plain words."""

from __future__ import annotations

from typing import Any, cast

from classroom.judge.exercise import Broken, Call, Property, Words
from classroom.judge.probe import Failure, Ours, Probe
from classroom.judge.worker.client import Conversation
from tests.each import each


class Replies:
    """Stands for a worker that always gives the same reply."""

    def __init__(self, value: object) -> None:
        self.value = value

    def call(self, args: tuple[Any, ...], kwargs: dict[str, Any]) -> dict[str, Any]:
        return {"value": self.value}


def failure_of(rule: Property, case: dict[str, Any], reply: object) -> Failure:
    found = Probe(Ours(len), "f", cast("Conversation", Replies(reply))).try_case(rule, case)
    assert found is not None
    return found


@each(
    ("expected", "shown"),
    [
        (Words('a chunk that starts with "bb" or before it'), 'a chunk that starts with "bb" or before it'),
        (Words("two\nlines"), "two …"),
        ("bb", "'bb'"),
        ([Words("bb")], "['bb']"),
        ("", "''"),
    ],
)
def test_words_have_no_quotes_and_values_have(expected: object, shown: str) -> None:
    def test(function: Call, text: str) -> None:
        function(text)
        raise Broken("another one", expected=expected)

    assert failure_of(Property("p", 1, False, ("a cause",), test, ()), {"text": "a"}, "b").expected == shown

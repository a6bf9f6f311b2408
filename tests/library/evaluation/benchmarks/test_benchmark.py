"""A benchmark holds when it is made: its evidence lies where it says."""

from __future__ import annotations

import pickle
from collections.abc import Sequence
from dataclasses import FrozenInstanceError, replace
from functools import partial
from typing import Any

import numpy as np
import pytest

from chunklib.chunk import Span
from chunklib.evaluation.benchmarks.benchmark import Benchmark, Question
from tests.each import each
from tests.promises import refused

TEXTS = {"note": "At 4 degrees the room is cold.", "letter": "Dear reader, 汉字 and 👩‍🔧."}
ONE = Question("q1", "How warm?", "note", (Span(3, 12),), kind="fact", difficulty="easy")


def benchmark(*questions: Question, texts: dict[str, str] | None = None) -> Benchmark:
    return Benchmark("small", TEXTS if texts is None else texts, questions)


@each(
    ("question", "named"),
    [
        (replace(ONE, spans=()), ("needs evidence",)),
        (replace(ONE, spans=(Span(5, 5),)), ("end after its start", "5-5")),
        (replace(ONE, spans=(Span(-1, 5),)), ("outside", "-1-5", "'note'", "30 characters")),
        (replace(ONE, spans=(Span(25, 31),)), ("outside", "25-31", "30 characters")),
        (replace(ONE, spans=(Span(8, 12), Span(3, 9))), ("must not overlap", "3-9", "8-12")),
        (replace(ONE, document="memo"), ("unknown document 'memo'", "note, letter")),
        (replace(ONE, text=" \n"), ("the question is empty",)),
        (ONE, ("the id occurs twice",)),
    ],
)
def test_a_question_that_cannot_be_is_refused_with_its_id_and_the_rule(
    question: Question, named: tuple[str, ...]
) -> None:
    others = (ONE,) if question == ONE else (replace(ONE, id="q0"),)
    refused(lambda: benchmark(*others, question), ValueError, "'q1'", *named)


def test_a_message_shows_the_beginning_of_a_long_question() -> None:
    long = replace(ONE, text="Why\n" * 200, spans=())
    with pytest.raises(ValueError, match="needs evidence") as caught:
        benchmark(long)
    assert "Why Why Why" in str(caught.value)
    assert len(str(caught.value).splitlines()) == 1
    assert len(str(caught.value)) < 150


@each("place", [(0.0, 1.5), (False, True)])
def test_places_are_whole_numbers(place: Any) -> None:
    refused(lambda: benchmark(replace(ONE, spans=(place,))), TypeError, "whole number", repr(place[0]))


def test_documents_and_questions_must_be_there() -> None:
    refused(lambda: benchmark(ONE, texts={}), ValueError, "'small'", "no text")
    refused(lambda: benchmark(ONE, texts={"note": " \n", "letter": ""}), ValueError, "no text")
    refused(benchmark, ValueError, "'small'", "no questions")
    only = partial(Benchmark, "small", TEXTS, (), (NONE,))
    refused(only, ValueError, "no questions, only unanswerable ones")


NONE = Question("q9", "Who sat there?", "note", (), kind="no_answer")


def test_questions_without_an_answer_are_kept_apart_and_checked_too() -> None:
    found = Benchmark("small", TEXTS, (ONE,), (NONE,))
    assert (found.questions, found.unanswerable) == ((ONE,), (NONE,))
    assert found.evidence(NONE) == []
    assert pickle.loads(pickle.dumps(found)) == found  # noqa: S301 (our own bytes)
    assert found.fingerprint != benchmark(ONE).fingerprint
    assert benchmark(ONE).unanswerable == ()


@each(
    ("question", "named"),
    [
        (replace(NONE, spans=(Span(3, 12),)), ("'q9'", "an unanswerable question has no evidence", "1 span")),
        (replace(NONE, id="q1"), ("'q1'", "the id occurs twice")),
    ],
)
def test_an_unanswerable_question_that_cannot_be_is_refused(question: Question, named: tuple[str, ...]) -> None:
    refused(lambda: Benchmark("small", TEXTS, (ONE,), (question,)), ValueError, *named)


def test_of_kinds_keeps_the_questions_of_these_kinds_in_their_order() -> None:
    two, three = replace(ONE, id="q2", kind="exact"), replace(ONE, id="q3", kind="spread")
    found = Benchmark("small", TEXTS, (three, ONE, two), (NONE,))
    assert found.of_kinds("fact", "spread").questions == (three, ONE)
    assert found.of_kinds("fact", "spread").unanswerable == ()
    assert found.of_kinds("no_answer", "exact") == Benchmark("small", TEXTS, (two,), (NONE,))
    assert found.of_kinds("fact", "exact", "spread", "no_answer") == found
    refused(lambda: found.of_kinds("fact", "facts"), ValueError, "'facts'", "spread, fact, exact, no_answer")
    refused(lambda: found.of_kinds("no_answer"), ValueError, "'small'", "no questions")
    refused(found.of_kinds, ValueError, "'small'", "no questions")
    refused(lambda: benchmark(replace(ONE, kind="")).of_kinds("fact"), ValueError, "'small' have no kinds", "'fact'")
    refused(lambda: found.of_kinds(7), ValueError, "7")  # type: ignore[arg-type]


def test_spans_are_put_in_order_and_may_touch() -> None:
    found = benchmark(replace(ONE, spans=(Span(25, 29), Span(3, 9), Span(9, 12))))
    assert found.questions[0].spans == (Span(3, 9), Span(9, 12), Span(25, 29))
    assert found.evidence(found.questions[0]) == ["4 degr", "ees", "cold"]


def test_plain_pairs_and_numpy_integers_are_spans_too() -> None:
    pairs: Sequence[Any] = ((np.int64(3), np.int64(12)),)
    found = benchmark(replace(ONE, spans=tuple(pairs)))
    assert found.questions[0].spans == (Span(3, 12),)
    assert type(found.questions[0].spans[0].start) is int
    assert found.fingerprint == benchmark(ONE).fingerprint


def test_what_was_given_can_change_and_the_benchmark_does_not() -> None:
    mine = dict(TEXTS)
    found = benchmark(ONE, texts=mine)
    mine["note"] = ""
    assert found.documents["note"] == TEXTS["note"]
    with pytest.raises(TypeError):
        found.documents["note"] = ""  # type: ignore[index]
    with pytest.raises(FrozenInstanceError):
        found.name = "other"  # type: ignore[misc]


def test_the_same_data_has_the_same_fingerprint_and_any_other_has_another() -> None:
    turned = dict(reversed(TEXTS.items()))
    assert benchmark(ONE).fingerprint == benchmark(ONE, texts=turned).fingerprint
    assert len(benchmark(ONE).fingerprint) == 12
    two = replace(ONE, id="q2")
    others = [
        benchmark(ONE),
        benchmark(two),
        benchmark(ONE, two),
        benchmark(replace(ONE, text="How cold?")),
        benchmark(replace(ONE, spans=(Span(3, 11),))),
        benchmark(replace(ONE, document="letter")),
        benchmark(ONE, texts={**TEXTS, "letter": "Dear writer,"}),
        benchmark(ONE, texts={"note": f"{TEXTS['note']}\ud800"}),
    ]
    assert len({other.fingerprint for other in others}) == len(others)


def changed(**fields: Any) -> Question:
    """A question with values of any type."""
    return replace(ONE, **fields)


@each(("given", "said"), [
    ({"questions": ONE}, "questions must be a list of Question: got Question"),
    ({"questions": (changed(id=7),)}, "question 7: its id must be a text (str): got int"),
    ({"questions": (changed(spans=("07",)),)}, "question 'q1': a span must be a start and an end: got '07'"),
    ({"questions": (changed(spans=None),)}, "spans must be a list of starts and ends: got NoneType"),
    ({"documents": {"note": b"At 4 degrees Celsius."}}, "the document 'note' must be a text (str): got bytes"),
    ({"documents": ["text"]}, "documents must be texts by name, {name: text}: got list"),
])  # fmt: skip
def test_other_types_are_refused_in_one_line(given: dict[str, Any], said: str) -> None:
    told: dict[str, Any] = {"documents": TEXTS, "questions": (ONE,), **given}
    refused(lambda: Benchmark("small", told["documents"], told["questions"]), TypeError, said)

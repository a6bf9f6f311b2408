"""Scores that show that a question has no answer: every pair is counted, and ties count half."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import product
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from chunklib.chunk import Chunk, Span
from chunklib.evaluation import Benchmark, Question, told_apart
from chunklib.retrieval import Hit
from tests.promises import refused

CHUNK = Chunk("Cold.", 0, 5, 1, 0, 0, "note")
scores = st.lists(st.one_of(st.none(), st.integers(-3, 3)), min_size=1, max_size=6)


@dataclass
class Scoring:
    """Finds one chunk, with the score that the question names, or none."""

    chunks = (CHUNK,)

    def search(self, query: str, k: int = 5) -> list[Hit]:
        return [] if query == "None" else [Hit(CHUNK, float(query))][:k]

    def rank(self, queries: Any, k: int) -> Any:
        raise NotImplementedError


def asked(answered: list[int | None], not_answered: list[int | None] = []) -> Benchmark:  # noqa: B006 (never changed)
    questions = (Question(f"a{at}", str(score), "note", (Span(0, 5),)) for at, score in enumerate(answered))
    without = (Question(f"n{at}", str(score), "note", ()) for at, score in enumerate(not_answered))
    return Benchmark("small", {"note": "Cold."}, tuple(questions), tuple(without))


@given(scores, scores)
def test_every_pair_is_counted_once(answered: list[int | None], not_answered: list[int | None]) -> None:
    keys = [
        (-99 if one is None else one, -99 if other is None else other) for one, other in product(answered, not_answered)
    ]
    expected = sum(1.0 if one > other else 0.5 if one == other else 0.0 for one, other in keys) / len(keys)
    assert told_apart(asked(answered, not_answered), Scoring()) == pytest.approx(expected, abs=1e-15)


def test_a_benchmark_without_such_questions_is_refused() -> None:
    refused(lambda: told_apart(asked([1]), Scoring()), ValueError, "'small'", "no unanswerable questions")

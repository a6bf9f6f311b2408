"""Reciprocal rank and nDCG, against their definitions computed by hand."""

from __future__ import annotations

import math
import sys

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from chunklib import Chunk
from chunklib.chunk import Span
from chunklib.evaluation.benchmark import Question
from chunklib.evaluation.line import Evidence, Line, Pool
from chunklib.evaluation.ranking import ranking_scores

CHUNKS = [Chunk("", at, at + 10, 1, 0, at // 10, "a") for at in range(0, 60, 10)]
LINE = Line({"a": 60})
POOL = Pool(CHUNKS, LINE)


def by_definition(relevant: set[int], ranked: list[int]) -> tuple[float, float]:
    first = next((1 / rank for rank, place in enumerate(ranked, 1) if place in relevant), 0.0)
    gain = sum(1 / math.log2(rank + 1) for rank, place in enumerate(ranked, 1) if place in relevant)
    best = sum(1 / math.log2(rank + 1) for rank in range(1, min(len(relevant), len(ranked)) + 1))
    return first, gain / best


@given(
    st.lists(st.tuples(st.integers(0, 58), st.integers(1, 30)), min_size=1, max_size=4),
    st.lists(st.permutations(range(6)), min_size=4, max_size=4),
    st.integers(1, 6),
)
def test_they_are_what_their_definitions_say(spans: list[tuple[int, int]], orders: list[list[int]], depth: int) -> None:
    pieces = [Span(start, min(60, start + length)) for start, length in spans]
    questions = [Question(str(number), "?", "a", (piece,)) for number, piece in enumerate(pieces)]
    evidence = Evidence.of(questions, LINE)
    ranks = np.array([order[:depth] for order in orders[: len(questions)]])
    found = ranking_scores(evidence, POOL, ranks)
    for number, question in enumerate(questions):
        [(start, end)] = question.spans
        relevant = {at for at, chunk in enumerate(CHUNKS) if chunk.start_char < end and start < chunk.end_char}
        expected = by_definition(relevant, ranks[number].tolist())
        assert (found["mrr"][number], found["ndcg"][number]) == pytest.approx(expected)


def test_nothing_found_scores_nothing_and_missing_hits_are_no_hits() -> None:
    evidence = Evidence.of([Question("q", "?", "a", (Span(5, 8),)), Question("r", "?", "a", (Span(15, 18),))], LINE)
    found = ranking_scores(evidence, POOL, np.array([[-1, -1], [1, -1]]))
    assert found["mrr"].tolist() == [0.0, 1.0]
    assert found["ndcg"].tolist() == [0.0, 1.0]


def test_without_the_package_the_extra_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "ir_measures", None)
    evidence = Evidence.of([Question("q", "?", "a", (Span(5, 8),))], LINE)
    with pytest.raises(ModuleNotFoundError, match=r"pip install 'chunklib\[ranking\]'"):
        ranking_scores(evidence, POOL, np.array([[0]]))

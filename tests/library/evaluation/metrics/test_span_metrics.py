"""Recall, precision and their kin, against sets and multisets of characters."""

from __future__ import annotations

from typing import Any

import numpy as np
from hypothesis import given

from chunklib.evaluation.axis import ratio
from chunklib.evaluation.metrics.registry import METRICS as EVERY
from chunklib.evaluation.metrics.registry import retrieved_scores, span_scores
from tests import span_oracle
from tests.each import each
from tests.promises import refused
from tests.span_oracle import Place, World, laid, worlds

METRICS = [name for name, metric in EVERY.items() if metric.judges == "hits"]


@given(worlds())
def test_every_metric_is_that_of_sets_and_multisets(world: World) -> None:
    found = retrieved_scores(*laid(world))
    wanted = [
        span_oracle.retrieved_scores(pieces, world.retrieved(question))
        for question, pieces in enumerate(world.evidence)
    ]
    assert list(found) == list(METRICS) == list(wanted[0])
    for name, scores in found.items():
        assert scores.tolist() == [float(score[name]) for score in wanted], name


@given(worlds())
def test_one_question_is_measured_from_places_alone(world: World) -> None:
    for question, pieces in enumerate(world.evidence):
        wanted = span_oracle.retrieved_scores(pieces, world.retrieved(question))
        found = span_scores(world.retrieved(question), list(reversed(pieces)))
        assert found == {name: float(score) for name, score in wanted.items()}


@each(
    ("retrieved", "evidence", "named"),
    [
        ([("a", 0, 5)], [], "needs evidence"),
        ([("a", 5, 5)], [("a", 0, 5)], "5-5"),
        ([("a", 6, 5)], [("a", 0, 5)], "6-5"),
        ([("b", -1, 5)], [("a", 0, 5)], "-1-5"),
        ([], [("a", -2, 3)], "-2-3"),
        ([], [("a", 4, 6), ("a", 0, 5)], "must not overlap"),
    ],
)
def test_places_that_cannot_be_are_refused(retrieved: list[Place], evidence: list[Place], named: str) -> None:
    refused(lambda: span_scores(retrieved, evidence), ValueError, named)


@each("place", [0.5, True])
def test_places_are_whole_numbers(place: Any) -> None:
    refused(lambda: span_scores([("a", place, 5)], [("a", 0, 5)]), TypeError, f"a whole number: got {place!r}")
    refused(lambda: span_scores([], [("a", place, 5)]), TypeError, f"a whole number: got {place!r}")


def test_nothing_of_nothing_is_nothing() -> None:
    assert ratio(np.array([0, 0, 3]), np.array([0, 2, 4])).tolist() == [0.0, 0.0, 0.75]


def test_a_rank_of_nothing_is_not_the_last_chunk() -> None:
    world = World({"a": 9}, [[("a", 2, 3)], [("a", 2, 3)]], [("a", 5, 6), ("a", 0, 9)], [[-1, 0, -1], [-1, 1, -1]])
    found = retrieved_scores(*laid(world))
    assert [found[name].tolist() for name in ("recall", "precision", "whole")] == [[0, 1], [0, 1 / 9], [0, 1]]

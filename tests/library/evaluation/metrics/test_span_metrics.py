"""Recall, precision and their kin, against sets and multisets of characters."""

from __future__ import annotations

from typing import Any

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

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


@given(worlds(), st.integers(0, 9))
def test_more_hits_never_lower_recall_and_the_order_of_hits_does_not_matter(world: World, seed: int) -> None:
    evidence, pool, ranks = laid(world)
    all_hits, fewer = retrieved_scores(evidence, pool, ranks), retrieved_scores(evidence, pool, ranks[:, :-1])
    assert (all_hits["recall"] >= fewer["recall"]).all()
    assert (all_hits["whole"] >= fewer["whole"]).all()
    mixed = np.random.default_rng(seed).permuted(ranks, axis=1)
    assert {name: scores.tolist() for name, scores in retrieved_scores(evidence, pool, mixed).items()} == {
        name: scores.tolist() for name, scores in all_hits.items()
    }


@given(worlds())
def test_questions_have_nothing_to_do_with_one_another(world: World) -> None:
    together = retrieved_scores(*laid(world))
    for question, pieces in enumerate(world.evidence):
        alone = retrieved_scores(*laid(world._replace(evidence=[pieces], ranks=[world.ranks[question]])))
        assert {name: scores[0] for name, scores in alone.items()} == {
            name: scores[question] for name, scores in together.items()
        }


@given(worlds())
def test_exactly_the_evidence_is_perfect_and_nothing_is_nothing(world: World) -> None:
    for pieces in world.evidence:
        assert span_scores(pieces, pieces) == dict.fromkeys(METRICS, 1.0) | {"redundancy": 0.0}
        assert span_scores([], pieces) == dict.fromkeys(METRICS, 0.0)


def test_ranges_are_half_open() -> None:
    assert span_scores([("a", 0, 5)], [("a", 5, 9)]) == dict.fromkeys(METRICS, 0.0)


def test_a_place_in_another_document_is_another_place() -> None:
    assert span_scores([("a", 0, 5)], [("b", 0, 5)]) == dict.fromkeys(METRICS, 0.0)


def test_what_is_repeated_lowers_precision_and_one_of_the_two_forms_of_iou() -> None:
    found = span_scores([("a", 0, 10), ("a", 0, 10)], [("a", 0, 10)])
    expected = {
        "recall": 1.0,
        "precision": 0.5,
        "f1": 2 / 3,
        "iou": 0.5,
        "iou_set": 1.0,
        "redundancy": 0.5,
        "whole": 1.0,
    }
    assert {name: found[name] for name in expected} == expected


def test_a_piece_in_two_halves_is_found_and_not_whole() -> None:
    found = span_scores([("a", 0, 5), ("a", 5, 10)], [("a", 2, 8)])
    assert (found["recall"], found["whole"], found["precision"]) == (1.0, 0.0, 0.6)


@each(
    ("retrieved", "evidence", "named"),
    [
        ([("a", 0, 5)], [], "needs evidence"),
        ([], [], "needs evidence"),
        ([("a", 5, 5)], [("a", 0, 5)], "5-5"),
        ([("a", 6, 5)], [("a", 0, 5)], "6-5"),
        ([("b", -1, 5)], [("a", 0, 5)], "-1-5"),
        ([], [("a", 3, 3)], "3-3"),
        ([], [("a", 7, 3)], "7-3"),
        ([], [("a", -2, 3)], "-2-3"),
        ([], [("a", 4, 6), ("a", 0, 5)], "must not overlap"),
        ([], [("a", 4, 6), ("a", 4, 6)], "must not overlap"),
    ],
)
def test_places_that_cannot_be_are_refused(retrieved: list[Place], evidence: list[Place], named: str) -> None:
    refused(lambda: span_scores(retrieved, evidence), ValueError, named)


@each("place", [0.5, "0", None, True])
def test_places_are_whole_numbers(place: Any) -> None:
    refused(lambda: span_scores([("a", place, 5)], [("a", 0, 5)]), TypeError, f"a whole number: got {place!r}")
    refused(lambda: span_scores([], [("a", place, 5)]), TypeError, f"a whole number: got {place!r}")


def test_pieces_may_touch_and_stand_in_several_documents() -> None:
    assert span_scores([("a", 0, 9)], [("b", 0, 9), ("a", 5, 9), ("a", 0, 5)])["recall"] == 0.5


def test_a_rank_of_nothing_is_not_the_last_chunk() -> None:
    world = World({"a": 9}, [[("a", 2, 3)], [("a", 2, 3)]], [("a", 5, 6), ("a", 0, 9)], [[-1, 0, -1], [-1, 1, -1]])
    found = retrieved_scores(*laid(world))
    assert {name: scores.tolist() for name, scores in found.items() if name in ("recall", "precision", "whole")} == {
        "recall": [0.0, 1.0],
        "precision": [0.0, 1 / 9],
        "whole": [0.0, 1.0],
    }


def test_nothing_of_nothing_is_nothing() -> None:
    assert ratio(np.array([0, 0, 3]), np.array([0, 2, 4])).tolist() == [0.0, 0.0, 0.75]

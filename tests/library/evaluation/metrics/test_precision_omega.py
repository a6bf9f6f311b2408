"""Precision at full recall in both forms: with open ends over a multiset, and step by step as it was published."""

from __future__ import annotations

from hypothesis import example, given

from chunklib.evaluation.metrics.chunking_metrics import precision_omega, precision_omega_published
from tests import span_oracle
from tests.span_oracle import World, laid, worlds

# Two documents of which one ends where the other begins; a chunk inside another; a piece without a chunk.
EDGES = World({"a": 5, "b": 5}, [[("a", 3, 5)], [("b", 0, 2)]], [("b", 0, 3), ("a", 2, 5)], [[0], [1]])
NESTED = World({"a": 20}, [[("a", 4, 6), ("a", 12, 14)]], [("a", 0, 10), ("a", 3, 5), ("a", 6, 9)], [[0]])


@given(worlds())
@example(EDGES)
@example(NESTED)
def test_chunks_with_evidence_are_counted_with_all_they_repeat(world: World) -> None:
    evidence, pool, _ = laid(world)
    wanted = [span_oracle.precision_omega(pieces, world.chunks) for pieces in world.evidence]
    assert precision_omega(evidence, pool).tolist() == [float(fraction) for fraction in wanted]


@given(worlds())
@example(EDGES)
@example(NESTED)
def test_the_published_form_is_that_of_the_published_steps(world: World) -> None:
    evidence, pool, _ = laid(world)
    wanted = [span_oracle.precision_omega_published(pieces, world.chunks) for pieces in world.evidence]
    assert precision_omega_published(evidence, pool).tolist() == [float(fraction) for fraction in wanted]

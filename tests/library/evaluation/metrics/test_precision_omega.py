"""Precision at full recall in both forms: with open ends over a multiset, and step by step as it was published."""

from __future__ import annotations

from hypothesis import example, given

from chunklib.evaluation.metrics.chunking_metrics import precision_omega, precision_omega_published
from tests import span_oracle
from tests.each import each
from tests.span_oracle import Place, World, laid, worlds


def both(evidence: list[Place], chunks: list[Place], length: int = 100) -> tuple[float, float]:
    parts = laid(World({"a": length, "b": length}, [evidence], chunks, [[-1]]))
    return float(precision_omega(*parts[:2])[0]), float(precision_omega_published(*parts[:2])[0])


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


@each(
    ("evidence", "chunks", "half_open", "published"),
    [
        # one chunk of ten has four of the evidence
        ([("a", 3, 7)], [("a", 0, 10), ("a", 10, 20)], 0.4, 0.4),
        # a chunk that ends where the evidence begins is counted in the published form only
        ([("a", 10, 15)], [("a", 0, 10), ("a", 10, 20)], 0.5, 0.25),
        # what two chunks share counts twice with open ends, once as published
        ([("a", 5, 10)], [("a", 0, 10), ("a", 5, 15)], 0.25, 1 / 3),
        # evidence in no chunk is counted with the chunks as published
        ([("a", 8, 12)], [("a", 0, 10)], 0.2, 1 / 6),
    ],
)
def test_the_two_forms_by_hand(evidence: list[Place], chunks: list[Place], half_open: float, published: float) -> None:
    assert both(evidence, chunks) == (half_open, published)


def test_without_chunks_there_is_nothing() -> None:
    assert both([("a", 0, 5)], []) == (0.0, 0.0)

"""The metrics of a chunking need no retrieval."""

from __future__ import annotations

from collections.abc import Iterable
from statistics import fmean

import pytest
from hypothesis import given

from chunklib.calculators import containment
from chunklib.chunk import Chunk
from chunklib.evaluation.metrics.chunking_metrics import (
    achieved_overlap,
    boundary_cut,
    contained,
)
from tests import span_oracle
from tests.each import each
from tests.span_oracle import World, laid, worlds


@given(worlds())
def test_contained_are_the_pieces_inside_one_chunk(world: World) -> None:
    evidence, pool, _ = laid(world)
    wanted = [float(span_oracle.contained(pieces, world.chunks)) for pieces in world.evidence]
    assert contained(evidence, pool).tolist() == wanted


@given(worlds())
def test_cut_are_the_pieces_with_an_end_of_a_chunk_inside(world: World) -> None:
    evidence, pool, _ = laid(world)
    wanted = [float(span_oracle.boundary_cut(pieces, world.chunks)) for pieces in world.evidence]
    assert boundary_cut(evidence, pool).tolist() == wanted


def predicted_containment(lengths: Iterable[int], size: int, overlap: int) -> float:
    """The mean of the closed form over pieces of evidence."""
    return fmean(containment(length, size, overlap) for length in lengths)


@each(("size", "overlap"), [(10, 0), (10, 3), (10, 9), (7, 2), (1, 0), (40, 20)])
def test_the_prediction_is_the_share_of_all_places_of_a_long_line(size: int, overlap: int) -> None:
    """Every place where evidence can lie to a grid of windows is tried once."""
    step, lengths = size - overlap, [1, 2, 5, 9, 10, 11, 30]
    windows = [("a", start, start + size) for start in range(0, 400, step)]
    asked = [[("a", 100 + at, 100 + at + length)] for length in lengths for at in range(step)]
    evidence, pool, _ = laid(World({"a": 500}, asked, windows, [[-1]]))
    assert contained(evidence, pool).mean() == pytest.approx(predicted_containment(lengths, size, overlap), abs=1e-12)


def test_without_chunks_nothing_is_contained_and_nothing_cut() -> None:
    evidence, pool, _ = laid(World({"a": 9}, [[("a", 0, 9)]], [], [[-1]]))
    assert contained(evidence, pool).tolist() == boundary_cut(evidence, pool).tolist() == [0.0]


def test_achieved_overlap_is_what_neighbours_share_and_first_chunks_have_none() -> None:
    first = [Chunk("abc", 0, 3, 3, 0, 0, "one"), Chunk("cd", 2, 4, 2, 1, 1, "one")]
    second = [Chunk("xyz", 0, 3, 3, 0, 0, "two"), Chunk("z", 2, 4, 2, 2, 1, "two"), Chunk("q", 4, 5, 1, 0, 2, "two")]
    assert achieved_overlap([*first, *second]) == 1.0
    assert achieved_overlap(first[:1]) == achieved_overlap([]) == 0.0

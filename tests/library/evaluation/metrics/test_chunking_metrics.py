"""The metrics of a chunking need no retrieval."""

from __future__ import annotations

from collections.abc import Iterable
from statistics import fmean

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from chunklib.calculators import containment
from chunklib.chunk import Chunk
from chunklib.evaluation import own_benchmark
from chunklib.evaluation.axis import Pool
from chunklib.evaluation.indexed_benchmark import Prepared, chunked
from chunklib.evaluation.metrics.chunking_metrics import (
    achieved_overlap,
    boundary_cut,
    contained,
)
from chunklib.evaluation.phases import PHASES
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


@given(worlds(), st.integers(1, 9))
def test_windows_without_overlap_contain_exactly_what_they_do_not_cut(world: World, size: int) -> None:
    chunks = [
        (name, start, min(start + size, length))
        for name, length in world.lengths.items()
        for start in range(0, length, size)
    ]
    evidence, pool, _ = laid(world._replace(chunks=chunks))
    cut = boundary_cut(evidence, pool)
    assert contained(evidence, pool) == pytest.approx(1 - cut, abs=1e-12)


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


# ------------------------------------------------------------------ real windows


def test_windows_of_the_courses_documents_contain_what_is_predicted() -> None:
    """Measured over six phases and predicted agree within a point, piece by piece and question by question."""
    prepared = Prepared(own_benchmark())
    spans, lengths = prepared.evidence.spans, prepared.evidence_tokens
    for size in (200, 400):
        for overlap in (0, size // 5):
            config = {"strategy": "token_windows", "size": size, "overlap": overlap}
            pools = [Pool(chunked(prepared, config, phase=at, phases=PHASES), prepared.line) for at in range(PHASES)]
            by_question = np.mean([contained(prepared.evidence, pool).mean() for pool in pools])
            inside = [
                ((pool.start[:, None] <= spans.start) & (pool.end[:, None] >= spans.end)).any(axis=0) for pool in pools
            ]
            chances = np.array([predicted_containment([length], size, overlap) for length in lengths.tolist()])
            owners = np.bincount(spans.owner)
            weighted = (np.bincount(spans.owner, weights=chances) / owners).mean()
            assert np.mean(inside) == pytest.approx(predicted_containment(lengths.tolist(), size, overlap), abs=0.01)
            assert by_question == pytest.approx(weighted, abs=0.01), (size, overlap)

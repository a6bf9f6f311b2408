"""The arithmetic of windows, against windows that are really cut and evidence that is really placed."""

import math
from fractions import Fraction
from itertools import pairwise

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from chunklib import STRATEGIES, TEXT_STRATEGIES, Chunk
from chunklib.calculators import (
    StorageImpact,
    containment,
    count_windows,
    overlap_from_percent,
    overlap_stats,
    storage_impact,
    stride,
)
from tests import oracle
from tests.each import each
from tests.hostile import Case, cases

EXAMPLES = settings().max_examples
windows, characters = STRATEGIES["token_windows"], STRATEGIES["fixed_characters"]


@st.composite
def grids(draw: st.DrawFn, most: int = 60) -> tuple[int, int]:
    size = draw(st.integers(1, most))
    return size, draw(st.integers(0, size - 1))


def cut(tokens: int, size: int, overlap: int) -> list[tuple[int, int]]:
    """Windows by the loop that stops where the last one reaches the end."""
    found: list[tuple[int, int]] = []
    while tokens and (not found or found[-1][1] < tokens):
        start = len(found) * (size - overlap)
        found.append((start, min(start + size, tokens)))
    return found


@given(tokens=st.integers(0, 400), grid=grids())
@settings(max_examples=EXAMPLES * 2)
def test_windows_and_storage_are_those_of_the_real_chunkers(tokens: int, grid: tuple[int, int]) -> None:
    size, overlap = grid
    for split, unit in ((windows, " a"), (characters, "x")):
        chunks = split(unit * tokens, size, overlap)
        assert [chunk.size for chunk in chunks] == [end - start for start, end in cut(tokens, size, overlap)]
        impact = storage_impact(tokens, size, overlap, price_per_million=2.5)
        assert count_windows(tokens, size, overlap) == impact.chunks == len(chunks)
        assert impact.tokens == sum(chunk.size for chunk in chunks)
        stats = overlap_stats(chunks)
        assert stats.redundancy == pytest.approx(impact.redundancy)
        assert impact.cost == pytest.approx(impact.tokens * 2.5e-6)
        assert stats.shared == impact.tokens - tokens
        starts = [chunk.start_char for chunk in chunks]
        assert starts == [number * stride(size, overlap) * len(unit) for number in range(len(chunks))]


@given(tokens=st.integers(0, 10**12), grid=grids(10**6))
def test_the_count_is_exact_for_numbers_of_any_length(tokens: int, grid: tuple[int, int]) -> None:
    size, overlap = grid
    count = count_windows(tokens, size, overlap)
    step = size - overlap
    assert type(count) is int
    if tokens:
        assert (count - 1) * step + size >= tokens
        assert count == 1 or (count - 2) * step + size < tokens


@each(("tokens", "size", "overlap", "chunks"), [
    (1050, 300, 50, 4),  # a published loop emits a fifth inside the fourth
    (1502, 600, 100, 3),  # another gives 600, 600, 502 and a useless 2
    (100_000, 500, 0, 200),  # a published calculator says 201
    (100_000, 500, 250, 399),  # ... and 400
])  # fmt: skip
def test_published_figures_counted_again(tokens: int, size: int, overlap: int, chunks: int) -> None:
    assert count_windows(tokens, size, overlap) == len(cut(tokens, size, overlap)) == chunks


def test_the_price_of_a_published_example() -> None:
    assert storage_impact(100_000, 500, 250) == StorageImpact(399, 199_500, 1.995, 0.00399)
    assert storage_impact(1_000_000, 500, 0).cost == pytest.approx(0.02)
    assert storage_impact(0, 500, 75) == StorageImpact(0, 0, 1.0, 0.0)
    assert storage_impact(10, 500, 75, price_per_million=0).cost == 0


@given(size=st.integers(1, 10_000), thousandths=st.integers(0, 99_999))
@example(size=500, thousandths=64_600)
@settings(max_examples=EXAMPLES * 2)
def test_a_percentage_is_taken_as_written(size: int, thousandths: int) -> None:
    """64.6 % of 500 is 323, though 64.6 * 500 / 100 is 322.99… in binary."""
    exact = Fraction(thousandths, 1000)
    assert overlap_from_percent(size, thousandths / 1000) == math.floor(size * exact / 100)


def placements(tokens: int, evidence: int, size: int, overlap: int) -> list[bool]:
    """For every place that evidence can have in a document: whether some window holds all of it."""
    grid = cut(tokens, size, overlap)
    return [
        any(start <= place and place + evidence <= end for start, end in grid) for place in range(tokens - evidence + 1)
    ]


@given(grid=grids(25), evidence=st.integers(1, 30), more=st.integers(1, 5))
@settings(max_examples=EXAMPLES * 2)
def test_containment_is_exact_over_whole_steps_of_the_grid(grid: tuple[int, int], evidence: int, more: int) -> None:
    """Over the places of whole steps, full windows all around, the closed form is a fraction of places, exactly."""
    size, overlap = grid
    step = size - overlap
    held = placements((more + 40) * step + size, evidence, size, overlap)[: more * step]
    assert containment(evidence, size, overlap) == pytest.approx(sum(held) / len(held))


@given(case=cases(), strategy=st.sampled_from(sorted(TEXT_STRATEGIES)))
@settings(max_examples=EXAMPLES)
def test_stats_are_measured_on_the_chunks(case: Case, strategy: str) -> None:
    try:
        chunks = STRATEGIES[strategy](case.text, case.size, case.overlap, ruler=case.ruler)
    except ValueError:
        return
    length, stats = oracle.measure(case.ruler), overlap_stats(chunks)
    shared = [case.text[after.start_char : before.end_char] for before, after in pairwise(chunks)]
    assert stats.chunks == len(chunks)
    assert stats.stored == sum(length(chunk.text) for chunk in chunks)
    assert stats.shared == sum(map(length, shared))
    assert stats.bare == sum(not part for part in shared)
    assert stats.mean_size == pytest.approx(stats.stored / len(chunks) if chunks else 0)
    assert stats.mean_overlap == pytest.approx(stats.shared / len(shared) if shared else 0)
    once = stats.stored - stats.shared
    assert stats.redundancy == pytest.approx(stats.stored / once if once else 1)
    text_size = length(case.text)
    of_text = overlap_stats(chunks, text_size).redundancy
    assert of_text == pytest.approx(stats.stored / text_size if chunks and text_size else 1)


def test_stats_of_no_chunks_and_of_one() -> None:
    assert overlap_stats([]).redundancy == 1
    assert (overlap_stats([]).mean_size, overlap_stats([]).mean_overlap, overlap_stats([]).bare) == (0, 0, 0)
    one = overlap_stats([Chunk("ab", 0, 2, 2, 0, 0)])
    assert (one.chunks, one.mean_size, one.mean_overlap, one.redundancy) == (1, 2, 0, 1)


@each("calculate", [
    stride,
    lambda *grid: count_windows(9, *grid),
    lambda *grid: storage_impact(9, *grid),
    lambda *grid: containment(2, *grid),
])  # fmt: skip
@each("grid", [(50, 75), (0, 0), (5, -1)])
def test_an_impossible_grid_is_refused_with_both_numbers(calculate: object, grid: tuple[int, int]) -> None:
    with pytest.raises(
        ValueError,
        match=f"overlap={grid[1]}.*size={grid[0]}|size={grid[0]}.*overlap={grid[1]}|size={grid[0]}$",
    ):
        calculate(*grid)  # type: ignore[operator]


@each(("call", "named"), [
    (lambda: count_windows(-1, 300, 50), "-1"),
    (lambda: storage_impact(7, 300, 50, price_per_million=-0.5), "-0.5"),
    (lambda: storage_impact(7, 300, 50, price_per_million=math.nan), "nan"),
    (lambda: containment(0, 300, 50), "0"),
    (lambda: overlap_from_percent(500, 100), "100"),
    (lambda: overlap_from_percent(500, math.nan), "nan"),
    (lambda: overlap_from_percent(0, 15), "size=0"),
])  # fmt: skip
def test_impossible_numbers_are_named(call: object, named: str) -> None:
    with pytest.raises(ValueError, match=named) as caught:
        call()  # type: ignore[operator]
    assert "\n" not in str(caught.value)


@each("call", [
    lambda: count_windows(1050.0, 300, 50),  # type: ignore[arg-type]
    lambda: stride(300, "50"),  # type: ignore[arg-type]
    lambda: containment(9.5, 300, 50),  # type: ignore[arg-type]
    lambda: overlap_from_percent(500.0, 15),  # type: ignore[arg-type]
])  # fmt: skip
def test_a_number_of_tokens_is_a_whole_number(call: object) -> None:
    with pytest.raises(TypeError, match="whole number"):
        call()  # type: ignore[operator]

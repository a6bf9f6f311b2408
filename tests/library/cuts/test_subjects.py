"""Cuts by subject: the best division against all divisions, the rules in plain Python, a mean size against amounts."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from itertools import accumulate, combinations, pairwise
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from chunklib import Chunk, cluster, max_min, texttiling
from chunklib import cuts as kinds
from chunklib.cuts.similarity import UNITS, mean_similarity, similarities
from tests import oracle
from tests.each import each
from tests.promises import assert_kept, refused

Rows = list[tuple[int, int]]
DIRECTIONS = st.sampled_from([(1, 0), (0, 1), (1, 1), (3, -1), (0, 0)])
SENTENCES = st.lists(DIRECTIONS, min_size=1, max_size=9)
by_vectors = each("split", [cluster, max_min])

# ------------------------------------------------------------------ similarities


def unit(rows: Sequence[Sequence[float]]) -> np.ndarray[Any, np.dtype[np.float32]]:
    """Rows of length 1; rows of zeros stay."""
    return np.array([[value / (math.hypot(*row) or 1) for value in row] for row in rows], np.float32)


def alike(rows: Rows, one: int, other: int) -> int:
    return round(float(unit(rows)[one] @ unit(rows)[other]) * UNITS)


def windows_of(lengths: Sequence[int], size: int) -> list[int]:
    """The first sentence from which all up to each fit, by trying all of them."""
    return [
        next((first for first in range(last + 1) if sum(lengths[first : last + 1]) <= size), last)
        for last in range(len(lengths))
    ]


@given(lengths=st.lists(st.integers(1, 9), max_size=12), size=st.integers(1, 20))
def test_a_window_begins_at_the_first_sentence_that_fits_too(lengths: list[int], size: int) -> None:
    ends = np.cumsum(lengths, dtype=int).tolist()
    assert kinds.windows(ends, lambda start, end: end - start <= size) == windows_of(lengths, size)


@given(many=st.integers(1, 60), reach=st.integers(0, 40), data=st.data())
def test_similarities_are_those_of_the_window(many: int, reach: int, data: st.DataObject) -> None:
    rows = data.draw(st.lists(DIRECTIONS, min_size=many, max_size=many))
    firsts = [max(at - reach, 0) for at in range(many)]
    found = [row.tolist() for row in similarities(unit(rows), firsts)]
    assert found == [[alike(rows, at, one) for one in range(firsts[at], at)] for at in range(many)]


@given(rows=st.lists(DIRECTIONS, min_size=2, max_size=9))
def test_the_mean_is_that_of_all_pairs(rows: Rows) -> None:
    pairs = [alike(rows, one, other) for one, other in combinations(range(len(rows)), 2)]
    assert mean_similarity(unit(rows)) == pytest.approx(sum(pairs) / len(pairs) - 1, abs=2)


# ------------------------------------------------------------------ cluster


def divisions(firsts: Sequence[int]) -> Iterator[tuple[int, ...]]:
    """All ways to divide the sentences into chunks that fit, as the gaps at which they are cut."""
    count = len(firsts)
    for gaps in (gaps for many in range(count) for gaps in combinations(range(count - 1), many)):
        starts = [0, *(gap + 1 for gap in gaps), count]
        if all(firsts[end - 1] <= start for start, end in pairwise(starts)):
            yield gaps


def reward(rows: Rows, gaps: Sequence[int]) -> int:
    usual = mean_similarity(unit(rows))
    edges = pairwise([0, *(gap + 1 for gap in gaps), len(rows)])
    pairs = (pair for start, end in edges for pair in combinations(range(start, end), 2))
    return sum(alike(rows, *pair) - usual for pair in pairs)


@given(rows=SENTENCES, data=st.data())
def test_no_division_has_a_greater_reward_and_of_equal_ones_none_has_fewer_chunks(
    rows: Rows, data: st.DataObject
) -> None:
    lengths = data.draw(st.lists(st.integers(1, 9), min_size=len(rows), max_size=len(rows)))
    firsts = windows_of(lengths, data.draw(st.integers(1, 40)))
    gaps = kinds.clusters(unit(rows), firsts)
    assert tuple(gaps) in set(divisions(firsts))
    best = max((reward(rows, other), -len(other)) for other in divisions(firsts))
    assert (reward(rows, gaps), -len(gaps)) == best


@by_vectors
def test_sentences_that_are_all_alike_fill_the_size(split: Callable[..., list[Chunk]]) -> None:
    assert [chunk.size for chunk in split("Rain fell. " * 1_000, 40, 0, ruler="words")] == [40] * 50
    assert [chunk.size for chunk in split("?! " * 1_000, 40, 0, ruler="words", embed="hashing")] == [40] * 25


# ------------------------------------------------------------------ max-min


def by_the_rule(rows: Rows, firsts: Sequence[int], fixed: float, c: float, init: float) -> list[int]:
    """The rule of Kiss, Nagy and Szilágyi, sentence by sentence."""
    chunks = [[0]]
    for at in range(1, len(rows)):
        chunk = chunks[-1]
        most = max(alike(rows, at, one) for one in chunk) / UNITS
        if len(chunk) == 1:
            joins = init * most >= fixed
        else:
            least = min(alike(rows, *pair) for pair in combinations(chunk, 2)) / UNITS
            joins = most >= fixed and most >= c * least / (1 + math.exp(1 - len(chunk)))
        if joins and firsts[at] <= chunk[0]:
            chunk.append(at)
        else:
            chunks.append([at])
    return [chunk[-1] for chunk in chunks[:-1]]


@given(
    rows=SENTENCES,
    reach=st.integers(0, 9),
    fixed=st.sampled_from([-1, 0, 0.2, 0.6, 1]),
    c=st.sampled_from([0, 0.9, 2]),
    init=st.sampled_from([0, 1, 1.5]),
)
def test_max_min_is_its_rule(rows: Rows, reach: int, fixed: float, c: float, init: float) -> None:
    firsts = [max(at - reach, 0) for at in range(len(rows))]
    assert kinds.max_min(unit(rows), firsts, fixed, c, init) == by_the_rule(rows, firsts, fixed, c, init)


@each(
    ("split", "options", "named"),
    [
        (max_min, {"fixed_threshold": 1.5}, "fixed_threshold must be from -1 to 1: got 1.5"),
        (max_min, {"c": -0.1}, "c must be at least 0, and finite: got -0.1"),
        (max_min, {"init_constant": math.inf}, "init_constant"),
        (texttiling, {"width": 0}, "width must be at least 1"),
        (texttiling, {"block": 0}, "block must be at least 1"),
    ],
)
def test_what_is_refused(split: Callable[..., list[Chunk]], options: dict[str, Any], named: str) -> None:
    refused(lambda: split("", **options), ValueError, named)


# ------------------------------------------------------------------ texttiling

PLACES = {
    "English": (
        "The {} river rises in the hills and floods the fields below. ",
        "A {} piano needs new strings and a tuner. ",
    ),
    "Chinese": ("{}河水从山上流下来淹没了田地。", "{}钢琴需要新的琴弦和调音师。"),
    "Thai": ("แม่น้ำ{}ไหลลงมาจากภูเขาท่วมทุ่งนา\n\n", "เปียโน{}ต้องการสายใหม่และช่างปรับเสียง\n\n"),
}
NUMBERS = ["old", "new", "red", "blue", "cold", "warm", "dry", "wet", "long", "short"]


@each("language", PLACES)
def test_texttiling_finds_where_the_words_change(language: str) -> None:
    """To two sentences, since smoothing may move a valley by a token sequence."""
    lines = [line.format(word) for line in (*PLACES[language], PLACES[language][0]) for word in NUMBERS * 3]
    edges = [0, *accumulate(map(len, lines))]
    ends = [chunk.end_char for chunk in texttiling("".join(lines), 5_000, 0, ruler="characters")]
    for change in (len(NUMBERS) * 3, len(NUMBERS) * 6):
        assert set(ends) & set(edges[change - 2 : change + 3])
    assert len(ends) < len(lines) / 4


@each("text", ["", " \n", "one", "One sentence.", "?! ... --", "🎹 🌧️ " * 99, "word " * 900, "x" * 9_000, "同" * 900])
def test_texttiling_without_a_change_of_words_leaves_the_size_alone(text: str) -> None:
    chunks = texttiling(text, 50, 10, ruler="characters")
    assert_kept(text, chunks, 50, 10, "characters")
    assert kinds.texttiling(text, [len(text)]) in ([], [len(text)])


@given(text=st.text("ab 汉ไ.\n", max_size=200), width=st.integers(1, 9), block=st.integers(1, 9))
def test_texttiling_gives_ends_of_sentences_that_rise(text: str, width: int, block: int) -> None:
    ends = oracle.sentence_edges(text)[1:]
    found = kinds.texttiling(text, ends, width, block)
    assert found == sorted(set(found))
    assert set(found) <= set(ends)


# ------------------------------------------------------------------ the embedder

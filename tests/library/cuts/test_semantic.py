"""Cuts by meaning: thresholds against their formulas, sentences embedded once, sizes kept."""

from __future__ import annotations

import math
import statistics
from collections.abc import Callable, Sequence
from itertools import pairwise
from typing import Any

import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from chunklib import STRATEGIES
from chunklib.chunk import Chunk
from chunklib.cuts.semantic import THRESHOLDS, breakpoints, check, distances
from chunklib.data import load
from chunklib.embed import hashing
from chunklib.overlap import Adaptive, Semantic
from tests import oracle
from tests.each import each
from tests.hostile import Case, cases
from tests.promises import assert_kept, refused

EXAMPLES = settings().max_examples
semantic = STRATEGIES["semantic"]
every_threshold = pytest.mark.parametrize("threshold", THRESHOLDS)

# ------------------------------------------------------------------ the formulas, in plain Python


def percentile(values: Sequence[float], share: float) -> float:
    """Linear interpolation between the two values next to the place (the usual definition; Hyndman and Fan, type 7)."""
    ordered = sorted(values)
    place = (len(ordered) - 1) * share / 100
    low = math.floor(place)
    high = min(low + 1, len(ordered) - 1)
    return ordered[low] + (ordered[high] - ordered[low]) * (place - low)


def gradient(values: Sequence[float]) -> list[float]:
    """Half the difference of the neighbours; at both ends the difference to the only one."""
    if len(values) < 2:
        return [0.0] * len(values)
    inner = [(after - before) / 2 for before, after in zip(values, values[2:], strict=False)]
    return [values[1] - values[0], *inner, values[-1] - values[-2]]


def by_percentile(values: Sequence[float], amount: float) -> tuple[Sequence[float], float]:
    return values, percentile(values, amount)


def by_deviation(values: Sequence[float], amount: float) -> tuple[Sequence[float], float]:
    return values, statistics.fmean(values) + amount * statistics.pstdev(values)


def by_quartiles(values: Sequence[float], amount: float) -> tuple[Sequence[float], float]:
    return values, statistics.fmean(values) + amount * (percentile(values, 75) - percentile(values, 25))


def by_gradient(values: Sequence[float], amount: float) -> tuple[Sequence[float], float]:
    rises = gradient(values)
    return rises, percentile(rises, amount)


FORMULAS: dict[str, Callable[[Sequence[float], float], tuple[Sequence[float], float]]] = {
    "percentile": by_percentile,
    "standard_deviation": by_deviation,
    "interquartile": by_quartiles,
    "gradient": by_gradient,
}
USUAL = {"percentile": 95, "standard_deviation": 3, "interquartile": 1.5, "gradient": 95}
DISTANCES = st.lists(st.floats(0, 2) | st.sampled_from([0.0, 0.5, 1.0]), min_size=1, max_size=30)


@every_threshold
@given(values=DISTANCES, share=st.floats(0, 1) | st.none())
def test_a_threshold_is_its_formula(threshold: str, values: list[float], share: float | None) -> None:
    most = 100 if threshold in ("percentile", "gradient") else 4
    amount = None if share is None else share * most
    looked_at, limit = FORMULAS[threshold](values, USUAL[threshold] if amount is None else amount)
    found = set(breakpoints(np.array(values), threshold, amount))
    for gap, value in enumerate(looked_at):
        if abs(value - limit) > 1e-9:  # else rounding decides
            assert (gap in found) == (value > limit)
    assert found <= set(range(len(values)))


@each(
    ("threshold", "amount", "expected"),
    [
        ("percentile", 75, [1]),
        ("percentile", 0, [1, 2, 4]),
        ("percentile", 100, []),
        ("standard_deviation", 1, [1]),
        ("standard_deviation", 1.8, [1]),
        ("standard_deviation", 1.9, []),
        ("standard_deviation", 3, []),
        ("interquartile", 0, [1, 2]),
        ("interquartile", 1.86, [1]),
        ("interquartile", 1.87, []),
        ("gradient", 60, [0, 1]),
    ],
)
def test_thresholds_by_hand(threshold: str, amount: float, expected: list[int]) -> None:
    """0.1 0.9 0.4 0.1 0.2: mean 0.34, deviation 0.30, quartiles 0.1 and 0.4; rises 0.8 0.15 -0.4 -0.1 0.1."""
    assert breakpoints(np.array([0.1, 0.9, 0.4, 0.1, 0.2]), threshold, amount) == expected


@every_threshold
@each("values", [[], [0.5], [0.5, 0.5], [0.0] * 9])
def test_where_all_gaps_are_alike_there_is_no_breakpoint(threshold: str, values: list[float]) -> None:
    assert breakpoints(np.array(values), threshold) == []
    assert breakpoints(np.array(values), threshold, 0) == []


@given(values=DISTANCES, low=st.floats(0, 100), high=st.floats(0, 100))
def test_a_higher_percentile_has_fewer_breakpoints(values: list[float], low: float, high: float) -> None:
    low, high = sorted((low, high))
    assert set(breakpoints(np.array(values), "percentile", high)) <= set(
        breakpoints(np.array(values), "percentile", low)
    )


# ------------------------------------------------------------------ distances


def plain_distances(rows: list[list[float]], window: int) -> list[float]:
    found = []
    for gap in range(1, len(rows)):
        sides = rows[max(0, gap - window) : gap], rows[gap : gap + window]
        one, other = ([math.fsum(numbers) for numbers in zip(*side, strict=True)] for side in sides)
        lengths = math.hypot(*one) * math.hypot(*other)
        found.append(
            1 - math.fsum(a * b for a, b in zip(one, other, strict=True)) / lengths if lengths > 1e-12 else 1.0
        )
    return found


ROWS = st.lists(st.lists(st.sampled_from([-1.0, 0.0, 0.5, 2.0]), min_size=3, max_size=3), max_size=12)


@given(rows=ROWS, window=st.integers(1, 14))
def test_a_distance_is_one_minus_the_cosine_of_the_means(rows: list[list[float]], window: int) -> None:
    found = distances(np.array(rows).reshape(-1, 3), window)
    assert found == pytest.approx(plain_distances(rows, window), abs=1e-6)
    assert len(found) == max(0, len(rows) - 1)
    assert ((found >= 0) & (found <= 2)).all()


def test_distances_by_hand() -> None:
    east, north, none = [1.0, 0.0], [0.0, 1.0], [0.0, 0.0]
    assert distances(np.array([east, east, north])).tolist() == [0, 1]
    assert distances(np.array([east, [-2.0, 0.0]])).tolist() == [2]
    assert distances(np.array([east, none, east])).tolist() == [1, 1]
    assert distances(np.array([none, none])).tolist() == [1]
    assert distances(np.array([east, north, north]), window=2) == pytest.approx([1, 1 - math.sqrt(0.5)])


# ------------------------------------------------------------------ the strategy

SUBJECTS = {"R": (1.0, 0.0, 0.0), "P": (0.0, 1.0, 0.0), "T": (0.0, 0.0, 1.0)}


def embed(texts: list[str]) -> list[tuple[float, float, float]]:
    """Sentences about rain, pianos and taxes; the rest has no direction."""
    return [SUBJECTS.get(text[:1], (0.0, 0.0, 0.0)) for text in texts]


def words(text: str, size: int, **options: Any) -> list[str]:
    return [chunk.text for chunk in semantic(text, size, 0, ruler="words", embed=embed, **options)]


RAIN, PIANO, TAX = "Rain fell here. ", "Pianos are old. ", "Taxes are due. "


def test_it_cuts_where_the_subject_changes() -> None:
    text = RAIN * 3 + PIANO * 2 + TAX * 4
    assert words(text, 500, amount=70) == [RAIN * 3, PIANO * 2, TAX * 4]


def test_without_a_breakpoint_a_text_that_fits_stays_whole() -> None:
    assert words(RAIN * 9, 500) == [RAIN * 9]


def test_what_does_not_fit_is_cut_between_sentences() -> None:
    assert words(RAIN * 5 + PIANO, 8, amount=80) == [RAIN * 2, RAIN * 2, RAIN, PIANO]


def test_a_sentence_that_does_not_fit_is_cut_between_words() -> None:
    assert words("Rain fell and fell and fell again. " + PIANO, 4, amount=0) == [
        "Rain fell and fell ",
        "and fell again. ",
        PIANO,
    ]


def test_breakpoints_before_the_minimum_are_passed_over() -> None:
    text = RAIN + PIANO + TAX * 2 + RAIN * 4
    assert words(text, 50, amount=0) == [RAIN, PIANO, TAX * 2, RAIN * 4]
    assert words(text, 50, amount=0, min_size=6) == [RAIN + PIANO, TAX * 2, RAIN * 4]
    assert words(text, 50, amount=0, min_size=7) == [RAIN + PIANO + TAX * 2, RAIN * 4]


def test_a_short_end_is_made_longer_and_nothing_is_lost() -> None:
    text = RAIN * 4 + PIANO
    assert words(text, 50, amount=0) == [RAIN * 4, PIANO]
    assert words(text, 14, amount=0, min_size=6) == [RAIN * 3, RAIN + PIANO]
    assert words(text, 15, amount=0, min_size=6) == [text]  # together they fit


def test_the_window_looks_further() -> None:
    """One sentence astray is a breakpoint twice; three sentences on either side see no change."""
    text = RAIN * 4 + PIANO + RAIN * 4
    assert len(words(text, 500, threshold="standard_deviation", amount=1)) == 3
    seen = distances(np.array(embed([sentence.strip() for sentence in [RAIN] * 4 + [PIANO] + [RAIN] * 4])), 3)
    assert max(seen) < 0.6


@every_threshold
def test_every_threshold_has_its_own_cuts(threshold: str) -> None:
    """The strategy ends its chunks at the breakpoints that the formulas give for its sentences."""
    text = (RAIN * 3 + PIANO * 2 + TAX * 4 + RAIN) * 2
    edges = oracle.sentence_edges(text)
    rows = [list(row) for row in embed([text[a:b].strip() for a, b in pairwise(edges)])]
    amount = 0.5 if threshold in ("standard_deviation", "interquartile") else 60
    looked_at, limit = FORMULAS[threshold](plain_distances(rows, 1), amount)
    expected = [edges[gap + 1] for gap, value in enumerate(looked_at) if value > limit + 1e-9]
    chunks = semantic(text, 500, 0, threshold=threshold, amount=amount, embed=embed)
    assert [chunk.end_char for chunk in chunks] == [*expected, len(text)]
    assert expected


# ------------------------------------------------------------------ sizes


class Brute:
    """Could a chunk that is too short have been longer? By trying every natural cut."""

    def __init__(self, case: Case, least: int, overlap: Callable[[int, int], bool]) -> None:
        self.text, self.size, self.least, self.overlap = case.text, case.size, least, overlap
        self.length = oracle.measure(case.ruler)
        edges = oracle.boundaries(case.text)
        self.sentences = sorted({*oracle.sentence_edges(case.text)[1:]} & edges)
        self.natural = sorted({*self.sentences, *oracle.word_starts(case.text)} & edges)

    def good(self, start: int, end: int) -> bool:
        return self.least <= self.length(self.text[start:end]) <= self.size

    def bare(self, start: int, end: int) -> bool:
        """The same without the white space at the end of the span, where no cluster reaches into it."""
        stripped = start + len(self.text[start:end].rstrip())
        return stripped in oracle.boundaries(self.text) and self.good(start, stripped)

    def longer(self, chunk: Chunk) -> list[int]:
        """Later natural ends at which this chunk would have been long enough and not too long."""
        later = (end for end in self.natural if end > chunk.end_char)
        return [end for end in later if self.good(chunk.start_char, end) or self.bare(chunk.start_char, end)]

    def better_pair(self, low: int, before: Chunk, last: Chunk) -> list[tuple[int, int]]:
        """Sentence cuts with which the last two chunks would both have been long enough."""
        return [
            (start, end)
            for start in self.sentences
            for end in self.sentences
            if before.start_char < start < last.start_char
            and max(start - 1, low) < end <= before.end_char
            and self.good(start, last.end_char)
            and self.good(before.start_char, end)
            and (start >= end or self.overlap(start, end))
        ]


PARTS = st.sampled_from(
    [RAIN, PIANO, TAX, "No. ", "Rain fell and fell and fell again. ", "汉字。", "\n\n", "indivisible", " "]
)


@settings(max_examples=EXAMPLES * 2)
@given(
    parts=st.lists(PARTS, min_size=1, max_size=14)
    | st.lists(st.sampled_from([RAIN, PIANO, TAX]), min_size=3, max_size=9),
    size=st.integers(2, 24) | st.integers(9, 15),
    ruler=st.sampled_from(["words", "characters", "cl100k_base"]),
    data=st.data(),
)
def test_a_chunk_is_under_the_minimum_only_where_nothing_else_fits(
    parts: list[str], size: int, ruler: str, data: st.DataObject
) -> None:
    """Before the last: no later end of a sentence or word gives a chunk of the minimum that fits in the size.

    At the end: no two sentence cuts make both of the last two long enough. (The one before the last may give way to
    the last, if that cannot be had otherwise.)
    """
    text = "".join(parts)
    size = size * 4 if ruler == "characters" else size
    least = data.draw(st.integers(size // 4, size // 2) | st.integers(0, size))
    overlap = data.draw(st.just(0) | st.integers(0, size - 1))
    amount = data.draw(st.sampled_from([0, 50, 80, 95]))
    chunks = semantic(text, size, overlap, min_size=least, amount=amount, embed=embed, ruler=ruler)
    assert_kept(text, chunks, size, overlap, ruler)
    length = oracle.measure(ruler)
    brute = Brute(Case(text, size, overlap, ruler), least, lambda a, b: length(text[a:b]) <= overlap)
    for chunk in chunks[:-2]:
        if chunk.size < least:
            assert brute.longer(chunk) == []
    if len(chunks) > 1 and min(chunk.size for chunk in chunks[-2:]) < least:
        low = chunks[-3].end_char if len(chunks) > 2 else chunks[-2].start_char
        assert brute.better_pair(low, *chunks[-2:]) == []


@settings(max_examples=EXAMPLES)
@given(case=cases(30), data=st.data())
def test_any_text(case: Case, data: st.DataObject) -> None:
    options: dict[str, Any] = {
        "threshold": data.draw(st.sampled_from(list(THRESHOLDS))),
        "amount": data.draw(st.sampled_from([None, 0, 1, 50.0])),
        "window": data.draw(st.integers(1, 4)),
        "min_size": data.draw(st.integers(0, case.size)),
        "embed": data.draw(st.sampled_from(["hashing", embed])),
    }
    try:
        chunks = semantic(case.text, case.size, case.overlap, ruler=case.ruler, **options)
    except ValueError:
        assert oracle.too_big(case.text, case.size, case.ruler)
        return
    assert_kept(case.text, chunks, case.size, case.overlap, case.ruler)


@settings(max_examples=EXAMPLES // 2)
@given(case=cases(20))
def test_with_the_real_model_any_text_has_chunks(case: Case) -> None:
    assume(not oracle.too_big(case.text, case.size, case.ruler))
    chunks = semantic(case.text, case.size, case.overlap, ruler=case.ruler, min_size=case.size // 2)
    assert_kept(case.text, chunks, case.size, case.overlap, case.ruler)


@pytest.mark.parametrize("name", ["handbook", "paper", "licence", "support_chat"])
@every_threshold
def test_the_documents_of_the_course(name: str, threshold: str) -> None:
    text = load(name)
    chunks = semantic(text, 250, 30, threshold=threshold, min_size=60)
    assert_kept(text, chunks, 250, 30)
    short = [chunk for chunk in chunks if chunk.size < 60]
    assert not short, [chunk.text for chunk in short]
    assert semantic(text, 250, 30, threshold=threshold, min_size=60) == chunks


@each("text", ["", " ", "\n\n\t\u3000", " " * 5_000])
def test_white_space_has_no_chunk_and_asks_no_embedder(text: str) -> None:
    def never(texts: list[str]) -> Any:
        raise AssertionError(texts)

    assert semantic(text, embed=never) == []


@each("text", ["One sentence, alone.", "one", " one ", "汉字。"])
@every_threshold
def test_one_sentence_is_one_chunk(text: str, threshold: str) -> None:
    [chunk] = semantic(text, threshold=threshold, embed=embed, min_size=400)
    assert chunk.text == text


# ------------------------------------------------------------------ the embedder


class Counting:
    """Counts how often each text is embedded."""

    def __init__(self) -> None:
        self.seen: list[str] = []

    def __call__(self, texts: list[str]) -> Any:
        self.seen.extend(texts)
        return hashing(texts)

    def embed(self, texts: list[str]) -> Any:
        return self(texts)


LONG_TEXT = (
    "".join(f"Sentence number {at} is about {'rain' if at % 7 < 4 else 'pianos'}. " for at in range(80))
    + " \n\n The end."
)


def assert_each_once(seen: list[str]) -> None:
    spans = pairwise(oracle.sentence_edges(LONG_TEXT))
    assert seen == [LONG_TEXT[a:b].strip() for a, b in spans if LONG_TEXT[a:b].strip()]


@each("window", [1, 3])
@each("overlap", [0, 20, "2s", Adaptive(5, 20)])
def test_each_sentence_is_embedded_once(overlap: Any, window: int) -> None:
    counting = Counting()
    semantic(LONG_TEXT, 60, overlap, embed=counting, window=window, min_size=20)
    assert_each_once(counting.seen)


def test_strategy_and_overlap_together_embed_each_sentence_once() -> None:
    counting = Counting()
    semantic(LONG_TEXT, 60, Semantic(0.1, 30, counting), embed=counting)
    assert_each_once(counting.seen)


def test_a_method_is_the_same_embedder_each_time() -> None:
    """Python makes a new object of ``model.embed`` wherever it is written."""
    model = Counting()
    semantic(LONG_TEXT, 60, Semantic(0.1, 30, model.embed), embed=model.embed)
    assert_each_once(model.seen)


def test_two_embedders_are_asked_once_each() -> None:
    one, other = Counting(), Counting()
    semantic(LONG_TEXT, 60, Semantic(0.1, 30, one), embed=other)
    assert_each_once(one.seen)
    assert_each_once(other.seen)


@each(
    ("returned", "named"),
    [
        (lambda texts: None, "NoneType"),
        (lambda texts: 5, "int"),
        (lambda texts: "vectors", "str"),
        (lambda texts: np.zeros(len(texts)), "one vector a text"),
        (lambda texts: np.zeros((len(texts) - 1, 4)), "one vector a text"),
        (lambda texts: np.zeros((len(texts), 4, 2)), "one vector a text"),
        (lambda texts: np.zeros((len(texts), 0)), "one vector a text"),
        (lambda texts: [[1.0] * (1 + at % 2) for at, _ in enumerate(texts)], "one vector a text"),
        (lambda texts: np.full((len(texts), 2), np.nan), "'Rain fell here.'"),
        (lambda texts: np.full((len(texts), 2), -np.inf), "'Rain fell here.'"),
    ],
)
def test_what_is_no_vector_is_refused(returned: Any, named: str) -> None:
    refused(lambda: semantic(RAIN * 9, embed=returned), ValueError, "an embedder must return", named)


def test_what_the_embedder_raises_comes_through() -> None:
    def expired(texts: list[str]) -> Any:
        raise ConnectionError("quota")

    with pytest.raises(ConnectionError, match="^quota$"):
        semantic(RAIN * 9, embed=expired)


def test_zeros_have_no_breakpoint_of_their_own() -> None:
    """Every gap is at distance 1: all alike, so size alone decides."""
    chunks = semantic(RAIN * 30, 20, 0, embed=lambda texts: np.zeros((len(texts), 3)), ruler="words")
    assert [chunk.size for chunk in chunks] == [18] * 5


# ------------------------------------------------------------------ refused


@each("threshold", ["", "median", "Percentile", "standard deviation", None, 5, ["gradient"]])
@each("text", ["", RAIN])
def test_an_unknown_threshold_is_refused(threshold: Any, text: str) -> None:
    refused(lambda: semantic(text, threshold=threshold, embed=embed), ValueError, repr(threshold), *THRESHOLDS)
    refused(lambda: breakpoints(np.zeros(3), threshold), ValueError, repr(threshold))


@each(
    ("threshold", "amount"),
    [
        *[("percentile", amount) for amount in (-1, -0.001, 100.001, 1e9, math.inf, math.nan)],
        *[("gradient", amount) for amount in (-1, 101, math.inf, math.nan)],
        *[("standard_deviation", amount) for amount in (-0.5, math.inf, -math.inf, math.nan)],
        *[("interquartile", amount) for amount in (-0.5, math.inf, math.nan)],
    ],
)
@each("text", ["", RAIN])
def test_an_amount_out_of_range_is_refused(threshold: str, amount: float, text: str) -> None:
    refused(
        lambda: semantic(text, threshold=threshold, amount=amount, embed=embed),
        ValueError,
        "amount",
        threshold,
        str(amount),
    )


@each("amount", [0, 100, 50.5, np.float32(50), np.int64(50)])
def test_an_amount_within_its_range_is_taken(amount: Any) -> None:
    assert check("percentile", amount) == float(amount)
    assert semantic(RAIN, amount=amount, embed=embed)


@each(("window", "kind"), [(0, ValueError), (1.5, TypeError)])
def test_a_window_is_a_number_of_sentences(window: Any, kind: type[Exception]) -> None:
    refused(lambda: semantic("", window=window, embed=embed), kind, "window", str(window))


@each(("least", "kind"), [(-1, ValueError), (51, ValueError), (2.5, TypeError), ("3", TypeError), (None, TypeError)])
@each("text", ["", RAIN])
def test_a_minimum_is_at_most_the_size(least: Any, kind: type[Exception], text: str) -> None:
    refused(lambda: semantic(text, 50, 0, min_size=least, embed=embed), kind, "min_size", str(least))


@each("window", [2, 10**6])
def test_a_window_wider_than_the_text_is_all_of_it(window: int) -> None:
    assert semantic(RAIN * 2, window=window, embed=embed)

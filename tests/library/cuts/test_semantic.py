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

from chunklib import cluster, max_min, semantic
from chunklib.chunk import Chunk
from chunklib.cuts.semantic import THRESHOLDS, breakpoints, distances
from chunklib.embed import hashing
from chunklib.overlap import Adaptive, Semantic
from tests import oracle
from tests.each import each
from tests.hostile import Case, cases
from tests.promises import assert_kept, refused

EXAMPLES = settings().max_examples
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


@every_threshold
@each("values", [[], [0.5], [0.5, 0.5], [0.0] * 9])
def test_where_all_gaps_are_alike_there_is_no_breakpoint(threshold: str, values: list[float]) -> None:
    assert breakpoints(np.array(values), threshold) == []
    assert breakpoints(np.array(values), threshold, 0) == []


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


# ------------------------------------------------------------------ the strategy

SUBJECTS = {"R": (1.0, 0.0, 0.0), "P": (0.0, 1.0, 0.0), "T": (0.0, 0.0, 1.0)}


def embed(texts: list[str]) -> list[tuple[float, float, float]]:
    """Sentences about rain, pianos and taxes; the rest has no direction."""
    return [SUBJECTS.get(text[:1], (0.0, 0.0, 0.0)) for text in texts]


def words(text: str, size: int, **options: Any) -> list[str]:
    return [chunk.text for chunk in semantic(text, size, 0, ruler="words", embed=embed, **options)]


RAIN, PIANO, TAX = "Rain fell here. ", "Pianos are old. ", "Taxes are due. "


def test_it_cuts_where_the_subject_changes_and_what_does_not_fit_between_sentences() -> None:
    assert words(RAIN * 3 + PIANO * 2 + TAX * 4, 500, amount=70) == [RAIN * 3, PIANO * 2, TAX * 4]
    assert words(RAIN * 5 + PIANO, 8, amount=80) == [RAIN * 2, RAIN * 2, RAIN, PIANO]


def test_breakpoints_before_the_minimum_are_passed_over() -> None:
    text = RAIN + PIANO + TAX * 2 + RAIN * 4
    assert words(text, 50, amount=0) == [RAIN, PIANO, TAX * 2, RAIN * 4]
    assert words(text, 50, amount=0, min_size=6) == [RAIN + PIANO, TAX * 2, RAIN * 4]
    assert words(text, 50, amount=0, min_size=7) == [RAIN + PIANO + TAX * 2, RAIN * 4]


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


@each("text", ["", "\n\n\t\u3000"])
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

    def embed(self, texts: list[str]) -> Any:
        self.seen.extend(texts)
        return hashing(texts)


TEXT = "".join(f"Sentence {at} is about {'rain' if at % 7 < 4 else 'pianos'}. " for at in range(80)) + " \n\n The end."
EVERY_ONCE = [TEXT[a:b].strip() for a, b in pairwise(oracle.sentence_edges(TEXT)) if TEXT[a:b].strip()]


@each(("split", "options"), [(cluster, {}), (max_min, {}), (semantic, {"window": 3})])
@each("overlap", [0, "2s", Adaptive(5, 20), "semantic"])
def test_each_sentence_is_embedded_once(split: Callable[..., list[Chunk]], options: Any, overlap: Any) -> None:
    """Python makes a new object of ``model.embed`` wherever it is written."""
    model = Counting()
    kind = Semantic(0.1, 30, model.embed) if overlap == "semantic" else overlap
    split(TEXT, 60, kind, embed=model.embed, **options)
    assert model.seen == EVERY_ONCE


def test_two_embedders_are_asked_once_each() -> None:
    one, other = Counting(), Counting()
    semantic(TEXT, 60, Semantic(0.1, 30, one.embed), embed=other.embed)
    assert one.seen == other.seen == EVERY_ONCE


# ------------------------------------------------------------------ refused


@each(
    ("options", "kind", "named"),
    [
        ({"threshold": "median"}, ValueError, "'median'"),
        ({"threshold": ["gradient"]}, ValueError, "['gradient']"),
        ({"amount": 100.001}, ValueError, "amount of the threshold 'percentile' must be from 0 to 100: got 100.001"),
        ({"threshold": "gradient", "amount": 101}, ValueError, "101"),
        ({"threshold": "standard_deviation", "amount": math.inf}, ValueError, "inf"),
        ({"threshold": "interquartile", "amount": -0.5}, ValueError, "-0.5"),
        ({"window": 0}, ValueError, "window"),
        ({"window": 1.5}, TypeError, "window"),
        ({"min_size": 501}, ValueError, "min_size=501"),
    ],
)
@each("text", ["", RAIN])
def test_what_cannot_be_is_refused(options: Any, kind: type[Exception], named: str, text: str) -> None:
    refused(lambda: semantic(text, embed=embed, **options), kind, named)

"""Means, intervals and tests over questions: against closed forms, brute force, simulation and scipy."""

from __future__ import annotations

import math
import os
import subprocess
import sys
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray

from chunklib.evaluation.statistics.differences import Difference, interval, paired
from chunklib.evaluation.statistics.resampling import Resampler, snapped
from tests.each import each
from tests.promises import refused
from tests.simulated import as_sides, labels_of, simulated

SCORE = st.sampled_from([0.0, 1 / 3, 0.5, 2 / 3, 1.0])


@st.composite
def measured(draw: st.DrawFn, most: int = 30) -> tuple[NDArray[Any], NDArray[Any], list[str]]:
    questions, phases = draw(st.integers(2, most)), draw(st.integers(1, 7))
    row = st.lists(SCORE, min_size=questions, max_size=questions)
    scores = st.lists(row, min_size=phases, max_size=phases).map(np.array)
    labels = draw(st.lists(st.sampled_from("abcd"), min_size=questions, max_size=questions))
    return draw(scores), draw(scores), labels


# ------------------------------------------------------------------ means and errors


@given(case=measured())
def test_means_are_those_of_the_definition(case: tuple[NDArray[Any], NDArray[Any], list[str]]) -> None:
    baseline, other, labels = case
    found = paired(baseline, other, Resampler(labels, resamples=20))
    values = (other - baseline).mean(axis=0)
    assert found.mean == pytest.approx(values.mean(), abs=1e-11)
    assert (found.questions, found.documents, found.phases) == (len(labels), len(set(labels)), len(baseline))
    assert found.changed == int((abs(values) > 1e-9).sum())
    assert -1 <= found.low <= found.high <= 1
    one = interval(baseline, Resampler(labels, resamples=20))
    assert 0 <= one.low <= one.high <= 1
    assert found.flip_error == pytest.approx(values.std(ddof=1) / math.sqrt(len(values)), abs=1e-11)


def test_the_stratified_error_is_the_closed_form() -> None:
    """Documents of 3 and 2: sqrt(3 * s1**2 + 2 * s2**2) / 5, worked out by hand."""
    values = np.array([0.0, 0.3, 0.6, 0.1, 0.5])
    found = interval(values, ["a", "a", "a", "b", "b"])
    assert found.standard_error == pytest.approx(math.sqrt(3 * 0.09 + 2 * 0.08) / 5)
    assert found.question_sd == pytest.approx(values.std(ddof=1))
    alone = interval(values, ["a"] * 5)
    assert alone.standard_error == pytest.approx(values.std(ddof=1) / math.sqrt(5))


@each("sizes", [[3, 5, 40], [2, 2, 2, 2], [10]])
def test_the_spread_of_the_bootstrap_is_the_stratified_error(sizes: list[int]) -> None:
    """Not smaller by (n - 1) / n, which plain resampling is: a document of two questions would lose half."""
    values = snapped(simulated(np.random.default_rng(1), sizes, 0.02))
    values[0] += 0.25
    draws = Resampler(labels_of(sizes), resamples=40_000)
    means = draws.bootstrap(values)
    assert means.std() == pytest.approx(draws.standard_error(values), rel=0.02)
    assert means.mean() == pytest.approx(values.mean(), abs=4 * means.std() / 200)


@each(
    ("labels", "groups"),
    [
        ("abcaa", [[0, 3, 4], [1, 2]]),
        ("abbcc", [[0, 1, 2], [3, 4]]),
        ("abbbcc", [[1, 2, 3], [0, 4, 5]]),
        ("abcd", [[0, 1, 2, 3]]),
    ],
)
def test_documents_of_one_question_are_pooled(labels: str, groups: list[list[int]]) -> None:
    found = Resampler(list(labels))
    assert [group.tolist() for group in found.groups] == groups
    assert found.documents == len(set(labels))


# ------------------------------------------------------------------ the interval


@pytest.mark.slow
@each("sizes", [[5] * 12, [8, 30, 80]])
def test_the_interval_covers_the_truth_in_95_of_100_cases(sizes: list[int]) -> None:
    """300 data sets, within 0.03 of it (2.4 standard errors)."""
    covered = 0
    for seed in range(300):
        values = simulated(np.random.default_rng(seed), sizes, 0.03, wobble=0.05 * (len(sizes) > 1))
        found = paired(*as_sides(values), Resampler(labels_of(sizes), resamples=400, seed=seed))
        shifts = np.resize([0.05, -0.05], len(sizes)) * (len(sizes) > 1)
        covered += found.low <= 0.03 + np.average(shifts, weights=sizes) <= found.high
    assert covered / 300 == pytest.approx(0.95, abs=0.03)


@pytest.mark.required_in_ci
def test_in_one_document_the_interval_is_that_of_scipy() -> None:
    """But for the stretching, sqrt(n / (n - 1)), and the noise of drawing."""
    scipy = pytest.importorskip("scipy.stats")
    values = np.random.default_rng(3).beta(1, 3, 200)
    theirs = scipy.bootstrap((values,), np.mean, n_resamples=40_000, method="percentile", rng=1).confidence_interval
    ours = interval(values, Resampler(["a"] * 200, resamples=40_000))
    stretch, noise = math.sqrt(200 / 199), 0.05 * ours.standard_error
    assert ours.low == pytest.approx(values.mean() + stretch * (theirs.low - values.mean()), abs=noise)
    assert ours.high == pytest.approx(values.mean() + stretch * (theirs.high - values.mean()), abs=noise)


# ------------------------------------------------------------------ what holds whatever comes


@given(case=measured())
def test_exchanged_sides_turn_the_signs(case: tuple[NDArray[Any], NDArray[Any], list[str]]) -> None:
    baseline, other, labels = case
    draws = Resampler(labels, resamples=60)
    there, back = paired(baseline, other, draws), paired(other, baseline, draws)
    assert (there.low, there.high) == pytest.approx((-back.high, -back.low), abs=1e-12)
    assert replace(there, mean=-there.mean, low=back.low, high=back.high) == back


@given(case=measured(16), order=st.randoms(use_true_random=False))
def test_the_order_of_questions_moves_only_what_is_drawn(
    case: tuple[NDArray[Any], NDArray[Any], list[str]], order: Any
) -> None:
    baseline, other, labels = case
    places = list(range(len(labels)))
    order.shuffle(places)
    found = paired(baseline, other, Resampler(labels, resamples=60))
    moved = paired(baseline[:, places], other[:, places], Resampler([labels[at] for at in places], resamples=60))
    assert replace(moved, low=found.low, high=found.high) == found


@given(case=measured())
def test_names_of_documents_and_other_comparisons_do_not_matter(
    case: tuple[NDArray[Any], NDArray[Any], list[str]],
) -> None:
    baseline, other, labels = case
    found = paired(baseline, other, Resampler(labels, resamples=60))
    draws = Resampler([("document", label) for label in labels], resamples=60)
    paired(other, np.zeros_like(other), draws)
    assert paired(baseline, other, draws) == found


def test_one_phase_is_a_row() -> None:
    one, other, labels = [0.1, 0.5, 0.9], [0.4, 0.5, 1.0], ["a", "b", "b"]
    assert paired(one, other, labels) == paired([one], [other], labels)
    assert interval(one, labels) == interval(np.array([one]), iter(labels))
    assert interval([True, False, True], labels) == interval([1, 0, 1], labels)


def test_another_process_gives_the_same_bytes() -> None:
    """Also with other threads, another salt, and draws that are too many to keep."""
    program = (
        "import numpy as np; from chunklib.evaluation.statistics import resampling\n"
        "resampling._KEPT = 0\n"
        "from chunklib.evaluation.statistics.differences import paired; rng = np.random.default_rng(0)\n"
        "print(repr(paired(*rng.random((2, 6, 90)), ['a', 'b', 'c'] * 30)))"
    )
    there = {**os.environ, "PYTHONHASHSEED": "1", "OPENBLAS_NUM_THREADS": "1", "OMP_NUM_THREADS": "1"}
    seen = subprocess.run([sys.executable, "-c", program], env=there, capture_output=True, text=True, check=True).stdout
    one, other = np.random.default_rng(0).random((2, 6, 90))
    here = paired(one, other, ["a", "b", "c"] * 30)
    assert seen == f"{here!r}\n"


# ------------------------------------------------------------------ bad input


def compared(one: Any, other: Any, labels: Any = ("a", "a", "b")) -> Callable[[], Difference]:
    return lambda: paired(one, other, labels)


GOOD = [0.1, 0.5, 0.9]
BAD: dict[str, tuple[Callable[[], Any], type[Exception], tuple[str, ...]]] = {
    "other phases": (compared([GOOD] * 2, [GOOD] * 3), ValueError, ("phases", "(2, 3)", "(3, 3)")),
    "one question less": (compared(GOOD, GOOD[:2]), ValueError, ("other", "3 questions", "(2,)")),
    "labels too many": (compared(GOOD, GOOD, list("abab")), ValueError, ("baseline", "4 questions", "(3,)")),
    "a number": (compared(0.5, GOOD), ValueError, ("baseline", "()")),
    "no phases": (compared(np.ones((0, 3)), GOOD), ValueError, ("baseline must have one score", "(0, 3)")),
    "ragged": (compared([GOOD, GOOD[:2]], GOOD), ValueError, ("baseline", "same number")),
    "one question": (compared([1.0], [0.0], ["a"]), ValueError, ("at least 2", "got 1")),
    "nan": (compared(GOOD, [0.1, math.nan, 0.9]), ValueError, ("other[0, 1] = nan", "question 1")),
    "per cent": (compared([GOOD, [10, 50, 90]], [GOOD] * 2), ValueError, ("from 0 to 1", "baseline[1, 0] = 10")),
    "texts": (compared(["0.1", "0.5", "0.9"], GOOD), TypeError, ("baseline", "numbers", "str")),
    "one text of labels": (compared(GOOD, GOOD, "aab"), TypeError, ("strata", "got str")),
    "lists as labels": (compared(GOOD, GOOD, [["a"], "b", "b"]), TypeError, ("strata", "['a']")),
    "no resamples": (lambda: Resampler(["a", "a"], resamples=0), ValueError, ("resamples=0", "at least 1")),
    "a negative seed": (lambda: Resampler(["a", "a"], seed=-1), ValueError, ("seed=-1",)),
}


@each("name", BAD)
def test_bad_input_is_refused(name: str) -> None:
    call, kind, named = BAD[name]
    refused(call, kind, *named)


def test_what_arithmetic_carries_over_the_bound_is_taken() -> None:
    assert interval([1 + 2e-16, -1e-17, 0.5], list("aab")).mean == pytest.approx(0.5)

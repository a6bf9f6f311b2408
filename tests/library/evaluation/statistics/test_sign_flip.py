"""The sign-flip test and what it can see: against brute force, scipy and simulation."""

from __future__ import annotations

import itertools
import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from chunklib.evaluation.statistics.differences import paired, smallest_effect
from chunklib.evaluation.statistics.resampling import Resampler, snapped
from tests.each import each
from tests.simulated import as_sides, labels_of, simulated

Z_LEVEL, Z_POWER = 1.959963984540054, 0.8416212335729143


# ------------------------------------------------------------------ the test


def brute_force(values: list[float]) -> float:
    signs = list(itertools.product([1, -1], repeat=len(values)))
    sums = [abs(sum(sign * value for sign, value in zip(turned, values, strict=True))) for turned in signs]
    return sum(found >= abs(sum(values)) - 1e-9 for found in sums) / len(signs)


@given(
    values=st.lists(st.sampled_from([0.0, 0.1, -0.1, 1 / 3, 2 / 3, -2 / 3, 1.0, -1.0, 0.123]), min_size=2, max_size=9)
)
def test_few_differences_are_enumerated(values: list[float]) -> None:
    found = paired(*as_sides(np.array(values)), Resampler(["a"] * len(values), resamples=1))
    assert found.p == brute_force(values)
    assert found.least_p == min(1.0, 2.0 ** (1 - found.changed))
    assert found.p >= found.least_p


def test_sixteen_are_enumerated_and_seventeen_are_not() -> None:
    values = np.array([0.5, 0.25] * 8 + [0.0] * 5)
    least = Resampler(["a"] * 21, resamples=99).sign_flip(values)
    assert least == (2**-15, 2**-15)
    values[16] = 0.5
    assert Resampler(["a"] * 21, resamples=99).sign_flip(values) == (0.01, 0.01)


@each("seed", range(2))
def test_turning_signs_at_random_nears_the_enumeration(seed: int) -> None:
    """Twenty differences, all 2**20 choices: the estimate is within four of its own standard errors."""
    values = snapped(np.random.default_rng(seed).choice([-0.5, 0.25, 1.0, -0.125], 20))
    sums = np.zeros(1)
    for value in values:
        sums = np.concatenate([sums + value, sums - value])
    exact = float((abs(sums) >= abs(values.sum())).mean())
    p, _ = Resampler(["a"] * 20, seed=seed).sign_flip(values)
    assert p == pytest.approx(exact, abs=4 * math.sqrt(exact * (1 - exact) / 10_000) + 1e-4)


def test_without_an_effect_it_rejects_in_5_of_100_cases() -> None:
    """1,000 data sets without an effect: within 0.02 of 0.05 (2.9 standard errors)."""
    sizes = [20, 30]
    draws = Resampler(labels_of(sizes), resamples=999)
    values = (simulated(np.random.default_rng(seed), sizes, 0.0) for seed in range(1000))
    rejected = sum(draws.sign_flip(snapped(found))[0] < 0.05 for found in values)
    assert abs(rejected / 1000 - 0.05) <= 0.02


# ------------------------------------------------------------------ the smallest effect that can be seen


def test_the_smallest_effect_is_the_formula() -> None:
    assert smallest_effect(1.0, 1.0) == pytest.approx(1.960 + 0.842, abs=5e-4)
    assert smallest_effect(0.5, 2.0) == pytest.approx(2 * Z_LEVEL + 0.5 * Z_POWER)
    assert smallest_effect(1.0, 1.0, alpha=0.05 / 36) == pytest.approx(3.1971 + Z_POWER, abs=1e-3)
    assert smallest_effect(0.0, 0.0) is smallest_effect(1.0, 1.0, least_p=0.05) is None


@each("wobble", [0.0, 0.2])
def test_an_effect_of_that_size_is_found_in_80_of_100_cases(wobble: float) -> None:
    """1,000 data sets: within 0.04 of 0.8 (3.2 standard errors), also where the effect varies between documents."""
    sizes = [40, 40, 40, 40]
    draws = Resampler(labels_of(sizes), resamples=999)
    large = simulated(np.random.default_rng(0), [size * 500 for size in sizes], 0.0, wobble)
    within = np.mean([part.std() for part in np.split(large, 4)]) / math.sqrt(sum(sizes))
    effect = smallest_effect(float(within), float(large.std()) / math.sqrt(sum(sizes)))
    assert effect is not None
    values = (simulated(np.random.default_rng(seed), sizes, effect, wobble) for seed in range(1000))
    found = sum(draws.sign_flip(snapped(one))[0] < 0.05 for one in values) / 1000
    assert abs(found - 0.8) <= 0.04


def test_what_is_detectable_is_read_from_the_data() -> None:
    values = simulated(np.random.default_rng(2), [30, 30], 0.05)
    found = paired(*as_sides(values), Resampler(labels_of([30, 30]), resamples=100))
    assert found.detectable == smallest_effect(found.standard_error, found.flip_error)
    few = paired([0.0] * 9, [1.0] * 5 + [0.0] * 4, ["a"] * 9)
    assert (few.changed, few.p, few.least_p, few.detectable) == (5, 0.0625, 0.0625, None)
    more = paired([0.0] * 9, [1.0] * 6 + [0.0] * 3, ["a"] * 9)
    assert more.detectable is not None

"""Holm's correction over a declared family, against its definition and known examples."""

from __future__ import annotations

import math
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from chunklib.evaluation.statistics.verdict import holm
from tests.each import each
from tests.promises import refused


def listed(p_values: list[float]) -> list[float]:
    return list(holm(dict(enumerate(p_values))).values())


P = st.one_of(st.sampled_from([0.0, 0.01, 0.05, 1.0]), st.floats(0, 1))


def by_definition(p_values: list[float]) -> list[float]:
    """The smallest level at which Holm's procedure, run step by step, rejects: looked for among all candidates."""
    m = len(p_values)
    order = sorted(range(m), key=lambda at: p_values[at])
    candidates = sorted({min(1.0, (m - rank) * p) for rank in range(m) for p in p_values} | {1.0})

    def rejected(at: int, level: float) -> bool:
        for rank, other in enumerate(order):
            if (m - rank) * p_values[other] > level:
                return False
            if other == at:
                return True
        raise AssertionError(at)

    return [next((level for level in candidates if rejected(at, level)), 1.0) for at in range(m)]


@given(p_values=st.lists(P, min_size=1, max_size=7))
def test_the_adjusted_p_value_is_the_smallest_level_that_rejects(p_values: list[float]) -> None:
    assert listed(p_values) == pytest.approx(by_definition(p_values))


def test_a_family_is_adjusted_in_the_order_given() -> None:
    assert list(holm({"b": 0.04, "a": 0.01}).items()) == [("b", 0.04), ("a", 0.02)]
    assert listed([np.float64(0.01), Fraction(1, 4)]) == [0.02, 0.25]  # type: ignore[list-item]


@each(("given", "named"), [([], ("at least one",)), ([math.nan], ("nan", "0"))])
def test_a_bad_family_is_refused(given: list[float], named: tuple[str, ...]) -> None:
    refused(lambda: listed(given), ValueError, *named)

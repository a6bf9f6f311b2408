"""Holm's correction over a declared family, against its definition and known examples."""

from __future__ import annotations

import math
from collections.abc import Callable
from fractions import Fraction
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from chunklib.evaluation.statistics.holm import holm
from tests.each import each
from tests.promises import refused


def listed(p_values: list[float], **more: Any) -> list[float]:
    return list(holm(dict(enumerate(p_values)), **more).values())


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


def test_a_family_is_adjusted_as_it_was_declared_in_the_order_given() -> None:
    found = holm({"b": 0.04, "a": 0.01}, declared=["a", "b"])
    assert list(found.items()) == [("b", 0.04), ("a", 0.02)]
    assert listed([0.01, 0.04], declared=range(2)) == [0.02, 0.04]
    assert listed([np.float64(0.01), Fraction(1, 4)]) == [0.02, 0.25]  # type: ignore[list-item]


BAD_FAMILIES: dict[str, tuple[Callable[[], Any], type[Exception], tuple[str, ...]]] = {
    "missing": (lambda: holm({"a": 0.1}, declared=["a", "b c"]), ValueError, ("no result", "'b c'")),
    "many missing": (lambda: holm({"a": 0.1}, declared=list("abcdef")), ValueError, ("'b', 'c', 'd' and 2 more",)),
    "undeclared": (lambda: holm({"a": 0.1, "b": 0.2}, declared=["a"]), ValueError, ("not declared", "'b'")),
    "empty": (lambda: listed([]), ValueError, ("at least one",)),
    "nan": (lambda: holm({"a": math.nan}), ValueError, ("nan", "'a'")),
}


@each("name", BAD_FAMILIES)
def test_a_bad_family_is_refused(name: str) -> None:
    call, kind, named = BAD_FAMILIES[name]
    refused(call, kind, *named)

"""A verdict on a difference never says more than the data show."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Any

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from chunklib.evaluation.statistics.differences import Difference, paired, smallest_effect
from chunklib.evaluation.statistics.resampling import Resampler
from chunklib.evaluation.statistics.verdict import Verdict, verdicts
from chunklib.evaluation.wording import p_value
from tests.each import each
from tests.promises import refused

# ------------------------------------------------------------------ figures in words


@given(p=st.floats(0, 1))
def test_a_p_value_is_never_nought_and_stays_on_its_side(p: float) -> None:
    sign, said = p_value(p, 0.05).split(" ")
    assert float(said) > 0
    assert sign == ("<" if p < 0.001 else "=")
    assert float(said) == 0.001 if sign == "<" else abs(float(said) - p) <= 5e-4
    assert (float(said) < 0.05) == (p < 0.05) or abs(p - 0.05) < 1e-12


# ------------------------------------------------------------------ what is said


def difference(mean: float, low: float, high: float, p: float, **named: Any) -> Difference:
    figures = {"standard_error": 0.00856, "flip_error": 0.00856, "least_p": 1 / 10_001, "detectable": 0.024}
    counts = {"changed": 100, "questions": 472, "documents": 5, "phases": 6}
    return Difference(mean, low, high, **{"p": p, **figures, **counts, **named})


def verdict(label: str, found: Difference, holm_p: float | None = None, family: int = 1) -> Verdict:
    return Verdict(label, found, found.p if holm_p is None else holm_p, family)


SEEN = difference(0.0222, 0.0134, 0.0295, 0.0001)
UNSEEN = difference(-0.007, -0.019, 0.0052, 0.3)
CORRECTED = difference(0.0222, 0.0034, 0.04, 0.012)
ONE_PHASE = replace(SEEN, phases=1)
SAID: dict[str, tuple[Verdict, str, str]] = {
    "a difference": (
        verdict("overlap 20 % against 0", SEEN, holm_p=0.0008, family=8),
        "difference",
        "+2.2 points  [+1.3, +2.9]   six phases, 472 questions, Holm p < 0.001",
    ),
    "none seen": (
        verdict("overlap 50 % against 20 %", UNSEEN),
        "no difference seen",
        "−0.7 points  [−1.9, +0.5]   no difference seen; the smallest effect this data can show is 2.4",
    ),
    "lost to the correction": (
        verdict("A against B", CORRECTED, holm_p=0.096, family=8),
        "lost to correction",
        (
            "+2.2 points  [+0.3, +4.0]   not significant after Holm's correction over 8 comparisons "
            "(p = 0.012 alone, Holm p = 0.096); the smallest effect this data can show is 3.1"
        ),
    ),
    "only the interval": (
        verdict("A against B", replace(CORRECTED, p=0.053)),
        "test and interval disagree",
        (
            "+2.2 points  [+0.3, +4.0]   no claim: the interval leaves out 0, yet p = 0.053; "
            "the smallest effect this data can show is 2.4"
        ),
    ),
    "only the test": (
        verdict("A against B", difference(0.02, -0.0001, 0.04, 0.04), holm_p=0.048, family=2),
        "test and interval disagree",
        (
            "+2.0 points  [−0.0, +4.0]   no claim: Holm p = 0.048, yet the interval has 0 in it; "
            "the smallest effect this data can show is 2.6"
        ),
    ),
    "one phase": (
        verdict("A against B", ONE_PHASE, holm_p=0.0008, family=8),
        "difference",
        (
            "+2.2 points  [+1.3, +2.9]   one phase, 472 questions, Holm p < 0.001; "
            "no claim: one phase cannot tell the overlap from the place of the cuts"
        ),
    ),
    "nothing differs": (
        verdict("A against B", paired([GOOD := [0.2, 0.4, 0.9]] * 6, [GOOD] * 6, list("aab"))),
        "no difference seen",
        (
            "0.0 points  [0.0, 0.0]   no difference seen; "
            "0 of 3 questions differ, too few to say which effect this data can show"
        ),
    ),
    "too few resamples": (
        verdict("A against B", difference(0.01, 0.0, 0.03, 0.5, least_p=0.1)),
        "no difference seen",
        (
            "+1.0 points  [0.0, +3.0]   no difference seen; "
            "signs were turned too few times to say which effect this data can show"
        ),
    ),
}


@each("name", SAID)
def test_what_is_said(name: str) -> None:
    found, finding, said = SAID[name]
    assert found.finding == finding
    assert str(found) == f"{found.label}\n  {said}"
    assert found.claim == (name == "a difference")


@given(
    ends=st.tuples(st.floats(-1, 1), st.floats(-1, 1)).map(sorted),
    p=st.floats(1e-4, 1),
    family=st.integers(1, 40),
    share=st.floats(0, 1),
    phases=st.integers(1, 12),
    changed=st.integers(0, 472),
)
def test_a_claim_needs_everything_and_what_is_no_claim_says_how_little_can_be_seen(
    ends: list[float], p: float, family: int, share: float, phases: int, changed: int
) -> None:
    low, high = ends
    adjusted = p + share * (min(1, family * p) - p)
    least = 2.0 ** (1 - changed) if 0 < changed <= 16 else 1 / 10_001 if changed else 1.0
    data = difference((low + high) / 2, low, high, p, phases=phases, changed=changed, least_p=least)
    found = verdict("A against B", data, holm_p=adjusted, family=family)
    assert found.claim == (adjusted < 0.05 and phases >= 6 and not low <= 0 <= high)
    assert found.detectable == smallest_effect(0.00856, 0.00856, alpha=0.05 / family, least_p=least)
    if found.finding != "difference":
        assert "this data can show" in str(found)
    assert ("place of the cuts" in str(found)) == (phases < 6)
    assert not re.search(r"no effect|same|equal|0\.000|±|-\d", str(found))
    assert len(str(found).splitlines()) == 2


# ------------------------------------------------------------------ a family


def family(comparisons: int, questions: int = 60) -> tuple[dict[str, Any], list[str]]:
    rng = np.random.default_rng(6)
    base = rng.random((6, questions)) * 0.5
    pairs = {
        f"{n} % against 0": (base, np.clip(base + rng.normal(0.02 * n, 0.2, base.shape), 0, 1))
        for n in range(comparisons)
    }
    return pairs, ["a", "b", "b"] * (questions // 3)


def test_a_family_that_cannot_be_judged_is_refused() -> None:
    pairs, labels = family(3)
    few, enough = (Resampler(labels, resamples=number) for number in (59, 60))
    refused(lambda: verdicts(pairs, few), ValueError, "at least 60", "family of 3", "resamples=59")
    assert len(verdicts(pairs, enough)) == 3
    refused(lambda: verdicts({}, labels), ValueError, "at least one")
    refused(lambda: verdicts(pairs, labels[:-1]), ValueError, "59 questions", "(6, 60)")

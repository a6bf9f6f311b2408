"""Summarise scores: a mean with its interval, and the difference of two settings on the same questions.

Phases of the window grid are averaged for each question first: what is resampled is the question. The spread over
phases, and that over questions, are kept under their own names: neither is the error of a mean.
"""

import math
from collections.abc import Hashable, Iterable
from dataclasses import dataclass
from statistics import NormalDist
from typing import Any, SupportsIndex

import numpy as np
from numpy.typing import ArrayLike, NDArray

from chunklib.errors import InvalidType, InvalidValue
from chunklib.evaluation.statistics.resampling import RESAMPLES, Resampler, snapped, variance

ALPHA = 0.05
"""The level of the tests; intervals are of 95 %."""

_ENDS = (0.025, 0.975)
_POWER = 0.8
_SLACK = 1e-9  # a score that arithmetic has carried over its bound is still in it
_Means = tuple[float, float, float, float, float, float]


@dataclass(frozen=True, slots=True)
class Interval:
    """Holds the mean score of one setting over questions and over documents (``macro``), each with its 95 % interval.

    All are fractions. ``question_sd`` is the standard deviation over questions (how unlike the questions are) and
    ``phase_sd`` that of the mean over phases (how far the place of the cuts moves it; None for one phase); neither
    says how sure the mean is: ``standard_error`` does.
    """

    mean: float
    low: float
    high: float
    macro: float
    macro_low: float
    macro_high: float
    standard_error: float
    question_sd: float
    phase_sd: float | None
    questions: int
    documents: int
    phases: int


@dataclass(frozen=True, slots=True)
class Difference:
    """Holds the mean difference of two settings, other minus baseline, over questions and over documents (``macro``).

    All are fractions, the intervals of 95 %, each on its own. ``standard_error`` is that of the mean over questions
    within these documents, ``flip_error`` that which the sign-flip test works with: it knows no documents, so what the
    difference varies between them is noise to it; in one document they are the same. ``p`` is that of the
    sign-flip test on the mean over questions, ``least_p`` the smallest that this test can give with ``changed``
    questions that differ. ``detectable`` is the smallest effect that the data can show, None where too little differs
    to tell. ``baseline_phase_sd`` and ``other_phase_sd`` are standard deviations of each side's mean over phases, None
    for one phase.
    """

    mean: float
    low: float
    high: float
    macro: float
    macro_low: float
    macro_high: float
    standard_error: float
    flip_error: float
    p: float
    least_p: float
    detectable: float | None
    changed: int
    questions: int
    documents: int
    phases: int
    baseline_phase_sd: float | None
    other_phase_sd: float | None


def paired(
    baseline: ArrayLike,
    other: ArrayLike,
    strata: Iterable[Hashable] | Resampler,
    *,
    resamples: SupportsIndex = RESAMPLES,
    seed: SupportsIndex = 0,
    alpha: float = ALPHA,
) -> Difference:
    """Compare two settings on the same questions.

    Args:
        baseline: fractions of shape (P, Q): P phases, Q questions; or (Q,) for one phase.
        other: the same shape.
        strata: the document of each question; or draws that other comparisons on the same questions share.
        resamples: draws of the bootstrap, and of the sign-flip test where signs are not enumerated.
        seed: a whole number from 0.
        alpha: the level for ``detectable``; for a family of m comparisons ``0.05 / m``, where Holm's correction begins.

    Returns:
        a record. Sides exchanged, means and intervals turn their signs and p stays. In another order of the questions
        all stays but for the noise of drawing in the intervals and in a p that was not enumerated. The same input and
        seed give the same bytes. An interval covers less than its 95 % where a mean hangs on few questions: that over
        documents on one of eight, for example.

    Raises:
        ValueError: for shapes that differ, NaN, scores that are not fractions, fewer than two questions, fewer than
            one resample, an alpha that is not between 0 and 1.
        TypeError: for anything but an array of numbers, and for strata that are not a list of names.

    >>> found = paired([0, 0, 0, 1, 0, 1], [1, 1, 0, 1, 1, 1], ["a", "a", "a", "b", "b", "b"])
    >>> found.mean, found.p, found.changed
    (0.5, 0.25, 3)
    """
    _check_level(alpha)
    return _difference(Resampler.of(strata, resamples=resamples, seed=seed), baseline, other, alpha)


def _difference(resampler: Resampler, baseline: ArrayLike, other: ArrayLike, alpha: float) -> Difference:
    groups = resampler.strata
    first = _score_array("baseline", baseline, groups.questions)
    second = _score_array("other", other, groups.questions)
    if first.shape != second.shape:
        shapes = f"baseline {first.shape}, other {second.shape}"
        raise InvalidValue(f"both settings must be measured in the same number of phases: got {shapes}")
    values = snapped(second.mean(axis=0) - first.mean(axis=0))
    p, least_p = resampler.sign_flip(values)
    error, flip_error = groups.standard_error(values), math.sqrt(variance(values) / groups.questions)
    return Difference(
        *_ends(resampler, values, -1.0),
        standard_error=error,
        flip_error=flip_error,
        p=p,
        least_p=least_p,
        detectable=smallest_effect(error, flip_error, alpha=alpha, least_p=least_p),
        changed=int(np.count_nonzero(values)),
        questions=groups.questions,
        documents=len(groups.documents),
        phases=len(first),
        baseline_phase_sd=_phase_sd(first),
        other_phase_sd=_phase_sd(second),
    )


def interval(
    scores: ArrayLike,
    strata: Iterable[Hashable] | Resampler,
    *,
    resamples: SupportsIndex = RESAMPLES,
    seed: SupportsIndex = 0,
) -> Interval:
    """Average the scores of one setting, with a 95 % interval, whose ends lie from 0 to 1.

    Arguments are as in :func:`paired`. Two such intervals do not tell whether settings differ: their questions are the
    same, so compare them with that.

    >>> found = interval([1, 1, 0, 1], ["a", "a", "b", "b"])
    >>> found.mean, found.macro, found.question_sd, found.phases
    (0.75, 0.75, 0.5, 1)
    """
    resampler = Resampler.of(strata, resamples=resamples, seed=seed)
    groups = resampler.strata
    found = _score_array("scores", scores, groups.questions)
    values = snapped(found.mean(axis=0))
    return Interval(
        *_ends(resampler, values, 0.0),
        standard_error=groups.standard_error(values),
        question_sd=math.sqrt(variance(values)),
        phase_sd=_phase_sd(found),
        questions=groups.questions,
        documents=len(groups.documents),
        phases=len(found),
    )


def smallest_effect(
    standard_error: float, flip_error: float | None = None, *, alpha: float = ALPHA, least_p: float = 0.0
) -> float | None:
    """Compute the smallest true difference that a two-sided test at level alpha finds in 80 of 100 such data sets.

    Returns:
        ``z(1 - alpha / 2) * flip_error + z(0.8) * standard_error``; with both the same and 5 %,
        ``(1.960 + 0.842) * standard_error`` (Cohen, 1988, Statistical Power Analysis for the Behavioral Sciences; with
        two errors: Lachin, 1981, Controlled Clinical Trials 2, 93-113). For large samples. None where the test
        has no error or its ``least_p`` is not below alpha: then the data cannot tell.

    >>> round(smallest_effect(0.0086), 4), smallest_effect(0.0)
    (0.0241, None)
    """
    _check_level(alpha)
    flip_error = standard_error if flip_error is None else flip_error
    if not flip_error > 0 or least_p >= alpha:
        return None
    normal = NormalDist()
    return normal.inv_cdf(1 - alpha / 2) * flip_error + normal.inv_cdf(_POWER) * standard_error


def _check_level(alpha: float) -> None:
    if not 0 < alpha < 1:
        raise InvalidValue(f"alpha must be between 0 and 1: got alpha={alpha}")


def _score_array(name: str, scores: ArrayLike, questions: int) -> NDArray[np.float64]:
    """Read the scores of one setting as an array of shape (P, Q); truth values count as 0 and 1."""
    try:
        found = np.asarray(scores)
    except (TypeError, ValueError):  # rows of different lengths
        raise InvalidValue(f"{name} must have the same number of scores in each phase") from None
    if found.dtype.kind not in "biuf":
        raise InvalidType(f"{name} must be an array of numbers from 0 to 1: got {found.dtype.type.__name__}")
    if found.ndim not in (1, 2) or found.shape[-1] != questions or not found.size:
        rule = f"one score for each of the {questions} questions in strata, in each phase"
        raise InvalidValue(f"{name} must have {rule}: got an array of shape {found.shape}")
    found = np.atleast_2d(found.astype(np.float64))
    wrong = np.argwhere(~((found >= -_SLACK) & (found <= 1 + _SLACK)))  # NaN is neither
    if len(wrong):
        phase, question = (int(place) for place in wrong[0])
        where = f"{name}[{phase}, {question}] = {found[phase, question]:g}"
        raise InvalidValue(f"scores must be fractions from 0 to 1: got {where} (phase {phase}, question {question})")
    return found


def _ends(resampler: Resampler, values: NDArray[np.float64], least: float) -> _Means:
    """Give mean, low and high, over questions and then over documents; a stretched end stays in the range of scores."""
    found: list[tuple[float, float, float]] = []
    drawn = resampler.bootstrap(values)
    for mean, row in zip(resampler.strata.means(values), drawn, strict=True):
        low, high = np.clip(np.quantile(row, _ENDS), least, 1.0)
        found.append((mean, float(low), float(high)))
    return *found[0], *found[1]


def _phase_sd(scores: NDArray[Any]) -> float | None:
    means = [math.fsum(row) / len(row) for row in scores]
    return float(np.std(means, ddof=1)) if len(means) > 1 else None

"""Summarise scores: a mean with its interval, and the difference of two settings on the same questions.

Phases of the window grid are averaged for each question first: what is resampled is the question.
"""

import math
from collections.abc import Hashable, Iterable
from dataclasses import dataclass
from statistics import NormalDist

import numpy as np
from numpy.typing import ArrayLike, NDArray

from chunklib.errors import InvalidType, InvalidValue
from chunklib.evaluation.statistics.resampling import Resampler, snapped, variance

ALPHA = 0.05
"""The level of the tests; intervals are of 95 %."""

_ENDS = (0.025, 0.975)
_POWER = 0.8
_SLACK = 1e-9  # a score that arithmetic has carried over its bound is still in it


@dataclass(frozen=True, slots=True)
class Interval:
    """Holds the mean score of one setting over questions, with its 95 % interval.

    All are fractions. ``question_sd`` is the standard deviation over questions: how unlike the questions are. How sure
    the mean is says ``standard_error``.
    """

    mean: float
    low: float
    high: float
    standard_error: float
    question_sd: float
    questions: int
    documents: int
    phases: int


@dataclass(frozen=True, slots=True)
class Difference:
    """Holds the mean difference of two settings over questions, other minus baseline, with its 95 % interval.

    All are fractions. ``standard_error`` is that of the mean within these documents, ``flip_error`` that which the
    sign-flip test works with: it knows no documents, so what the difference varies between them is noise to it; in one
    document they are the same. ``p`` is that of the sign-flip test, ``least_p`` the smallest that this test can give
    with ``changed`` questions that differ. ``detectable`` is the smallest effect that the data can show, None where
    too little differs to tell.
    """

    mean: float
    low: float
    high: float
    standard_error: float
    flip_error: float
    p: float
    least_p: float
    detectable: float | None
    changed: int
    questions: int
    documents: int
    phases: int


def paired(baseline: ArrayLike, other: ArrayLike, strata: Iterable[Hashable] | Resampler) -> Difference:
    """Compare two settings on the same questions.

    Args:
        baseline: fractions of shape (P, Q): P phases, Q questions; or (Q,) for one phase.
        other: the same shape.
        strata: the document of each question; or draws that other comparisons on the same questions share.

    Returns:
        a record; the same input gives the same bytes. Sides exchanged, mean and interval turn their signs and p stays.
        Another order of the questions changes only the noise of drawing.

    Raises:
        ValueError: for shapes that differ, NaN, scores that are not fractions, fewer than two questions.
        TypeError: for anything but an array of numbers, and for strata that are not a list of names.

    >>> found = paired([0, 0, 0, 1, 0, 1], [1, 1, 0, 1, 1, 1], ["a", "a", "a", "b", "b", "b"])
    >>> found.mean, found.p, found.changed
    (0.5, 0.25, 3)
    """
    resampler = strata if isinstance(strata, Resampler) else Resampler(strata)
    first = _score_array("baseline", baseline, resampler.questions)
    second = _score_array("other", other, resampler.questions)
    if first.shape != second.shape:
        shapes = f"baseline {first.shape}, other {second.shape}"
        raise InvalidValue(f"both settings must be measured in the same number of phases: got {shapes}")
    values = snapped(second.mean(axis=0) - first.mean(axis=0))
    p, least_p = resampler.sign_flip(values)
    error, flip_error = resampler.standard_error(values), math.sqrt(variance(values) / resampler.questions)
    return Difference(
        *_ends(resampler, values, -1.0),
        standard_error=error,
        flip_error=flip_error,
        p=p,
        least_p=least_p,
        detectable=smallest_effect(error, flip_error, least_p=least_p),
        changed=int(np.count_nonzero(values)),
        questions=resampler.questions,
        documents=resampler.documents,
        phases=len(first),
    )


def interval(scores: ArrayLike, strata: Iterable[Hashable] | Resampler) -> Interval:
    """Average the scores of one setting, with a 95 % interval, whose ends lie from 0 to 1.

    Arguments are as in :func:`paired`. Two such intervals do not tell whether settings differ: their questions are the
    same, so compare them with that.

    >>> found = interval([1, 1, 0, 1], ["a", "a", "b", "b"])
    >>> found.mean, found.question_sd, found.phases
    (0.75, 0.5, 1)
    """
    resampler = strata if isinstance(strata, Resampler) else Resampler(strata)
    found = _score_array("scores", scores, resampler.questions)
    values = snapped(found.mean(axis=0))
    return Interval(
        *_ends(resampler, values, 0.0),
        standard_error=resampler.standard_error(values),
        question_sd=math.sqrt(variance(values)),
        questions=resampler.questions,
        documents=resampler.documents,
        phases=len(found),
    )


def smallest_effect(
    standard_error: float, flip_error: float, *, alpha: float = ALPHA, least_p: float = 0.0
) -> float | None:
    """Compute the smallest true difference that a two-sided test at level alpha finds in 80 of 100 such data sets.

    Returns:
        ``z(1 - alpha / 2) * flip_error + z(0.8) * standard_error``; with both the same and 5 %,
        ``(1.960 + 0.842) * standard_error`` (Cohen, 1988, Statistical Power Analysis for the Behavioral Sciences; with
        two errors: Lachin, 1981, Controlled Clinical Trials 2, 93-113). For large samples. None where the test
        has no error or its ``least_p`` is not below alpha: then the data cannot tell.
    """
    if not flip_error > 0 or least_p >= alpha:
        return None
    normal = NormalDist()
    return normal.inv_cdf(1 - alpha / 2) * flip_error + normal.inv_cdf(_POWER) * standard_error


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


def _ends(resampler: Resampler, values: NDArray[np.float64], least: float) -> tuple[float, float, float]:
    """Give mean, low and high; a stretched end stays in the range of scores."""
    low, high = np.clip(np.quantile(resampler.bootstrap(values), _ENDS), least, 1.0)
    return float(values.mean()), float(low), float(high)

"""Scores as callers give them: fractions for each question, in one phase of the window grid or in several."""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike, NDArray

from chunklib.errors import InvalidType, InvalidValue

_SLACK = 1e-9  # a score that arithmetic has carried over its bound is still in it
_FINEST, _BITS = 40, 52


def score_array(name: str, scores: ArrayLike, questions: int) -> NDArray[np.float64]:
    """Read the scores of one setting.

    Args:
        name: what the scores are called in a message.
        scores: fractions (0 to 1) of shape (P, Q): P phases, Q questions; or (Q,) for one phase. Truth values count
            as 0 and 1.
        questions: Q, as many as there are strata.

    Returns:
        an array of shape (P, Q) with P >= 1.

    Raises:
        TypeError: for what is no array of numbers.
        ValueError: for another shape, for NaN, and for a score that is no fraction; the place is named.

    >>> score_array("baseline", [True, False, True], 3).tolist()
    [[1.0, 0.0, 1.0]]
    """
    found = _numbers(name, scores)
    if found.ndim not in (1, 2) or found.shape[-1] != questions or not found.size:
        rule = f"one score for each of the {questions} questions in strata, in each phase"
        raise InvalidValue(f"{name} must have {rule}: got an array of shape {found.shape}")
    found = np.atleast_2d(found)
    wrong = np.argwhere(~((found >= -_SLACK) & (found <= 1 + _SLACK)))  # NaN is neither
    if len(wrong):
        phase, question = (int(place) for place in wrong[0])
        where = f"{name}[{phase}, {question}] = {found[phase, question]:g}"
        raise InvalidValue(f"scores must be fractions from 0 to 1: got {where} (phase {phase}, question {question})")
    return found


def _numbers(name: str, scores: ArrayLike) -> NDArray[np.float64]:
    try:
        found = np.asarray(scores)
    except (TypeError, ValueError):  # rows of different lengths
        raise InvalidValue(f"{name} must have the same number of scores in each phase") from None
    if found.dtype.kind not in "biuf":
        raise InvalidType(f"{name} must be an array of numbers from 0 to 1: got {found.dtype.type.__name__}")
    return found.astype(np.float64)


def quantum(questions: int) -> float:
    """Say how finely scores are kept: the largest of 2**-40 and what lets that many be added without any rounding.

    >>> quantum(472) == 2**-40
    True
    """
    return 2.0 ** -min(_FINEST, _BITS - questions.bit_length())


def snapped(values: NDArray[np.float64]) -> NDArray[np.float64]:
    """Round values to multiples of the quantum: their sums are then exact in any order, on any machine.

    What is equal but for rounding becomes equal, and ``1/3 + 1/3 - 2/3`` becomes 0.

    Args:
        values: one for each question, from -1 to 1.

    Returns:
        the values, none moved by more than half a quantum.

    >>> snapped(np.array([0.1 + 0.2 - 0.3, 0.5])).tolist()
    [0.0, 0.5]
    """
    step = quantum(values.shape[-1])
    found: NDArray[np.float64] = np.round(values / step) * step + 0.0  # no negative zero
    return found

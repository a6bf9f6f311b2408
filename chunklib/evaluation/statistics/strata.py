"""Scores by question: read from a caller, rounded so that sums are exact, and grouped by document.

The documents are taken as they are and the questions as a sample of those that could be asked about them: an interval
speaks of these documents, not of others.
"""

import math
from collections.abc import Hashable, Iterable
from itertools import chain

import numpy as np
from numpy.typing import ArrayLike, NDArray

from chunklib.errors import InvalidType, InvalidValue

_LEAST = 2  # questions: fewer have no spread


class Strata:
    """The questions of each document, and of each group that is resampled together.

    A group is a document. One question alone has no spread, so all documents of one question are one group; a single
    such document joins the smallest of the others (by its name, where several are as small). The standard error is
    then too large rather than too small (collapsed strata: Cochran, Sampling Techniques, 1977, section 5A.12).

    Args:
        labels: the document of each question, in the order of the scores.

    Attributes:
        questions: how many there are.
        documents: the places of the questions of each document, in the order of their first question.
        groups: the places of those of each group; every question is in one group, every group has at least two.
        shares: two numbers for each group: its weight in the mean over questions, and in that over documents.

    Raises:
        ValueError: for fewer than two questions.
        TypeError: for labels that are not a list of names.

    >>> found = Strata(["a", "b", "a", "c", "a"])
    >>> [group.tolist() for group in found.groups], found.shares[0]
    ([[0, 2, 4], [1, 3]], (0.6, 0.3333333333333333))
    """

    def __init__(self, labels: Iterable[Hashable]) -> None:
        rule = "strata must be a list with the document of each question"
        if isinstance(labels, str | bytes) or not isinstance(labels, Iterable):
            raise InvalidType(f"{rule}: got {labels!r}")
        places: dict[Hashable, list[int]] = {}
        for place, label in enumerate(labels):
            if not isinstance(label, Hashable):
                raise InvalidType(f"{rule}: got {label!r} in it")
            places.setdefault(label, []).append(place)
        self.questions = sum(map(len, places.values()))
        if self.questions < _LEAST:
            raise InvalidValue(f"statistics need at least {_LEAST} questions: got {self.questions}")
        pooled = _pooled(places)
        together = [sorted(chain(*(places[label] for label in group))) for group in pooled]
        self.documents = [np.array(found, np.intp) for found in places.values()]
        self.groups = [np.array(found, np.intp) for found in together]
        self.shares = [
            (len(found) / self.questions, len(group) / len(places))
            for found, group in zip(together, pooled, strict=True)
        ]

    def means(self, values: NDArray[np.float64]) -> tuple[float, float]:
        """Average over the questions (micro), and over the documents' own means (macro)."""
        macro = math.fsum(float(values[places].mean()) for places in self.documents) / len(self.documents)
        return float(values.mean()), macro

    def standard_error(self, values: NDArray[np.float64]) -> float:
        """Estimate the standard error of the mean over questions: ``sqrt(sum of n s**2) / N`` over the groups.

        ``s`` is the standard deviation of a group (divisor n - 1), n its questions, N all questions (Cochran, 1977,
        section 5.4, without the correction for finite populations).
        """
        squares = (len(places) * variance(values[places]) for places in self.groups)
        return math.sqrt(math.fsum(squares)) / self.questions


def _pooled(places: dict[Hashable, list[int]]) -> list[list[Hashable]]:
    """Say which documents are resampled together: alone, unless they have one question only."""
    groups = [[label] for label, found in places.items() if len(found) >= _LEAST]
    single = [label for label, found in places.items() if len(found) < _LEAST]
    if len(single) == 1:
        min(groups, key=lambda group: (len(places[group[0]]), str(group[0]))).extend(single)
    elif single:
        groups.append(single)
    return groups


def variance(values: NDArray[np.float64]) -> float:
    """Estimate a variance (divisor n - 1); sums are rounded once, so that the order of the values does not matter.

    >>> variance(np.array([1.0, 2.0, 3.0]))
    1.0
    """
    mean = math.fsum(values) / len(values)
    return math.fsum((values - mean) ** 2) / (len(values) - 1)


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
        TypeError: for anything but an array of numbers.
        ValueError: for another shape, for NaN, and for a score that is not a fraction; the place is named.

    >>> score_array("baseline", [True, False, True], 3).tolist()
    [[1.0, 0.0, 1.0]]
    """
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

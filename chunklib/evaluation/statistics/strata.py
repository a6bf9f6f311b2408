"""Questions by document: what is resampled together, and the standard error that belongs to it.

The documents are taken as they are and the questions as a sample of those that could be asked about them: an interval
speaks of these documents, not of others.
"""

from __future__ import annotations

import math
from collections.abc import Hashable, Iterable
from dataclasses import dataclass
from itertools import chain

import numpy as np
from numpy.typing import NDArray

from chunklib.errors import InvalidType, InvalidValue

_LEAST = 2  # questions: fewer have no spread


@dataclass(frozen=True, slots=True, eq=False)
class Strata:
    """The places of the questions of each document, and of each group that is resampled together.

    A group is a document. One question alone has no spread, so all documents of one question are one group; a single
    such document joins the smallest of the others (by its name, where several are as small). The standard error is
    then too large rather than too small (collapsed strata: Cochran, Sampling Techniques, 1977, section 5A.12).
    ``shares`` has two numbers for each group: its weight in the mean over questions, and in that over documents.
    """

    questions: int
    documents: tuple[NDArray[np.intp], ...]
    groups: tuple[NDArray[np.intp], ...]
    shares: tuple[tuple[float, float], ...]

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


def strata(labels: Iterable[Hashable]) -> Strata:
    """Sort questions by document.

    Args:
        labels: the document of each question, in the order of the scores.

    Returns:
        documents in the order of their first question; every question is in one group, every group has at least two.

    Raises:
        ValueError: for fewer than two questions.
        TypeError: for labels that are no list of names.

    >>> found = strata(["a", "b", "a", "c", "a"])
    >>> [group.tolist() for group in found.groups], found.shares[0]
    ([[0, 2, 4], [1, 3]], (0.6, 0.3333333333333333))
    """
    places: dict[Hashable, list[int]] = {}
    for place, label in enumerate(_labels(labels)):
        places.setdefault(label, []).append(place)
    questions = sum(map(len, places.values()))
    if questions < _LEAST:
        raise InvalidValue(f"statistics need at least {_LEAST} questions: got {questions}")
    pooled = _pooled(places)
    return Strata(
        questions,
        tuple(np.array(found, np.intp) for found in places.values()),
        tuple(np.array(sorted(chain(*(places[label] for label in group))), np.intp) for group in pooled),
        tuple((sum(len(places[label]) for label in group) / questions, len(group) / len(places)) for group in pooled),
    )


def _labels(labels: Iterable[Hashable]) -> list[Hashable]:
    rule = "strata must be a list with the document of each question"
    if isinstance(labels, str | bytes) or not isinstance(labels, Iterable):
        raise InvalidType(f"{rule}: got {labels!r}")
    found = list(labels)
    for label in found:
        if not isinstance(label, Hashable):
            raise InvalidType(f"{rule}: got {label!r} in it")
    return found


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

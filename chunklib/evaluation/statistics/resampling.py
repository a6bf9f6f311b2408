"""Group questions by document, draw them again, and turn signs: one set of draws for every comparison on them.

The documents are taken as they are and the questions as a sample of those that could be asked about them: an interval
speaks of these documents, not of others.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Hashable, Iterable, Iterator
from typing import Any, SupportsIndex

import numpy as np
from numpy.typing import NDArray

from chunklib.errors import InvalidType, InvalidValue
from chunklib.readers import at_least, listed

RESAMPLES = 10_000
ENUMERATED = 16
"""Differences up to which every choice of signs is counted: there are 65,536."""

_LEAST = 2  # questions: fewer have no spread
_FINEST, _BITS = 40, 52  # of scores, and of the numbers that they are kept in
_BLOCK = 1 << 20  # numbers that are multiplied at once
_KEPT = 1 << 26  # bytes of draws that are kept for the next comparison


def variance(values: NDArray[np.float64]) -> float:
    """Estimate a variance (divisor n - 1); sums are rounded once, so that the order of the values does not matter."""
    mean = math.fsum(values) / len(values)
    return math.fsum((values - mean) ** 2) / (len(values) - 1)


def quantum(questions: int) -> float:
    """Say how finely scores are kept: the largest of 2**-40 and what lets that many be added without any rounding."""
    return 2.0 ** -min(_FINEST, _BITS - questions.bit_length())


def snapped(values: NDArray[np.float64]) -> NDArray[np.float64]:
    """Round values from -1 to 1 to multiples of the quantum: their sums are then exact in any order, on any machine.

    What is equal but for rounding becomes equal, and ``1/3 + 1/3 - 2/3`` becomes 0.
    """
    step = quantum(values.shape[-1])
    found: NDArray[np.float64] = np.round(values / step) * step + 0.0  # no negative zero
    return found


class Resampler:
    """Draws the questions of a benchmark again, once for every comparison on them.

    They are drawn within groups. A group is a document; but one question alone has no spread, so all documents of one
    question are one group, and a single such document joins the smallest of the others (by its name, where several
    are as small). The standard error is then too large rather than too small (collapsed strata: Cochran, Sampling
    Techniques, 1977, section 5A.12). The same documents in the same order, the same number of resamples and the same
    seed give the same draws in every process, for one release of numpy.

    Args:
        strata: the document of each question, in the order of the scores.
        resamples: how often to draw.
        seed: a whole number from 0.

    Attributes:
        questions: how many there are.
        documents: about how many documents they ask.
        groups: the places of the questions of each group; each is in one group, every group has at least two.

    Raises:
        ValueError: for fewer than two questions, fewer than one resample, a negative seed.
        TypeError: for anything but a list of names, and for a number that is not whole.

    >>> [group.tolist() for group in Resampler(["a", "b", "a", "c", "a"]).groups]
    [[0, 2, 4], [1, 3]]
    """

    def __init__(
        self, strata: Iterable[Hashable], *, resamples: SupportsIndex = RESAMPLES, seed: SupportsIndex = 0
    ) -> None:
        rule = "strata must be a list with the document of each question"
        places: dict[Hashable, list[int]] = {}
        for place, label in enumerate(listed(rule, strata)):
            if not isinstance(label, Hashable):
                raise InvalidType(f"{rule}: got {label!r} in it")
            places.setdefault(label, []).append(place)
        self.questions, self.documents = sum(map(len, places.values())), len(places)
        if self.questions < _LEAST:
            raise InvalidValue(f"statistics need at least {_LEAST} questions: got {self.questions}")
        groups = {label: found for label, found in places.items() if len(found) >= _LEAST}
        single = [found[0] for found in places.values() if len(found) < _LEAST]
        if len(single) == 1:
            groups[min(groups, key=lambda label: (len(groups[label]), str(label)))] += single
        together = [*groups.values(), *[single] * (len(single) >= _LEAST)]
        self.groups = [np.array(sorted(found), np.intp) for found in together]
        self.resamples = at_least(1, "resamples", resamples)
        self.seed = at_least(0, "seed", seed)
        self._kept: dict[int, list[NDArray[Any]]] = {}

    def standard_error(self, values: NDArray[np.float64]) -> float:
        """Estimate the standard error of the mean over questions: ``sqrt(sum of n s**2) / N`` over the groups.

        ``s`` is the standard deviation of a group (divisor n - 1), n its questions, N all questions (Cochran, 1977,
        section 5.4, without the correction for finite populations).
        """
        squares = (len(places) * variance(values[places]) for places in self.groups)
        return math.sqrt(math.fsum(squares)) / self.questions

    def bootstrap(self, values: NDArray[np.float64]) -> NDArray[np.float64]:
        """Average values, snapped, over questions that are drawn again within each document, as many as it has.

        The distance of a group's drawn mean from its mean is stretched by ``sqrt(n / (n - 1))``: the spread of the
        averages is then that of the standard error also in documents of few questions (Rao and Wu, 1988,
        "Resampling inference with complex survey data", JASA 83, with as many draws as questions).
        """
        found = np.full(self.resamples, values.mean())
        for number, places in enumerate(self.groups):
            own, n = values[places], len(places)
            moved = (self._products(number, _counts, own) - own.sum()) / math.sqrt(n * (n - 1))
            found += n / self.questions * moved
        return found

    def sign_flip(self, values: NDArray[np.float64]) -> tuple[float, float]:
        """Test whether the sum of differences, snapped, could as well be one with their signs turned at random.

        All ways are counted where at most 16 differences are not 0. Otherwise signs are turned ``resamples`` times
        and p is ``(1 + count) / (1 + resamples)`` (Phipson and Smyth, 2010); the count has every sum that is as far
        from 0 as the one seen. Gives the two-sided p value, and the smallest that so many differences can give.
        """
        changed = values[values != 0]
        slack = 2 * len(changed) * quantum(len(values))  # equal sums may differ by what snapping moved
        seen = abs(float(values.sum())) - slack
        if len(changed) <= ENUMERATED:
            sums = np.abs(_all_flips(changed))
            return float((sums >= seen).mean()), 1 / len(sums)
        turned = self._products(len(self.groups), _flips, values)
        count = int((np.abs(values.sum() - 2 * turned) >= seen).sum())
        return (1 + count) / (1 + self.resamples), 1 / (1 + self.resamples)

    def _products(self, number: int, draw: _Draw, values: NDArray[np.float64]) -> NDArray[np.float64]:
        """Multiply each draw with the values: exact, whatever the order in which a machine adds."""
        blocks: Iterable[NDArray[Any]] | None = self._kept.get(number)
        if blocks is None:
            blocks = draw(np.random.default_rng([self.seed, number]), self.resamples, len(values))
            if self.resamples * self.questions <= _KEPT:
                blocks = self._kept[number] = list(blocks)
        # Not by @, whose threads wait for one another where other processes use the cores; sums are exact either way.
        return np.concatenate([np.einsum("ij,j->i", block.astype(np.float64), values) for block in blocks])


_Draw = Callable[[np.random.Generator, int, int], Iterator["NDArray[Any]"]]


def _counts(rng: np.random.Generator, resamples: int, questions: int) -> Iterator[NDArray[Any]]:
    """Draw n of n questions, again and again, and count how often each came."""
    for rows in _rows(resamples, questions):
        drawn = rng.integers(0, questions, size=(rows, questions))
        drawn += np.arange(rows)[:, None] * questions
        counts = np.bincount(drawn.ravel(), minlength=rows * questions).reshape(rows, questions)
        yield counts.astype(np.min_scalar_type(questions))


def _flips(rng: np.random.Generator, resamples: int, questions: int) -> Iterator[NDArray[Any]]:
    """Choose whose signs are turned: each with probability one half."""
    for rows in _rows(resamples, questions):
        yield rng.integers(0, 2, size=(rows, questions), dtype=np.uint8)


def _rows(resamples: int, questions: int) -> Iterator[int]:
    most = max(1, _BLOCK // questions)
    for at in range(0, resamples, most):
        yield min(most, resamples - at)


def _all_flips(values: NDArray[np.float64]) -> NDArray[np.float64]:
    """Add the values with every choice of signs, the first left as it is: the others are these with signs turned."""
    sums = values[:1] if len(values) else np.zeros(1)
    for value in values[1:]:
        sums = np.concatenate([sums + value, sums - value])
    return sums

"""Drawing questions again, and turning signs: one set of draws for every comparison on the same questions."""

from __future__ import annotations

import math
from collections.abc import Callable, Hashable, Iterable, Iterator
from typing import Any, SupportsIndex

import numpy as np
from numpy.typing import NDArray

from chunklib.evaluation.statistics.strata import Strata, quantum
from chunklib.integers import at_least

RESAMPLES = 10_000
ENUMERATED = 16
"""Differences up to which every choice of signs is counted: there are 65,536."""

_BLOCK = 1 << 20  # numbers that are multiplied at once
_KEPT = 1 << 26  # bytes of draws that are kept for the next comparison


class Resampler:
    """Draws for the questions of a benchmark, made once and used for every comparison on them.

    The same documents in the same order, the same number of resamples and the same seed give the same draws in every
    process, for one release of numpy.

    Args:
        strata: the document of each question, in the order of the scores; see :class:`Strata`.
        resamples: how often to draw.
        seed: a whole number from 0.

    Raises:
        ValueError: for fewer than two questions, fewer than one resample, a negative seed.
        TypeError: for anything but a list of names, and for a number that is not whole.

    >>> draws = Resampler(["a", "a", "b", "b"], resamples=3, seed=0)
    >>> draws.bootstrap(np.array([0.5, 0.5, 0.25, 0.25])).tolist()
    [[0.375, 0.375, 0.375], [0.375, 0.375, 0.375]]
    """

    def __init__(
        self, strata: Iterable[Hashable], *, resamples: SupportsIndex = RESAMPLES, seed: SupportsIndex = 0
    ) -> None:
        self.strata = Strata(strata)
        self.resamples = at_least(1, "resamples", resamples)
        self.seed = at_least(0, "seed", seed)
        self._kept: dict[int, list[NDArray[Any]]] = {}

    @classmethod
    def of(cls, strata: Iterable[Hashable] | Resampler, *, resamples: SupportsIndex, seed: SupportsIndex) -> Resampler:
        """Return draws that were made already, or make them."""
        return strata if isinstance(strata, Resampler) else cls(strata, resamples=resamples, seed=seed)

    def bootstrap(self, values: NDArray[np.float64]) -> NDArray[np.float64]:
        """Average the values over questions that are drawn again within each document, as many as it has.

        The distance of a group's drawn mean from its mean is stretched by ``sqrt(n / (n - 1))``: the spread of the
        averages is then that of the standard error also in documents of few questions (Rao and Wu, 1988,
        "Resampling inference with complex survey data", JASA 83, with as many draws as questions).

        Args:
            values: one for each question, from -1 to 1, snapped.

        Returns:
            an array of shape (2, resamples): means over questions, and over documents.
        """
        found = np.empty((2, self.resamples))
        found.T[:] = self.strata.means(values)
        for number, (places, shares) in enumerate(zip(self.strata.groups, self.strata.shares, strict=True)):
            own, n = values[places], len(places)
            moved = (self._products(number, _counts, own) - own.sum()) / math.sqrt(n * (n - 1))
            found += np.outer(shares, moved)
        return found

    def sign_flip(self, values: NDArray[np.float64]) -> tuple[float, float]:
        """Test whether the sum of differences could as well be one of those with their signs turned at random.

        All ways are counted where at most 16 differences are not 0. Otherwise signs are turned ``resamples`` times
        and p is ``(1 + count) / (1 + resamples)`` (Phipson and Smyth, 2010); the count has every sum that is as far
        from 0 as the one seen.

        Args:
            values: differences, one for each question, from -1 to 1, snapped.

        Returns:
            the two-sided p value, and the smallest that the test can give with so many differences.
        """
        changed = values[values != 0]
        slack = 2 * len(changed) * quantum(len(values))  # equal sums may differ by what snapping moved
        seen = abs(float(values.sum())) - slack
        if len(changed) <= ENUMERATED:
            sums = np.abs(_all_flips(changed))
            return float((sums >= seen).mean()), 1 / len(sums)
        turned = self._products(len(self.strata.groups), _flips, values)
        count = int((np.abs(values.sum() - 2 * turned) >= seen).sum())
        return (1 + count) / (1 + self.resamples), 1 / (1 + self.resamples)

    def _products(self, number: int, draw: _Draw, values: NDArray[np.float64]) -> NDArray[np.float64]:
        """Multiply each draw with the values: exact, whatever the order in which a machine adds."""
        blocks: Iterable[NDArray[Any]] | None = self._kept.get(number)
        if blocks is None:
            blocks = draw(np.random.default_rng([self.seed, number]), self.resamples, len(values))
            if self.resamples * self.strata.questions <= _KEPT:
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
    """Add the values with every choice of signs, the first left as it is: the others are these with their sign turned.

    >>> _all_flips(np.array([4.0, 2.0, 1.0])).tolist()
    [7.0, 3.0, 5.0, 1.0]
    """
    sums = values[:1] if len(values) else np.zeros(1)
    for value in values[1:]:
        sums = np.concatenate([sums + value, sums - value])
    return sums

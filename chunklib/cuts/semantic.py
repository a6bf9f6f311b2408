"""Cuts where the meaning changes: breakpoints in the distances between neighbouring sentences.

Arithmetic over sentence vectors from any embedder. A distance belongs to the gap between two sentences; the four
thresholds are those of the field (LangChain's SemanticChunker, 2024, has the same names).
"""

from bisect import bisect_left, bisect_right
from collections.abc import Callable, Mapping, Sequence
from functools import cached_property
from itertools import pairwise
from typing import Any

import numpy as np
from numpy.typing import NDArray

from chunklib.embed import Embedder, cosine, vectors
from chunklib.errors import check_name
from chunklib.readers import real

_BLOCK = 4096  # gaps that are looked at together: a long text needs little beside its vectors
_DIGITS = 9  # what lies below is rounding, which differs between machines: equal sentences shall not give a peak


class SentenceVectors:
    """Gives each sentence of a text a vector: all are embedded in one call, at the first question.

    Args:
        text: the document.
        find: makes the rising offsets at which sentences end (the last is the end of the text).
        embed: a callable ``list[str] -> array``.
    """

    def __init__(self, text: str, find: Callable[[], Sequence[int]], embed: Embedder) -> None:
        self._text = text
        self._find = find
        self._embed = embed

    @cached_property
    def ends(self) -> Sequence[int]:
        """Find where each sentence ends."""
        return self._find()

    @cached_property
    def rows(self) -> NDArray[np.float32]:
        """Embed each sentence: vectors of length 1 (zeros for white space alone), shape (sentences, dimensions)."""
        sentences = [self._text[start:end].strip() for start, end in pairwise((0, *self.ends))]
        spoken = [at for at, sentence in enumerate(sentences) if sentence]
        found = vectors(self._embed, [sentences[at] for at in spoken])
        if len(spoken) == len(sentences):
            return found
        rows = np.zeros((len(sentences), found.shape[1]), np.float32)
        rows[spoken] = found
        return rows

    def mean(self, start: int, end: int) -> NDArray[np.float64]:
        """Add up the vectors of the sentences that ``text[start:end]`` touches: the direction of their mean."""
        first, last = bisect_right(self.ends, start), bisect_left(self.ends, end) + 1
        total: NDArray[np.float64] = self.rows[first:last].sum(axis=0, dtype=np.float64)
        return total


def distances(rows: NDArray[Any], window: int = 1) -> NDArray[np.float64]:
    """Measure how unlike the sentences before and after each gap are.

    Args:
        rows: sentence vectors, shape (sentences, dimensions).
        window: how many sentences on either side are averaged; fewer at the ends of the text.

    Returns:
        one minus the cosine similarity of the two means, 0 to 2, for each of the ``sentences - 1`` gaps; 1 where a
        side has no direction (zeros).

    >>> distances(np.array([[1.0, 0.0], [1.0, 0.0], [0.0, 1.0]])).tolist()
    [0.0, 1.0]
    """
    count = len(rows)
    found = np.zeros(max(count - 1, 0))
    for at in range(1, count, _BLOCK):
        gaps = np.arange(at, min(at + _BLOCK, count))
        low, high = max(at - window, 0), min(int(gaps[-1]) + window, count)
        sums = np.cumsum(rows[low:high], axis=0, dtype=np.float64)
        sums = np.concatenate((np.zeros((1, rows.shape[1])), sums))
        middle = sums[gaps - low]
        before = middle - sums[np.maximum(gaps - window, 0) - low]
        after = sums[np.minimum(gaps + window, count) - low] - middle
        found[gaps - 1] = 1 - cosine(before, after)
    return np.round(found, _DIGITS)


def _interquartile(found: NDArray[np.float64], amount: float) -> float:
    low, high = (float(np.percentile(found, share)) for share in (25, 75))
    return float(found.mean()) + amount * (high - low)


Limit = Callable[[NDArray[np.float64], float], float]
THRESHOLDS: Mapping[str, tuple[Limit, float, float]] = {
    "percentile": (lambda found, amount: float(np.percentile(found, amount)), 95.0, 100.0),
    "standard_deviation": (lambda found, amount: float(found.mean()) + amount * float(found.std()), 3.0, np.inf),
    "interquartile": (_interquartile, 1.5, np.inf),
    "gradient": (lambda found, amount: float(np.percentile(found, amount)), 95.0, 100.0),
}
"""Every threshold by its name: its limit (of distances, or of how steeply they rise), the amount by default, and the
largest amount; the least is 0."""


def check(threshold: str, amount: float | None) -> float:
    """Read a threshold's amount.

    Raises:
        ValueError: for an unknown threshold, or an amount out of its range.
        TypeError: for an amount that is not a number.

    >>> check("percentile", None), check("interquartile", 2)
    (95.0, 2.0)
    """
    check_name("threshold", threshold, THRESHOLDS)
    _, usual, most = THRESHOLDS[threshold]
    if amount is None:
        return usual
    return real("amount", amount, 0, most, f" of the threshold {threshold!r}")


def breakpoints(found: NDArray[np.float64], threshold: str = "percentile", amount: float | None = None) -> list[int]:
    """Choose the gaps at which to cut.

    Args:
        found: a distance a gap, as :func:`distances` gives them.
        threshold: "percentile": above the amount-th percentile of all distances; "standard_deviation": above the mean
            by more than so many standard deviations; "interquartile": above the mean by more than so many ranges
            between the quartiles; "gradient": where the distance rises more steeply than at the amount-th percentile
            of gaps.
        amount: the parameter; see :data:`THRESHOLDS` for the defaults.

    Returns:
        the numbers of the gaps, rising: gap i lies after sentence i.

    Raises:
        ValueError: for an unknown threshold, or an amount out of its range.

    >>> breakpoints(np.array([0.1, 0.9, 0.2, 0.1]), "percentile", 75)
    [1]
    """
    amount = check(threshold, amount)
    if not len(found):
        return []
    found = np.asarray(found, np.float64)
    if threshold == "gradient":
        found = np.gradient(found) if len(found) > 1 else np.zeros(len(found))
    gaps: list[int] = np.flatnonzero(found > THRESHOLDS[threshold][0](found, amount)).tolist()
    return gaps

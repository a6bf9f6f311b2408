"""Cut by how similar sentences are: so that those of each chunk are most alike, or before one that does not join them.

Each sentence is compared with those before it that would fit in a chunk with it: time and memory stay linear.
"""

import math
from collections.abc import Callable, Iterator, Sequence

import numpy as np
from numpy.typing import NDArray

UNITS = 1_000_000
"""A similarity of 1. Sums of whole numbers are exact, and rounding differs between machines below this."""
_BLOCK = 16  # sentences that are compared in one product of matrices: small enough to start no threads for it


def windows(ends: Sequence[int], fits: Callable[[int, int], bool]) -> list[int]:
    """Find, for each sentence, the first one with which all up to it fit in a chunk; itself, if it fits with none.

    Args:
        ends: where sentences end, rising, in characters.
        fits: tells whether a span, from its start to its end, fits in a chunk; asked three times a sentence at most.

    >>> windows([2, 4, 6, 20], lambda start, end: end - start <= 4)
    [0, 0, 1, 3]
    """
    starts = [0, *ends]
    found, first = [], 0
    for last, end in enumerate(ends):
        if first < last and not fits(starts[first], end):
            first = first + 1 if fits(starts[last], end) else last
            while first < last and not fits(starts[first], end):
                first += 1
        found.append(first)
    return found


def similarities(rows: NDArray[np.float32], firsts: Sequence[int]) -> Iterator[NDArray[np.int64]]:
    """Yield, for each sentence, the cosines with the sentences before it in its window, in millionths."""
    for at in range(0, len(rows), _BLOCK):
        low, block = firsts[at], rows[at : at + _BLOCK]
        found = np.rint(block @ rows[low : at + len(block)].T * UNITS).astype(np.int64)
        for row, first in enumerate(firsts[at : at + _BLOCK]):
            yield found[row, first - low : at + row - low]


def mean_similarity(rows: NDArray[np.float32]) -> int:
    """Average the cosines over all pairs of sentences, in millionths: from the length of the sum of the vectors.

    It is less by one, so that rounding never makes sentences that are all alike less similar than their mean.

    >>> mean_similarity(np.array([[1, 0], [1, 0], [0, 1]], np.float32))
    333332
    """
    count, total = len(rows), rows.sum(axis=0, dtype=np.float64)
    pairs = count * (count - 1)
    return round((float(total @ total) - int(rows.any(axis=1).sum())) / pairs * UNITS) - 1 if pairs else 0


def clusters(rows: NDArray[np.float32], firsts: Sequence[int]) -> list[int]:
    """Choose the gaps that give the chunks the greatest reward, by dynamic programming.

    The reward of a chunk is the sum, over all pairs of its sentences, of their cosine less the mean cosine over all
    pairs of the document; the sum of the rewards is maximised. Among equal optima one of the fewest chunks is taken.

    Source: Smith and Troynikov, "Evaluating Chunking Strategies for Retrieval", Chroma Technical Report, 2024
    (ClusterSemanticChunker). There the pieces are parts of at most 50 tokens and a chunk has a number of pieces; here
    they are sentences, and a chunk is what fits in the size. There a reward below 0 is never taken; here the
    optimum is exact.

    Args:
        rows: sentence vectors of length 1 or of zeros, shape (sentences, dimensions).
        firsts: the first sentence that fits in a chunk with each, as :func:`chunklib.cuts.similarity.windows` gives.

    Returns:
        the numbers of the gaps, rising: gap i lies after sentence i.

    >>> rain, piano = [1.0, 0.0], [0.0, 1.0]
    >>> clusters(np.array([rain, rain, piano, piano, piano], np.float32), [0, 0, 0, 0, 0])
    [1]
    """
    count, usual = len(rows), mean_similarity(rows)
    inside = np.zeros(count, np.int64)  # the reward of one chunk from each sentence to the one in hand
    best = np.zeros(count + 1, np.int64)  # the reward of all chunks before each sentence
    chunks = np.zeros(count + 1, np.int64)  # and how few they are
    starts = np.zeros(count, np.int64)  # where the last chunk up to each sentence starts
    for last, found in enumerate(similarities(rows, firsts)):
        first = firsts[last]
        inside[first:last] += np.cumsum((found - usual)[::-1])[::-1]
        reward = best[first : last + 1] + inside[first : last + 1]
        most = reward.max()
        ways = np.flatnonzero(reward == most)[::-1] + first
        start = ways[chunks[ways].argmin()]
        starts[last], best[last + 1], chunks[last + 1] = start, most, chunks[start] + 1
    gaps, start = [], count
    while start > 0 and (start := int(starts[start - 1])):
        gaps.append(start - 1)
    return gaps[::-1]


def max_min(
    rows: NDArray[np.float32],
    firsts: Sequence[int],
    fixed_threshold: float | None = None,
    c: float = 0.9,
    init_constant: float = 1.5,
) -> list[int]:
    """Choose the gaps at which a sentence does not join the chunk before it.

    A sentence joins if its greatest cosine to a sentence of the chunk reaches ``fixed_threshold``, and also ``c``
    times the least cosine inside the chunk times ``1 / (1 + exp(1 - n))``, for n sentences. A chunk of one sentence has
    no least cosine: there ``init_constant`` times the cosine must reach ``fixed_threshold``.

    Source: Kiss, Nagy and Szilágyi, "Max-Min semantic chunking of documents for RAG application", Discover Computing,
    2025.

    Args:
        rows: sentence vectors of length 1 or of zeros, shape (sentences, dimensions).
        firsts: the first sentence that fits in a chunk with each, as :func:`chunklib.cuts.similarity.windows` gives.
        fixed_threshold: what the greatest cosine must always reach; None: the mean cosine over all pairs.
        c: how much of the least cosine counts.
        init_constant: what the cosine of the first two sentences of a chunk is multiplied by.

    Returns:
        the numbers of the gaps, rising: gap i lies after sentence i.

    >>> rain, piano = [1.0, 0.0], [0.0, 1.0]
    >>> max_min(np.array([rain, rain, piano, piano, rain], np.float32), [0, 0, 0, 0, 0], 0.6, 0.9, 1.5)
    [1, 3]
    """
    fixed = mean_similarity(rows) / UNITS if fixed_threshold is None else fixed_threshold
    gaps, start, least = [], 0, 0.0
    for at, found in enumerate(similarities(rows, firsts)):
        count, inside = at - start, found[max(start - firsts[at], 0) :]
        if not count:
            continue
        low, high = (int(value) / UNITS for value in (inside.min(initial=UNITS), inside.max(initial=-UNITS)))
        limit = fixed if count == 1 else max(fixed, c * least / (1 + math.exp(1 - count)))
        if start < firsts[at] or (init_constant * high if count == 1 else high) < limit:
            gaps.append(at - 1)
            start = at
        else:
            least = low if count == 1 else min(least, low)
    return gaps

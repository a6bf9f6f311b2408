"""Cut before a sentence that is less similar to all of a chunk than the sentences in it are to one another."""

import math
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from chunklib.cuts.similarity import UNITS, mean_similarity, similarities


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

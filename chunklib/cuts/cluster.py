"""Cut so that the sentences of each chunk are as similar as can be: one optimum over the whole text."""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from chunklib.cuts.similarity import mean_similarity, similarities


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

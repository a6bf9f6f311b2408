"""Measure recall at a budget of tokens.

A fixed number of chunks favours large ones. At a budget, all chunkings may give the same amount: chunks are taken as
they are ranked, each with all it repeats, and the last one is cut where the budget ends. It is what a reader gets who
stops reading after so many tokens.
"""

from collections.abc import Iterable, Mapping, Sequence

import numpy as np
from numpy.typing import NDArray

from chunklib.chunk import Chunk
from chunklib.errors import InvalidType
from chunklib.evaluation.metrics.axis import Evidence, Pool
from chunklib.evaluation.metrics.ranges import Ranges, ratio
from chunklib.integers import at_least
from chunklib.retrieval.retriever import NOTHING
from chunklib.token_index import TokenIndex
from chunklib.tokens import Index

BUDGETS = (500, 1_000, 2_000, 4_000)
"""Tokens that a reader may be given."""


def checked_budgets(budgets: Iterable[int]) -> tuple[int, ...]:
    """Read budgets.

    Raises:
        ValueError: for one that is below 1.
        TypeError: for anything but a list of whole numbers.

    >>> checked_budgets([500, 1000])
    (500, 1000)
    """
    if isinstance(budgets, str) or not isinstance(budgets, Iterable):
        raise InvalidType(f"budgets must be a list of numbers of tokens: got {budgets!r}")
    return tuple(at_least(1, "budgets", budget) for budget in budgets)


def depth(pool: Pool, budget: int) -> int:
    """Say how many ranks fill a budget, whichever chunks they are: the smallest chunks are counted together."""
    filled = int(np.searchsorted(np.cumsum(np.sort(pool.size)), budget)) + 1
    return min(filled, len(pool.size))


def recall_at(
    budget: int,
    evidence: Evidence,
    pool: Pool,
    ranks: NDArray[np.intp],
    chunks: Sequence[Chunk],
    indexes: Mapping[str, Index],
) -> NDArray[np.float64]:
    """Measure recall where reading ends after a budget.

    Args:
        budget: in units of the chunks' ruler.
        evidence: of Q questions.
        pool: N chunks.
        ranks: shape (Q, depth), best first, -1 where there is none; deep enough to fill the budget.
        chunks: the N chunks.
        indexes: each document, measured.

    Returns:
        fractions of shape (Q,).
    """
    size = np.where(ranks == NOTHING, 0, pool.size[ranks])
    before = np.cumsum(size, axis=1) - size
    read = (ranks != NOTHING) & (before < budget)
    question, rank = np.nonzero(read)
    at = ranks[question, rank]
    left = budget - before[question, rank]
    start, end = pool.start[at], pool.end[at].copy()
    for one in np.flatnonzero(pool.size[at] > left):
        chunk = chunks[at[one]]
        kept = furthest(indexes[chunk.document], chunk.start_char, chunk.end_char, int(left[one]))
        end[one] -= chunk.end_char - kept
    covered = evidence.coverage(Ranges(question.astype(np.int64), start, end))
    return ratio(evidence.found(covered), evidence.length)


def furthest(index: Index, start: int, end: int, amount: int) -> int:
    """Find the furthest place up to ``end`` with no more than an amount before it, from ``start`` on.

    Args:
        index: the document, measured.
        start: where the piece begins, in characters.
        end: where it ends.
        amount: the most, in units of the index.

    Returns:
        an offset from ``start`` to ``end``; ``index.size(start, offset) <= amount``. Tokens are not cut.

    >>> from chunklib.tokens import ruler
    >>> furthest(ruler("cl100k_base").index("one two three"), 0, 13, amount=2)
    7
    """
    edges = np.append(0, index.boundaries) if isinstance(index, TokenIndex) else None
    end = min(index.reach(start, amount), end)
    while end > start and index.size(start, end) > amount:
        end = end - 1 if edges is None else int(edges[np.searchsorted(edges, end, side="left") - 1])
    return max(end, start)

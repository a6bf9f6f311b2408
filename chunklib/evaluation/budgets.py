"""Recall at a budget of tokens: what a reader gets who stops reading after so many.

A fixed number of chunks favours large ones. At a budget, all chunkings may give the same amount: chunks are taken as
they are ranked, each with all it repeats, and the last one is cut where the budget ends.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING

import numpy as np

from chunklib.chunk import Chunk
from chunklib.evaluation.intervals import Covered, Ranges, total
from chunklib.evaluation.line import Evidence, Pool
from chunklib.evaluation.prefix import furthest
from chunklib.evaluation.retrieved import ratio
from chunklib.retrieval.hits import NOTHING
from chunklib.whole import at_least

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from chunklib.tokens import Index

BUDGETS = (500, 1_000, 2_000, 4_000)
"""Tokens that a reader may be given."""


def checked_budgets(budgets: Iterable[int]) -> tuple[int, ...]:
    """Read budgets.

    Raises:
        ValueError: for one that is below 1.
        TypeError: for what is no list of whole numbers.

    >>> checked_budgets([500, 1000])
    (500, 1000)
    """
    if isinstance(budgets, str) or not isinstance(budgets, Iterable):
        raise TypeError(f"budgets must be a list of numbers of tokens: got {budgets!r}")
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
    covered = Covered(Ranges(question.astype(np.int64), start, end), evidence.questions, evidence.line.length)
    found = total(evidence.spans.owner, covered.within(evidence.spans), evidence.questions)
    return ratio(found, evidence.length)

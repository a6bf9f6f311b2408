"""Measure recall with a look at the documents: at a budget of tokens.

A fixed number of chunks favours large ones. At a budget, all chunkings may give the same amount: chunks are taken as
they are ranked, each with all it repeats, and the last one is cut where the budget ends. It is what a reader gets who
stops reading after so many tokens. Where contexts count, the context of a chunk is read before its text.
"""

from collections.abc import Iterable, Mapping

import numpy as np
from numpy.typing import NDArray

from chunklib.errors import InvalidValue
from chunklib.evaluation.axis import Evidence, Pool, Ranges, ratio
from chunklib.readers import at_least, listed
from chunklib.retrieval.retriever import NOTHING
from chunklib.token_index import TokenIndex
from chunklib.tokens import Index

BUDGETS = (500, 1_000, 2_000, 4_000)
"""Tokens that a reader may be given."""

_MOST = 10**18  # larger ones do not fit in the arrays that count


def checked_budgets(budgets: Iterable[int]) -> tuple[int, ...]:
    """Read budgets."""
    given = listed("budgets must be a list of numbers of tokens", budgets)
    found = tuple(at_least(1, "budgets", budget) for budget in given)
    if max(found, default=0) >= _MOST:
        raise InvalidValue(f"budgets must be numbers of up to 18 digits: got {max(found)}")
    return found


def depth(pool: Pool, budget: int) -> int:
    """Say how many ranks fill a budget, whichever chunks they are: the smallest chunks are counted together."""
    filled = int(np.searchsorted(np.cumsum(np.sort(pool.size)), budget)) + 1
    return min(filled, len(pool.size))


def recall_at(
    budget: int, evidence: Evidence, pool: Pool, ranks: NDArray[np.intp], indexes: Mapping[str, Index]
) -> NDArray[np.float64]:
    """Measure recall where reading ends after a budget, in units of the chunks' ruler: fractions of shape (Q,).

    ``ranks`` has the shape (Q, depth), best first, -1 where there is none; it is deep enough to fill the budget.
    """
    size = np.where(ranks == NOTHING, 0, pool.size[ranks])
    before = np.cumsum(size, axis=1) - size
    read = (ranks != NOTHING) & (before < budget)
    question, rank = np.nonzero(read)
    at = ranks[question, rank]
    left = budget - before[question, rank]
    start, end = pool.start[at], pool.end[at].copy()
    for one in np.flatnonzero(pool.size[at] > left):
        chunk = pool.chunks[at[one]]
        full = pool.in_full(int(at[one]))
        index, first, last = full or (indexes[chunk.document], chunk.start_char, chunk.end_char)
        kept = max(furthest(index, first, last, int(left[one])), last - len(chunk.text))  # a context is not evidence
        end[one] -= last - kept
    covered = evidence.coverage(Ranges(question.astype(np.int64), start, end))
    return ratio(evidence.found(covered), evidence.length)


def furthest(index: Index, start: int, end: int, amount: int) -> int:
    """Find the furthest place from ``start`` to ``end`` with no more than an amount before it; tokens are not cut."""
    edges = np.append(0, index.boundaries) if isinstance(index, TokenIndex) else None
    end = min(index.reach(start, amount), end)
    while end > start and index.size(start, end) > amount:
        end = end - 1 if edges is None else int(edges[np.searchsorted(edges, end, side="left") - 1])
    return max(end, start)

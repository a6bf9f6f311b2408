"""The longest beginning of a piece of text that measures no more than an amount."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from chunklib.bpe import TokenIndex

if TYPE_CHECKING:
    from chunklib.tokens import Index


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

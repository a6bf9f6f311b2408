"""What is said about chunks and overlap, as data: who says it, what was found, how to re-run it here."""

from __future__ import annotations

from chunklib.evaluation.claims.citations import CITATIONS
from chunklib.evaluation.claims.claim import Claim, Status
from chunklib.evaluation.claims.figures import FIGURES
from chunklib.evaluation.claims.measured import MEASURED

__all__ = ["CLAIMS", "Claim", "Status", "claim"]

CLAIMS: tuple[Claim, ...] = (*FIGURES, *CITATIONS, *MEASURED)
"""Every claim: published figures, what is cited, what was measured."""


def claim(key: str) -> Claim:
    """Find a claim.

    Args:
        key: its name, see :data:`CLAIMS`.

    Raises:
        KeyError: for a key that no claim has; the message lists them.

    >>> print(claim("storage-of-overlap").found)
    A share r stores 1/(1 - r) times the text: 1.25 times at 20 %, 2.00 times at 50 %.
    """
    for one in CLAIMS:
        if one.key == key:
            return one
    raise KeyError(f"no claim {key!r}: choose one of {', '.join(one.key for one in CLAIMS)}")

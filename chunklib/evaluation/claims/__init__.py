"""What is said about chunks and overlap: who says it, what was found, and how to run it again here."""

from __future__ import annotations

import tomllib
from importlib.resources import files

from chunklib.errors import UnknownName
from chunklib.evaluation.claims.claim import Claim, Status

__all__ = ["CLAIMS", "Claim", "Status", "claim"]

_TABLES = tomllib.loads(files(__package__).joinpath("claims.toml").read_text(encoding="utf-8"))

CLAIMS: tuple[Claim, ...] = tuple(Claim.of(key, table) for key, table in _TABLES.items())
"""Every claim of ``claims.toml``: published figures, what is cited, what was measured."""


def claim(key: str) -> Claim:
    """Find a claim by its name.

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
    raise UnknownName(f"no claim {key!r}: choose one of {', '.join(one.key for one in CLAIMS)}")

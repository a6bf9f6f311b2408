"""Cuts between tokens, where a token starts on a whole character."""

from __future__ import annotations

from collections.abc import Sequence

from chunklib.token_index import TokenIndex, view


def tokens(index: TokenIndex) -> Sequence[int]:
    """Find the start of every token but the first, and the end of the text.

    Args:
        index: the tokens of a document.

    Returns:
        rising offsets in characters; a token that begins inside a character is passed over.

    >>> from chunklib.tokens import ruler
    >>> list(tokens(ruler("cl100k_base").index("unbelievable!")))
    [2, 7, 12, 13]
    """
    return view(index.boundaries)

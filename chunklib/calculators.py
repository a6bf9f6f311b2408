"""Compute the arithmetic of windows: every formula of the course, exact for every input.

Nothing here looks at a text. What a real chunker does on real text is measured by :func:`overlap_stats`.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise

from chunklib.chunk import Chunk
from chunklib.errors import InvalidValue
from chunklib.readers import at_least, size_and_overlap


def stride(size: int, overlap: int) -> int:
    """Compute how far each window starts after the one before.

    Args:
        size: tokens in a window.
        overlap: tokens that neighbours share.

    Returns:
        ``size - overlap``, at least 1.

    Raises:
        ValueError: unless ``0 <= overlap < size``.

    >>> stride(500, 75)
    425
    """
    size, overlap = size_and_overlap(size, overlap)
    return size - overlap


def count_windows(tokens: int, size: int, overlap: int) -> int:
    """Count the windows that a document gives, when the loop stops at the window that reaches the end.

    Args:
        tokens: tokens of the document.
        size: tokens in a window.
        overlap: tokens that neighbours share.

    Returns:
        ``1 + ceil(max(0, tokens - size) / (size - overlap))``; 0 for an empty document.

    Raises:
        ValueError: unless ``0 <= overlap < size`` and ``tokens >= 0``.

    >>> count_windows(1050, 300, 50), count_windows(100_000, 500, 100), count_windows(0, 500, 75)
    (4, 250, 0)
    """
    step = stride(size, overlap)
    tokens = at_least(0, "tokens", tokens)
    return 1 + -(-max(0, tokens - size) // step) if tokens else 0


def overlap_from_percent(size: int, percent: float) -> int:
    """Turn a percentage of the size into a number of tokens, rounded down.

    Args:
        size: tokens in a window, at least 1.
        percent: a percentage, from 0 to below 100 (15 means 15 %, not a fraction of 1).

    Returns:
        ``floor(size * percent / 100)`` with the percentage taken as it is written in decimal.

    Raises:
        ValueError: for a percentage or a size out of range.

    >>> overlap_from_percent(500, 15), overlap_from_percent(2000, 4.35)
    (75, 87)
    """
    if not 0 <= percent < 100:
        raise InvalidValue(f"percent must be from 0 to below 100: got {percent}")
    return math.floor(Fraction(str(percent)) * at_least(1, "size", size) / 100)


@dataclass(frozen=True, slots=True)
class StorageImpact:
    """Says what a document costs to store as overlapping windows.

    ``chunks`` windows hold ``tokens`` tokens together (the last window counted as it is); ``redundancy`` is
    stored tokens over document tokens; ``cost`` is in US dollars for embedding all of them once.
    """

    chunks: int
    tokens: int
    redundancy: float
    cost: float


def storage_impact(tokens: int, size: int, overlap: int, price_per_million: float = 0.02) -> StorageImpact:
    """Compute windows, stored tokens, redundancy and embedding cost of a document.

    Args:
        tokens: tokens of the document.
        size: tokens in a window.
        overlap: tokens that neighbours share.
        price_per_million: US dollars per million tokens (0.02: OpenAI text-embedding-3-small, 2024).

    Returns:
        exact figures; for long documents the redundancy nears ``1 / (1 - overlap / size)``.

    Raises:
        ValueError: as :func:`count_windows`, and for a negative price.

    >>> storage_impact(100_000, 500, 250)
    StorageImpact(chunks=399, tokens=199500, redundancy=1.995, cost=0.00399)
    """
    if not price_per_million >= 0:
        raise InvalidValue(f"price_per_million must be at least 0: got {price_per_million}")
    chunks = count_windows(tokens, size, overlap)
    stored = tokens + max(0, chunks - 1) * overlap
    redundancy = stored / tokens if tokens else 1.0
    return StorageImpact(chunks, stored, redundancy, stored * price_per_million / 1_000_000)


def containment(evidence_tokens: int, size: int, overlap: int) -> float:
    """Compute the chance that evidence at a random place lies whole inside one window.

    Args:
        evidence_tokens: length of the evidence in tokens.
        size: tokens in a window.
        overlap: tokens that neighbours share.

    Returns:
        ``clip((size - evidence_tokens + 1) / (size - overlap), 0, 1)``: of the ``size - overlap`` ways in
        which evidence can lie to the grid of windows, those where some window holds it; the ends of the document aside.

    Raises:
        ValueError: unless ``0 <= overlap < size`` and ``evidence_tokens >= 1``.

    >>> containment(100, 500, 0), containment(100, 500, 100)
    (0.802, 1.0)
    """
    step = stride(size, overlap)
    evidence_tokens = at_least(1, "evidence_tokens", evidence_tokens)
    return min(1.0, max(0.0, (size - evidence_tokens + 1) / step))


@dataclass(frozen=True, slots=True)
class OverlapStats:
    """Says what chunks really share, measured on the chunks.

    ``stored`` and ``shared`` are in units of the ruler, ``mean_size`` and ``mean_overlap`` are means over chunks and
    over boundaries; ``bare`` counts the boundaries at which nothing is shared, ``redundancy`` is ``stored`` over what
    the text measures, as in :func:`storage_impact`.
    """

    chunks: int
    stored: int
    mean_size: float
    shared: int
    mean_overlap: float
    bare: int
    redundancy: float


def overlap_stats(chunks: Sequence[Chunk], text_size: int | None = None) -> OverlapStats:
    """Measure the overlap that chunks of one document have, not the one that was asked for.

    Args:
        chunks: chunks in order.
        text_size: what the document measures, in units of the ruler. By default it is what the chunks store, without
            what they share.

    Returns:
        all figures 0 (and redundancy 1) for no chunks.

    >>> from chunklib import STRATEGIES
    >>> overlap_stats(STRATEGIES["fixed_characters"]("abcdefghij", size=4, overlap=1))
    OverlapStats(chunks=3, stored=12, mean_size=4.0, shared=2, mean_overlap=1.0, bare=0, redundancy=1.2)
    """
    boundaries = list(pairwise(chunks))
    stored = sum(chunk.size for chunk in chunks)
    shared = sum(after.overlap for _, after in boundaries)
    whole = stored - shared if text_size is None else text_size
    return OverlapStats(
        chunks=len(chunks),
        stored=stored,
        mean_size=stored / len(chunks) if chunks else 0.0,
        shared=shared,
        mean_overlap=shared / len(boundaries) if boundaries else 0.0,
        bare=sum(after.start_char >= before.end_char for before, after in boundaries),
        redundancy=stored / whole if chunks and whole > 0 else 1.0,
    )

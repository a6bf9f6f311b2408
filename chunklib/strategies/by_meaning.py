"""Split a text where its subject changes."""

from typing import Unpack

from chunklib.chunk import Chunk
from chunklib.cuts import Propose
from chunklib.cuts.semantic import check
from chunklib.embed import Embedder
from chunklib.integers import at_least
from chunklib.overlap import OverlapSpec
from chunklib.recipe import OVERLAP, SIZE, Shared
from chunklib.strategies.recipes import RECIPES


def semantic(  # noqa: PLR0913
    text: str,
    size: int = SIZE,
    overlap: OverlapSpec = OVERLAP,
    *,
    threshold: str = "percentile",
    amount: float | None = None,
    window: int = 1,
    min_size: int = 0,
    embed: str | Embedder | None = None,
    **more: Unpack[Shared],
) -> list[Chunk]:
    """Cut where the sentences before and after are least alike; never over the size. Each is embedded once.

    A chunk ends at the first breakpoint after which it measures ``min_size``, else at a sentence, else at a word.

    Options:
        threshold: "percentile", "standard_deviation", "interquartile" or "gradient".
        amount: its parameter; see :func:`chunklib.cuts.semantic.breakpoints`.
        window: sentences on either side of a gap whose mean vectors are compared.
        min_size: the least that a chunk measures, in units of the ruler, wherever something else fits.
        embed: see :func:`chunklib.embed.embedder`; a :class:`Semantic` overlap that names none uses it too.

    >>> text = "Rain fell. Rain fell again. The piano is old. The piano is black."
    >>> [chunk.text for chunk in semantic(text, size=20, overlap=0, amount=60, embed="hashing")]
    ['Rain fell. Rain fell again. ', 'The piano is old. The piano is black.']
    """
    own = {"threshold": threshold, "amount": check(threshold, amount), "window": at_least(1, "window", window)}
    return RECIPES["semantic"](text, size, overlap, **more, **own, min_size=min_size, embed=embed)


def proposed(
    text: str,
    size: int = SIZE,
    overlap: OverlapSpec = OVERLAP,
    *,
    propose: Propose | None = None,
    min_size: int = 0,
    **more: Unpack[Shared],
) -> list[Chunk]:
    """Cut where a callable says: a language model, a tagger, places that you know. Never over the size.

    A chunk ends at the first proposed cut after which it measures ``min_size``, else at a sentence, else at a word. A
    cut that is proposed inside a grapheme cluster is not made.

    Options:
        propose: takes the text, and gives the offsets of the cuts; it must be given, and is called once. For a model
            that is asked about a few sentences at a time, see :class:`chunklib.proposer.Proposer`.
        min_size: the least that a chunk measures, in units of the ruler, wherever something else fits.

    >>> [chunk.text for chunk in proposed("Tea is hot. Ice is cold.", size=20, overlap=0, propose=lambda text: [12])]
    ['Tea is hot. ', 'Ice is cold.']
    """
    return RECIPES["proposed"](text, size, overlap, **more, propose=propose, min_size=min_size)

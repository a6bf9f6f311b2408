"""The strategy that cuts where the subject changes, as far as an embedding can tell."""

from __future__ import annotations

from functools import partial

from chunklib.chunk import Chunk
from chunklib.cuts.semantic import breakpoints, check, distances
from chunklib.embed import Embedder, embedder
from chunklib.overlap import OverlapSpec
from chunklib.overlap.semantic import SentenceVectors
from chunklib.strategies.document import Document
from chunklib.tail import least_size, lengthen_last
from chunklib.tokens import RulerSpec
from chunklib.whole import at_least


def semantic(  # noqa: PLR0913
    text: str,
    size: int = 500,
    overlap: OverlapSpec = "15%",
    *,
    threshold: str = "percentile",
    amount: float | None = None,
    window: int = 1,
    min_size: int = 0,
    embed: str | Embedder | None = None,
    ruler: RulerSpec = "cl100k_base",
    document: str | None = None,
) -> list[Chunk]:
    """Cut where the sentences before and behind are least alike; never over the size. Each is embedded once.

    A chunk ends at the first breakpoint behind which it measures ``min_size``, else at a sentence, else at a word.

    Args:
        text: the document.
        size: the most that a chunk may measure, in units of the ruler.
        overlap: see :func:`chunklib.overlap.asked`: 75, "15%", "2s", Adaptive(), Semantic().
        threshold: "percentile", "standard_deviation", "interquartile" or "gradient".
        amount: its parameter; see :func:`chunklib.cuts.semantic.breakpoints`.
        window: sentences on either side of a gap whose mean vectors are compared.
        min_size: what a chunk measures at least, in units of the ruler, wherever something else fits.
        embed: see :func:`chunklib.embed.embedder`; a :class:`Semantic` overlap that names none uses it too.
        ruler: see :func:`chunklib.tokens.ruler`.
        document: the document's name in the chunks' ids; a hash of its text by default.

    Raises:
        ValueError: unless ``0 <= overlap < size`` and ``0 <= min_size <= size``; for an impossible threshold, amount or
            window; for an embedder that does not return one finite vector a text.
        ModuleNotFoundError: without nupunkt or the embedding model (the extra ``semantic``).

    >>> text = "Rain fell. Rain fell again. The piano is old. The piano is black."
    >>> [chunk.text for chunk in semantic(text, size=20, overlap=0, amount=60, embed="hashing")]
    ['Rain fell. Rain fell again. ', 'The piano is old. The piano is black.']
    """
    amount = check(threshold, amount)
    window, least = at_least(1, "window", window), least_size(min_size, size)
    doc = Document(text, ruler, document, embed)
    stops = doc.cuts(partial(_stops, doc.vectors(embedder(embed)), threshold, amount, window))
    sentences, words = doc.sentences(), doc.words()
    packer = doc.packer((stops, sentences, words), size, overlap, starts=(sentences, words), stops=stops, least=least)
    return doc.chunks(packer, lengthen_last(packer, list(packer.spans()), least, sentences))


def _stops(found: SentenceVectors, threshold: str, amount: float, window: int) -> list[int]:
    """Find the ends of the sentences behind which a breakpoint lies, and the end of the text."""
    at = breakpoints(distances(found.rows, window), threshold, amount)
    return [*(found.ends[gap] for gap in at), *found.ends[-1:]]

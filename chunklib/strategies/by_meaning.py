"""Split a text where its subject changes: by vectors of its sentences, or by its words."""

from typing import Unpack

from chunklib.chunk import Chunk
from chunklib.cuts import Propose
from chunklib.cuts.semantic import check
from chunklib.embed import Embedder
from chunklib.overlap import OverlapSpec
from chunklib.readers import at_least, real
from chunklib.recipe import OVERLAP, SIZE, Shared
from chunklib.strategies.recipes import RECIPES, strategy


@strategy
def semantic(
    text: str,
    size: int = SIZE,
    overlap: OverlapSpec = OVERLAP,
    *,
    threshold: str = "percentile",
    amount: float | None = None,
    window: int = 1,
    embed: str | Embedder | None = None,
    **more: Unpack[Shared],
) -> list[Chunk]:
    """Cut where the sentences before and after are least alike; never over the size. Each is embedded once.

    A chunk ends at the first breakpoint after which it measures ``min_size``, else at a sentence, else at a word.

    Options:
        threshold: "percentile", "standard_deviation", "interquartile" or "gradient".
        amount: its parameter; see :func:`chunklib.cuts.semantic.breakpoints`.
        window: sentences on either side of a gap whose mean vectors are compared.
        embed: see :func:`chunklib.embed.embedder`; a :class:`Semantic` overlap that names none uses it too.

    >>> text = "Rain fell. Rain fell again. The piano is old. The piano is black."
    >>> [chunk.text for chunk in semantic(text, size=20, overlap=0, amount=60, embed="hashing")]
    ['Rain fell. Rain fell again. ', 'The piano is old. The piano is black.']
    """
    own = {"threshold": threshold, "amount": check(threshold, amount), "window": at_least(1, "window", window)}
    return RECIPES["semantic"](text, size, overlap, {**own, "embed": embed}, **more)


@strategy
def cluster(
    text: str,
    size: int = SIZE,
    overlap: OverlapSpec = OVERLAP,
    *,
    embed: str | Embedder | None = None,
    **more: Unpack[Shared],
) -> list[Chunk]:
    """Cut so that the sentences of each chunk are as similar as can be, over the whole text; each is embedded once.

    See :func:`chunklib.cuts.similarity.clusters` for what is the greatest, and for its source. A sentence that does not
    fit is cut between words. The optimum leaves room for an overlap in units; ``min_size`` then skips cuts of it. Your
    own callable measures each sentence by itself, and a chunk is taken to measure their sum.

    Options:
        embed: see :func:`chunklib.embed.embedder`; a :class:`Semantic` overlap that names none uses it too.

    >>> text = "Rain fell. Rain fell again. The piano is old. The piano is black."
    >>> [chunk.text for chunk in cluster(text, size=20, overlap=0, embed="hashing")]
    ['Rain fell. Rain fell again. ', 'The piano is old. The piano is black.']
    """
    return RECIPES["cluster"](text, size, overlap, {"embed": embed}, **more)


@strategy
def max_min(
    text: str,
    size: int = SIZE,
    overlap: OverlapSpec = OVERLAP,
    *,
    fixed_threshold: float | None = None,
    c: float = 0.9,
    init_constant: float = 1.5,
    embed: str | Embedder | None = None,
    **more: Unpack[Shared],
) -> list[Chunk]:
    """Cut before a sentence that is less like a chunk than its sentences are like one another; each is embedded once.

    See :func:`chunklib.cuts.similarity.max_min` for the rule and its source. The defaults are those of public copies of
    the authors' code, but for ``fixed_threshold``, which is 0.6 there: with wordllama, 0.6 leaves nearly every
    sentence alone. Ours is the mean cosine of the document, which suits any model. Your own callable measures each
    sentence by itself, as for :func:`cluster`.

    Options:
        fixed_threshold: the cosine, -1 to 1, that a sentence needs to join; None: the mean over all pairs of sentences.
        c: how much the least cosine inside the chunk counts, at least 0.
        init_constant: what the cosine of the first two sentences is multiplied by, at least 0.
        embed: see :func:`chunklib.embed.embedder`; a :class:`Semantic` overlap that names none uses it too.

    >>> text = "Rain fell. Rain fell again. The piano is old. The piano is black."
    >>> [chunk.text for chunk in max_min(text, size=20, overlap=0, embed="hashing")]
    ['Rain fell. Rain fell again. ', 'The piano is old. The piano is black.']
    """
    own = {
        "fixed_threshold": None if fixed_threshold is None else real("fixed_threshold", fixed_threshold, -1, 1),
        "c": real("c", c, 0),
        "init_constant": real("init_constant", init_constant, 0),
    }
    return RECIPES["max_min"](text, size, overlap, {**own, "embed": embed}, **more)


@strategy
def texttiling(
    text: str,
    size: int = SIZE,
    overlap: OverlapSpec = OVERLAP,
    *,
    width: int = 20,
    block: int = 10,
    **more: Unpack[Shared],
) -> list[Chunk]:
    """Cut between sentences where the words of the text change: no model, and any script.

    See :func:`chunklib.cuts.texttiling.texttiling` for the method and its source (Hearst, 1997).

    Options:
        width: how many words are counted together, as one token sequence.
        block: how many token sequences before a gap are compared with as many after it.

    >>> text = "Rain fell on the hill. " * 9 + "A piano needs a tuner. " * 9
    >>> [chunk.size for chunk in texttiling(text, size=100, overlap=0, ruler="words", width=5, block=3)]
    [45, 45]
    """
    own = {"width": at_least(1, "width", width), "block": at_least(1, "block", block)}
    return RECIPES["texttiling"](text, size, overlap, own, **more)


@strategy
def proposed(
    text: str,
    size: int = SIZE,
    overlap: OverlapSpec = OVERLAP,
    *,
    propose: Propose | None = None,
    **more: Unpack[Shared],
) -> list[Chunk]:
    """Cut where a callable says: a language model, a tagger, places that you know. Never over the size.

    A chunk ends at the first proposed cut after which it measures ``min_size``, else at a sentence, else at a word. A
    cut that is proposed inside a grapheme cluster is not made.

    Options:
        propose: takes the text, and gives the offsets of the cuts; it must be given, and is called once. For a model
            that is asked again when it fails, see ``docs/howto.md``.

    >>> [chunk.text for chunk in proposed("Tea is hot. Ice is cold.", size=20, overlap=0, propose=lambda text: [12])]
    ['Tea is hot. ', 'Ice is cold.']
    """
    return RECIPES["proposed"](text, size, overlap, {"propose": propose}, **more)

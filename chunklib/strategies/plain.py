"""Strategies for any text: windows of characters or tokens, sentences, and the recursive cascade."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from itertools import zip_longest

from chunklib import cuts
from chunklib.bpe import TokenIndex
from chunklib.chunk import Chunk, Span
from chunklib.cuts import Cuts
from chunklib.cuts.separators import DEFAULT_SEPARATORS, Separator, beginnings
from chunklib.overlap import OverlapSpec
from chunklib.pack import Packer
from chunklib.strategies.document import Document
from chunklib.tail import least_size, lengthen_last
from chunklib.tokens import RulerSpec


def fixed_characters(
    text: str,
    size: int = 500,
    overlap: OverlapSpec = "15%",
    *,
    ruler: RulerSpec = "characters",
    document: str | None = None,
) -> list[Chunk]:
    """Cut anywhere between characters, as soon as the size is full.

    Args:
        text: the document.
        size: the most that a chunk may measure, in units of the ruler (characters).
        overlap: see :func:`chunklib.overlap.asked`: 75, "15%", "2s", Adaptive(), Semantic().
        ruler: see :func:`chunklib.tokens.ruler`.
        document: the document's name in the chunks' ids; a hash of its text by default.

    Raises:
        ValueError: unless ``0 <= overlap < size``; for a single character that is bigger than the size.

    >>> [chunk.text for chunk in fixed_characters("abcdefghij", size=4, overlap=1)]
    ['abcd', 'defg', 'ghij']
    """
    doc = Document(text, ruler, document)
    packer = doc.packer([], size, overlap, starts=[])
    return doc.chunks(packer, packer.spans())


def token_windows(
    text: str,
    size: int = 500,
    overlap: OverlapSpec = "15%",
    *,
    min_size: int = 0,
    ruler: RulerSpec = "cl100k_base",
    document: str | None = None,
) -> list[Chunk]:
    """Cut between tokens, as soon as the size is full: the sliding window.

    Args:
        text: the document.
        size: the most that a chunk may measure, in units of the ruler (tokens).
        overlap: see :func:`chunklib.overlap.asked`: 75, "15%", "2s", Adaptive(), Semantic().
        min_size: a last window that would be shorter than this starts earlier, and the one before it gives
            way; it is never dropped. 0 leaves it as it is.
        ruler: see :func:`chunklib.tokens.ruler`; one without tokens of its own is cut between characters.
        document: the document's name in the chunks' ids; a hash of its text by default.

    Raises:
        ValueError: unless ``0 <= overlap < size`` and ``0 <= min_size <= size``; for a single character
            that is bigger than the size.

    >>> [chunk.text for chunk in token_windows("one two three four five six", size=4, overlap=1)]
    ['one two three four', ' four five six']
    """
    doc = Document(text, ruler, document)
    index = doc.index
    windows: list[Cuts] = [doc.cuts(lambda: cuts.tokens(index))] if isinstance(index, TokenIndex) else []
    packer = doc.packer(windows, size, overlap, starts=windows)
    least = least_size(min_size, size)
    return doc.chunks(packer, lengthen_last(packer, list(packer.spans()), least, packer.levels[0]))


def sentences(
    text: str,
    size: int = 500,
    overlap: OverlapSpec = "15%",
    *,
    ruler: RulerSpec = "cl100k_base",
    document: str | None = None,
) -> list[Chunk]:
    """Pack whole sentences; one that does not fit is cut between words, and such a word between characters.

    Args:
        text: the document (English, Chinese or Japanese sentences are known).
        size: the most that a chunk may measure, in units of the ruler.
        overlap: see :func:`chunklib.overlap.asked`: 75, "15%", "2s", Adaptive(), Semantic(). Units are filled with
            whole sentences, and with words only where not one sentence fits in them.
        ruler: see :func:`chunklib.tokens.ruler`.
        document: the document's name in the chunks' ids; a hash of its text by default.

    Raises:
        ValueError: unless ``0 <= overlap < size``; for a single character that is bigger than the size.
        ModuleNotFoundError: without nupunkt (the extra ``sentences``).

    >>> text = "It rained. Dr. Lind took 2.5 l of tea. Then she left."
    >>> [chunk.text for chunk in sentences(text, size=17, overlap="1s")]
    ['It rained. Dr. Lind took 2.5 l of tea. ', 'Dr. Lind took 2.5 l of tea. Then she left.']
    """
    doc = Document(text, ruler, document)
    kinds = (doc.sentences(), doc.words())
    packer = doc.packer(kinds, size, overlap, starts=kinds)
    return doc.chunks(packer, packer.spans())


def recursive(
    text: str,
    size: int = 500,
    overlap: OverlapSpec = "15%",
    *,
    separators: Sequence[Separator] = DEFAULT_SEPARATORS,
    keep_separators: bool = True,
    ruler: RulerSpec = "cl100k_base",
    document: str | None = None,
) -> list[Chunk]:
    r"""Cut at the strongest separator in reach: paragraphs, else lines, else sentences, else words, else characters.

    Args:
        text: the document.
        size: the most that a chunk may measure, in units of the ruler.
        overlap: see :func:`chunklib.overlap.asked`: 75, "15%", "2s", Adaptive(), Semantic().
        separators: strings or compiled regular expressions, strongest first. One belongs to the piece before
            it; written as a look-ahead it belongs to the piece behind.
        keep_separators: with False, a chunk ends before the white space of the separator that it ends with. Anything
            else in a separator stays, such as a full stop: nothing that is not white space is ever lost.
        ruler: see :func:`chunklib.tokens.ruler`.
        document: the document's name in the chunks' ids; a hash of its text by default.

    Raises:
        ValueError: unless ``0 <= overlap < size``; for a single character that is bigger than the size.

    >>> text = "First paragraph.\n\nSecond one. It is longer."
    >>> [chunk.text for chunk in recursive(text, size=6, overlap=0)]
    ['First paragraph.\n\n', 'Second one. ', 'It is longer.']
    """
    _check_separators(separators)
    doc = Document(text, ruler, document)
    kinds = [doc.cuts(partial(cuts.separators, text, kind)) for kind in separators if kind != ""]
    words = doc.words()
    finest = kinds[-1:] if tuple(separators) != DEFAULT_SEPARATORS else []
    packer = doc.packer((*kinds, words), size, overlap, starts=(*finest, words))
    spans = packer.spans()
    return doc.chunks(packer, spans if keep_separators else _without_separators(packer, list(spans), separators))


def _check_separators(separators: Sequence[Separator]) -> None:
    if not isinstance(separators, (list, tuple)):
        raise TypeError(f"separators must be a list of separators, strongest first: got {separators!r}")
    for separator in separators:
        if not isinstance(getattr(separator, "pattern", separator), str):
            raise TypeError(f"a separator is a str or a compiled regular expression for str: got {separator!r}")


def _without_separators(packer: Packer, spans: Sequence[Span], separators: Sequence[Separator]) -> list[Span]:
    """End each span before the white space of its last separator, where the contract still holds."""
    text, index, begins = packer.text, packer.index, dict[int, int]()
    for kind in separators:
        begins = {**(beginnings(text, kind) if kind != "" else {}), **begins}
    kept: list[Span] = []
    for (start, end), following in zip_longest(spans, spans[1:]):
        bare = max(begins.get(end, end), start + len(text[start:end].rstrip()))
        serves = (
            bare > (kept[-1].end if kept else 0)
            and packer.graphemes.at(bare)
            and index.size(start, bare) <= packer.size
            and (following is None or packer.overlap.allows(index, following.start, bare))
        )
        kept.append(Span(start, bare if serves else end))
    return kept

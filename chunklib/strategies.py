"""Define every strategy: three answers in :data:`RECIPES`, and a function that reads them.

All strategies take the same arguments, which are described here; each adds its own options, described beside it::

    recursive(text, size=500, overlap="15%", *, ruler="cl100k_base", document=None, separators=...)

Args:
    text: the document.
    size: the most that a chunk may measure, in units of the ruler.
    overlap: the most that neighbours may share: 75 units, "15%" of the size, "2s" for two sentences, or a rule such as
        ``Adaptive()`` or ``Semantic()``; see :func:`chunklib.overlap.parse_overlap`.
    ruler: what measures size and overlap: "cl100k_base" (tokens), "characters", "words", a model, a tokenizer or any
        callable; see :func:`chunklib.tokens.ruler`.
    document: the document's name in the chunks' ids; a hash of its text by default.
    count_context: (strategies with headings) with True, context, blank line and text together measure no more than the
        size, as :func:`chunklib.in_full` puts them together. If the path of headings would take more than half of it,
        its outermost headings are left out.

Raises:
    ValueError: unless ``0 <= overlap < size``; for a single character that measures more than the size; for an unknown
        ruler or option value.
    TypeError: for an argument that the strategy does not have, or a value of the wrong type.
    ModuleNotFoundError: without the package that a strategy needs; the message names the extra that brings it.
"""

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import TYPE_CHECKING, Unpack, cast

from chunklib import kinds_of_cuts as cut
from chunklib import sources
from chunklib.chunk import Chunk
from chunklib.cuts.semantic import check
from chunklib.cuts.separators import DEFAULT_SEPARATORS, Separator, check_separators
from chunklib.embed import Embedder
from chunklib.integers import at_least
from chunklib.overlap import OverlapSpec
from chunklib.recipe import OVERLAP, SIZE, Named, Recipe, Shared, Strategy
from chunklib.sources import FileChunks

if TYPE_CHECKING:
    from chunklib.cuts.pdf import PdfSource

RECIPES: Mapping[str, Recipe] = MappingProxyType(
    {  # cut: where may I cut?   ruler: how much fits (tokens, if not said)?   repeat: what do I repeat?
        "fixed_characters": Recipe(cut=[], repeat=[], ruler="characters", movable=True),
        "token_windows": Recipe(cut=[cut.tokens], repeat=[cut.tokens], options=["min_size"], movable=True),
        "sentences": Recipe(cut=[cut.sentences, cut.words], repeat=[cut.sentences, cut.words], movable=True),
        "recursive": Recipe(
            cut=[cut.separators, cut.words],
            repeat=[cut.own_separator, cut.words],
            options=["separators", "keep_separators"],
            movable=True,
        ),
        "stable": Recipe(cut=[cut.landmarks], repeat=[cut.sentences, cut.words]),
        "markdown": Recipe(
            cut=[cut.levels, cut.sentence_marks, cut.blocks, cut.words],
            repeat=[cut.words],
            read=sources.markdown,
            options=["count_context"],
        ),
        "html": Recipe(
            cut=[cut.levels, cut.blocks, cut.words],
            repeat=[cut.finest_level, cut.words],
            read=sources.html,
            options=["count_context"],
        ),
        "code": Recipe(
            cut=[cut.levels, cut.blocks, cut.words],
            repeat=[cut.finest_level, cut.words],
            read=sources.code,
            options=["language", "count_context"],
        ),
        "semantic": Recipe(
            cut=[cut.breaks, cut.sentences, cut.words],
            repeat=[cut.sentences, cut.words],
            stops=True,
            options=["threshold", "amount", "window", "min_size", "embed"],
        ),
        "pdf": Recipe(
            cut=[cut.levels, cut.blocks, cut.words],
            repeat=[cut.words],
            read=sources.pdf,
            file=True,
            options=["count_context"],
        ),
    }
)


def fixed_characters(
    text: str, size: int = SIZE, overlap: OverlapSpec = OVERLAP, **more: Unpack[Shared]
) -> list[Chunk]:
    """Cut anywhere between characters, as soon as the size is full. The ruler counts characters by default.

    >>> [chunk.text for chunk in fixed_characters("abcdefghij", size=4, overlap=1)]
    ['abcd', 'defg', 'ghij']
    """
    return RECIPES["fixed_characters"](text, size, overlap, **more)


def token_windows(
    text: str, size: int = SIZE, overlap: OverlapSpec = OVERLAP, *, min_size: int = 0, **more: Unpack[Shared]
) -> list[Chunk]:
    """Cut between tokens, as soon as the size is full: the sliding window.

    With a ruler that has no tokens of its own, it cuts between characters.

    Options:
        min_size: in units of the ruler. A last window that would be shorter starts earlier, and the one before it ends
            earlier; no text is dropped. 0 leaves it as it is.

    >>> [chunk.text for chunk in token_windows("one two three four five six", size=4, overlap=1)]
    ['one two three four', ' four five six']
    """
    return RECIPES["token_windows"](text, size, overlap, **more, min_size=min_size)


def sentences(text: str, size: int = SIZE, overlap: OverlapSpec = OVERLAP, **more: Unpack[Shared]) -> list[Chunk]:
    """Pack whole sentences; one that does not fit is cut between words, and such a word between characters.

    English, Chinese and Japanese sentences are known (the extra ``sentences``). An overlap in units is filled with
    whole sentences, and with words only where not one sentence fits in it.

    >>> text = "It rained. Dr. Lind took 2.5 l of tea. Then she left."
    >>> [chunk.text for chunk in sentences(text, size=17, overlap="1s")]
    ['It rained. Dr. Lind took 2.5 l of tea. ', 'Dr. Lind took 2.5 l of tea. Then she left.']
    """
    return RECIPES["sentences"](text, size, overlap, **more)


def recursive(
    text: str,
    size: int = SIZE,
    overlap: OverlapSpec = OVERLAP,
    *,
    separators: Sequence[Separator] = DEFAULT_SEPARATORS,
    keep_separators: bool = True,
    **more: Unpack[Shared],
) -> list[Chunk]:
    r"""Cut at the strongest separator in reach: paragraphs, else lines, else sentences, else words, else characters.

    Options:
        separators: strings or compiled regular expressions, strongest first. One belongs to the piece before
            it; written as a look-ahead it belongs to the piece after it.
        keep_separators: with False, a chunk ends before the white space of the separator that it ends with. Anything
            else in a separator stays, such as a full stop: nothing that is not white space is ever lost.

    >>> text = "First paragraph.\n\nSecond one. It is longer."
    >>> [chunk.text for chunk in recursive(text, size=6, overlap=0)]
    ['First paragraph.\n\n', 'Second one. ', 'It is longer.']
    """
    check_separators(separators)
    return RECIPES["recursive"](text, size, overlap, **more, separators=separators, keep_separators=keep_separators)


def stable(text: str, size: int = SIZE, overlap: OverlapSpec = OVERLAP, **more: Unpack[Shared]) -> list[Chunk]:
    """Cut after sentences that a hash of their words chooses, so that an edit changes only the chunks near it.

    The hash ranks the cut after each sentence, and a chunk ends at the cut of the highest rank that fits. So the old
    chunks come back a few sentences after the edit. Chunks are smaller than those of :func:`sentences`. A
    sentence that does not fit is cut between lines, and a line between words, by the same rule.

    >>> for first in ("Hello.", "Good day to all of you."):
    ...     [chunk.text for chunk in stable(f"{first} Tea is hot. Ice is cold. Rain is wet.", size=12, overlap=0)]
    ['Hello. Tea is hot. ', 'Ice is cold. Rain is wet.']
    ['Good day to all of you. Tea is hot. ', 'Ice is cold. Rain is wet.']
    """
    return RECIPES["stable"](text, size, overlap, **more)


def markdown(
    text: str, size: int = SIZE, overlap: OverlapSpec = OVERLAP, *, count_context: bool = False, **more: Unpack[Shared]
) -> list[Chunk]:
    r"""Cut Markdown between sections, else between blocks; fences, tables and lists stay whole where they fit.

    A block that does not fit is cut at its own lines, else between sentences and words. A heading stays with the block
    after it, and the headings above a chunk are its context: ``chunk.context`` ("Guide > Set up") and
    ``chunk.metadata["headings"]``.

    >>> text = "# Tea\n\nBoil water.\n\n## Green\n\nWait a little.\n\n## Black\n\nDo not wait."
    >>> for chunk in markdown(text, size=11, overlap=0):
    ...     print(f"{chunk.context:<12} {chunk.text!r}")
    Tea          '# Tea\n\nBoil water.\n\n'
    Tea > Green  '## Green\n\nWait a little.\n\n'
    Tea > Black  '## Black\n\nDo not wait.'
    """
    return RECIPES["markdown"](text, size, overlap, **more, count_context=count_context)


def html(
    text: str, size: int = SIZE, overlap: OverlapSpec = OVERLAP, *, count_context: bool = False, **more: Unpack[Shared]
) -> list[Chunk]:
    r"""Cut HTML between sections, else between block elements; tables and lists stay whole where they fit.

    Offsets are those of the source, tags included; ``chunk.metadata["plain_text"]`` is what a reader sees of a chunk.
    A block that does not fit is cut at its rows or items, else between sentences and words, and inside a tag only if
    no other cut fits. The headings above a chunk are its context, as in :func:`markdown`.

    >>> page = "<h1>Tea</h1>\n<p>Boil water.</p>\n<h2>Green</h2>\n<p>Wait &lt; 3 min.</p>"
    >>> for chunk in html(page, size=20, overlap=0):
    ...     print(f"{chunk.context:<12} {chunk.metadata['plain_text']!r}")
    Tea          'Tea\nBoil water.'
    Tea > Green  'Green\nWait < 3 min.'
    """
    return RECIPES["html"](text, size, overlap, **more, count_context=count_context)


def code(
    text: str,
    size: int = SIZE,
    overlap: OverlapSpec = OVERLAP,
    *,
    language: str = "python",
    count_context: bool = False,
    **more: Unpack[Shared],
) -> list[Chunk]:
    r"""Cut source code between functions and classes; each stays whole where it fits, with decorators and comments.

    A definition that does not fit is cut between members and statements, else between lines. The definitions that a
    chunk begins inside of are its context, as headings are in :func:`markdown`. A file with errors is cut all the same.
    An overlap in units is filled with whole lines, and with words only where not one line fits in it.

    Options:
        language: "python", "javascript", "typescript" or "tsx".

    >>> source = "def one():\n    return 1\n\n\n# The second.\ndef two():\n    return 2\n"
    >>> [chunk.text for chunk in code(source, size=14, overlap=0)]
    ['def one():\n    return 1\n\n\n', '# The second.\ndef two():\n    return 2\n']
    """
    return RECIPES["code"](text, size, overlap, **more, language=language, count_context=count_context)


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


def pdf(
    source: "PdfSource",
    size: int = SIZE,
    overlap: OverlapSpec = OVERLAP,
    *,
    count_context: bool = False,
    **more: Unpack[Shared],
) -> FileChunks:
    """Cut a PDF between its titles, else between paragraphs, sentences and lines.

    Titles come from the outline, else from the sizes of the letters. Those above a chunk are its context; its first and
    its last page, counted from 1, are ``chunk.metadata["pages"]``.

    ``source`` is the path of a file, its bytes, or a file open for reading in binary mode. The offsets of the chunks
    point into the ``text`` of what is returned: what was extracted from all pages.

    Raises:
        ValueError: if the file is not a PDF, is damaged, is encrypted or has no text.
        OSError: if the file cannot be read.

    >>> from chunklib.data import path
    >>> chunks = pdf(path("commissioning"), size=200, overlap=20)
    >>> chunks[2].text == chunks.text[chunks[2].start_char : chunks[2].end_char]
    True
    """
    return cast("FileChunks", RECIPES["pdf"](source, size, overlap, **more, count_context=count_context))


STRATEGIES: Mapping[str, Strategy] = MappingProxyType(Named({name: globals()[name] for name in RECIPES}))
"""Every strategy by its name; ``pdf`` takes a file (a path, bytes) in place of a text."""

TEXT_STRATEGIES: Mapping[str, Strategy] = MappingProxyType(
    Named({name: split for name, split in STRATEGIES.items() if not RECIPES[name].file})
)
"""The strategies that take a text: ``TEXT_STRATEGIES[name](text, size=500, overlap="15%", **options)``."""

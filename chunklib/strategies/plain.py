"""Split any text: at characters, tokens, sentences or separators."""

from collections.abc import Sequence
from typing import Unpack

from chunklib.chunk import Chunk
from chunklib.cuts.separators import Separator
from chunklib.overlap import OverlapSpec
from chunklib.readers import yes_or_no
from chunklib.recipe import OVERLAP, SIZE, Shared
from chunklib.strategies.recipes import RECIPES, strategy


@strategy
def fixed_characters(
    text: str, size: int = SIZE, overlap: OverlapSpec = OVERLAP, **more: Unpack[Shared]
) -> list[Chunk]:
    """Cut anywhere between characters, as soon as the size is full. The ruler counts characters by default.

    >>> [chunk.text for chunk in fixed_characters("abcdefghij", size=4, overlap=1)]
    ['abcd', 'defg', 'ghij']
    """
    return RECIPES["fixed_characters"](text, size, overlap, **more)


@strategy
def token_windows(text: str, size: int = SIZE, overlap: OverlapSpec = OVERLAP, **more: Unpack[Shared]) -> list[Chunk]:
    """Cut between tokens, as soon as the size is full: the sliding window.

    With a ruler that has no tokens of its own, it cuts between characters.

    >>> [chunk.text for chunk in token_windows("one two three four five six", size=4, overlap=1)]
    ['one two three four', ' four five six']
    """
    return RECIPES["token_windows"](text, size, overlap, **more)


@strategy
def sentences(text: str, size: int = SIZE, overlap: OverlapSpec = OVERLAP, **more: Unpack[Shared]) -> list[Chunk]:
    """Pack whole sentences; one that does not fit is cut between words, and such a word between characters.

    English is known best (the extra ``sentences``); other languages end at the marks of their scripts, Thai and Lao at
    a space between clauses. An overlap in units is filled with whole sentences, and with words only where not one
    sentence fits in it.

    >>> text = "It rained. Dr. Lind took 2.5 l of tea. Then she left."
    >>> [chunk.text for chunk in sentences(text, size=17, overlap="1s")]
    ['It rained. Dr. Lind took 2.5 l of tea. ', 'Dr. Lind took 2.5 l of tea. Then she left.']
    """
    return RECIPES["sentences"](text, size, overlap, **more)


@strategy
def recursive(
    text: str,
    size: int = SIZE,
    overlap: OverlapSpec = OVERLAP,
    *,
    separators: str | Sequence[Separator] = "text",
    keep_separators: bool = True,
    join: bool = True,
    **more: Unpack[Shared],
) -> list[Chunk]:
    r"""Cut at the strongest separator in reach: paragraphs, else lines, else sentences, else words, else characters.

    Options:
        separators: strings or compiled regular expressions, strongest first; "text" stands for paragraphs, lines and
            sentences. A separator belongs to the piece before it; written as a look-ahead it belongs to the piece after
            it.
        keep_separators: with False, a chunk ends before the white space of the separator that it ends with. Anything
            else in a separator stays, such as a full stop: nothing that is not white space is ever lost.

    >>> text = "First paragraph.\n\nSecond one. It is longer."
    >>> [chunk.text for chunk in recursive(text, size=6, overlap=0)]
    ['First paragraph.\n\n', 'Second one. ', 'It is longer.']
    """
    kept = yes_or_no("keep_separators", keep_separators)
    own = {"separators": separators, "keep_separators": kept, "join": join}
    return RECIPES["recursive"](text, size, overlap, own, **more)


@strategy
def stable(text: str, size: int = SIZE, overlap: OverlapSpec = OVERLAP, **more: Unpack[Shared]) -> list[Chunk]:
    """Cut after sentences that a hash of their words chooses, so that an edit changes only the chunks near it.

    The hash ranks the cut after each sentence, and a chunk ends at the cut of the highest rank that fits. So the old
    chunks come back a few sentences after the edit. Chunks are smaller than those of :func:`sentences`. A
    sentence that does not fit is cut between lines, and a line between words, by the same rule.

    >>> for first in ("Hello.", "Good day to all of you."):
    ...     [chunk.text for chunk in stable(f"{first} Tea is hot. Rain is wet. Ice is cold.", size=12, overlap=0)]
    ['Hello. Tea is hot. ', 'Rain is wet. Ice is cold.']
    ['Good day to all of you. Tea is hot. ', 'Rain is wet. Ice is cold.']
    """
    return RECIPES["stable"](text, size, overlap, **more)

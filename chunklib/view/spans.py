"""Draw chunks in their text: one coloured span a chunk, and what two of them share hatched.

Styles are inside the elements, so that a notebook that nobody has run shows them too. A page that removes roles and
labels loses no meaning.
"""

import re
from bisect import bisect_right
from collections.abc import Iterable, Iterator, Sequence
from html import escape
from itertools import pairwise
from typing import NamedTuple

from chunklib.chunk import Chunk
from chunklib.token_index import clean
from chunklib.view.palette import COLORS, INK, PAPER

# Six of the nine, dark and light in turn: neighbours, and the stripes of what they share, differ without colour too.
FILLS = tuple(COLORS[index] for index in (0, 2, 1, 4, 5, 3))
_LABEL = (
    f"background:{PAPER};border:1px solid {INK};border-radius:3px;padding:0 3px;margin-right:2px;font-size:.85em;"
    "unicode-bidi:isolate;user-select:none"
)
_RETURN = '<span style="user-select:none">↵</span>\n'
# What a page would swallow is drawn as its control picture (␀, ␍), but not what ends a line with another sign.
_CONTROL = {code: 0x2400 + code for code in range(32) if chr(code) not in "\t\n\r"} | {0x7F: 0x2421}
_RETURNS = re.compile(r"\r(?!\n)")
_ENDS = re.compile(r"\A\s++|(?<!\s)\s++\Z")

MOST_CHARACTERS, MOST_CHUNKS = 200_000, 2_000  # that are drawn: a browser does not scroll well through more


class Piece(NamedTuple):
    """Marks a stretch of the document in which no chunk starts or ends: ``chunks[first:last]`` all hold it."""

    start: int
    end: int
    first: int
    last: int


def pieces(chunks: Sequence[Chunk], length: int, cuts: Iterable[int] = ()) -> Iterator[Piece]:
    """Cut a document of ``length`` characters wherever a chunk starts or ends.

    Args:
        chunks: Their starts and their ends both rise, as the chunks of every strategy do.
        length: Characters of the document.
        cuts: more places where a piece ends.

    Returns:
        Pieces in order that cover every character once; one that no chunk holds has ``first == last``.

    >>> from chunklib import STRATEGIES
    >>> chunks = STRATEGIES["fixed_characters"]("abcdefg", size=4, overlap=1)
    >>> [tuple(piece) for piece in pieces(chunks, 7)]
    [(0, 3, 0, 1), (3, 4, 0, 2), (4, 7, 1, 2)]
    """
    starts, ends = [chunk.start_char for chunk in chunks], [chunk.end_char for chunk in chunks]
    for start, end in pairwise(sorted({0, length, *starts, *ends, *cuts})):
        yield Piece(start, end, bisect_right(ends, start), bisect_right(starts, start))


def spans_html(text: str, chunks: Sequence[Chunk], until: int | None = None) -> str:
    """Draw a document up to a character, with ``[k]`` where chunk k starts; white space counts in it (``pre-wrap``).

    >>> spans_html("a < b", [])
    'a &lt; b'
    """
    return "".join(html for _, html in drawn(text, chunks, len(text) if until is None else until))


def drawn(text: str, chunks: Sequence[Chunk], until: int, cuts: Iterable[int] = ()) -> Iterator[tuple[int, str]]:
    """Draw the pieces of a document before a character, each with the place where it begins; see :func:`pieces`."""
    for piece in pieces(chunks, len(text), cuts):
        if piece.start >= until:
            return
        yield piece.start, _span(text[piece.start : min(piece.end, until)], piece, chunks)


def drawn_until(text: str, chunks: Sequence[Chunk]) -> int:
    """Return the character up to which a text is drawn."""
    cut = chunks[MOST_CHUNKS].start_char if len(chunks) > MOST_CHUNKS else len(text)
    return min(cut, MOST_CHARACTERS, len(text))


def left_out(text: str, chunks: Sequence[Chunk], until: int) -> str:
    """Say how much is drawn, if it is not everything."""
    if until == len(text):
        return ""
    begun = sum(chunk.start_char < until for chunk in chunks)
    return (
        f"Drawn is only the first part: {until:,} of {len(text):,} characters, "
        f"{begun:,} of {len(chunks):,} chunks. The totals are of all."
    )


def stripes(one: str, two: str, width: int = 12) -> str:
    """Return the style of a hatched ground, in the one way that Lab leaves in stored outputs that nobody has run.

    >>> stripes("#fff", "#000").split(";")[1]
    'background-size:12px 12px'
    """
    bands = f"{one} 25%,{two} 25%,{two} 50%,{one} 50%,{one} 75%,{two} 75%"
    return f"background-image:linear-gradient(135deg,{bands});background-size:{width}px {width}px"


def shared_style(held: int, last: int) -> str:
    """Return the style of text that ``held`` chunks share, the newest being ``last``: stripes, and a line below."""
    one, two = _fill(last - 1), _fill(last)
    line = "4px double" if held > 2 else "2px solid"
    return f"color:{INK};background-color:{two};{stripes(one, two, width=20)};border-bottom:{line} {INK}"


def _span(text: str, piece: Piece, chunks: Sequence[Chunk]) -> str:
    held = piece.last - piece.first
    if not held:
        return _visible(text)
    first, newest = chunks[piece.first], chunks[piece.last - 1]
    label = f'<b style="{_LABEL}">[{newest.index}]</b>' if newest.start_char == piece.start else ""
    style = f"color:{INK};background-color:{_fill(newest.index)}" if held == 1 else shared_style(held, newest.index)
    several = f"in chunks {first.index} {'and' if held == 2 else 'to'} {newest.index}"
    title = f"chunk {newest.index}: size {newest.size}" if held == 1 else several
    return f'<span style="{style}" title="{title}">{label}{_visible(text)}</span>'


def _fill(index: int) -> str:
    return FILLS[index % len(FILLS)]


KEY = (
    f'<b>[k]</b> chunk k starts here · <span style="{shared_style(held=2, last=1)}">hatched, underlined</span> text '
    "that two chunks share"
)
"""What the signs in a drawing mean."""


def _visible(text: str) -> str:
    """Escape a piece; line ends at its two ends are marked, since there nothing else shows whose they are."""
    return _ENDS.sub(lambda space: space[0].replace("\n", _RETURN), safe(text))


def safe(text: str) -> str:
    """Escape a text that is not inside an attribute; a control character is drawn as its picture."""
    shown = _RETURNS.sub("␍", text).translate(_CONTROL)
    return escape(clean(shown), quote=False).replace("\r", "&#13;")

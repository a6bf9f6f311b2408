"""The chunk viewer as a picture: the text as it reads, one coloured span a chunk, what is shared hatched.

A page that removes roles and labels loses no meaning.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from html import escape
from itertools import pairwise
from typing import NamedTuple

from chunklib.chunk import Chunk
from classroom.lessons.palette import COLORS, INK, PAPER
from classroom.lessons.widgets.chunk_viewer_view import View
from classroom.lessons.widgets.parts import BAR, alert, framed, region, sendable, stripes, totals_html

MOST_CHARACTERS = 200_000
MOST_CHUNKS = 2_000

# Six of the nine, dark and light in turn: neighbours, and the stripes of what they share, differ without colour too.
_FILLS = tuple(COLORS[index] for index in (0, 2, 1, 4, 5, 3))
_LABEL = (
    f"background:{PAPER};border:1px solid {INK};border-radius:3px;padding:0 3px;margin-right:2px;font-size:.85em;"
    "unicode-bidi:isolate;user-select:none"
)
_RETURN = '<span style="user-select:none">↵</span>\n'
# What a page would swallow is drawn as its control picture (␀, ␍).
_CONTROL = {code: 0x2400 + code for code in range(32) if chr(code) not in "\t\n"} | {0x7F: 0x2421}
_BAR = f"position:sticky;top:0;{BAR}"  # the totals stay in sight in whatever scrolls
_PAGE = "padding:8px 10px;white-space:pre-wrap;overflow-wrap:anywhere;outline-offset:-3px"


def page(shown: View) -> str:
    """Draw a view: totals, key and text."""
    if shown.error:
        return alert(shown.error, bar=_BAR)
    text, chunks = shown.settings.text, shown.chunks
    until = drawn_until(text, chunks)
    head = f"<div>{totals_html(shown.totals())}</div><div>{_key(shown, until)}</div>"
    return framed(head, region("The text with its chunks", _PAGE, spans_html(text, chunks, until), text=True), bar=_BAR)


def _key(shown: View, until: int) -> str:
    sample = f'<span style="{shared_style(held=2, last=1)}">hatched, underlined</span>'
    key = f"<b>[k]</b> chunk k starts here · {sample} text that two chunks share"
    if until == len(shown.settings.text):
        return key
    begun = sum(chunk.start_char < until for chunk in shown.chunks)
    return (
        f"{key}<br>Drawn is only the first part: {until:,} of {len(shown.settings.text):,} characters, "
        f"{begun:,} of {len(shown.chunks):,} chunks. The totals are of all."
    )


class Piece(NamedTuple):
    """Marks a stretch of the document in which no chunk starts or ends: ``chunks[first:last]`` all hold it."""

    start: int
    end: int
    first: int
    last: int


def pieces(chunks: Sequence[Chunk], length: int) -> Iterator[Piece]:
    """Cut a document of ``length`` characters wherever a chunk starts or ends.

    Args:
        chunks: Their starts and their ends both rise, as the chunks of every strategy do.
        length: Characters of the document.

    Returns:
        Pieces in order that cover every character once; one that no chunk holds has ``first == last``.

    >>> from chunklib import STRATEGIES
    >>> chunks = STRATEGIES["fixed_characters"]("abcdefg", size=4, overlap=1)
    >>> [tuple(piece) for piece in pieces(chunks, 7)]
    [(0, 3, 0, 1), (3, 4, 0, 2), (4, 7, 1, 2)]
    """
    edges = {0, length, *(chunk.start_char for chunk in chunks), *(chunk.end_char for chunk in chunks)}
    first = last = 0
    for start, end in pairwise(sorted(edges)):
        while first < len(chunks) and chunks[first].end_char <= start:
            first += 1
        while last < len(chunks) and chunks[last].start_char <= start:
            last += 1
        yield Piece(start, end, first, last)


def drawn_until(text: str, chunks: Sequence[Chunk]) -> int:
    """Say up to which character a document is drawn: a browser does not scroll well through more."""
    cut = chunks[MOST_CHUNKS].start_char if len(chunks) > MOST_CHUNKS else len(text)
    return min(cut, MOST_CHARACTERS, len(text))


def spans_html(text: str, chunks: Sequence[Chunk], until: int | None = None) -> str:
    r"""Draw a document once from start to end, with ``[k]`` where chunk k starts.

    Args:
        text: the document.
        chunks: Chunks of this text, in order.
        until: the character before which the drawing stops; the whole text by default.

    Returns:
        Inline HTML in which white space counts (``white-space: pre-wrap``). All text is escaped.

    >>> spans_html("a < b", [])
    'a &lt; b'
    """
    stop = len(text) if until is None else until
    drawn = (piece for piece in pieces(chunks, len(text)) if piece.start < stop)
    return "".join(_span(text[piece.start : min(piece.end, stop)], piece, chunks) for piece in drawn)


def shared_style(held: int, last: int) -> str:
    """Return the style of text that ``held`` chunks share, the newest being ``last``: stripes, and a line below."""
    one, two = _fill(last - 1), _fill(last)
    line = "4px double" if held > 2 else "2px solid"
    return f"color:{INK};background-color:{two};{stripes(one, two, width=20)};border-bottom:{line} {INK}"


def _span(text: str, piece: Piece, chunks: Sequence[Chunk]) -> str:
    held = piece.last - piece.first
    if not held:
        return _visible(text)
    newest = chunks[piece.last - 1]
    label = f'<b style="{_LABEL}">[{newest.index}]</b>' if newest.start_char == piece.start else ""
    style = f"color:{INK};background-color:{_fill(newest.index)}" if held == 1 else shared_style(held, newest.index)
    return f'<span style="{style}" title="{_title(piece, chunks)}">{label}{_visible(text)}</span>'


def _title(piece: Piece, chunks: Sequence[Chunk]) -> str:
    first, last = chunks[piece.first], chunks[piece.last - 1]
    if first is last:
        return f"chunk {first.index}: size {first.size}"
    return f"in chunks {first.index} {'and' if piece.last - piece.first == 2 else 'to'} {last.index}"


def _fill(index: int) -> str:
    return _FILLS[index % len(_FILLS)]


def _visible(text: str) -> str:
    """Escape a piece; line ends at its two ends are marked, since there nothing else shows whose they are."""
    body = sendable(text.translate(_CONTROL))
    start = len(body) - len(body.lstrip())
    end = len(body.rstrip()) if start < len(body) else start
    return _marked(body[:start]) + escape(body[start:end], quote=False) + _marked(body[end:])


def _marked(space: str) -> str:
    return space.replace("\n", _RETURN)

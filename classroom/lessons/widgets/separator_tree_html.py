"""The tree of pieces as a picture: one row for each separator, a bar for each piece, as wide as its share of the text.

Bars are drawn with styles alone (no picture file, no script), so a stored output shows them too. A piece that is too
long has a dashed edge and its length; a leaf has the colour and the number of its chunk.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from html import escape

from classroom.lessons.palette import COLORS, INK, PAPER
from classroom.lessons.widgets.parts import BOX, SCROLL, alert, framed, region, totals_html
from classroom.lessons.widgets.separator_tree_view import View, name_of
from classroom.properties.separator_pieces import Piece

_BOX = BOX.replace("line-height:1.7", "line-height:1.6")
_LIST = f"padding:6px 10px;max-height:320px;{SCROLL}"
_LINE = "white-space:pre-wrap;overflow-wrap:anywhere"
_MOST_BARS = 400
_WIDE = 4.0  # per cent of the text: a bar as wide as this has room for a label
_FILLS = tuple(COLORS[index] for index in (0, 2, 1, 4, 5, 3))


def page(shown: View) -> str:
    """Draw a view: totals, picture and pieces."""
    if shown.error:
        return alert(shown.error, box=_BOX)
    rows = "".join(
        f'<div style="{_LINE};margin-left:{24 * depth}px">{escape(words)}</div>' for depth, words in shown.lines()
    )
    drawn = picture(shown.root, shown.settings.size, shown.settings.separators, shown.chunks)
    return framed(totals_html(shown.totals()), drawn, region("The tree of pieces", _LIST, rows, text=True), box=_BOX)


@dataclass(frozen=True, slots=True)
class _Bar:
    """A piece in a row of the picture; ``chunk`` is the number of the chunk that it goes into, if it fits."""

    start: int
    end: int
    chunk: int | None


def picture(root: Piece, size: int, separators: Sequence[str], chunks: Sequence[tuple[int, int]]) -> str:
    """Draw the rows of the tree, the whole text on top.

    Args:
        root: the tree.
        size: characters; pieces up to this fit.
        separators: the separators that made it, strongest first.
        chunks: spans that cover the text.

    Returns:
        HTML; a tree of very many pieces is not drawn, since its bars would be thinner than a line.
    """
    rows: list[list[_Bar]] = [[] for _ in range(len(separators) + 2)]
    ends = [end for _, end in chunks]
    _fill(root, size, 0, rows, ends)
    if sum(map(len, rows)) > _MOST_BARS:
        return '<div style="padding:6px 10px">Too many pieces for a picture: here they are in words.</div>'
    names = ["the whole text", *map(name_of, separators), "between characters"]
    drawn = [_row(name, bars, root.end) for name, bars in zip(names, rows, strict=True) if bars]
    key = "dashed edge: too long, cut in a row below · [k]: fits, goes into chunk k"
    return f'<div style="padding:6px 10px;line-height:1.3">{"".join(drawn)}<div>{key}</div></div>'


def _fill(piece: Piece, size: int, row: int, rows: list[list[_Bar]], ends: Sequence[int]) -> None:
    """Put a piece into its row, and what it was cut into further down."""
    fits = len(piece) <= size
    rows[row].append(_Bar(piece.start, piece.end, bisect_right(ends, piece.start) if fits else None))
    for part in piece.pieces:
        _fill(part, size, piece.level + 1, rows, ends)
    if not fits and not piece.pieces:
        for start in range(piece.start, piece.end, size):
            rows[-1].append(_Bar(start, min(start + size, piece.end), bisect_right(ends, start)))


def _row(name: str, bars: Sequence[_Bar], length: int) -> str:
    cells = "".join(_cells(bars, length))
    return f'<div>{escape(name)}</div><div style="display:flex;height:24px;margin-bottom:4px">{cells}</div>'


def _cells(bars: Sequence[_Bar], length: int) -> Iterator[str]:
    """Yield the bars of a row, and gaps where a piece above was not cut."""
    reached = 0
    for bar in bars:
        if bar.start > reached:
            yield f'<div style="flex:0 0 {100 * (bar.start - reached) / length:.3f}%"></div>'
        yield _cell(bar, 100 * (bar.end - bar.start) / length)
        reached = bar.end


def _cell(bar: _Bar, share: float) -> str:
    if bar.chunk is None:
        label, what, look = str(bar.end - bar.start), "too long", f"background-color:{PAPER};border:2px dashed {INK}"
    else:
        fill = _FILLS[bar.chunk % len(_FILLS)]
        label, what, look = f"[{bar.chunk}]", "fits", f"background-color:{fill};border:1px solid {INK}"
    style = f"flex:0 0 {share:.3f}%;box-sizing:border-box;overflow:hidden;white-space:nowrap;text-align:center;{look}"
    return f'<div style="{style}" title="{bar.start}-{bar.end}, {what}">{label if share >= _WIDE else ""}</div>'

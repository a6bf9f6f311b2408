"""The distance plot as a picture: a column for each sentence, a bar for the gap after it, and the pieces below.

Bars are drawn with styles alone (no picture file, no script), so a stored output shows them too. What is above the
threshold has a colour of its own, a dark edge and a mark; a piece that breaks a limit says so in a word.
"""

from __future__ import annotations

from collections.abc import Iterator
from html import escape
from itertools import pairwise

from classroom.lessons.palette import COLORS, INK, PAPER
from classroom.lessons.widgets.distance_plot_view import View
from classroom.lessons.widgets.parts import SCROLL, alert, framed, lines_html, region, totals_html

_HEIGHT = 150  # pixels, for the largest distance
_COLUMN = "flex:1 0 5px;min-width:5px"
_PLAIN, _BREAK, _PIECES = COLORS[0], COLORS[1], (COLORS[2], COLORS[4])
_BROKEN = {"over": (COLORS[3], "3px double"), "under": (PAPER, "1px dashed")}  # of a piece that breaks a limit
_LINE = f"border-top:1px dashed {INK}"
_NARROW = 4  # sentences: a piece of fewer has no room for its tokens
_REGION = f"padding:8px 10px;{SCROLL}"
_LIST = f"{_REGION};max-height:200px;font-size:13px;border-top:1px solid #757575;white-space:pre-wrap"


def page(shown: View) -> str:
    """Draw a view: figures, plot, pieces, and the breakpoints in words."""
    if shown.error:
        return alert(shown.error)
    key = (
        f'<span style="background-color:{_PLAIN};border:1px solid {INK};padding:0 10px"></span> distance at a gap · '
        f'<span style="background-color:{_BREAK};border:1px solid {INK};padding:0 6px">▼</span> breakpoint · '
        "dashed line: threshold · below: the pieces, with their tokens"
    )
    plot = "".join((*_plot(shown), *_pieces(shown)))
    places = lines_html(map(escape, shown.places())) or "<div>no breakpoint</div>"
    return framed(
        lines_html([escape(shown.head()), totals_html(shown.totals()), key]),
        region("The distances between neighbouring sentences", _REGION, plot),
        region("The breakpoints", _LIST, places),
    )


def _plot(shown: View) -> Iterator[str]:
    """Draw the columns; a column is cut in two at the threshold, which makes the line."""
    most = max(*shown.distances, shown.limit or 0, 0.01)
    scale = _HEIGHT / most
    cut = min(_HEIGHT, max(0, round((shown.limit or 0) * scale)))
    yield '<div style="display:flex">'
    for gap, distance in enumerate(shown.distances):
        tall, breaks = max(1, round(distance * scale)), gap in shown.gaps
        mark = "▼" if breaks else "&nbsp;"
        title = f'title="gap {gap}: {distance:.2f}{", breakpoint" if breaks else ""}"'
        fill = _BREAK if breaks else _PLAIN
        upper, lower = _HEIGHT - cut, min(tall, cut)
        above = _bar(upper, max(0, tall - cut), fill, breaks=breaks)
        below = _bar(cut, lower, fill, breaks=breaks)
        line = _LINE if shown.limit is not None else ""
        yield (
            f'<div style="{_COLUMN};text-align:center" {title}>'
            f'<div style="font-size:10px;line-height:12px;height:12px;overflow:hidden">{mark}</div>'
            f'{above}<div style="{line}">{below}</div></div>'
        )
    yield f'<div style="{_COLUMN}"></div></div>'


def _bar(room: int, tall: int, fill: str, *, breaks: bool) -> str:
    """Draw a part of a bar at the bottom of its room, in pixels; none of no height."""
    space = f'<div style="height:{room - tall}px"></div>'
    edge = f"border-left:2px solid {INK};border-right:2px solid {INK}" if breaks else f"border-right:1px solid {PAPER}"
    drawn = f'<div style="height:{tall}px;background-color:{fill};box-sizing:border-box;{edge}"></div>'
    return space + drawn if tall else space


def _pieces(shown: View) -> Iterator[str]:
    """Draw the pieces between the breakpoints below their sentences."""
    edges = [0, *(gap + 1 for gap in shown.gaps), len(shown.sentences.ends)]
    yield '<div style="display:flex;margin-top:6px">'
    for number, ((first, last), size) in enumerate(zip(pairwise(edges), shown.pieces, strict=True)):
        word = shown.verdict(size)
        ground, edge = _BROKEN.get(word, (_PIECES[number % 2], "1px solid"))
        label = f"[{number}] {size} {word}".rstrip() if last - first >= _NARROW else ""
        inner = f'<span style="background-color:{PAPER};padding:0 3px">{label}</span>' if label else "&nbsp;"
        yield (
            f'<div style="flex:{last - first} 0 {5 * (last - first)}px;min-width:0;border:{edge} {INK};'
            f'box-sizing:border-box;overflow:hidden;white-space:nowrap;font-size:12px;background-color:{ground}" '
            f'title="[{number}] {size} tokens {word}">{inner}</div>'
        )
    yield "</div>"

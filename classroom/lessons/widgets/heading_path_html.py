"""The heading path as a picture: the outline with its chunks as blocks, and one chunk as a search sees it.

A block is as wide as its tokens; the part of the path is dotted and in front, where it is when a chunk is
embedded. The chosen block has a thick edge and an arrow, so nothing rests on colour.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from html import escape

from classroom.lessons.palette import COLORS, INK, PAPER
from classroom.lessons.widgets.heading_path_view import Block, Row, Seen, View, words_of
from classroom.lessons.widgets.parts import SCROLL, alert, framed, lines_html, region, safe, totals_html

_WIDEST = 220  # pixels of a block that has exactly the size, or of the largest where a path makes it larger
_ROWS = 13  # of the outline, around the chosen chunk
_MOST_BLOCKS = 400
_PATH = f"background-color:{COLORS[2]};border-bottom:4px dotted {INK};box-sizing:border-box"
_TEXT = COLORS[0]
_KEY = (
    "blocks are chunks, as wide as their tokens · dotted: the path, and the head of a table that was cut · "
    "plain: the text · dark, ▶: chosen"
)
_PAGE = "white-space:pre-wrap;overflow-wrap:anywhere;max-height:170px;border:1px solid #757575;padding:4px 6px"


def page(view: View) -> str:
    """Draw a view: totals, outline and the chosen chunk."""
    if view.error:
        return alert(view.error)
    outline = f'<div style="padding:6px 10px">{_strip(view)}{_around(view)}</div>'
    return framed(lines_html([totals_html(view.totals()), _KEY]), outline, _chosen(view))


def _strip(view: View) -> str:
    """Draw all chunks in a row, each as wide as its share of the tokens."""
    blocks = [block for row in view.rows for block in row.blocks]
    if len(blocks) > _MOST_BLOCKS:
        return f"<div>{len(blocks):,} chunks are too many for a row of blocks.</div>"
    fills = {True: INK, False: _TEXT}
    cells = "".join(
        f'<span style="flex:{block.full} 1 0;background-color:{fills[block.number == view.chosen.index]};'
        f'border:1px solid {INK}" title="chunk {block.number}: {block.full} tokens with the path"></span>'
        for block in blocks
    )
    return f'<div style="display:flex;height:18px;margin-bottom:6px">{cells}</div>'


def _around(view: View) -> str:
    """Draw the part of the outline around the chosen chunk, and say how much is above and below."""
    at = next(k for k, row in enumerate(view.rows) if any(view.chosen.index == block.number for block in row.blocks))
    first = max(0, min(at - _ROWS // 2, len(view.rows) - _ROWS))
    shown = view.rows[first : first + _ROWS]
    below = len(view.rows) - first - len(shown)
    scale = _WIDEST / max(view.settings.size, *(block.full for row in view.rows for block in row.blocks))
    rows = "".join(_row(row, view, scale) for row in shown)
    return f"{_left_out(first, 'above')}{rows}{_left_out(below, 'below')}"


def _left_out(count: int, where: str) -> str:
    return f"<div>… {count} more {'heading' if count == 1 else 'headings'} {where}</div>" if count else ""


def _row(row: Row, view: View, scale: float) -> str:
    indent = f"flex:0 0 46%;box-sizing:border-box;padding-left:{18 * row.depth}px;overflow-wrap:anywhere"
    begun = "".join(_block(block, view, scale) for block in row.blocks) or f"in [{row.inside}]"
    blocks = f'<div style="display:flex;flex-wrap:wrap;gap:3px;flex:1 1 0;min-width:0;overflow:hidden">{begun}</div>'
    return (
        f'<div style="display:flex;gap:8px;line-height:1.4;margin-bottom:3px">'
        f'<div style="{indent}">{safe(row.title)}</div>{blocks}</div>'
    )


def _block(block: Block, view: View, scale: float) -> str:
    """Draw a chunk: its number, then a bar of ``scale`` pixels a token."""
    chosen = block.number == view.chosen.index
    path = block.full - block.tokens
    label = f"{'▶' if chosen else ''}[{block.number}]"
    edge = "3px solid" if chosen else "1px solid"
    title = f"chunk {block.number}: {block.tokens} tokens of text, {path} of path"
    parts = "".join(
        f'<span style="flex:0 0 {max(2, round(scale * tokens))}px;{look}"></span>'
        for tokens, look in ((path, _PATH), (block.tokens, f"background-color:{_TEXT}"))
        if tokens
    )
    bar = f'<span style="display:flex;height:16px;border:{edge} {INK};box-sizing:border-box">{parts}</span>'
    style = f"display:flex;align-items:center;gap:2px;font-weight:{'bold' if chosen else 'normal'}"
    return f'<span style="{style}" title="{title}">{label}{bar}</span>'


def _chosen(view: View) -> str:
    chunk, (titles, table) = view.chosen, view.above()
    path = '<span aria-hidden="true"> &gt; </span>'.join(f"<b>{safe(title)}</b>" for title in titles if title)
    head = f"▶[{chunk.index}] characters {chunk.start_char}–{chunk.end_char} · path: {path or 'none'}"
    head += " · with the head of a table" if table else ""
    own, full = view.seen()
    boxes = _seen("Without the path", own, "", view) + _seen("With the path", full, chunk.context, view)
    return (
        f'<div style="border-top:1px solid #757575;padding:6px 10px"><div>{head}</div>'
        f'<div style="display:flex;flex-wrap:wrap;gap:10px">{boxes}</div></div>'
    )


def _seen(name: str, seen: Seen, context: str, view: View) -> str:
    """Draw what a search sees: the path dotted, the searched words framed."""
    wanted = words_of(view.settings.words)
    inner = f'<span style="background:{PAPER};padding:0 4px">{_marked(context, wanted)}</span>'
    front = f'<span style="{_PATH};display:inline-block;padding:2px 10px">{inner}</span>'
    body = (front if context else "") + _marked(seen.text[len(context) :], wanted)
    line = "; ".join(filter(None, [f"{seen.tokens} tokens", seen.finds()]))
    return (
        f'<div style="flex:1 1 280px;min-width:0"><div><b>{name}</b>: {escape(line)}</div>'
        f"{region(name, f'{_PAGE};{SCROLL}', body, text=True)}</div>"
    )


def _marked(text: str, wanted: frozenset[str] | Sequence[str]) -> str:
    """Escape a text and frame the words that are searched."""
    parts = re.split(r"(\w+)", text)
    frame = f'<b style="border:1px solid {INK};border-radius:3px;padding:0 1px">'
    return "".join(f"{frame}{safe(part)}</b>" if part and part.casefold() in wanted else safe(part) for part in parts)

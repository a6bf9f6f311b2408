"""The packer stepper as a picture: the chunks on a line of the text with its offsets, and the text around the step."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from html import escape

from chunklib.chunk import Chunk
from classroom.lessons.palette import COLORS, INK, PAPER
from classroom.lessons.widgets.chunk_viewer_html import pieces, shared_style, spans_html
from classroom.lessons.widgets.packer_stepper_view import View
from classroom.lessons.widgets.parts import SCROLL, alert, framed, lines_html, region, safe

_FILLS = tuple(COLORS[index] for index in (0, 2, 1, 4, 5, 3))
_PIECE = f"outline:2px dashed {INK};outline-offset:1px"
_PAGE = f"white-space:pre-wrap;overflow-wrap:anywhere;max-height:300px;padding:8px 10px;{SCROLL}"
_AFTER = 300  # characters of the text that are shown after the next piece
_WIDE = 4.0  # per cent of the line: a chunk as wide as this has room for its number
_KEY = (
    f'<b>[k]</b> chunk k starts here · <span style="{shared_style(held=2, last=1)}">hatched, underlined</span> text '
    f'that two chunks share · <span style="{_PIECE};padding:2px 5px">dashed</span> the next piece'
)


def page(shown: View) -> str:
    """Draw a view: the step, the chunks on the line of the text with its offsets, the text around the step."""
    if shown.error:
        return alert(shown.error)
    first, *others = map(escape, shown.lines())
    head = f'<div role="status" style="font-weight:bold;font-size:15px">{first}</div>{lines_html([*others, _KEY])}'
    # The whole text as a line: the chunks so far, the next piece, and what is left.
    drawn = f'<div style="display:flex;height:22px;border:1px solid {INK}">{"".join(_cells(shown))}</div>'
    line = f'<div style="padding:8px 10px">{drawn}{_ruler(len(shown.settings.text))}</div>'
    return framed(head, line, region("The text around the step", _PAGE, _text(shown), text=True))


def _text(shown: View) -> str:
    """Draw the text from the chunk before the one that is open until some way after the next piece."""
    now, text = shown.now, shown.settings.text
    near = [*shown.closed[-1:], shown.buffer]
    low, until = near[0].start_char, now.after + _AFTER
    moved = [replace(chunk, start_char=chunk.start_char - low, end_char=chunk.end_char - low) for chunk in near]
    open_ = [chunk for chunk in moved if chunk.end_char > chunk.start_char]
    piece = f'<span style="{_PIECE}">{safe(text[now.end : now.after])}</span>' if now.after > now.end else ""
    rest = f"{safe(text[now.after : until])}{'…' if until < len(text) else ''}"
    return f"{'…' if low else ''}{spans_html(text[low : now.end], open_)}{piece}{rest}"


def _cells(shown: View) -> Iterator[str]:
    now, length = shown.now, len(shown.settings.text)
    chunks = [chunk for chunk in [*shown.closed, shown.buffer] if chunk.end_char > chunk.start_char]
    for start, end, first, last in pieces(chunks, now.end):
        yield _cell(start, end, length, *_look(chunks[first:last], start))
    yield _cell(now.end, now.after, length, _PIECE, "")


def _look(held: list[Chunk], start: int) -> tuple[str, str]:
    """Return the style of a part of the line, and the number of the chunk that starts with it."""
    if not held:
        return f"background-color:{PAPER}", ""
    newest = held[-1]
    ground = f"background-color:{_FILLS[newest.index % len(_FILLS)]}"
    style = ground if len(held) == 1 else shared_style(len(held), newest.index)
    return style, f"[{newest.index}]" if newest.start_char == start else ""


def _cell(start: int, end: int, length: int, style: str, label: str) -> str:
    share = 100 * (end - start) / length
    box = f"flex:0 0 {share:.3f}%;box-sizing:border-box;overflow:hidden;font-size:12px;line-height:20px"
    return f'<div style="{box};{style}" title="{start}-{end}">{label if share >= _WIDE else ""}</div>'


def _ruler(length: int) -> str:
    """Draw the offsets below the line, in characters."""
    step = next(step for power in range(9) for step in (10**power, 2 * 10**power, 5 * 10**power) if length <= 10 * step)
    ticks = "".join(
        f'<div style="flex:0 0 {100 * (min(at + step, length) - at) / length:.3f}%;box-sizing:border-box;'
        f'overflow:hidden;border-left:1px solid {INK};padding-left:3px">{at:,}</div>'
        for at in range(0, length, step)
    )
    return f'<div style="display:flex;font-size:12px;line-height:1.3">{ticks}</div><div>characters of the text</div>'

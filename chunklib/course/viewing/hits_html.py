"""Hits and misses as a picture: all chunks in a row, the text around the evidence with its chunks, and what is given.

A chunk that is given has a dark label with its rank and a coloured ground, and what the budget cuts off it is hatched.
Evidence is set in bold with a double line below and a mark at both ends, so nothing rests on colour.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator
from html import escape
from itertools import pairwise

from chunklib.chunk import Chunk
from chunklib.course.palette import COLORS, INK, PAPER
from chunklib.course.viewing.boxes import BAR, BOX, alert, stripes
from chunklib.course.viewing.hits_view import Given, View

_AROUND = 500  # characters shown on both sides of a part of the evidence
_MOST_BLOCKS = 1_000
_SURROGATE = re.compile("[\ud800-\udfff]")
_GIVEN, _CUT = COLORS[0], f"background-color:{PAPER};{stripes(PAPER, COLORS[8])}"
_EVIDENCE = f"font-weight:bold;border-bottom:4px double {INK}"
_MARK = f"border:1px solid {INK};border-radius:3px;padding:0 3px;font-size:.85em;unicode-bidi:isolate;user-select:none"
_SCROLL = "overflow:auto;outline-offset:-3px"
_PAGE = f"white-space:pre-wrap;overflow-wrap:anywhere;max-height:330px;padding:6px 10px;{_SCROLL}"
_LIST = f"max-height:150px;padding:6px 10px;border-top:1px solid #757575;font-size:13px;{_SCROLL}"


def page(shown: View) -> str:
    """Draw a view: the verdict and the sums, the row of chunks, the text around the evidence, the chunks given."""
    if shown.error:
        return alert(shown.error)
    first, *others = shown.lines()
    lines = "".join(f"<div>{_safe(line)}</div>" for line in [*shown.head().split("\n"), *others])
    head = f'<div role="status" style="font-weight:bold;font-size:15px">{_safe(first)}</div>{lines}<div>{_key()}</div>'
    around = '<div style="text-align:center">…</div>'.join(_stretch(shown, *ends) for ends in _stretches(shown))
    ranked = "".join(f"<div>{_safe(line)}</div>" for line in shown.ranked()) or "<div>nothing is given</div>"
    return (
        f'<div style="{BOX}"><div style="{BAR}">{head}</div><div style="padding:6px 10px">{_row(shown)}</div>'
        f'<div tabindex="0" role="region" aria-label="The text around the evidence" dir="auto" style="{_PAGE}">'
        f"{around}</div>"
        f'<div tabindex="0" role="region" aria-label="The chunks that are given" style="{_LIST}">{ranked}</div></div>'
    )


def _key() -> str:
    given = f'<span style="background-color:{_GIVEN};color:{INK}">{_label("[k] rank r", dark=True)}given</span>'
    cut = f'<span style="{_CUT};color:{INK}">cut off by the budget</span>'
    other = f"{_label('[k]', dark=False)}not given"
    return f'{given} · {cut} · {other} · <span style="{_EVIDENCE}">the evidence</span>, ▲ in the row'


def _row(shown: View) -> str:
    """Draw all chunks in a row, each as wide as its share of the text, with an arrow below the evidence."""
    if len(shown.chunks) > _MOST_BLOCKS:
        return f"<div>{len(shown.chunks):,} chunks are too many for a row of blocks.</div>"
    ranks = {one.chunk.index: one for one in shown.given}
    blocks = "".join(_block(chunk, ranks.get(chunk.index)) for chunk in shown.chunks)
    arrows = "".join(_arrows(shown))
    return (
        f'<div style="display:flex;height:18px;border:1px solid {INK}">{blocks}</div>'
        f'<div style="display:flex;line-height:1.2">{arrows}</div>'
    )


def _block(chunk: Chunk, given: Given | None) -> str:
    look = f"background-color:{PAPER}" if given is None else f"background-color:{INK}" if given.whole else _CUT
    what = f"chunk {chunk.index}, {f'rank {given.rank}' if given else 'not given'}"
    width = chunk.end_char - chunk.start_char
    return f'<span style="flex:{width} 1 0;min-width:0;border-right:1px solid #757575;{look}" title="{what}"></span>'


def _arrows(shown: View) -> Iterator[str]:
    """Yield an arrow where each part of the evidence begins, and the room before it."""
    reached = 0.0
    for span in shown.spans:
        share = 100 * span.start / len(shown.text)
        if share >= reached:
            yield f'<span style="flex:0 1 {share - reached:.2f}%"></span><span>▲</span>'
            reached = share + 1.5  # about the width of an arrow


def _stretches(shown: View) -> list[tuple[int, int]]:
    """Return the parts of the text that are drawn: the evidence and what stands around it."""
    found: list[tuple[int, int]] = []
    for start, end in shown.spans:
        low, high = max(0, start - _AROUND), min(len(shown.text), end + _AROUND)
        if found and low <= found[-1][1]:
            found[-1] = (found[-1][0], high)
        else:
            found.append((low, high))
    return found


def _stretch(shown: View, low: int, high: int) -> str:
    """Draw a part of the text, cut wherever a chunk, the evidence, or what is given starts or ends."""
    edges = {
        low,
        high,
        *(edge for span in shown.spans for edge in span),
        *(edge for one in shown.given for edge in (one.start, one.end)),
    }
    edges |= {edge for chunk in shown.chunks for edge in (chunk.start_char, chunk.end_char)}
    inside = sorted(edge for edge in edges if low <= edge <= high)
    return "".join(_piece(shown, start, end, low) for start, end in pairwise(inside))


def _piece(shown: View, start: int, end: int, low: int) -> str:
    """Draw a piece that lies in one chunk or in none, all of it evidence or nothing of it."""
    chunk = _chunk_at(shown, start)
    text = _evidence(shown, start, end, _safe(shown.text[start:end]))
    if chunk is None:
        return text
    given = next((one for one in shown.given if one.chunk.index == chunk.index), None)
    label = ""
    if start in (chunk.start_char, low):
        rank = f" rank {given.rank}" if given else ""
        label = _label(f"{'… ' if start > chunk.start_char else ''}[{chunk.index}]{rank}", dark=given is not None)
    ground = "" if given is None else f"background-color:{_GIVEN}" if given.start <= start < given.end else _CUT
    return f'<span style="color:{INK};{ground}">{label}{text}</span>'


def _evidence(shown: View, start: int, end: int, text: str) -> str:
    span = next((span for span in shown.spans if span.start <= start < span.end), None)
    if span is None:
        return text
    before = _label("evidence ▸", dark=False) if start == span.start else ""
    behind = _label("◂", dark=False) if end == span.end else ""
    return f'{before}<span style="{_EVIDENCE}">{text}</span>{behind}'


def _chunk_at(shown: View, place: int) -> Chunk | None:
    at = bisect_right(shown.chunks, place, key=lambda chunk: chunk.start_char) - 1
    return shown.chunks[at] if at >= 0 and place < shown.chunks[at].end_char else None


def _label(text: str, *, dark: bool) -> str:
    ground, ink = (INK, PAPER) if dark else (PAPER, INK)
    return f'<b style="background-color:{ground};color:{ink};{_MARK}">{text}</b>'


def _safe(text: str) -> str:
    """Escape a text; half a surrogate pair, which cannot be sent, is drawn as U+FFFD."""
    return escape(_SURROGATE.sub("\ufffd", text), quote=False)

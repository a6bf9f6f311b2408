"""Hits and misses as a picture: all chunks in a row, the text around the evidence with its chunks, and what is read.

A chunk that is read has a dark label with its rank and a coloured ground; what the budget cuts off is dotted below.
Evidence is set in bold with a double line below and a mark at both ends, so nothing rests on colour.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator
from itertools import pairwise

from chunklib.chunk import Chunk
from classroom.lessons.palette import COLORS, INK, PAPER
from classroom.lessons.widgets.hits_and_misses_view import Given, View
from classroom.lessons.widgets.parts import EVIDENCE, SCROLL, alert, framed, label, lines_html, region, safe

_AROUND = 500  # characters shown on both sides of a part of the evidence
_MOST_BLOCKS = 1_000
_GIVEN, _CUT = COLORS[0], f"background-color:{PAPER};border-bottom:3px dotted {INK}"
_PAGE = f"white-space:pre-wrap;overflow-wrap:anywhere;max-height:330px;padding:6px 10px;{SCROLL}"
_LIST = f"max-height:150px;padding:6px 10px;border-top:1px solid #757575;font-size:13px;{SCROLL}"


def page(shown: View) -> str:
    """Draw a view: the verdict and the sums, the row of chunks, the text around the evidence, the chunks given."""
    if shown.error:
        return alert(shown.error)
    first, *others = shown.lines()
    lines = lines_html([*map(safe, [*shown.head().split("\n"), *others]), _key()])
    head = f'<div role="status" style="font-weight:bold;font-size:15px">{safe(first)}</div>{lines}'
    around = '<div style="text-align:center">…</div>'.join(_stretch(shown, *ends) for ends in _stretches(shown))
    ranked = lines_html(map(safe, shown.ranked())) or "<div>nothing is read</div>"
    return framed(
        head,
        f'<div style="padding:6px 10px">{_row(shown)}</div>',
        region("The text around the evidence", _PAGE, around, text=True),
        region("The chunks that are read", _LIST, ranked),
    )


def _key() -> str:
    given = f'<span style="background-color:{_GIVEN};color:{INK}">{label("[k] rank r", dark=True)}read</span>'
    cut = f'<span style="{_CUT};color:{INK}">cut off by the budget</span>'
    other = f"{label('[k]')}not read"
    gold = f'<span style="{EVIDENCE}">the evidence</span>'
    return f"{given} · {cut} · {other} · {gold} · in the row: black is read, ▲ is the evidence"


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
    what = f"chunk {chunk.index}, {f'rank {given.rank}' if given else 'not read'}"
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
    """Return the parts of the text that are drawn: the evidence and what is around it."""
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
    text = _evidence(shown, start, end, safe(shown.text[start:end]))
    if chunk is None:
        return text
    given = next((one for one in shown.given if one.chunk.index == chunk.index), None)
    mark = ""
    if start in (chunk.start_char, low):
        rank = f" rank {given.rank}" if given else ""
        mark = label(f"{'… ' if start > chunk.start_char else ''}[{chunk.index}]{rank}", dark=given is not None)
    ground = "" if given is None else f"background-color:{_GIVEN}" if given.start <= start < given.end else _CUT
    return f'<span style="color:{INK};{ground}">{mark}{text}</span>'


def _evidence(shown: View, start: int, end: int, text: str) -> str:
    span = next((span for span in shown.spans if span.start <= start < span.end), None)
    if span is None:
        return text
    before = label("evidence ▸") if start == span.start else ""
    behind = label("◂") if end == span.end else ""
    return f'{before}<span style="{EVIDENCE}">{text}</span>{behind}'


def _chunk_at(shown: View, place: int) -> Chunk | None:
    at = bisect_right(shown.chunks, place, key=lambda chunk: chunk.start_char) - 1
    return shown.chunks[at] if at >= 0 and place < shown.chunks[at].end_char else None

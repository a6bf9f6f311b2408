"""The span painter as a picture: the scores with their numbers, and below them the text as it is painted.

Evidence is set in bold with a double line below and a mark at both ends. A chunk that is retrieved has a coloured
ground, lines above and below, and a dark label; what two retrieved chunks share is hatched. So nothing rests on colour.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from html import escape
from itertools import pairwise

from chunklib.chunk import Chunk
from classroom.lessons.palette import COLORS, INK, PAPER
from classroom.lessons.widgets.chunk_viewer_html import Piece, pieces
from classroom.lessons.widgets.parts import EVIDENCE, alert, framed, label, lines_html, region, safe, stripes
from classroom.lessons.widgets.span_painter_view import View

_GROUND = COLORS[4]
_EDGES = f"border-top:2px solid {INK};border-bottom:2px solid {INK}"
_TAKEN = f"background-color:{_GROUND};{_EDGES}"
_TWICE = f"background-color:{_GROUND};{stripes(_GROUND, PAPER)};{_EDGES}"
_CELL = "text-align:left;padding:1px 14px 1px 0;border:none;background:none"
_PAGE = "white-space:pre-wrap;overflow-wrap:anywhere;max-height:360px;overflow:auto;padding:8px 10px;line-height:2"


def page(shown: View) -> str:
    """Draw a view: what is asked, the scores, the key, and the text."""
    if shown.error:
        return alert(shown.error)
    lines = lines_html(map(safe, [shown.head(), *shown.places(), next(shown.lines())]))
    text = region(
        "The text with evidence and chunks", f"{_PAGE};outline-offset:-3px", "".join(_painted(shown)), text=True
    )
    return framed(f"{lines}{_table(shown)}<div>{_key()}</div>", text)


def _table(shown: View) -> str:
    """Write the scores: name, value, the formula with numbers, the formula in words."""
    head = "".join(f'<th scope="col" style="{_CELL}">{name}</th>' for name in ("score", "value", "numbers", "formula"))
    rows = "".join(
        f'<tr style="background:none"><th scope="row" style="{_CELL}">{score.name}</th>'
        f'<td style="{_CELL};font-weight:bold">{score.value:.3f}</td>'
        f'<td style="{_CELL}">{escape(score.numbers)}</td><td style="{_CELL}">{escape(score.formula)}</td></tr>'
        for score in shown.scores
    )
    style = f"border-collapse:collapse;border:none;color:{INK};margin:4px 0;font-size:13px"
    return f'<table style="{style}"><tr style="background:none">{head}</tr>{rows}</table>'


def _key() -> str:
    taken = f'<span style="color:{INK};{_TAKEN}">{label("[k]", dark=True)}retrieved</span>'
    twice = f'<span style="color:{INK};{_TWICE}">retrieved twice</span>'
    gold = f'{label("gold ▸")}<span style="{EVIDENCE}">the evidence</span>{label("◂")}'
    return f"{taken} · {twice} · {label('[k]')}not retrieved · {gold}"


def _painted(shown: View) -> Iterator[str]:
    """Draw the text, cut wherever a chunk or the evidence starts or ends."""
    edges = sorted({edge for span in shown.gold for edge in span})
    for piece in pieces(shown.chunks, len(shown.text)):
        cuts = [piece.start, *(edge for edge in edges if piece.start < edge < piece.end), piece.end]
        yield from (_part(shown, piece, start, end) for start, end in pairwise(cuts))


def _part(shown: View, piece: Piece, start: int, end: int) -> str:
    """Draw a part of the text that lies in the same chunks, all of it evidence or nothing of it."""
    held = shown.chunks[piece.first : piece.last]
    taken = [chunk for chunk in held if chunk.index in shown.settings.retrieved]
    newest = held[-1] if held and held[-1].start_char == start else None
    mark = label(f"[{newest.index}]", dark=newest in taken) if newest else ""
    ground = (_TWICE if len(taken) > 1 else _TAKEN) if taken else ""
    what = f"in {_numbers(held)}; retrieved: {_numbers(taken)}"
    return f'<span style="color:{INK};{ground}" title="{what}">{mark}{_gold(shown, start, end)}</span>'


def _numbers(chunks: Sequence[Chunk]) -> str:
    return ", ".join(f"[{chunk.index}]" for chunk in chunks) or "none"


def _gold(shown: View, start: int, end: int) -> str:
    text = safe(shown.text[start:end])
    found = next((n for n, span in enumerate(shown.gold, 1) if span.start <= start < span.end), 0)
    if not found:
        return text
    span = shown.gold[found - 1]
    number = f" {found}" if len(shown.gold) > 1 else ""
    before = label(f"gold{number} ▸") if start == span.start else ""
    behind = label("◂") if end == span.end else ""
    return f'{before}<span style="{EVIDENCE}">{text}</span>{behind}'

"""The chart of demands as a table: two bars for each setting, and a line across them at each demand.

Drawn with styles alone, so a stored output shows it too. What meets both demands has a thick edge, a mark and a word.
"""

from __future__ import annotations

from collections.abc import Iterator
from html import escape

from classroom.lessons.palette import COLORS, INK, PAPER
from classroom.lessons.widgets.against_demands_view import Row, View
from classroom.lessons.widgets.parts import SCROLL, framed, lines_html, region

_FOUND, _STORED = COLORS[0], COLORS[2]
_CELL = f"color:{INK};background-color:{PAPER};padding:2px 8px;text-align:left;vertical-align:middle;border:0"
_REGION = f"padding:8px 10px;{SCROLL};contain:inline-size"  # a wide table widens no page
_KEY = (
    "line across the bars: the demand · ✓ and a thick edge: meets both · "
    "the least stored stands first, then what finds most"
)
_WIDTH, _LINE = 170, 2  # pixels of a bar's room, and of the line across it


def page(shown: View) -> str:
    """Draw a view: what is demanded, the key, and the table."""
    head = lines_html(map(escape, (*shown.head(), _KEY)))
    names = ("setting", f"{shown.settings.metric}, per cent", "stored, per cent", "against the demands")
    heads = "".join(f'<th scope="col" style="{_CELL};font-weight:bold">{escape(name)}</th>' for name in names)
    table = (
        f'<table style="border-collapse:collapse;font-size:13px;margin:0">'
        f"<thead><tr>{heads}</tr></thead><tbody>{''.join(_rows(shown))}</tbody></table>"
    )
    return framed(head, region("The settings against the demands", _REGION, table))


def _rows(shown: View) -> Iterator[str]:
    most = 100 * max(shown.settings.stored / 100, *(row.stored for row in shown.rows))
    for row in shown.rows:
        found, stored = row.figures
        bars = (
            _bar(100 * row.found.mean, shown.settings.least, 100.0, _FOUND) + _label(found),
            _bar(100 * row.stored, shown.settings.stored, most, _STORED) + _label(stored),
        )
        cells = "".join(f'<td style="{_CELL}">{bar}</td>' for bar in bars)
        name = f'<th scope="row" style="{_CELL};white-space:nowrap">{escape(row.setting.label)}</th>'
        yield f"<tr>{name}{cells}{_word(row)}</tr>"


def _word(row: Row) -> str:
    good = row.finds and row.fits
    edge = f"3px solid {INK}" if good else f"1px dashed {INK}"
    mark = "✓ " if good else ""
    return f'<td style="{_CELL};border:{edge};white-space:nowrap">{mark}{escape(row.word)}</td>'


def _label(text: str) -> str:
    return f'<div style="line-height:1.3">{escape(text)}</div>'


def _bar(value: float, line: float, most: float, fill: str) -> str:
    """Draw a bar from 0 to ``value`` in a room from 0 to ``most``, cut in two at ``line``, which makes the line."""
    before, behind = round(_WIDTH * line / most), _WIDTH - round(_WIDTH * line / most)
    long = round(_WIDTH * value / most)
    first, second = max(0, min(long, before - _LINE)), max(0, long - before)
    edge = f"flex:0 0 {before}px;border-right:{_LINE}px solid {INK};box-sizing:border-box"
    left = f'<div style="{edge}">{_part(first, fill)}</div>'
    right = f'<div style="flex:0 0 {behind}px">{_part(second, fill)}</div>'
    return f'<div style="display:flex;width:{_WIDTH}px">{left}{right}</div>'


def _part(long: int, fill: str) -> str:
    return f'<div style="width:{long}px;max-width:100%;height:12px;background-color:{fill}"></div>'

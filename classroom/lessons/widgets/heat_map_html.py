"""The heat map as a table: a cell for each setting, with its number, its interval and what may be said of it in a word.

Drawn with styles alone, so a stored output shows it too. The colour repeats the number; a difference that may be
claimed has a thick edge and a word.
"""

from __future__ import annotations

from collections.abc import Iterator
from html import escape

from classroom.lessons.palette import COLORS, INK, PAPER
from classroom.lessons.widgets.heat_map_view import MEANS, Cell, View
from classroom.lessons.widgets.parts import SCROLL, framed, lines_html, region

_MORE, _LESS = COLORS[0], COLORS[1]
_SIDE = f"color:{INK};background-color:{PAPER};padding:4px 8px;text-align:left;font-weight:bold;border:0"
_REGION = f"padding:8px 10px;{SCROLL};contain:inline-size"  # a wide table widens no page


def page(shown: View) -> str:
    """Draw a view: what is shown, the key, and the table."""
    table = (
        f'<table style="border-collapse:separate;border-spacing:4px;font-size:14px;margin:0">'
        f"<thead><tr>{''.join(_heads(shown))}</tr></thead><tbody>{''.join(_rows(shown))}</tbody></table>"
    )
    return framed(lines_html(map(escape, (*shown.head(), _key(shown)))), region("The heat map", _REGION, table))


def tint(value: float, least: float, most: float, strongest: str) -> str:
    """Mix a colour with white: white for the least value, the whole colour for the most.

    >>> tint(0.0, 0.0, 1.0, "#77AADD"), tint(1.0, 0.0, 1.0, "#77AADD"), tint(0.5, 0.5, 0.5, "#77AADD")
    ('#FFFFFF', '#77AADD', '#FFFFFF')
    """
    part = (value - least) / (most - least) if most > least else 0.0
    full = (int(strongest[at : at + 2], 16) for at in (1, 3, 5))
    return "#" + "".join(f"{round(255 + part * (channel - 255)):02X}" for channel in full)


def fill(cell: Cell, shown: View) -> str:
    """Choose the ground of a cell: the more the stronger; for differences blue above 0, orange below."""
    values = [one.value for row in shown.cells.values() for one in row if one]
    if shown.settings.baseline == MEANS:
        return tint(cell.value, min(values), max(values), _MORE)
    largest = max(map(abs, values))
    return tint(abs(cell.value), 0.0, largest, _MORE if cell.value >= 0 else _LESS)


def _key(shown: View) -> str:
    if shown.settings.baseline == MEANS:
        return "the stronger the blue, the higher the mean"
    return (
        "blue: more than the baseline, orange: less · thick edge: a difference that may be claimed · dashed: none · "
        "the word says why"
    )


def _heads(shown: View) -> Iterator[str]:
    yield f'<th scope="col" style="{_SIDE}">overlap</th>'
    for column in shown.measured.columns:
        yield f'<th scope="col" style="{_SIDE};text-align:center">{escape(column)}</th>'


def _rows(shown: View) -> Iterator[str]:
    for name, row in shown.cells.items():
        cells = "".join(_cell(cell, shown) for cell in row)
        yield f'<tr><th scope="row" style="{_SIDE}">{escape(name)}</th>{cells}</tr>'


def _cell(cell: Cell | None, shown: View) -> str:
    look = f"color:{INK};text-align:center;padding:4px 10px;min-width:96px;white-space:nowrap"
    if cell is None:
        return f'<td style="{look};background-color:{PAPER};border:1px dotted #757575">not tried</td>'
    ground = fill(cell, shown)
    claimed = cell.verdict is not None and cell.verdict.claim
    edge = f"3px solid {INK}" if claimed else f"1px {'dashed' if cell.verdict else 'solid'} {INK}"
    lines = "".join(f'<div style="line-height:1.4">{escape(part)}</div>' for part in (cell.interval, cell.word) if part)
    number = f'<div style="line-height:1.4;font-weight:bold">{escape(cell.number)}</div>'
    title = escape(f"{cell.setting.label}: {cell}")
    return f'<td title="{title}" style="{look};background-color:{ground};border:{edge}">{number}{lines}</td>'

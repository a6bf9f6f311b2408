"""The overlap calculator as a picture: the windows along the document, and two bars of what is stored."""

from __future__ import annotations

from classroom.lessons.palette import COLORS, INK, PAPER
from classroom.lessons.widgets.overlap_calculator_view import Settings, View
from classroom.lessons.widgets.parts import alert, framed, lines_html, region, stripes, totals_html

_PLAIN, _SHARED = COLORS[0], COLORS[2]
_HATCH = stripes(_SHARED, COLORS[1])
_EDGE = f"border:1px solid {INK};box-sizing:border-box;height:16px"
_PAGE = "padding:8px 10px;outline-offset:-3px"
_KEY = (
    f'<span style="background-color:{_PLAIN};border:1px solid {INK};padding:0 6px">plain</span> new text · '
    f'<span style="background-color:{PAPER};border:1px solid {INK};padding:0 6px">'
    f'<span style="{_HATCH};padding:0 10px;margin-right:6px"></span>hatched</span> '
    "shared with the window before"
)


def page(shown: View) -> str:
    """Draw a view: the figures, the windows along the document, and the two bars of what is stored."""
    if shown.impact is None:
        return alert(shown.error)
    drawn = f"{_windows(shown)}{lines_html(shown.left_out())}{_stored(shown)}"
    return framed(
        lines_html([totals_html(shown.totals()), _KEY]), region("The windows along the document", _PAGE, drawn)
    )


def _windows(shown: View) -> str:
    bars = shown.drawn()
    length = bars[-1][1] if bars else 1
    rows = [
        _row(f"[{index}] {start:,}–{end:,}", start / length, end / length, _shared(index, start, end, shown.settings))
        for index, (start, end) in enumerate(bars)
    ]
    axis = f"<b>{len(bars)} windows on tokens 0 to {length if bars else 0:,}</b>"
    return f"<div>{axis}</div>{''.join(rows)}"


def _stored(shown: View) -> str:
    impact, tokens = shown.impact, shown.settings.tokens
    if impact is None or not impact.tokens:
        return ""
    again = impact.tokens - tokens
    document = _row(f"document {tokens:,}", 0, tokens / impact.tokens, 0)
    stored = _row(f"stored {impact.tokens:,}", 0, 1, again / impact.tokens)
    return f'<div style="margin-top:8px"><b>{again:,} tokens are stored again</b></div>{document}{stored}'


def _shared(index: int, start: int, end: int, settings: Settings) -> float:
    """Return the part of a window that the one before it has too."""
    return min(settings.overlap, end - start) / (end - start) if index else 0


def _row(label: str, start: float, end: float, shared: float) -> str:
    """Draw a labelled bar from ``start`` to ``end``, parts of the whole width, its first part ``shared`` hatched."""
    hatched = f'<div style="flex:0 0 {shared:.3%};{_HATCH};border-right:1px solid {INK}"></div>' if shared else ""
    place = f"display:flex;margin-left:{start:.3%};width:{end - start:.3%};background-color:{_PLAIN}"
    bar = f'<div style="{place};{_EDGE}">{hatched}</div>'
    name = f'<div style="flex:0 0 150px;font-size:13px;line-height:18px">{label}</div>'
    return f'<div style="display:flex;margin:2px 0">{name}<div style="flex:1 1 auto">{bar}</div></div>'

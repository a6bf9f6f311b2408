"""The moving passage as a picture: a row for each window, the passage as a band through them, and its starts."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from html import escape
from itertools import pairwise

from classroom.lessons.palette import COLORS, INK, PAPER
from classroom.lessons.widgets.moving_passage_view import Run, View
from classroom.lessons.widgets.parts import alert, framed, lines_html, region, stripes, totals_html

MOST_WINDOWS = 12
_PLAIN, _HATCH = f"background-color:{COLORS[0]}", f"background-color:{COLORS[2]};{stripes(COLORS[2], COLORS[1])}"
_BAND, _GAP = f"border-top:4px solid {INK};border-bottom:4px solid {INK}", f"background-color:{COLORS[8]}"
_PASSAGE = f"background-color:{PAPER};{_BAND}"
_TORN, _WHOLE = f"background-color:{INK}", f"background-color:{COLORS[5]};height:8px"
_SWATCH = f"border:1px solid {INK};padding:0 9px;margin-right:4px"  # before its look, which may bring other edges
_KEY = " · ".join(
    f'<span style="white-space:nowrap"><span style="{_SWATCH};{look}"></span>{name}</span>'
    for look, name in (
        (_PLAIN, "a window"),
        (_HATCH, "text that two windows share"),
        (_PASSAGE, "the passage"),
        (_GAP, "a part of it that the window does not hold"),
        (_TORN, "torn if it begins here"),
        (f"background-color:{COLORS[5]}", "whole if it begins here"),
    )
)


def page(shown: View) -> str:
    """Draw a view: the verdict and the sums, the windows with the passage, the starts."""
    if shown.error:
        return alert(shown.error)
    lines = [f"<b>“</b>{escape(shown.words[1:-1])}<b>”</b>", *(totals_html([one]) for one in shown.totals()), _KEY]
    head = f'<div role="status" style="font-weight:bold;font-size:15px">{escape(shown.verdict)}</div>'
    drawn = region("The windows and the passage", "padding:8px 10px;outline-offset:-3px", _picture(shown))
    return framed(head + lines_html(lines), drawn)


def _picture(shown: View) -> str:
    """Draw the windows near the passage, all where there are few."""
    count = len(shown.windows)
    first = max(0, min(shown.last_before - MOST_WINDOWS // 2, count - MOST_WINDOWS))
    numbers = range(first, min(count, first + MOST_WINDOWS))
    line = shown.windows[numbers[0]][0], shown.windows[numbers[-1]][1]
    rows = [_window(shown, number, line) for number in numbers]
    starts = (0, shown.tokens - shown.settings.passage + 1)
    rows += [
        _row("passage", line, [shown.passage], lambda at: _PASSAGE if _within(at, [shown.passage]) else ""),
        _row("its starts", line, [*shown.torn, starts], lambda at: _start(shown, at, starts)),
    ]
    title = f"<b>{count:,} windows on {shown.tokens:,} tokens</b>"
    part = f", drawn are [{numbers[0]}] to [{numbers[-1]}]" if len(numbers) < count else ""
    return f"<div>{title}{part}</div>{''.join(rows)}"


def _window(shown: View, number: int, line: Run) -> str:
    start, end = shown.windows[number]
    shared = [(start, shown.windows[number - 1][1])] if number else []
    shared += [(after, end) for after, _ in shown.windows[number + 1 : number + 2]]

    def look(at: int) -> str:
        passage = _within(at, [shown.passage])
        if not start <= at < end:
            return _GAP if passage else ""
        return f"{_HATCH if _within(at, shared) else _PLAIN}{f';{_BAND}' if passage else ''}"

    mark = " ✓ whole" if number in shown.holders else ""
    return _row(f"<b>[{number}]</b> {start:,}–{end:,}{mark}", line, [(start, end), *shared, shown.passage], look)


def _start(shown: View, at: int, starts: Run) -> str:
    return _TORN if _within(at, shown.torn) else _WHOLE if _within(at, [starts]) else ""


def _within(at: int, runs: Iterable[Run]) -> bool:
    return any(start <= at < end for start, end in runs)


def _row(name: str, line: Run, runs: Iterable[Run], look: Callable[[int], str]) -> str:
    """Draw a named line of tokens, cut wherever a run starts or ends; ``look`` gives the style at a token."""
    low, high = line
    edges = sorted({low, high, *(min(max(edge, low), high) for run in runs for edge in run)})
    cells = "".join(
        f'<div style="flex:0 0 {100 * (end - start) / (high - low):.3f}%;box-sizing:border-box;height:16px;'
        f'{look(start) or f"background-color:{PAPER}"}"></div>'
        for start, end in pairwise(edges)
    )
    label = f'<div style="flex:0 0 170px;font-size:13px;line-height:18px">{name}</div>'
    return f'<div style="display:flex;margin:2px 0">{label}<div style="flex:1 1 auto;display:flex">{cells}</div></div>'

"""The labelling widget as a picture: the figures, the document as a bar with its evidence, and the questions."""

from __future__ import annotations

from classroom.lessons.palette import COLORS, INK
from classroom.lessons.widgets.labelling_view import Labels
from classroom.lessons.widgets.parts import BOX, framed, lines_html, region, safe

_LINE = f"position:relative;height:18px;margin:8px 10px;border:1px solid {INK};background:#F0F0F0"
_MARK = f"top:-4px;height:24px;border:1px solid {INK};background:{COLORS[4]};box-sizing:border-box"


def page(shown: Labels) -> str:
    """Draw what is shown: the figures, the bar, what is selected, and the questions that are saved."""
    head = f'<div role="status">{lines_html(map(safe, shown.head()))}</div>'
    draft = lines_html(map(safe, shown.draft_lines()))
    rows = [*shown.rows()] or [["No question is saved yet. Select the text that answers, type the question, and save."]]
    listed = "".join(
        f'<div style="margin:6px 0;white-space:pre-wrap">{lines_html(map(safe, row))}</div>' for row in rows
    )
    style = "padding:2px 10px;max-height:260px;overflow:auto;outline-offset:-3px"
    selected = f'<div style="padding:0 10px">{draft}</div>'
    return framed(
        head, _bar(shown), selected, region("The questions", style, listed), box=f"{BOX};overflow-wrap:anywhere"
    )


def _bar(shown: Labels) -> str:
    """Draw the document from left to right, with quarters, and its evidence in colour with a border."""
    size = len(shown.document.text)
    lines = [f"left:{at}%;height:18px;border-left:1px solid {INK}" for at in (25, 50, 75)]
    lines += [
        f"left:min({start / size:.3%},100% - 6px);width:max(6px,{(end - start) / size:.3%});{_MARK}"
        for question in shown.questions
        for start, end in question.spans
    ]
    drawn = "".join(f'<span style="position:absolute;{line}"></span>' for line in lines)
    label = f"The document with its evidence. Questions in each quarter: {shown.quarters()}"
    return f'<div role="img" aria-label="{label}" style="{_LINE}">{drawn}</div>'

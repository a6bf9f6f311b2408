"""The re-index viewer as a picture: two rows of bars, the chunks before and after an edit, each with a letter.

The width of a bar is the length of its chunk. What happens to it is said by its letter and by its ground and edge,
never by a colour alone.
"""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

from chunklib.chunk import Chunk
from classroom.lessons.palette import COLORS, INK, PAPER
from classroom.lessons.widgets.parts import SCROLL, alert, framed, lines_html, region
from classroom.lessons.widgets.reindex_viewer_view import MEANING, State, View

_LOOKS: dict[State, str] = {
    "kept": f"background-color:{COLORS[8]};border:1px solid {INK}",
    "moved": f"background-color:{COLORS[4]};border:1px solid {INK};border-bottom:4px double {INK}",
    "embedded": f"background-color:{COLORS[1]};border:3px solid {INK}",
    "deleted": f"background-color:{PAPER};border:2px dashed {INK}",
}
_LETTER = "text-align:center;font-size:12px;line-height:22px;font-weight:bold;overflow:hidden;box-sizing:border-box"
_MARK = f"color:{INK};padding:0 5px;border-radius:0"
_ROOM = f"padding:8px 10px;{SCROLL};contain:inline-size"


def page(shown: View) -> str:
    """Draw a view: what was done, the counts, the key, and the two rows."""
    if shown.error:
        return alert(shown.error)
    head = lines_html([*map(escape, (*shown.head(), *shown.lines())), _key()])
    rows = _row("before", shown.before, shown.states_before) + _row("after", shown.after, shown.states)
    return framed(head, region("The chunks before and after the edit", _ROOM, rows))


def _key() -> str:
    marks = (
        f'<span style="{_MARK};{_LOOKS[state]}">{state[0]}</span> {state}: {said}' for state, said in MEANING.items()
    )
    return "<br>".join(marks)


def _row(name: str, chunks: Sequence[Chunk], states: Sequence[State]) -> str:
    """Draw the chunks of one side next to each other."""
    whole = sum(len(chunk.text) for chunk in chunks) or 1
    bars = "".join(_bar(chunk, state, whole) for chunk, state in zip(chunks, states, strict=True))
    label = f'<div style="font-size:13px;line-height:18px">{name}: {len(chunks)} chunks</div>'
    return f'<div style="margin:4px 0">{label}<div style="display:flex">{bars}</div></div>'


def _bar(chunk: Chunk, state: State, whole: int) -> str:
    place = f"[{chunk.index}] {state}, characters {chunk.start_char:,}-{chunk.end_char:,}"
    width = f"flex:0 0 {len(chunk.text) / whole:.3%};width:{len(chunk.text) / whole:.3%}"
    return f'<div title="{place}" style="color:{INK};{width};{_LETTER};{_LOOKS[state]}">{state[0]}</div>'

"""What the pictures of several widgets share: a box with a bar of figures above, and the same in words.

Styles stand inside the elements, and the ground is white with dark text on every theme.
"""

from __future__ import annotations

from collections.abc import Iterable
from html import escape

from chunklib.course.palette import INK, PAPER

BOX = f"background:{PAPER};color:{INK};border:1px solid #757575;box-sizing:border-box;line-height:1.7;font-size:14px"
BAR = f"background:#F0F0F0;color:{INK};border-bottom:1px solid #757575;padding:4px 10px"


def stripes(one: str, two: str, width: int = 12) -> str:
    """Return the style of a hatched ground, in the one way that Lab leaves in stored outputs that nobody has run.

    >>> stripes("#fff", "#000").split(";")[1]
    'background-size:12px 12px'
    """
    bands = f"{one} 25%,{two} 25%,{two} 50%,{one} 50%,{one} 75%,{two} 75%"
    return f"background-image:linear-gradient(135deg,{bands});background-size:{width}px {width}px"


def totals_html(totals: Iterable[tuple[str, str]]) -> str:
    """Write names and values in a row, names in bold.

    >>> totals_html([("tokens", "12")])
    '<b>tokens</b> 12'
    """
    return " · ".join(f"<b>{escape(name)}</b> {escape(value)}" for name, value in totals)


def alert(line: str) -> str:
    """Draw one line that says why there is nothing to draw."""
    return f'<div style="{BOX}"><div style="{BAR}" role="alert">{escape(line)}</div></div>'


def in_words(text: str, label: str) -> str:
    """Draw a text form in a box that scrolls; ``label`` is its name for a screen reader."""
    style = f"{BOX};margin:0;padding:8px 10px;max-height:320px;overflow:auto;font-size:13px;outline-offset:-3px"
    return f'<pre tabindex="0" role="region" aria-label="{escape(label)}" style="{style}">{escape(text)}</pre>'

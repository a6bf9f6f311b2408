"""Draw what the pictures of several widgets share: a box with a bar of figures above, labels, hatches, safe texts.

Styles are inside the elements, so a stored output that nobody has run shows them too; the ground is white with dark
text on every theme.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from html import escape

from chunklib.chunk import Span
from chunklib.view.palette import INK, PAPER
from chunklib.view.spans import safe

BOX = f"background:{PAPER};color:{INK};border:1px solid #757575;box-sizing:border-box;line-height:1.7;font-size:14px"
BAR = f"background:#F0F0F0;color:{INK};border-bottom:1px solid #757575;padding:4px 10px"
SCROLL = "overflow:auto;outline-offset:-3px"
EVIDENCE = f"font-weight:bold;border-bottom:4px double {INK}"
_LABEL = f"border:1px solid {INK};border-radius:3px;padding:0 3px;font-size:.85em;unicode-bidi:isolate;user-select:none"


def framed(head: str, *parts: str, box: str = BOX, bar: str = BAR) -> str:
    """Draw a box: a bar with the head, and the parts below it."""
    return f'<div style="{box}"><div style="{bar}">{head}</div>{"".join(parts)}</div>'


def region(label: str, style: str, body: str, *, text: bool = False) -> str:
    """Draw a part that scrolls by keyboard, with a name for screen readers; ``text`` says that it is running text."""
    direction = ' dir="auto"' if text else ""
    return f'<div tabindex="0" role="region" aria-label="{label}"{direction} style="{style}">{body}</div>'


def alert(line: str) -> str:
    """Draw one line that says why there is nothing to draw."""
    return f'<div style="{BOX}"><div style="{BAR}" role="alert">{escape(line)}</div></div>'


def in_words(text: str, label: str) -> str:
    """Draw a text form in a box that scrolls; ``label`` is its name for a screen reader."""
    style = f"{BOX};margin:0;padding:8px 10px;max-height:320px;overflow:auto;font-size:13px;outline-offset:-3px"
    return f'<pre tabindex="0" role="region" aria-label="{escape(label)}" style="{style}">{escape(text)}</pre>'


def scrolling(page: str) -> str:
    """Put a long page into a box that scrolls."""
    return f'<div style="max-height:420px;overflow:auto">{page}</div>'


def totals_html(totals: Iterable[tuple[str, str]]) -> str:
    """Write names and values in a row, names in bold.

    >>> totals_html([("tokens", "12")])
    '<b>tokens</b> 12'
    """
    return " · ".join(f"<b>{escape(name)}</b> {escape(value)}" for name, value in totals)


def totals_text(totals: Iterable[tuple[str, str]]) -> list[str]:
    """Write names and values as lines.

    >>> totals_text([("tokens", "12")])
    ['tokens: 12']
    """
    return [f"{name}: {value}" for name, value in totals]


def lines_html(lines: Iterable[str]) -> str:
    """Write escaped lines below one another."""
    return "".join(f"<div>{line}</div>" for line in lines)


def label(text: str, *, dark: bool = False) -> str:
    """Draw a small label in a text, such as the number of a chunk."""
    ground, ink = (INK, PAPER) if dark else (PAPER, INK)
    return f'<b style="background-color:{ground};color:{ink};{_LABEL}">{text}</b>'


def evidence_html(text: str, spans: Sequence[Span], start: int, end: int, name: str) -> str:
    """Draw ``text[start:end]``, all of it evidence or none: evidence in bold, with a mark where it begins and ends."""
    at, span = next(((at, span) for at, span in enumerate(spans, 1) if span.start <= start < span.end), (0, None))
    if span is None:
        return safe(text[start:end])
    before = label(f"{name.format(at)} ▸") if start == span.start else ""
    behind = label("◂") if end == span.end else ""
    return f'{before}<span style="{EVIDENCE}">{safe(text[start:end])}</span>{behind}'


def quoted(text: str) -> str:
    r"""Quote a text on one line.

    >>> print(quoted("né\n"))
    "né\n"
    """
    return f'"{"".join(map(_escaped, text))}"'


def _escaped(char: str) -> str:
    if char in '"\\':
        return f"\\{char}"
    return char if char.isprintable() else ascii(char)[1:-1]


def excerpt(text: str, most: int, first: int, last: int) -> str:
    r"""Quote a text on one line; of one with more than ``most`` characters only the first and the last ones.

    >>> print(excerpt("né\n", 9, 4, 3), excerpt("The beginning and the end.\n", 9, 4, 5))
    "né\n" "The " … "end.\n"
    """
    return quoted(text) if len(text) <= most else f"{quoted(text[:first])} … {quoted(text[-last:])}"

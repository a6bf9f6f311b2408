"""Write HTML in which text is safe by default: whatever is not ``Html`` is escaped, and nothing in it is hidden.

A page needs nothing else: one file, no script, nothing from outside, and a policy that forbids both.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Sequence
from html import escape

from classroom.grader.pages.numbers import Bar

LONGEST = 2_000
_MOST_MARKS = 4  # on one letter: more is a drawing that runs over the lines above and below
_POLICY = "default-src 'none'; style-src 'unsafe-inline'"


class Html(str):
    """Holds a piece of HTML that was made here, and is put into a page as it is."""

    __slots__ = ()


def visible(text: str) -> str:
    r"""Return a text in which invisible and direction-changing characters are written as their numbers.

    >>> print(visible("a\u202eb\n\x00 \ud800"))
    a[U+202E]b[U+000A][U+0000] [U+D800]
    """
    shown: list[str] = []
    marks = 0
    for char in text[:LONGEST]:
        marks = marks + 1 if unicodedata.combining(char) or unicodedata.category(char) == "Me" else 0
        shown.append(char if char.isprintable() and marks <= _MOST_MARKS else f"[U+{ord(char):04X}]")
    return "".join(shown) + (f" … {len(text):,} characters" if len(text) > LONGEST else "")


def safe(text: str) -> Html:
    """Return a text as HTML; what is HTML already stays as it is.

    >>> safe("<b> & 'c'")
    '&lt;b&gt; &amp; &#x27;c&#x27;'
    """
    return text if isinstance(text, Html) else Html(escape(visible(text)))


def element(name: str, *parts: str, **attributes: str) -> Html:
    """Return an element; a ``_`` in the name of an attribute is a ``-``, and one at its end is dropped.

    >>> element("td", "a < b", class_="number", aria_label='"x"')
    '<td class="number" aria-label="&quot;x&quot;">a &lt; b</td>'
    """
    given = "".join(f' {key.rstrip("_").replace("_", "-")}="{safe(value)}"' for key, value in attributes.items())
    return Html(f"<{name}{given}>{''.join(map(safe, parts))}</{name}>")


def joined(parts: Iterable[str], between: str = "") -> Html:
    """Return parts one after the other."""
    return Html(safe(between).join(map(safe, parts)))


def foreign(text: str, name: str = "bdi") -> Html:
    """Return a text that another person wrote; its direction does not reach beyond it."""
    return element(name, text, class_="foreign")


def table(caption: str, head: Sequence[str], rows: Iterable[Sequence[str]]) -> Html:
    """Return a table; the first cell of a row is its head, and a box around it scrolls where it is too wide."""
    top = element("tr", *(element("th", cell, scope="col") for cell in head))
    below = [
        element("tr", element("th", row[0], scope="row"), *(element("td", cell) for cell in row[1:])) for row in rows
    ]
    whole = element("table", element("caption", caption), element("thead", top), element("tbody", *below))
    return element("div", whole, class_="wide", role="region", tabindex="0", aria_label=caption)


def page(title: str, *parts: str) -> str:
    """Return a whole page in English, with a title and its contents."""
    head = (
        '<meta charset="utf-8">\n'
        f'<meta http-equiv="Content-Security-Policy" content="{_POLICY}">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        '<meta name="color-scheme" content="light dark">\n'
        f"{element('title', title)}\n<style>\n{STYLE}</style>"
    )
    body = "\n".join(map(safe, parts))
    inside = f"<head>\n{head}\n</head>\n<body>\n<main>\n{body}\n</main>\n</body>"
    return f'<!DOCTYPE html>\n<html lang="en">\n{inside}\n</html>\n'


_WIDTH, _ROW, _LEFT, _RIGHT = 320, 18, 52, 36
_STRIPES = Html(
    '<defs><pattern id="stripes" width="6" height="6" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">'
    '<line class="stripe" x1="0" y1="0" x2="0" y2="6"></line></pattern></defs>'
)


def drawing(bars: Sequence[Bar]) -> Html:
    """Return the bars as a drawing, one row each; empty ones keep their row."""
    most = max((bar.number for bar in bars), default=0) or 1
    rows = [part for at, bar in enumerate(bars) for part in _row(bar, at * _ROW, most)]
    words = "Submissions by points. " + "; ".join(f"{bar.label}: {bar.number}" for bar in bars)
    box = f"0 0 {_WIDTH} {len(bars) * _ROW + 2}"
    return element("svg", _STRIPES, joined(rows), viewBox=box, role="img", aria_label=words)


def _row(bar: Bar, top: int, most: int) -> list[Html]:
    width = (_WIDTH - _LEFT - _RIGHT) * bar.number / most
    look = "hatched" if bar.hatched else "bar"
    drawn = [
        element("text", bar.label, x=str(_LEFT - 6), y=str(top + 14), text_anchor="end"),
        element("text", str(bar.number), x=f"{_LEFT + width + 5:.1f}", y=str(top + 14)),
    ]
    if bar.number:
        place = {"x": str(_LEFT), "y": str(top + 3), "width": f"{width:.1f}", "height": str(_ROW - 5)}
        drawn.append(element("rect", class_=look, **place))
    return drawn


STYLE = """\
:root {
  color-scheme: light dark;
  --paper: #ffffff; --ink: #212121; --soft: #565656; --edge: #767676; --ground: #f2f4f7;
  --good: #17508f; --bad: #a33400; --bar: #77aadd; --stripe: #ffffff;
}
@media (prefers-color-scheme: dark) {
  :root {
    --paper: #18191c; --ink: #e9e9e9; --soft: #b9b9b9; --edge: #8a8a8a; --ground: #25272c;
    --good: #94c6ff; --bad: #ffb48c; --bar: #4477aa; --stripe: #18191c;
  }
}
* { box-sizing: border-box; }
body { margin: 0; background: var(--paper); color: var(--ink); font: 1rem/1.5 system-ui, sans-serif; }
main { max-width: 72rem; margin: 0 auto; padding: 1rem; }
h1 { font-size: 1.6rem; line-height: 1.25; margin: .5rem 0; overflow-wrap: anywhere; }
h2 { font-size: 1.35rem; line-height: 1.3; margin: 2rem 0 .5rem; overflow-wrap: anywhere; }
h3 { font-size: 1.15rem; margin: 1.6rem 0 .4rem; }
h4 { font-size: 1.02rem; margin: 0 0 .4rem; }
p, ol, ul { margin: .5rem 0; }
p, ol, ul, .state, .case, h1 { max-width: 52rem; }
summary { margin: 1.5rem 0 .5rem; cursor: pointer; }
summary h2 { display: inline; }
a { color: var(--good); }
code, .foreign { overflow-wrap: anywhere; unicode-bidi: isolate; }
code { font: .92em/1.45 ui-monospace, monospace; white-space: pre-wrap; }
.state { border: 1px solid var(--edge); border-left-width: 6px; padding: .5rem .9rem; background: var(--ground); }
.good { color: var(--good); font-weight: bold; white-space: nowrap; }
.bad { color: var(--bad); font-weight: bold; }
.soft { color: var(--soft); }
.case { border-left: 4px solid var(--bad); padding: .1rem 0 .1rem .9rem; margin: .5rem 0 1.25rem; break-inside: avoid; }
.case dl { display: grid; grid-template-columns: max-content minmax(0, 1fr); gap: .2rem .8rem; margin: .4rem 0; }
.case dt { color: var(--soft); }
.case dd { margin: 0; }
.wide { overflow-x: auto; margin: .75rem 0; }
.wide:focus-visible { outline: 2px solid var(--good); }
table { border-collapse: collapse; width: 100%; }
caption { text-align: left; color: var(--soft); padding-bottom: .25rem; }
th, td { border-bottom: 1px solid var(--edge); padding: .3rem .5rem; text-align: left; vertical-align: top; }
th[scope=row] { font-weight: normal; overflow-wrap: anywhere; min-width: 7rem; }
td .foreign { overflow-wrap: break-word; }
.long { min-width: 15rem; max-width: 30rem; overflow-wrap: anywhere; }
.name { min-width: 7rem; }
.name .foreign, .long .foreign { overflow-wrap: anywhere; }
.number { white-space: nowrap; }
thead th { border-bottom-width: 2px; }
svg { display: block; width: 100%; max-width: 25rem; height: auto; }
svg text { fill: var(--ink); font: 13px system-ui, sans-serif; }
.bar { fill: var(--bar); stroke: var(--ink); stroke-width: 1; }
.stripe { stroke: var(--ink); stroke-width: 2; }
.hatched { fill: url(#stripes); stroke: var(--ink); stroke-width: 1; }
@media (max-width: 30rem) {
  .case dl { grid-template-columns: minmax(0, 1fr); gap: 0; }
  .case dd { margin-bottom: .4rem; }
  th, td { padding: .3rem .25rem; }
  th[scope=row] { min-width: 5.5rem; }
}
@media print {
  :root {
    --paper: #ffffff; --ink: #000000; --soft: #444444; --edge: #767676; --ground: #ffffff;
    --good: #17508f; --bad: #a33400; --bar: #77aadd; --stripe: #ffffff;
  }
  main { max-width: none; padding: 0; }
  .wide { overflow: visible; }
  h2, h3, h4 { break-after: avoid; }
  tr { break-inside: avoid; }
}
"""

"""The token viewer as a picture: one coloured stretch a token, and a dashed box where tokens share a character."""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence
from html import escape

from classroom.lessons.palette import COLORS, INK, PAPER
from classroom.lessons.widgets.parts import alert, framed, region, totals_html
from classroom.lessons.widgets.token_viewer_view import MOST_TOKENS, Token, View, groups, in_hex

_FILLS = tuple(COLORS[index] for index in (0, 2, 1, 4))
_PAGE = "padding:8px 10px;white-space:pre-wrap;overflow-wrap:anywhere;outline-offset:-3px;line-height:2.1"
_SMALL = (
    f"background-color:{PAPER};color:{INK};border:1px solid {INK};font-size:.7em;padding:0 2px;margin:0 1px 0 2px;"
    "white-space:nowrap"
)
_GROUP = f"border:2px dashed {INK};padding:1px 2px;margin:0 2px"
_DOTTED_CIRCLE = "◌"


def page(shown: View) -> str:
    """Draw a view: the figures, the key, and the text with its tokens."""
    if not shown.tokens:
        return alert("No tokens. The text is empty.")
    label = shown.settings.label
    text = "<wbr>".join(_group_html(number, group, label) for number, group in groups(shown.tokens[:MOST_TOKENS]))
    small = {"ids": f'<span style="{_SMALL}">1234</span> id of the token before it · '}.get(label, "")
    key = (
        f'each coloured stretch is a token · {small}<span style="{_GROUP}">dashed</span> a character that several '
        f"tokens share, and their bytes in hexadecimal"
    )
    more = "".join(f"<br>{escape(line)}" for line in shown.left_out())
    head = f"<div>{totals_html(shown.totals())}</div><div>{key}{more}</div>"
    return framed(head, region("The text with its tokens", _PAGE, text, text=True))


def _group_html(number: int, group: Sequence[Token], label: str) -> str:
    """Draw the tokens of a group: one alone as its text, several as their text, once, and the bytes of each."""
    text = b"".join(token.data for token in group).decode("utf-8", "replace")
    if len(group) == 1:
        return _token_html(number, group[0], _visible(text), label)
    parts = [_token_html(index, token, in_hex(token.data), label) for index, token in enumerate(group, number)]
    whole = f'<span style="background-color:{PAPER};padding:0 4px">{_visible(text)}</span>'
    return f'<span style="{_GROUP}">{whole}{"<wbr>".join(["", *parts])}</span>'


def _token_html(number: int, token: Token, body: str, label: str) -> str:
    said = {"ids": str(token.id), "bytes": "" if body == in_hex(token.data) else in_hex(token.data)}.get(label, "")
    small = f'<span style="{_SMALL}">{said}</span>' if said else ""
    title = f"token {number}: id {token.id}, bytes {in_hex(token.data)}, characters {token.start} to {token.end}"
    fill = f"background-color:{_FILLS[number % len(_FILLS)]}"
    dotted = f";border-bottom:2px dotted {INK}" if token.inside else ""
    together = ";white-space:nowrap" if body == in_hex(token.data) else ""
    style = f"color:{INK};{fill}{dotted};border-left:2px solid {INK};unicode-bidi:isolate{together}"
    return f'<span style="{style}" title="{title}">{body}{small}</span>'


def _visible(text: str) -> str:
    """Escape a text so that white space, marks without a letter and invisible characters can be seen."""
    body = "".join(map(_seen, text))
    return _DOTTED_CIRCLE + body if text and unicodedata.category(text[0]).startswith("M") else body


def _seen(char: str) -> str:
    if char == "\n":
        return "↵\n"
    if char == "\t":
        return "⇥\t"
    if char == " ":
        return "·"
    return escape(char) if char.isprintable() else f"U+{ord(char):04X}"

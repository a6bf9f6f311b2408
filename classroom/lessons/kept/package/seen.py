"""Show what a reader sees of a piece of a document: no marks of Markdown, and no tags of HTML in it."""

from __future__ import annotations

import re
from typing import Any

from chunklib.cuts import HtmlText
from chunklib.retrieval.spelling import HYPHEN, spelled

_DIVIDED = re.compile(rf"(?<=\w){HYPHEN}(?=\w)")
_MARKED_UP = ("markdown", "prose", "lines")
_LEFT = re.compile(r"\*\*+|`+|\[\^[^\[\]\s]+\]:?|[\[\]]\([^()\s]*$|^[ \t|:]*-{2,}[ \t|:-]*$")
"""What the parser takes for words: footnotes, the line below the head of a table, and marks that a cut has torn."""
_EDGE = re.compile(r"(?:^|[ \t]+)\|(?:[ \t]+|$)")


def seen(text: str, start: int, end: int, kind: str) -> str:
    r"""Return what a reader sees of ``text[start:end]``, in a document of a kind; code stays as it is.

    Without the package markdown-it-py, marks of Markdown stay.

    >>> text = "## Limits\n\n**At most** `a*b*c` [calls](https://a.org) &amp; more"
    >>> seen(text, 0, len(text), "markdown").split("\n")
    ['Limits', 'At most a*b*c calls & more']
    """
    piece = _DIVIDED.sub("-", spelled(text[start:end]))
    try:
        from markdown_it import MarkdownIt
    except ImportError:
        return piece
    if kind not in _MARKED_UP:
        return piece
    first, last = len(piece) - len(piece.lstrip()), len(piece.rstrip())
    shown = "\n".join(filter(None, map(_block, MarkdownIt().parse(piece))))
    return piece[:first] + shown.strip() + piece[max(first, last) :]


def _block(token: Any) -> str:
    if token.type == "html_block":
        return HtmlText(token.content).text
    if token.children is None:
        return str(token.content)
    shown = "".join(map(_inline, token.children))
    return "\n".join(line.strip(" ·") for line in shown.split("\n")) if "|" in token.content else shown


def _inline(token: Any) -> str:
    if token.type == "text":
        return _EDGE.sub(" · ", _LEFT.sub("", token.content))
    return "\n" if token.type in ("softbreak", "hardbreak") else "" if token.type == "html_inline" else token.content

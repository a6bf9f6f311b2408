"""Show what a reader sees of a piece of a document: no marks of Markdown, and no tags of HTML."""

from __future__ import annotations

import re
from functools import lru_cache
from html import unescape

from chunklib.cuts.html import PlainText

_MARKED_UP = ("markdown", "prose", "lines")
_BLOCKS = (
    "blockquote|br|caption|center|d[dlt]|details|div|figure|h[1-6r]|li|ol|p|pre|section|summary|t[dhr]|table|tbody|ul"
)
_INLINE = "a|abbr|b|big|code|del|em|font|i|img|ins|kbd|mark|q|s|samp|small|span|strike|strong|sub|sup|tt|u|var"
_CODE = re.compile(r"(?s)(?P<ticks>`+)(?P<code>.+?)(?<!`)(?P=ticks)(?!`)|\\(?P<sign>[!-/:-@\[-`{-~])")
_MARKS = (
    (re.compile(r"(?m)^[ \t]*(?:`{3}|~{3}).*$"), ""),
    (re.compile(rf"(?is)<!--.*?-->|</?(?:{_INLINE})(?:\s[^<>]*)?/?>"), ""),
    (re.compile(rf"(?i)</?(?:{_BLOCKS})(?:\s[^<>]*)?/?>"), " "),
    (re.compile(r"!?\[([^\[\]]*)\](?:\([^()\s]*(?:\([^()\s]*\)[^()\s]*)*(?:\s[^()]*)?(?:\)|\Z)|\[[^\[\]]*\])"), r"\1"),
    (re.compile(r"<((?:https?|mailto):[^<>\s]*)>"), r"\1"),
    (re.compile(r"\[\^[^\[\]\s]+\]:?"), ""),
    (re.compile(r"(?m)^[ \t|:-]*-{2,}[ \t|:-]*$"), ""),
    (re.compile(r"(?m)^[ \t]*(?:(?:#{1,6}|>|[-*+])(?:[ \t]+|$))+|[ \t]+#+[ \t]*$"), ""),
    (re.compile(r"(?m)^[ \t]*\|[ \t]*|[ \t]*\|[ \t]*$"), ""),
    (re.compile(r"[ \t]+\|[ \t]+"), " · "),
    (re.compile(r"(?s)(\*\*\*|\*\*|~~)(?=\S)(.+?)(?<=\S)\1"), r"\2"),
    (re.compile(r"(?s)(?<!\w)(___|__)(?=\S)(.+?)(?<=\S)\1(?!\w)"), r"\2"),
    (re.compile(r"(?<![\w*])\*(?=[^\s*])([^*]+?)(?<=\S)\*(?![\w*])"), r"\1"),
    (re.compile(r"(?<!\w)_(?=\S)([^_]+?)(?<=\S)_(?!\w)"), r"\1"),
    (re.compile(r"\*\*+|`+"), ""),  # of what was torn
)
"""What is removed, in this order, and what is put in its place."""


def seen(text: str, start: int, end: int, kind: str) -> str:
    r"""Return what a reader sees of ``text[start:end]``, in a document of a kind; its white space stays.

    What is between backticks stays as it is, and so does everything in a kind that knows no such marks.

    >>> text = "## Limits\n\n**At most** `a*b*c` [calls](https://a.org) &amp; more"
    >>> seen(text, 0, len(text), "markdown").split("\n")
    ['Limits', '', 'At most a*b*c calls & more']
    """
    if kind == "html":
        return _page(text).of(start, end)
    piece = text[start:end]
    if kind not in _MARKED_UP:
        return piece
    kept: list[str] = []

    def keep(found: re.Match[str]) -> str:
        kept.append(found["sign"] or found["code"])
        return f"\0{len(kept) - 1}\0"

    piece = _CODE.sub(keep, piece)
    for pattern, by in _MARKS:
        piece = pattern.sub(by, piece)
    return re.sub(r"\0(\d+)\0", lambda found: kept[int(found[1])], unescape(piece))


@lru_cache(maxsize=2)
def _page(text: str) -> PlainText:
    return PlainText(text)

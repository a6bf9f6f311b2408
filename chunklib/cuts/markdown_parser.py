"""Parse Markdown into blocks with markdown-it-py, and the text of headings into what a reader sees of it.

Of all else only blocks are parsed (sections 4 and 5 of the CommonMark specification, and GitHub's tables).
"""

import re
from collections.abc import Mapping
from functools import cache
from types import MappingProxyType

from markdown_it import MarkdownIt
from markdown_it.common.utils import normalizeReference
from markdown_it.token import Token

_SEEN = frozenset({"text", "text_special", "code_inline"})
_IN_TABLES = frozenset({"thead_open", "tbody_open", "tr_open", "th_open", "td_open"})
_BREAKS = frozenset({"softbreak", "hardbreak"})
_LABEL = re.compile(r"(?m)^ {0,3}\[([^\[\]\n]++)\]:")
_TARGET = re.compile(r"\A\([^()\s]++\)=\n")  # of MyST, a line above the title
_ROLE = re.compile(r"\{[a-zA-Z][\w:.+-]*+\}(?=`)")
_ATTRIBUTES = re.compile(r"\{(?:[#.:-]|/\*)[^{}]*+\}\Z")  # of kramdown, Pandoc and Docusaurus; a comment of MDX
_FOOTNOTE = re.compile(r"\[\^[^\[\]\s]++\]")


def parse(source: str) -> list[Token]:
    r"""Parse a source.

    Args:
        source: any text whose lines end in line feeds.

    Returns:
        the parser's tokens for where blocks begin, those of headings with a token for what a reader sees of their text.

    >>> [(token.type, token.level, token.map) for token in parse("# One\n\n> two\n")]
    [('heading_open', 0, [0, 1]), ('inline', 1, [0, 1]), ('blockquote_open', 0, [2, 3]), ('paragraph_open', 1, [2, 3])]
    """
    tokens = _Beginnings()
    _parser().block.parse(source, _parser(), {}, tokens)
    titles = [token for token in tokens if token.type == "inline"]
    labels = _LABEL.findall(source) if any("]" in title.content for title in titles) else ()
    known = {normalizeReference(label): {"href": "", "title": ""} for label in labels}
    for title in titles:
        title.content = seen(title.content, known)
    return tokens


def seen(written: str, known: Mapping[str, object] = MappingProxyType({})) -> str:
    r"""Give what a reader sees of the text of a heading.

    Args:
        written: text with marks of Markdown, and tags.
        known: what links by reference may name.

    Returns:
        one line without tags, targets of links, pictures (a badge), attributes and marks; entities are resolved.

    >>> seen("Of [tea](tea.md) &amp; `cake()` <a id='t'></a> ![new](new.svg) {#tea}")
    'Of tea & cake()'
    """
    bare = _ATTRIBUTES.sub("", _ROLE.sub("", _TARGET.sub("", written)).rstrip())
    tokens: list[Token] = []
    _parser().inline.parse(bare, _parser(), {"references": known}, tokens)
    parts = []
    for token in tokens:
        if token.type in _SEEN:
            parts.append(token.content)
        elif token.type in _BREAKS or token.content[:3].lower() == "<br":
            parts.append(" ")
    return " ".join(_FOOTNOTE.sub("", "".join(parts)).split())


class _Beginnings(list[Token]):
    """Keeps no token for the end of a block, the text of a paragraph or what is in a table: these are most of them."""

    def append(self, token: Token) -> None:
        """Keep a token for where a block begins, or for the text of a heading."""
        kept = self[-1].type == "heading_open" if token.type == "inline" else token.type not in _IN_TABLES
        if token.nesting >= 0 and kept:
            super().append(token)


@cache
def _parser() -> MarkdownIt:
    parser = MarkdownIt("commonmark").enable(["table", "strikethrough"])
    parser.disable("reference")  # definitions would give no block, and their lines would belong to nothing
    return parser

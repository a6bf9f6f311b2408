"""Parse Markdown into blocks with markdown-it-py, and find what a reader sees of headings, in HTML too.

Of all else only blocks are parsed (sections 4 and 5 of the CommonMark specification, and GitHub's tables).
"""

import re
from collections.abc import Iterator, Mapping
from functools import cache
from itertools import pairwise
from types import MappingProxyType

from markdown_it import MarkdownIt
from markdown_it.common.utils import normalizeReference
from markdown_it.token import Token

from chunklib.chunk import Span
from chunklib.cuts.blocks import Block, line_starts
from chunklib.cuts.html import HtmlText
from chunklib.cuts.html_tags import HEADINGS, find_tags
from chunklib.cuts.structure import first_seen

_OWN_LINES = frozenset({"fence", "code_block", "table_open", "html_block"})
_AROUND = re.compile(r"\A[\s>]*+(?:(?:[-*+]|\d{1,9}[.)])\s++[\s>]*+)*+")  # marks of a list or a quotation
_SEEN = frozenset({"text", "text_special", "code_inline"})
_IN_TABLES = frozenset({"thead_open", "tbody_open", "tr_open", "th_open", "td_open"})
_BREAKS = frozenset({"softbreak", "hardbreak"})
_LABEL = re.compile(r"(?m)^ {0,3}\[([^\[\]\n]++)\]:")
_TARGET = re.compile(r"\A\([^()\s]++\)=\n")  # of MyST, a line above the title
_ROLE = re.compile(r"\{[a-zA-Z][\w:.+-]*+\}(?=`)")
_ATTRIBUTES = re.compile(r"\{(?:[#.:-]|/\*)[^{}]*+\}\Z")  # of kramdown, Pandoc and Docusaurus; a comment of MDX
_FOOTNOTE = re.compile(r"\[\^[^\[\]\s]++\]")
_END = re.compile(r"(?i)</h[1-6](?=[\s/>])[^<>]*+>")
_FAR = 2_000  # characters after its block in which the end tag of a heading is looked for


def parsed(text: str, begin: int) -> Iterator[Block]:
    """Parse a text from where its front matter ends; titles are what a reader sees of them."""
    starts = line_starts(text, begin)
    most = len(starts) - 1
    source = text[begin:].replace("\r\n", "\n").replace("\r", "\n")
    tokens = _Beginnings()
    _parser().block.parse(source, _parser(), {}, tokens)
    known = {normalizeReference(label): {"href": "", "title": ""} for label in _LABEL.findall(source)}
    for at, token in enumerate(tokens):
        if token.map is None or token.type == "inline":
            continue
        kind, first, last = token.type, token.map[0], min(token.map[1], most)
        lines = starts[first + 1 : last] if kind in _OWN_LINES else []
        rank, title, heads = 0, "", lines[:0]
        if kind == "heading_open":
            rank, title = int(token.tag[1:]), seen(tokens[at + 1].content, known)
        elif kind == "fence":
            title, heads = (token.markup + token.info).rstrip(), lines[:1]
        elif kind == "table_open":
            rows = (text[at:end].rstrip() for at, end in pairwise(starts[first : first + 3]))
            title = "\n".join(_AROUND.sub("", row) if token.level else row for row in rows)
            heads = lines[1:2]
        yield Block(Span(starts[first], starts[last]), token.level, kind, rank, title, lines, sum(heads))


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


def parts(text: str, start: int, end: int) -> Iterator[Block]:
    r"""Divide a block of HTML before its headings; what shows no text belongs to the heading beside it.

    A heading that has its end tag in a later block, as where a blank line is in it, reaches to there.

    >>> page = "<div>\n<h1 align='center'>Tea</h1>\n<p>Boil it.</p>\n</div>"
    >>> [(page[slice(*part.span)], part.rank, part.title) for part in parts(page, 0, len(page))]
    [("<div>\n<h1 align='center'>Tea</h1>\n", 1, 'Tea'), ('<p>Boil it.</p>\n</div>', 0, '')]
    """
    tags = find_tags(text[start:end])
    marks = [(start + at, start + inner, name) for at, inner, name in tags if name.removeprefix("/") in HEADINGS]
    far = _END.search(text, end, end + _FAR)
    marks.append((*far.span(), "") if far and marks and marks[-1][2] in HEADINGS else (end, end, ""))
    headings = [pair for pair in pairwise(marks) if pair[0][2] in HEADINGS]
    begin = start
    for number, ((at, inner, name), (stop, after, then)) in enumerate(headings, 1):
        if shown(text[begin:at]):
            yield Block(Span(begin, at))
            begin = at
        read = seen if stop > end else shown  # between two blocks of HTML there is Markdown
        until = first_seen(text, stop if then in HEADINGS else after)
        if number == len(headings) and not shown(text[until:end]):
            until = max(until, end)
        yield Block(Span(begin, until), rank=HEADINGS[name], title=read(text[inner:stop]))
        begin = until
    if begin < end:
        yield Block(Span(begin, end))


def shown(source: str) -> str:
    """Give the text of a piece of HTML as one line, as a reader sees it."""
    return " ".join(HtmlText(source).text.split())

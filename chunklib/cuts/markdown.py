"""Cuts in Markdown: between sections, blocks, items and lines, as markdown-it-py's block parser finds them."""

import re
from collections.abc import Iterator

from chunklib.chunk import Span
from chunklib.cuts.blocks import BYTE_ORDER_MARK, Block, labelled, line_starts, structure
from chunklib.cuts.html_tags import UNSEEN, find_tags
from chunklib.cuts.structure import Structure
from chunklib.missing import needed

_TAGGED = frozenset({"paragraph_open", "heading_open", "html_block", "table_open"})
_LABEL = re.compile(r"(?:(?:\([^()\s]++\)=|<a\s[^<>]*+>\s*+</a>)\s*+)++")
_HTML = {"html_block": re.compile(""), "paragraph_open": re.compile(r"[ ]{0,3}<[^`]*+\Z")}  # such as <font><h1>
_EOL = r"[\r\n](?:(?<=\r)\n)?+"
_FRONT_MATTER = re.compile(
    rf"\A{BYTE_ORDER_MARK}?---[ \t]*+{_EOL}(?:[^\r\n]*+{_EOL})*?(?:---|\.\.\.)[ \t]*+(?:{_EOL}|\Z)"
)


def markdown(text: str) -> Structure:
    r"""Find the sections, blocks and lines of a Markdown text.

    Args:
        text: any text; front matter between two lines ``---`` is a block of its own.

    Returns:
        levels: sections of rank 1 to 6; blocks, a heading together with the block after it; nested blocks by depth;
        lines of fences, tables and HTML. Headings in quotations and lists are none. The head of a table is its first
        two lines, that of a fence its first, without what makes them part of a list or a quotation.

    Raises:
        ModuleNotFoundError: without markdown-it-py; the message names the extra.

    >>> found = markdown("# One\n\ntext\n\n```sh\n# no heading\n```\n\n## Two\n")
    >>> [heading.title for heading in found.headings]
    ['One', 'Two']
    """
    return structure(blocks_of(text))


def blocks_of(text: str) -> Iterator[Block]:
    """Find the blocks of a text in the order of their starts, outer ones first."""
    return labelled(text, _divided(text), _LABEL)


def _divided(text: str) -> Iterator[Block]:
    """Divide the blocks of HTML at their headings, and find the tags of all, comments left out."""
    with needed("Markdown needs", "markdown-it-py", "markdown"):
        from chunklib.cuts.markdown_parser import parsed, parts
    front, done = _FRONT_MATTER.match(text), 0
    begin = front.end() if front else int(text.startswith(BYTE_ORDER_MARK))
    if front:
        yield Block(Span(0, begin), 0, "html_block", lines=line_starts(text[:begin])[1:-1])
    for block in parsed(text, begin):
        start, end = max(block.span.start, done), block.span.end
        if start >= end:
            continue  # the heading before goes on to here
        found = find_tags(text[start:end] if block.kind in _TAGGED else "")
        spans = [Span(start + at, start + to) for at, to, name in found if name != UNSEEN]
        rest = block._replace(span=Span(start, end), tags=spans)
        if block.depth or not (block.kind in _HTML and _HTML[block.kind].match(text, start, end)):
            yield rest
            continue
        for part in parts(text, start, end):
            yield rest._replace(span=part.span, rank=part.rank, title=part.title)
            rest, done = rest._replace(lines=[], tags=[]), part.span.end

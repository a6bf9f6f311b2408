"""Find the headings in blocks of HTML in Markdown."""

import re
from collections.abc import Iterator
from itertools import pairwise

from chunklib.chunk import Span
from chunklib.cuts.blocks import Block
from chunklib.cuts.html import HtmlText
from chunklib.cuts.html_tags import find_tags
from chunklib.cuts.markdown_parser import seen
from chunklib.cuts.structure import first_seen

_RANKS = {f"h{rank}": rank for rank in range(1, 7)}
_END = re.compile(r"(?i)</h[1-6](?=[\s/>])[^<>]*+>")
_FAR = 2_000  # characters after its block in which the end tag of a heading is looked for


def parts(text: str, start: int, end: int) -> Iterator[Block]:
    r"""Divide a block of HTML before its headings; what shows no text belongs to the heading beside it.

    A heading that has its end tag in a later block, as where a blank line is in it, reaches to there.

    >>> page = "<div>\n<h1 align='center'>Tea</h1>\n<p>Boil it.</p>\n</div>"
    >>> [(page[slice(*part.span)], part.rank, part.title) for part in parts(page, 0, len(page))]
    [("<div>\n<h1 align='center'>Tea</h1>\n", 1, 'Tea'), ('<p>Boil it.</p>\n</div>', 0, '')]
    """
    tags = find_tags(text[start:end])
    marks = [(start + at, start + inner, name) for at, inner, name in tags if name.removeprefix("/") in _RANKS]
    far = _END.search(text, end, end + _FAR)
    marks.append((*far.span(), "") if far and marks and marks[-1][2] in _RANKS else (end, end, ""))
    headings = [pair for pair in pairwise(marks) if pair[0][2] in _RANKS]
    begin = start
    for number, ((at, inner, name), (stop, after, then)) in enumerate(headings, 1):
        if shown(text[begin:at]):
            yield Block(Span(begin, at))
            begin = at
        read = seen if stop > end else shown  # between two blocks of HTML there is Markdown
        until = first_seen(text, stop if then in _RANKS else after)
        if number == len(headings) and not shown(text[until:end]):
            until = max(until, end)
        yield Block(Span(begin, until), rank=_RANKS[name], title=read(text[inner:stop]))
        begin = until
    if begin < end:
        yield Block(Span(begin, end))


def shown(source: str) -> str:
    """Give the text of a piece of HTML as one line, as a reader sees it."""
    return " ".join(HtmlText(source).text.split())

"""Find what is HTML in Markdown: headings in its blocks of HTML, and the tags in which nothing should be cut."""

import re
from collections.abc import Iterator

from chunklib.chunk import Span
from chunklib.cuts.blocks import Block
from chunklib.cuts.html import HtmlText
from chunklib.cuts.html_tags import UNSEEN, find_tags
from chunklib.cuts.markdown_parser import seen

_RANKS = {f"h{rank}": rank for rank in range(1, 7)}
_HEADING = re.compile(r"(?i)<(/?)h[1-6](?=[\s/>])[^<>]*+>")
_FAR = 2_000  # characters after its block in which the end tag of a heading is looked for
_REST_OF_LINE = re.compile(r"(?:[ \t]*+(?:\r\n?|\n))?+")
# In a paragraph "<" may be a sign like any other: a tag there has a name and attributes, those of JSX included.
_VALUE = r"""(?:"[^"]*+"|'[^']*+'|\{[^<>]*+|[^\s"'=<>`{]++)"""
_TAG = re.compile(rf"</?[a-zA-Z][\w.:-]*+(?:\s++[\w.:@-]++(?:\s*+=\s*+{_VALUE})?+)*+\s*+/?>")


def parts(text: str, start: int, end: int) -> Iterator[Block]:
    r"""Divide a block of HTML before its headings; what shows no text belongs to the heading beside it.

    A heading that has its end tag in a later block, as where a blank line is in it, reaches to there.

    >>> page = "<div>\n<h1 align='center'>Tea</h1>\n<p>Boil it.</p>\n</div>"
    >>> [(page[slice(*part.span)], part.rank, part.title) for part in parts(page, 0, len(page))]
    [("<div>\n<h1 align='center'>Tea</h1>\n", 1, 'Tea'), ('<p>Boil it.</p>\n</div>', 0, '')]
    """
    marks = [
        (start + at, start + inner, name)
        for at, inner, name in find_tags(text[start:end])
        if name.removeprefix("/") in _RANKS
    ]
    begin, last = start, None
    for number, (at, inner, name) in enumerate(marks):
        if name not in _RANKS:
            continue
        if last:
            yield last
        if shown(text[begin:at]):
            yield Block(Span(begin, at))
            begin = at
        stop, after = _end(text, end, marks[number + 1 : number + 2])
        read = seen if stop > end else shown  # between two blocks of HTML there is Markdown
        last = Block(Span(begin, after), rank=_RANKS[name], title=read(text[inner:stop]))
        begin = after
    if last and not shown(text[begin:end]):
        last, begin = last._replace(span=Span(last.span.start, max(begin, end))), end
    if last:
        yield last
    if begin < end:
        yield Block(Span(begin, end))


def _end(text: str, end: int, following: list[tuple[int, int, str]]) -> Span:
    """Find where the title of a heading ends, and where the line after it begins."""
    if not following:
        found = _HEADING.search(text, end, end + _FAR)
        stop, after = found.span() if found and found[1] else (end, end)
    else:
        [(stop, after, name)] = following
        after = stop if name in _RANKS else after
    rest = _REST_OF_LINE.match(text, after)
    return Span(stop, rest.end() if rest else after)


def shown(source: str) -> str:
    """Give the text of a piece of HTML as one line, as a reader sees it.

    >>> shown("<p>Tea &amp;<br>cake <!-- or not --></p>")
    'Tea & cake'
    """
    return " ".join(HtmlText(source).text.split())


def tags_in(text: str, start: int, end: int, *, certain: bool) -> Iterator[Span]:
    """Find the tags in a block of Markdown, comments left out; ``certain`` says that what looks like one is one.

    >>> text = "If a <b, c> d: <img alt='Tea. Cake.'>"
    >>> [text[slice(*span)] for span in tags_in(text, 0, len(text), certain=False)]
    ["<img alt='Tea. Cake.'>"]
    """
    for at, to, name in find_tags(text[start:end]):
        span = Span(start + at, start + to)
        if name != UNSEEN and (certain or _TAG.fullmatch(text, *span)):
            yield span

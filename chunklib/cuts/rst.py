"""Cuts in reStructuredText: between sections, blocks, items and lines.

A reader of lines after the rules of docutils (reStructuredText Markup Specification, 2024): indentation and blank lines
tell what belongs together. What a directive means is not known; of some it is known that they hold no prose.
"""

import re
from collections.abc import Iterator

from chunklib.chunk import Span
from chunklib.cuts.blocks import BYTE_ORDER_MARK, Block, labelled, structure
from chunklib.cuts.structure import Structure

_EOL = r"(?:\r\n?+|\n)"
_SPACE = r"[^\S\r\n]"
_LINE = r"[^\r\n]*+"
_GAP = rf"{_EOL}(?:{_SPACE}*+{_EOL})*+"
_END = rf"{_SPACE}*+(?:{_EOL}|\Z)"
_MARK = r"[!-/:-@\[-`{-~]"
_EXPLICIT = r"(?:\.\.|__)(?!\S)"
_BULLET = r"[-*+\u2022\u2023\u2043](?!\S)"
_ITEM = rf"""(?:{_BULLET}|\(?(?:\d{{1,9}}|\#|[A-Za-z]|[ivxlcdmIVXLCDM]{{1,9}})[.)](?!\S)|\|(?!\S)
    |:[^:\s][^:\r\n]*+:(?!\S)|--?\w[\w-]*+(?:[ =]\S++)?(?:\s\s|\Z))"""
_SURE = 4  # marks that are enough below a longer title
_TITLE = re.compile(
    rf"""(?:(?P<over>(?P<mark>{_MARK})(?P=mark)*+){_SPACE}*+{_EOL}{_SPACE}*+|(?!\s|{_BULLET}|{_EXPLICIT}))
    (?P<title>(?!({_MARK})\4*+{_END})\S{_LINE}){_EOL}(?P<under>({_MARK})\6*+){_END}""",
    re.VERBOSE,
)
_BORDER = rf"=++(?:[ ]++=++)*+{_SPACE}*+(?=[\r\n]|\Z)"
_ROWS = rf"(?:{_EOL}(?!{_BORDER}){_LINE})*+{_EOL}{_BORDER}"
_BLOCK = re.compile(
    rf"""(?P<blank>(?:{_SPACE}*+{_EOL})++|{_SPACE}++\Z)
    |(?:(?P<table>\+(?:-++\+)++{_SPACE}*+(?:{_EOL}[+|]{_LINE})*+(?=[\r\n]|\Z)
        |(?==++[ ]++=){_BORDER}{_ROWS}(?:(?=(?:{_EOL}{_SPACE}*+)?+(?:[\r\n]|\Z))|{_ROWS}))
    |(?:{_EXPLICIT}|{_SPACE}){_LINE}(?:{_GAP}{_SPACE}++\S{_LINE})*+
    |{_ITEM}{_LINE}(?:(?:{_EOL}{_SPACE}*+\S|{_GAP}(?:{_SPACE}++\S|(?!{_LINE}{_EOL}{_MARK}{{3}}){_ITEM})){_LINE})*+
    |\S{_LINE}(?:{_EOL}(?:\S|{_SPACE}++\S{_LINE}(?:{_GAP}{_SPACE}++\S{_LINE})*+){_LINE})*+){_EOL}?+""",
    re.VERBOSE,
)
_INNER = re.compile(rf"{_EOL}(?:(?:{_SPACE}*+{_EOL})++({_SPACE}*+)(?=\S)|({_SPACE}*+)(?={_ITEM}))", re.VERBOSE)
_ROW = re.compile(rf"{_EOL}(?=[^|\r\n])")
_HEAD = re.compile(rf"{_EOL}\+?={_LINE}{_EOL}(?!\Z)")
_LITERAL = re.compile(
    r"(?:(?<=::\n\n)|(?<=::\r\n\r\n)|(?<=::\r\r))\s|>>> |\.\. (?:code|code-block|sourcecode|parsed-literal|prompt"
    r"|testcode|testoutput|doctest|ipython|math|raw|graphviz|toctree|productionlist|(?:csv-|list-)?table"
    r"|literalinclude)::"
)
_LABEL = re.compile(r"\.\. (?:_[^\r\n]*+(?<=:)|index::[^\r\n]*+(?:\s++:?[^\r\n]*+)*+)\s*+")
_ROLE = r"(?<![\w:.+-]):[\w.+-]++(?::[\w.+-]++)*+:"
_INLINE = re.compile(
    rf"``(?P<literal>[^`]++)``|(?:{_ROLE})?_?`(?P<text>[^`]++)`(?:{_ROLE}|_{{0,2}})|\*\*(?P<strong>[^*\s][^*]*+)\*\*"
    r"|\*(?P<emphasis>[^*\s][^*]*+)(?<!\s)\*|\\(?:\s|(?P<escaped>.))|[ ]?\[[#*\w.-]++\]_(?!\w)"
    r"|(?<!\w)(?P<name>[^\W_]++)__?(?!\w)"
)
_TARGET = re.compile(r"\s*<[^<>]*+>\Z")


def rst(text: str) -> Structure:
    r"""Find the sections, blocks, items and lines of a text in reStructuredText.

    Args:
        text: any text.

    Returns:
        levels: sections, ranked by the order in which the lines below (and above) titles first appear; blocks; nested
        blocks by depth; lines of literal blocks, rows of tables. Directives of code and tables have a head too.

    >>> found = rst("Tea\n===\n\nBoil::\n\n    kettle on\n\n.. _green:\n\n:doc:`Green <g>` tea\n---------------")
    >>> [(heading.start, heading.rank, heading.title) for heading in found.headings]
    [(0, 1, 'Tea'), (32, 2, 'Green tea')]
    """
    return structure(labelled(text, _blocks(text), _LABEL))


def seen(written: str) -> str:
    """Give what a reader sees of a title.

    >>> seen("The :mod:`json` module, `more <m.html>`_ and *all* of ``it``")
    'The json module, more and all of it'
    """
    return " ".join(_INLINE.sub(_shown, written).split())


def _shown(match: re.Match[str]) -> str:
    if not match["text"]:
        return "".join(filter(None, match.groups()))
    found = _TARGET.sub("", match["text"])
    return found.rpartition(".")[2] if found.startswith("~") else found.removeprefix("!")


def _blocks(text: str) -> Iterator[Block]:
    """Give the blocks in the order of their starts, outer ones first."""
    at, styles = int(text.startswith(BYTE_ORDER_MARK)), list[str]()
    while found := _title(text, at) or _BLOCK.match(text, at):
        span = Span(at, found.end())
        if found.re is _TITLE:
            style = found["under"][0] * (1 + bool(found["over"]))
            styles += [] if style in styles else [style]
            yield Block(span, 0, "heading_open", styles.index(style) + 1, seen(found["title"]))
        elif found["table"] or _LITERAL.match(text, at):
            yield _lined(text, span)
        elif not found["blank"]:
            yield from _body(text, span)
        at = span.end


def _title(text: str, at: int) -> re.Match[str] | None:
    """Match a title that begins here, with the lines above and below it."""
    found = _TITLE.match(text, at)
    over, title, under = found.group("over", "title", "under") if found else ("", "", "")
    return found if over in (None, under) and len(under) >= min(len(title.rstrip()), _SURE) else None


def _lined(text: str, span: Span) -> Block:
    """Make a block that is cut at its lines; the head of a table, or the first line of a directive, is its head."""
    lines = [row.end() for row in _ROW.finditer(text, *span)]
    found = _HEAD.search(text, *span)
    head = lines[0] if lines and text.startswith("..", span.start) else found.end() if found else 0
    title = "\n".join(text[span.start : head].rstrip().splitlines())
    return Block(span, 0, "table", 0, title, lines, head)


def _body(text: str, span: Span) -> Iterator[Block]:
    """Make a block, and one for each paragraph and item in it, deeper by their indentation."""
    yield Block(span)
    block = text[slice(*span)]
    above = [len(block) - len(block.lstrip())]
    for line in _INNER.finditer(text, *span):
        start, end = line.span(line.lastindex or 0)
        indent = end - start
        while len(above) > 1 and above[-1] > indent:
            above.pop()
        if above[-1] < indent:
            above.append(indent)
        yield Block(Span(start, span.end), len(above))

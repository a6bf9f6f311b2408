"""Cuts in reStructuredText: between sections, blocks, items and lines.

A reader of lines after the rules of docutils (reStructuredText Markup Specification, 2024): indentation and blank lines
tell what belongs together. What a directive means is not known; of some it is known that they hold no prose.
"""

import re
from collections.abc import Iterator
from itertools import pairwise

from chunklib.chunk import Span
from chunklib.cuts.blocks import BYTE_ORDER_MARK, Block, labelled, line_starts, structure
from chunklib.cuts.structure import Structure

_MARKS = re.compile(r"([!-/:-@\[-`{-~])\1*+")
_SURE = 4  # marks that are enough below a longer title
_EXPLICIT = re.compile(r"(?:\.\.|__)(?!\S)")
_BULLET = r"[-*+\u2022\u2023\u2043](?!\S)"
_ITEM = re.compile(
    rf"(?P<bullet>{_BULLET})|(?P<number>\(?(?:\d{{1,9}}|#|[A-Za-z]|[ivxlcdmIVXLCDM]{{1,9}})[.)](?!\S))"
    r"|(?P<field>:[^:\s][^:]*+:(?!\S))|(?P<option>--?\w[\w-]*+(?:[ =]\S++)?(?:\s\s|\Z))|(?P<line>\|(?!\S))"
)
_NO_TITLE = re.compile(rf"\s|{_BULLET}|{_EXPLICIT.pattern}")
_BORDER = re.compile(r"=++(?: ++=++)*+")
_TABLE = re.compile(r"(?P<simple>=++(?: ++=++)++)|\+(?:-++\+)++")
_LITERAL = re.compile(
    r">>> |\.\. (?:code|code-block|sourcecode|parsed-literal|prompt|testcode|testoutput|doctest|ipython|math|raw"
    r"|graphviz|toctree|productionlist|table|csv-table|list-table|literalinclude)::"
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
        blocks by depth; lines of literal blocks, rows of tables. A label belongs to the block after it. Heads are those
        of tables, and the first lines of directives for code and tables.

    >>> found = rst("Tea\n===\n\nBoil::\n\n    kettle on\n\n.. _green:\n\n:doc:`Green <g>` tea\n---------------")
    >>> [(heading.start, heading.rank, heading.title) for heading in found.headings]
    [(0, 1, 'Tea'), (32, 2, 'Green tea')]
    """
    return structure(labelled(text, _Reader(text).blocks(), _LABEL))


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


class _Reader:
    """Reads the lines of a text."""

    def __init__(self, text: str) -> None:
        self._starts = line_starts(text, int(text.startswith(BYTE_ORDER_MARK)))
        self._lines = [text[start:end].rstrip() for start, end in pairwise(self._starts)]
        self._indents = [len(line) - len(line.lstrip()) for line in self._lines]
        self._filled = [len(self._lines)] * (len(self._lines) + 1)  # for each line the first from there on with text
        for at in reversed(range(len(self._lines))):
            self._filled[at] = at if self._lines[at] else self._filled[at + 1]
        self._styles: list[str] = []

    def blocks(self) -> Iterator[Block]:
        """Give the blocks in the order of their starts, outer ones first."""
        at, before = self._filled[0], ""
        while at < len(self._lines):
            if height := self._title(at):
                end = at + height
                yield self._heading(at, end)
            elif end := self._table_end(at):
                yield self._table(at, end)
            else:
                end = self._end(at)
                literal = before.endswith("::") and self._indents[at] > 0
                yield from self._lined(at, end) if literal or _LITERAL.match(self._lines[at]) else self._body(at, end)
            at, before = self._filled[end], self._lines[end - 1]

    def _line(self, at: int) -> str:
        return self._lines[at] if at < len(self._lines) else ""

    def _span(self, at: int, end: int) -> Span:
        return Span(self._starts[at], self._starts[end])

    def _title(self, at: int) -> int:
        """Tell how many lines a title that begins here has, with those above and below it; 0 if none does."""
        first, second, third = (self._line(at + more) for more in range(3))
        if _MARKS.fullmatch(first):
            title, marks, height = second.strip(), first if first == third else "", 3
        else:
            title, marks, height = "" if _NO_TITLE.match(first) else first, second, 2
        sure = title and not _MARKS.fullmatch(title) and len(marks) >= min(len(title), _SURE)
        return height if sure and _MARKS.fullmatch(marks) else 0

    def _heading(self, at: int, end: int) -> Block:
        style = self._lines[end - 1][0] * (end - at - 1)
        if style not in self._styles:
            self._styles.append(style)
        title = seen(self._lines[end - 2])
        return Block(self._span(at, end), 0, "heading_open", self._styles.index(style) + 1, title)

    def _table_end(self, at: int) -> int:
        """Find the end of a table that begins here; 0 if none does."""
        found, end = _TABLE.fullmatch(self._lines[at]), at + 1
        if not found:
            return 0
        if not found["simple"]:
            while self._line(end)[:1] in ("+", "|"):
                end += 1
            return end
        borders = 1
        while end < len(self._lines):
            end += 1
            if _BORDER.fullmatch(self._lines[end - 1]):
                borders += 1
                if borders == 3 or not self._line(end):
                    return end
        return 0

    def _table(self, at: int, end: int) -> Block:
        """Make a block of a table; its head ends at the first line of equals signs in it."""
        lines = range(at + 1, end)
        body = next((line + 1 for line in lines[:-1] if self._lines[line].startswith(("=", "+="))), 0)
        rows = [self._starts[line] for line in lines if self._lines[line][:1].strip("|")]
        head = "\n".join(self._lines[at:body])
        return Block(self._span(at, end), 0, "table", 0, head, rows, self._starts[body] if body else 0)

    def _end(self, at: int) -> int:
        """Find the end of a block that is neither a title nor a table."""
        item = _ITEM.match(self._lines[at])
        inside, last = bool(_EXPLICIT.match(self._lines[at]) or self._indents[at]), at
        while (after := self._filled[last + 1]) < len(self._lines):
            if after == last + 1:
                goes_on = bool(not inside or self._indents[after])
            elif self._indents[after]:
                goes_on = bool(inside or item or self._indents[last])
            else:
                other = item and _ITEM.match(self._lines[after])
                alike = item and other and item.lastgroup == other.lastgroup
                goes_on = bool(alike and not self._title(after))
            if not goes_on:
                break
            last = after
        return last + 1

    def _lined(self, at: int, end: int) -> Iterator[Block]:
        """Make a block that is cut at its lines; the first line of a directive is its head."""
        rest = self._starts[at + 1 : end]
        head = rest[0] if rest and self._lines[at].startswith("..") else 0
        yield Block(self._span(at, end), 0, "fence", 0, self._lines[at], rest, head)

    def _body(self, at: int, end: int) -> Iterator[Block]:
        """Make a block, and one for each paragraph and item in it, deeper by their indentation."""
        yield Block(self._span(at, end))
        above = [self._indents[at]]
        for line in range(at + 1, end):
            text, indent = self._lines[line], self._indents[line]
            if text and (not self._lines[line - 1] or _ITEM.match(text, indent)):
                while len(above) > 1 and above[-1] > indent:
                    above.pop()
                if above[-1] < indent:
                    above.append(indent)
                yield Block(self._span(line, end), len(above))

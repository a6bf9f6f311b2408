"""Cuts in Markdown: between sections, blocks, items and lines, as markdown-it-py's block parser finds them.

Only blocks are parsed (sections 4 and 5 of the CommonMark specification, and GitHub's tables): a line that begins with
``#`` inside a fence is not a heading. Lines are counted as the parser counts them, by line feeds and carriage returns
alone.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise
from typing import NamedTuple

from chunklib.chunk import Span
from chunklib.cuts.structure import Heading, Level, Structure
from chunklib.missing import needed

_RANKS = range(1, 7)
_DEEPEST = 8  # nesting that is told apart; what lies deeper is cut as if it lay there
_OWN_LINES = frozenset({"fence", "code_block", "table", "html_block"})
_WHOLE = _OWN_LINES | {"bullet_list_open", "ordered_list_open", "blockquote_open"}
_EOL = r"[\r\n](?:(?<=\r)\n)?+"
_END_OF_LINE = re.compile(_EOL)
_BYTE_ORDER_MARK = "\ufeff"
_FRONT_MATTER = re.compile(
    rf"\A{_BYTE_ORDER_MARK}?---[ \t]*+{_EOL}(?:[^\r\n]*+{_EOL})*?(?:---|\.\.\.)[ \t]*+(?:{_EOL}|\Z)"
)


class _Block(NamedTuple):
    """A block: where it begins and ends, how deep it is nested, its kind, and rank and title of a heading.

    The title of a table is its head: the row of headers and the row of dashes, without marks of a quotation or a list.
    ``lines``: where the lines of a fence, a table, or HTML begin, the first left out.
    """

    span: Span
    depth: int
    kind: str
    rank: int
    title: str
    lines: Sequence[int]


def markdown(text: str) -> Structure:
    r"""Find the sections, blocks and lines of a Markdown text.

    Args:
        text: any text; front matter between two lines ``---`` is a block of its own.

    Returns:
        levels: sections of rank 1 to 6; blocks, a heading together with the block after it; nested blocks by depth;
        lines of fences, tables and HTML. Headings are those of level 0: not the ones in quotations or lists. The head
        of a table is its first two lines, without what makes them part of a list or a quotation.

    Raises:
        ModuleNotFoundError: without markdown-it-py; the message names the extra.

    >>> found = markdown("# One\n\ntext\n\n```sh\n# no heading\n```\n\n## Two\n")
    >>> [heading.title for heading in found.headings]
    ['One', 'Two']
    """
    found = _Found()
    for block in _blocks(text):
        found.lines.extend(block.lines)
        if block.kind == "table" and len(block.lines) > 1:
            found.heads += [Heading(block.lines[1], 1, block.title), Heading(block.span.end, 1, "")]
        if block.depth:
            found.nested[min(block.depth, _DEEPEST)].append(block.span.start)
        else:
            found.take(block)
    return found.structure()


def leaf_blocks(text: str) -> list[Span]:
    r"""List the blocks that hold no other, without white space at their ends; the rows of a table are blocks.

    >>> [text[slice(*span)] for text in ["# One\n\ntwo\n\n- three\n  - four\n"] for span in leaf_blocks(text)]
    ['# One', 'two', '- three', '- four']
    """
    found = []
    for block in _blocks(text):
        if block.kind.endswith("_open") and block.kind not in {"heading_open", "paragraph_open"}:
            continue
        starts = [block.span.start, *(block.lines if block.kind == "table" else ())]
        if len(starts) > 1:
            del starts[1]  # the dashes belong to the head
        for start, end in pairwise((*starts, block.span.end)):
            content = text[start:end]
            if content.strip():
                found.append(Span(end - len(content.lstrip()), start + len(content.rstrip())))
    return found


class _Found:
    """The blocks of a text, sorted into kinds of cuts; a block stays with the headings right above it."""

    def __init__(self) -> None:
        self.sections: dict[int, list[int]] = {rank: [] for rank in _RANKS}
        self.nested: dict[int, list[int]] = {depth: [] for depth in range(1, _DEEPEST + 1)}
        self.starts: list[int] = []
        self.blocks: list[int] = []
        self.lines: list[int] = []
        self.headings: list[Heading] = []
        self.heads: list[Heading] = []
        self.titles: list[Span] = []
        self._above = 0  # the rank of the heading right above, if there is one

    def take(self, block: _Block) -> None:
        """Take the next block that lies in no other."""
        span, rank = block.span, block.rank
        self.blocks.append(span.start)
        if not self._above or 0 < rank <= self._above:  # beside a heading above that has nothing of its own
            self.starts.append(span.start)
            if rank:
                self.sections[rank].append(span.start)
        if rank:
            self.headings.append(Heading(span.start, rank, block.title))
            self.titles.append(span)
        self._above = rank

    def structure(self) -> Structure:
        """Put the kinds of cuts in their order, those that were not found left out."""
        kinds = (*self.sections.values(), self.starts, *self.nested.values(), self.lines)
        return Structure([*_levels(kinds)], self.headings, self.titles, self.blocks[1:], self.heads)


def _levels(kinds: Iterable[list[int]]) -> Iterator[Level]:
    """Make levels of offsets; the start of the text is not a cut."""
    return (Level(offsets[1:] if offsets[0] == 0 else offsets) for offsets in kinds if offsets)


def _blocks(text: str) -> Iterator[_Block]:
    """Parse a text; blocks come in the order of their starts, outer ones first."""
    with needed("Markdown needs", "markdown-it-py", "markdown"):
        from chunklib.cuts.markdown_parser import parse
    front = _FRONT_MATTER.match(text)
    begin = front.end() if front else int(text.startswith(_BYTE_ORDER_MARK))
    if front:
        yield _Block(Span(0, begin), 0, "html_block", 0, "", [at for at in _line_ends(text, 0, begin) if at < begin])
    starts = [begin, *_line_ends(text, begin, len(text)), len(text)]
    most = len(starts) - 1
    # What the parser's own first step makes of it, in a tenth of the time.
    tokens = parse(text[begin:].replace("\r\n", "\n").replace("\r", "\n").replace("\0", "\ufffd"))
    for at, token in enumerate(tokens):
        if token.map is None or token.type == "inline":
            continue
        kind, first, last = token.type, token.map[0], min(token.map[1], most)
        start, end, rank, title = starts[first], starts[last], 0, ""
        if kind == "heading_open":
            rank, title = int(token.tag[1:]), tokens[at + 1].content
            if "\0" in (line := text[start:end]):  # the parser writes U+FFFD for it
                marks = iter(re.findall("[\0\ufffd]", line))
                title = "".join(next(marks) if letter == "\ufffd" else letter for letter in title)
        elif kind == "table":
            rows = (text[at:end].rstrip() for at, end in pairwise(starts[first : first + 3]))
            title = "\n".join(row[-length:] for row, length in zip(rows, token.meta["head"], strict=False))
        yield _Block(
            Span(start, end), token.level, kind, rank, title, starts[first + 1 : last] if kind in _OWN_LINES else ()
        )


def _line_ends(text: str, begin: int, end: int) -> list[int]:
    """Find the end of each line of ``text[begin:end]`` that is ended."""
    return [match.end() for match in _END_OF_LINE.finditer(text, begin, end)]

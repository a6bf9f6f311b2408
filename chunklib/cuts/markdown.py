"""Cuts in Markdown: between sections, blocks, items and lines, as markdown-it-py's block parser finds them.

Only blocks are parsed (sections 4 and 5 of the CommonMark specification, and GitHub's tables): a line that begins with
``#`` inside a fence is not a heading. Lines are counted as the parser counts them, by line feeds and carriage returns
alone.
"""

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise
from typing import NamedTuple

from chunklib.chunk import Span
from chunklib.cuts.positions import outside
from chunklib.cuts.structure import Heading, Level, Structure
from chunklib.missing import needed

_RANKS = range(1, 7)
_DEEPEST = 8  # nesting that is told apart; what lies deeper is cut as if it lay there
_OWN_LINES = frozenset({"fence", "code_block", "table", "html_block"})
_HEADS = {"fence": 0, "table": 1}  # of the lines after the first, the one that the head ends before
_LABELS = frozenset({"paragraph_open", "html_block"})
_TAGGED = _LABELS | {"heading_open", "table"}
_LABEL = re.compile(r"(?:(?:\([^()\s]++\)=|<a\s[^<>]*+>\s*+</a>)\s*+)++")
_WHOLE = _OWN_LINES | {"bullet_list_open", "ordered_list_open", "blockquote_open"}
_EOL = r"[\r\n](?:(?<=\r)\n)?+"
_END_OF_LINE = re.compile(_EOL)
_BYTE_ORDER_MARK = "\ufeff"
_FRONT_MATTER = re.compile(
    rf"\A{_BYTE_ORDER_MARK}?---[ \t]*+{_EOL}(?:[^\r\n]*+{_EOL})*?(?:---|\.\.\.)[ \t]*+(?:{_EOL}|\Z)"
)


class _Block(NamedTuple):
    """A block: where it begins and ends, how deep it is nested, its kind, and rank and title of a heading.

    The title of a table is its head: the row of headers and the row of dashes, without marks of a quotation or a list;
    that of a fence is its first line.
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
        levels: sections of rank 1 to 6; blocks, a heading together with the block after it; the same where a fence,
        table, list or quotation fits only without its heading; nested blocks by depth; lines of fences, tables and
        HTML. Headings are those of level 0: not the ones in quotations or lists. The head of a table is its first two
        lines, without what makes them part of a list or a quotation.

    Raises:
        ModuleNotFoundError: without markdown-it-py; the message names the extra.

    >>> found = markdown("# One\n\ntext\n\n```sh\n# no heading\n```\n\n## Two\n")
    >>> [heading.title for heading in found.headings]
    ['One', 'Two']
    """
    found = _Found()
    for block in _blocks(text):
        tags = _tags(text, block)
        found.tags += tags
        found.lines.extend(outside(block.lines, tags))
        head = _HEADS.get(block.kind, len(block.lines))
        if head < len(block.lines):
            found.heads += [Heading(block.lines[head], 1, block.title), Heading(block.span.end, 1, "")]
        if block.depth:
            found.nested[min(block.depth, _DEEPEST)].append(block.span.start)
        else:
            found.take(block)
    found.close(len(text))
    return found.structure()


def _tags(text: str, block: _Block) -> list[Span]:
    """Find the tags in a block that holds no other."""
    if block.kind not in _TAGGED or text.find("<", *block.span) < 0:
        return []
    from chunklib.cuts.markdown_html import tags_in

    return [*tags_in(text, *block.span, certain=block.kind == "html_block")]


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
    """The blocks of a text, sorted into kinds of cuts.

    A block stays with the headings above it; where not all fit, with as many of them as do; and where it shall be
    whole and fits only without them, it begins a chunk.
    """

    def __init__(self) -> None:
        self.sections: dict[int, list[int]] = {rank: [] for rank in _RANKS}
        self.nested: dict[int, list[int]] = {depth: [] for depth in range(1, _DEEPEST + 1)}
        self.starts: list[int] = []
        self.blocks: list[int] = []
        self.led: dict[int, list[Span]] = {above: [] for above in _RANKS}  # by the headings that are left out
        self.alone: list[Span] = []
        self.lines: list[int] = []
        self.headings: list[Heading] = []
        self.heads: list[Heading] = []
        self.titles: list[Span] = []
        self.tags: list[Span] = []
        self._above: list[int] = []  # where the headings begin that nothing but headings follows yet

    def take(self, block: _Block) -> None:
        """Take the next block that lies in no other."""
        span, rank = block.span, block.rank
        self.blocks.append(span.start)
        if self._above and rank and rank <= self.headings[-1].rank:
            self.close(span.start)  # what is above has nothing of its own, and this begins a section beside it
        if not self._above:
            self.starts.append(span.start)
            if rank:
                self.sections[rank].append(span.start)
        if rank:
            self.headings.append(Heading(span.start, rank, block.title))
            self.titles.append(span)
            self._above.append(span.start)
        else:
            if self._above and block.kind in _WHOLE:
                self.alone.append(span)
            self.close(span.end)

    def close(self, end: int) -> None:
        """End what the headings above began."""
        for above, start in enumerate(self._above[1:], 1):
            self.led[above].append(Span(start, end))
        self._above = []

    def structure(self) -> Structure:
        """Put the kinds of cuts in their order, those that were not found left out."""
        led = [Level(self.starts[1:], spans) for spans in (*self.led.values(), self.alone) if spans]
        before, behind = (*self.sections.values(), self.starts), (*self.nested.values(), self.lines)
        levels = [*_levels(before), *led, *_levels(behind)]
        return Structure(levels, self.headings, self.titles, self.blocks[1:], self.heads, self.tags)


def _levels(kinds: Iterable[list[int]]) -> Iterator[Level]:
    """Make levels of offsets; the start of the text is not a cut."""
    return (Level(offsets[1:] if offsets[0] == 0 else offsets) for offsets in kinds if offsets)


def _blocks(text: str) -> Iterator[_Block]:
    """Find the blocks of a text in the order of their starts, outer ones first; a label belongs to the block after it.

    So does a byte order mark.
    """
    front = _FRONT_MATTER.match(text)
    begin = front.end() if front else int(text.startswith(_BYTE_ORDER_MARK))
    if front:
        yield _Block(Span(0, begin), 0, "html_block", 0, "", [at for at in _line_ends(text, 0, begin) if at < begin])
    led, held = 0 if begin and not front else None, None
    for block in _divided(text, begin):
        if block.depth:
            yield block
            continue
        found = block if led is None else block._replace(span=Span(led, block.span.end))
        led, held = None, None
        if block.kind in _LABELS and _LABEL.fullmatch(text, *block.span):
            led, held = found.span.start, found
        else:
            yield found
    if held:
        yield held


def _divided(text: str, begin: int) -> Iterator[_Block]:
    """Divide the blocks of HTML at their headings."""
    with needed("Markdown needs", "markdown-it-py", "markdown"):
        from chunklib.cuts.markdown_html import parts
    done = 0
    for block in _parsed(text, begin):
        start, end = max(block.span.start, done), block.span.end
        if block.span.start < done and end <= done:
            continue  # the heading before goes on to here
        if block.kind != "html_block" or block.depth:
            yield block._replace(span=Span(start, end))
            continue
        for span, rank, title in parts(text, start, end):
            lines = block.lines[bisect_right(block.lines, span.start) : bisect_left(block.lines, span.end)]
            yield _Block(span, 0, block.kind, rank, title, lines)
            done = span.end


def _parsed(text: str, begin: int) -> Iterator[_Block]:
    """Parse a text from where its front matter ends."""
    with needed("Markdown needs", "markdown-it-py", "markdown"):
        from chunklib.cuts.markdown_parser import parse
    starts = [begin, *_line_ends(text, begin, len(text)), len(text)]
    most = len(starts) - 1
    tokens = parse(text[begin:].replace("\r\n", "\n").replace("\r", "\n"))
    for at, token in enumerate(tokens):
        if token.map is None or token.type == "inline":
            continue
        kind, first, last = token.type, token.map[0], min(token.map[1], most)
        start, end, rank, title = starts[first], starts[last], 0, ""
        if kind == "heading_open":
            rank, title = int(token.tag[1:]), tokens[at + 1].content
        elif kind == "fence":
            title = (token.markup + token.info).rstrip()
        elif kind == "table":
            rows = (text[at:end].rstrip() for at, end in pairwise(starts[first : first + 3]))
            title = "\n".join(row[-length:] for row, length in zip(rows, token.meta["head"], strict=False))
        yield _Block(
            Span(start, end), token.level, kind, rank, title, starts[first + 1 : last] if kind in _OWN_LINES else ()
        )


def _line_ends(text: str, begin: int, end: int) -> list[int]:
    """Find the end of each line of ``text[begin:end]`` that is ended."""
    return [match.end() for match in _END_OF_LINE.finditer(text, begin, end)]

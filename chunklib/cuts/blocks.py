"""Sort the blocks of a text, as a reader of its markup finds them, into kinds of cuts and headings."""

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from chunklib.chunk import Span
from chunklib.cuts.positions import outside
from chunklib.cuts.structure import Heading, Level, Structure

_TOLD_APART = 8  # ranks and depths; what is below is cut as if it were there
BYTE_ORDER_MARK = "\ufeff"
_ANYWHERE = frozenset({"", "paragraph_open"})  # kinds of blocks that are cut between sentences
_END_OF_LINE = re.compile(r"[\r\n](?:(?<=\r)\n)?+")


class Block(NamedTuple):
    """Describes a block: where it begins and ends, how deep it is nested, its kind, rank and title of a heading.

    Where it is not a heading, the title is what its further pieces carry in their context: the head of a table, the
    first line of a fence. ``head``: where that ends, or 0. ``lines``: where its lines begin, the first left out, if it
    is cut at them. ``tags``: the tags in it.
    """

    span: Span
    depth: int = 0
    kind: str = ""
    rank: int = 0
    title: str = ""
    lines: Sequence[int] = ()
    head: int = 0
    tags: Sequence[Span] = ()


def line_starts(text: str, begin: int = 0) -> list[int]:
    r"""Find where lines begin, from an offset on, and the end of the text; line feeds and carriage returns end them.

    >>> line_starts("one\r\ntwo\n")
    [0, 5, 9]
    """
    starts = [begin, *(match.end() for match in _END_OF_LINE.finditer(text, begin))]
    return starts if starts[-1] == len(text) else [*starts, len(text)]


def labelled(text: str, blocks: Iterable[Block], label: re.Pattern[str]) -> Iterator[Block]:
    """Let each label begin the block after it; the first block begins with the text."""
    held: Block | None = Block(Span(0, 0))
    for block in blocks:
        if block.depth:
            yield block
            continue
        found = block._replace(span=Span(held.span.start, block.span.end)) if held else block
        held = found if not block.rank and label.fullmatch(text, *block.span) else None
        if not held:
            yield found
    if held and held.span.end:
        yield held


def structure(blocks: Iterable[Block]) -> Structure:
    """Sort blocks into kinds of cuts: a block stays with the headings right above it.

    Args:
        blocks: in the order of their starts, outer ones first.

    Returns:
        levels: sections by rank; blocks; those that fit only without the heading above; nested blocks by depth; lines.
    """
    sections: dict[int, list[int]] = {rank: [] for rank in range(1, _TOLD_APART + 1)}
    nested: dict[int, list[int]] = {depth: [] for depth in range(1, _TOLD_APART + 1)}
    starts, every, lines = list[int](), list[int](), list[int]()
    headings, heads = list[Heading](), list[Heading]()
    titles, wholes, tags = list[Span](), list[Span](), list[Span]()
    above = 0  # the rank of the heading right above, if there is one
    for span, depth, kind, rank, title, inner, head, inside in blocks:
        tags += inside
        lines += inner
        if head:
            heads += [Heading(head, 1, title), Heading(span.end, 1, "")]
        if depth:
            nested[min(depth, _TOLD_APART)].append(span.start)
            continue
        every.append(span.start)
        if not above or 0 < rank <= above:  # beside a heading above that has nothing of its own
            starts.append(span.start)
            if rank:
                sections[min(rank, _TOLD_APART)].append(span.start)
        if rank:
            headings.append(Heading(span.start, rank, title))
            titles.append(span)
        elif above and kind not in _ANYWHERE:
            wholes.append(span)
        above = rank
    before, behind = (
        [Level(offsets[offsets[0] == 0 :]) for offsets in kinds if len(offsets)]  # the start of the text is not a cut
        for kinds in ((*sections.values(), starts), (*nested.values(), outside(sorted({*lines}), tags)))
    )
    alone = [Level(starts[1:], wholes)] if wholes else []
    return Structure([*before, *alone, *behind], headings, titles, every[1:], heads, tags=tags, wholes=wholes)

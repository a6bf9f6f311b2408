"""Describe a structured text (Markdown, HTML, code, a PDF's text): kinds of cuts, and headings.

A parser only says where things begin. Which of these places become cuts is for the packer to choose.
"""

from bisect import bisect_right
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

from chunklib.chunk import Span


class Heading(NamedTuple):
    """Describes a heading: where its line (or tag, or definition) begins, its rank (1 is the strongest), its title.

    One without a title only ends those of its rank and weaker ones, as the end of a definition does.
    """

    start: int
    rank: int
    title: str


@dataclass(frozen=True)
class Level:
    """Holds one kind of cuts.

    Args:
        found: rising offsets in characters, 0 < offset <= length, or what finds them at the first question.
        blocks: blocks that something before them belongs to (a heading, a comment). The start of one counts as a
            cut of this kind only where the block fits in a chunk by itself.
        ends: whether the same holds for the ends of the blocks.
    """

    found: Sequence[int] | Callable[[], Sequence[int]]
    blocks: Sequence[Span] = ()
    ends: bool = False

    @cached_property
    def offsets(self) -> Sequence[int]:
        """Find the offsets when they are first asked for; those of the finest kinds often never are."""
        return self.found() if callable(self.found) else self.found


@dataclass(frozen=True)
class Structure:
    """Holds what a parser found in one text.

    Args:
        levels: kinds of cuts, strongest first. A level need not repeat the cuts of those before it.
        headings: in the order of the text.
        titles: the lines (or tags) of the headings: no sentence ends inside of one.
        blocks: where blocks begin, also after a heading; weaker than the ends of sentences.
        heads: the heads of tables. Each begins where the rows after it do, has the text of the head as its title, and
            is ended by one without a title where the table ends; a table in a table has a higher rank.
        tags: tags, in the order of the text: no sentence or word ends inside of one that fits.
    """

    levels: Sequence[Level]
    headings: Sequence[Heading] = ()
    titles: Sequence[Span] = ()
    blocks: Sequence[int] = ()
    heads: Sequence[Heading] = ()
    tags: Sequence[Span] = ()


def levels(
    cuts: Iterable[Sequence[int]], led: Iterable[Sequence[Span]], wholes: Iterable[Sequence[Span]]
) -> Iterator[Level]:
    """Make the levels of each depth: its cuts, the blocks that something leads, and those that are whole by themselves.

    Each takes one item a depth, the shallowest first; what is empty makes no level.
    """
    for offsets, blocks, ended in zip(cuts, led, wholes, strict=True):
        if offsets:
            yield Level(offsets)
        if blocks:
            yield Level((), blocks)
        if ended:
            yield Level((), ended, ends=True)


class Headings:
    """Finds the path of headings above a place in a text.

    >>> found = Headings([Heading(0, 1, "Guide"), Heading(9, 2, "Set up"), Heading(30, 2, "Use")])
    >>> found.path(12), found.path(30), found.path(0)
    (('Guide', 'Set up'), ('Guide', 'Use'), ('Guide',))
    """

    def __init__(self, headings: Sequence[Heading]) -> None:
        self._headings = headings
        self._starts = [heading.start for heading in headings]
        self._above: list[int] = []  # for each heading the one right above it, or -1
        path: list[int] = []
        for at, heading in enumerate(headings):
            while path and headings[path[-1]].rank >= heading.rank:
                path.pop()
            self._above.append(path[-1] if path else -1)
            if heading.title:
                path.append(at)

    def path(self, offset: int) -> tuple[str, ...]:
        """Name the headings in force at an offset, outermost first, with one that begins right there."""
        titles = []
        at = bisect_right(self._starts, offset) - 1
        while at >= 0:
            titles.append(self._headings[at].title)
            at = self._above[at]
        return tuple(title for title in reversed(titles) if title)

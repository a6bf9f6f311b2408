"""Describe a structured text (Markdown, HTML, code, a PDF's text): kinds of cuts, and headings.

A parser only says where things begin. Which of these places become cuts is for the packer to choose.
"""

import re
from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, NamedTuple

from chunklib.chunk import OWN, PATH, Span

SOLID = re.compile(r"\S")
"""What is not white space."""
_SEEN = re.compile(r"(?!\A\ufeff)\S")  # a byte order mark at the start is under no heading
_WORD = re.compile(r"\w")


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
        titles: the lines of the headings, each from where its heading begins: no sentence ends inside of one, and none
            ends a chunk where it fits together with the beginning of what follows it.
        blocks: where blocks begin, also after a heading; weaker than the ends of sentences.
        heads: the heads of tables. Each begins where the rows after it do, has the text of the head as its title, and
            is ended by one without a title where the table ends; a table in a table has a higher rank. Or what gives,
            for a span, its head, and the least of it that is worth its room in a context that is counted.
        wholes: fences, tables, lists and quotations right below a title, which stay whole where they fit without it.
        parts: where what is not joined with ``join=False`` begins: records, definitions; by default the sections of
            the titles.
        implied: whether the text does not have the titles where the headings begin: keys before a value, indices.
        tags: tags, in the order of the text: no sentence or word ends inside of one that fits.
    """

    levels: Sequence[Level]
    headings: Sequence[Heading] = ()
    titles: Sequence[Span] = ()
    blocks: Sequence[int] = ()
    heads: Sequence[Heading] | Callable[[int, int], tuple[str, str]] = ()
    wholes: Sequence[Span] = ()
    parts: Sequence[int] = ()
    implied: bool = False
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
    r"""Finds the path of headings above a place in a text, and what holds for all of a span of it.

    White space has no heading of its own, and closing marks (brackets, commas) after the end of a definition or of a
    value have none either.

    Args:
        headings: in the order of the text.
        text: the text, where spans are asked for.
        said: whether the text has the titles, where the headings begin.

    >>> text = "# Guide\n## Set up\nBoil.\n## Use\nWait."
    >>> found = Headings([Heading(0, 1, "Guide"), Heading(8, 2, "Set up"), Heading(24, 2, "Use")], text)
    >>> found.path(12), found.common(8, 24), found.common(8, 36)[0]
    (('Guide', 'Set up'), (('Guide', 'Set up'), 1), ('Guide',))
    >>> found.sections(18, 36)
    ('Guide > Set up', 'Guide > Use')
    """

    def __init__(self, headings: Sequence[Heading], text: str = "", *, said: bool = True) -> None:
        self._headings, self._text, self._said = headings, text, said
        self._starts = [heading.start for heading in headings]
        self._above: list[int] = []  # for each heading the one right above it, or -1
        self._until = [len(headings)] * len(headings)  # and the one that ends it
        self._names: dict[tuple[str, ...], str] = {}  # so that a long one is there once
        path: list[int] = []
        for at, heading in enumerate(headings):
            while path and headings[path[-1]].rank >= heading.rank:
                self._until[path.pop()] = at
            self._above.append(path[-1] if path else -1)
            if heading.title:
                path.append(at)

    @cached_property
    def _seen(self) -> list[int]:
        """Find for each heading where something of its own is first seen; else where something of the next one is."""
        seen, after = [len(self._text)] * (len(self._headings) + 1), len(self._text)
        for at in reversed(range(len(self._headings))):
            start, _, title = self._headings[at]
            found = (_SEEN if title else _WORD).search(self._text, start, after)
            seen[at], after = found.start() if found else seen[at + 1], start
        return seen

    def path(self, offset: int) -> tuple[str, ...]:
        """Name the headings in force at an offset, outermost first, with one that begins right there."""
        return self._titles(self._in_force(bisect_right(self._starts, offset) - 1))

    def common(self, start: int, end: int) -> tuple[tuple[str, ...], int]:
        """Name the headings that hold for all that is seen of a span; say how many, from the last, it begins with."""
        begin = first_seen(self._text, start)
        at, last = self._in_force(bisect_right(self._starts, begin) - 1), bisect_left(self._seen, end) - 1
        while at >= 0 and self._until[at] <= last:
            at = self._above[at]
        above = at
        while self._said and above >= 0 and self._seen[above] >= begin:
            above = self._above[above]
        path = self._titles(at)
        return path, len(path) - len(self._titles(above))

    def sections(self, start: int, end: int) -> tuple[str, ...]:
        """Name the path of every section of which something is seen in a span, each once."""
        first = bisect_right(self._starts, first_seen(self._text, start)) - 1
        seen = (at for at in range(first + 1, bisect_left(self._seen, end)) if self._seen[at] < self._seen[at + 1])
        inside = dict.fromkeys(self._titles(self._in_force(at)) for at in (first, *seen))
        return tuple(dict.fromkeys(self._names.setdefault(path, PATH.join(path)) for path in inside if path))

    def about(self, start: int, end: int) -> dict[str, Any]:
        """Say what the metadata of a chunk say of its headings, and (but of keys and indices) of its sections."""
        path, own = self.common(start, end)
        sections = {"sections": self.sections(start, end)} if self._said else {}
        return {"headings": path, **sections, **({OWN: own} if own else {})}

    def _in_force(self, at: int) -> int:
        """Give a heading, or of one without a title that above it."""
        return self._above[at] if at >= 0 and not self._headings[at].title else at

    def _titles(self, at: int) -> tuple[str, ...]:
        titles = []
        while at >= 0:
            titles.append(self._headings[at].title)
            at = self._above[at]
        return tuple(reversed(titles))


def first_seen(text: str, start: int) -> int:
    """Find the first character from an offset on that is not white space, if there is one."""
    found = _SEEN.search(text, start)
    return found.start() if found else start


class Title(NamedTuple):
    """Describes where a title begins, and what comes after it and the titles right below it.

    It stays with the beginning of that; or, if that is to be whole where it fits, with all of it up to ``whole``.
    """

    start: int
    after: int
    whole: int = 0


def title_runs(text: str, structure: Structure) -> list[tuple[list[int], int]]:
    """Find the titles that follow one another, each weaker than the one before, and what comes after them."""
    ranks = {heading.start: heading.rank for heading in structure.headings}
    runs: list[tuple[list[int], int]] = []
    above = 0
    for start, end in structure.titles:
        rank = ranks.get(start, 0)
        below = runs and runs[-1][1] >= first_seen(text, start) and above < rank
        runs.append(([*(runs.pop()[0] if below else []), start], first_seen(text, end)))
        above = rank
    return runs


def led_titles(text: str, structure: Structure) -> list[Title]:
    """Find what each title stays with: of an empty section, what follows the next title; at the end, nothing."""
    found, begin, after = list[Title](), len(text), len(text)
    wholes = {first_seen(text, start): end for start, end in structure.wholes}
    for starts, below in reversed(title_runs(text, structure)):
        after = below if below < begin else after
        if after < len(text):
            found += [Title(start, after, wholes.get(after, 0)) for start in reversed(starts)]
        begin = starts[0]
    return found[::-1]


def part_starts(text: str, structure: Structure) -> Sequence[int]:
    """Find where parts begin; a section right below a stronger heading is of the section of that."""
    ended = (
        first_seen(text, heading.start)
        for heading in structure.headings
        if not heading.title and heading.start < len(text)
    )
    return structure.parts or sorted({*ended, *(starts[0] for starts, _ in title_runs(text, structure))})


def inside(text: str, starts: Sequence[int], span: Span) -> range:
    """Find which of the parts that begin at ``starts`` something is seen of in a span."""
    piece = text[slice(*span)]
    first = bisect_right(starts, span.end - len(piece.lstrip())) - 1
    return range(max(first, 0), bisect_right(starts, span.start + len(piece.rstrip()) - 1))

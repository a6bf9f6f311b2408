"""Read what a reader sees of an HTML page, and cut it between sections, blocks and items."""

import re
from bisect import bisect_left, bisect_right
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property, partial

from chunklib.chunk import Span
from chunklib.cuts.html_reader import Gap, Reader
from chunklib.cuts.html_tables import table_heads
from chunklib.cuts.separators import LINE, PARAGRAPH, separators
from chunklib.cuts.structure import Heading, Level, Structure, first_seen

_RANKS = 6
_DEPTHS = 16  # depths that are told apart; what lies deeper is cut as if it lay there


class HtmlText:
    r"""Holds what a reader sees of a page: ``text``, its ``structure``, and where each part of it is in the source.

    A block is a line, with a blank line around paragraphs, headings, lists, tables and ``pre``; cells of a row are
    joined by " | "; white space is one space but inside ``pre``. A source without a tag is its own text, with
    characters for its entities. Not in it: what :mod:`chunklib.cuts.html_tags` says that a browser does not show,
    scripts, styles and comments, the page's ``title``, the text of pictures, and links that are nothing but the sign
    of a place to link to.

    Args:
        page: any text: a page, a part of one, broken, or without a tag.
        boilerplate: whether what is around the content is in it: ``nav``, ``header``, ``footer`` and ``aside`` (and
            what has their roles) outside of ``main`` and ``article``.

    The structure has sections by the rank of their headings, which end with the ``main``, ``article``, ``aside``,
    ``nav`` or ``footer`` that they are in; places between blocks, items and rows by their depth, each followed by the
    blocks that fit only without their heading; blank lines and lines. Rows that a spanning cell holds together are cut
    after the others of their table. Heads of tables are as :func:`chunklib.cuts.html_tables.table_heads` says.

    >>> found = HtmlText("<h1>Tea</h1>\n<p>Boil <b>water</b>.</p>\n<h2>Green &amp; white</h2><p>Wait.</p>")
    >>> found.text
    'Tea\n\nBoil water.\n\nGreen & white\n\nWait.'
    >>> [(heading.start, heading.title) for heading in found.structure.headings], found.source_of(5, 16)
    ([(0, 'Tea'), (18, 'Green & white')], Span(start=16, end=34))
    """

    def __init__(self, page: str, *, boilerplate: bool = True) -> None:
        self._read = Reader(page, boilerplate=boilerplate)
        self.text = self._read.text
        self.verbatim = [Span(start, end) for start, end, name in self._read.wholes if name == "pre"]

    @cached_property
    def structure(self) -> Structure:
        """Say where the text may be cut."""
        text, read = self.text, self._read
        if not text:
            return Structure([])
        heads, held = table_heads(read.tables, lambda start, end: text[read.begins.get(start, start) : end])
        titles = sorted(read.titles)
        headings = [
            Heading(start, rank, title) for start, end, rank in titles if (title := " ".join(text[start:end].split()))
        ]
        headings = sorted([*headings, *_ends_of_topics(read.topics, headings)])
        after = [gap.at for gap in read.gaps if gap.led]
        lines = (partial(_lines, text, kind, {*after}) for kind in (PARAGRAPH, LINE))
        title_lines = [Span(start, end) for start, end, _ in titles]
        below = {first_seen(text, end) for _, end in title_lines}
        wholes = {start: Span(start, end) for start, end, _ in read.wholes if start in below}
        levels = [*_blocks(read.gaps, held, wholes, len(text)), *map(Level, lines)]
        return Structure(levels, headings, title_lines, after, heads, [*wholes.values()])

    def source_of(self, start: int, end: int) -> Span:
        """Say where in the page ``text[start:end]`` comes from: between the two lies all of it.

        What a reader sees is never longer than its source, so a cut inside a text with entities or with white space
        that is folded may be given as much too early, or too late, as they are shortened.
        """
        runs = self._read.runs
        first = runs[bisect_right(runs, start, key=lambda run: run.end)]
        last = runs[bisect_left(runs, end, key=lambda run: run.start) - 1]
        begin = first.source + max(start - first.start, 0)
        return Span(begin, max(begin, last.until - max(last.end - end, 0)))


def _ends_of_topics(topics: Sequence[Span], headings: Sequence[Heading]) -> Iterator[Heading]:
    """Make what ends the headings inside of each topic where it ends."""
    begun: list[tuple[int, int]] = []  # where headings that are not ended begin, and the strongest rank from there on
    waiting = iter(headings)
    following = next(waiting, None)
    for start, end in topics:
        while following and following.start < end:
            begun.append((following.start, following.rank))
            following = next(waiting, None)
        ranks = []
        while begun and begun[-1][0] >= start:
            ranks.append(begun.pop()[1])
        if ranks:
            yield Heading(end, min(ranks), "")
            begun.append((start, min(ranks)))


def _blocks(gaps: Sequence[Gap], held: set[int], wholes: Mapping[int, Span], length: int) -> Iterator[Level]:
    """Make levels of the places between blocks: by rank, then by depth, those between held rows after the others."""
    depths = sorted({(gap.depth, gap.before in held) for gap in gaps})[:_DEPTHS]
    number = {depth: _RANKS + at for at, depth in enumerate(depths, 1)}
    cuts: dict[int, tuple[list[int], list[Span]]] = defaultdict(lambda: ([], []))
    for gap in gaps:
        offsets, alone = cuts[gap.rank or number.get((gap.depth, gap.before in held), _RANKS + _DEPTHS)]
        if gap.at and not gap.led:
            offsets.append(gap.at)
        elif gap.at in wholes:
            alone.append(wholes[gap.at])
    for kind in sorted(cuts):
        offsets, alone = cuts[kind]
        if offsets:
            yield Level([*offsets, length])
        if alone:
            yield Level(offsets, alone)


def _lines(text: str, kind: re.Pattern[str], after: set[int]) -> list[int]:
    return [at for at in separators(text, kind) if at not in after]

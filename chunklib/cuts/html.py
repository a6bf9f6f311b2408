"""Read what a reader sees of an HTML page, and cut it between sections, blocks and items."""

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Sequence
from functools import cached_property, partial

from chunklib.chunk import Span
from chunklib.cuts.html_reader import WHITE, Gap, Reader, Run
from chunklib.cuts.html_tables import table_heads
from chunklib.cuts.html_tags import resolved
from chunklib.cuts.separators import LINE, PARAGRAPH, separators
from chunklib.cuts.structure import Heading, Level, Structure

_RANKS = 6
_DEPTHS = 16  # depths that are told apart; what lies deeper is cut as if it lay there
# What is shorter to a reader than in the source: an entity, or white space.
_SHORTENED = re.compile(r"&(?:#[0-9]+;?|#[xX][0-9a-fA-F]+;?|[^\t\n\f <&#;]{1,32};?)|[ \t\n\r\f]+")


class HtmlText:
    r"""Holds what a reader sees of a page: ``text``, its ``structure``, and where each part of it is in the source.

    A block is a line, with a blank line around paragraphs, headings, lists, tables and ``pre``; cells of a row are
    joined by " | "; white space is one space but inside ``pre``. A source without a tag is its own text, with
    characters for its entities. Not in it: what :mod:`chunklib.cuts.html_sight` says that a browser does not show,
    scripts, styles and comments, the page's ``title``, the text of pictures, and links that are nothing but the sign
    of a place to link to.

    Args:
        page: any text: a page, a part of one, broken, or without a tag.
        boilerplate: whether what is around the content is in it: ``nav``, ``header``, ``footer`` and ``aside`` (and
            what has their roles) outside of ``main`` and ``article``.

    The structure has sections by the rank of their headings; places between blocks, items and rows by their depth,
    each followed by the blocks that fit only without their heading; blank lines and lines. Rows that a spanning cell
    holds together are cut after the others of their table. Heads of tables are as
    :func:`chunklib.cuts.html_tables.table_heads` says.

    >>> found = HtmlText("<h1>Tea</h1>\n<p>Boil <b>water</b>.</p>\n<h2>Green &amp; white</h2><p>Wait.</p>")
    >>> found.text
    'Tea\n\nBoil water.\n\nGreen & white\n\nWait.'
    >>> [(heading.start, heading.title) for heading in found.structure.headings], found.source_of(5, 16)
    ([(0, 'Tea'), (18, 'Green & white')], Span(start=16, end=34))
    """

    def __init__(self, page: str, *, boilerplate: bool = True) -> None:
        read = Reader(page, boilerplate=boilerplate)
        self.text = read.text
        self._page = page
        self._read = read
        self._begins = {gap.before: gap.at for gap in read.gaps}
        self._places: dict[int, tuple[list[int], list[int]]] = {}

    @cached_property
    def structure(self) -> Structure:
        """Say where the text may be cut."""
        text, read = self.text, self._read
        if not text:
            return Structure([])
        heads, held = table_heads(read.tables, lambda start, end: text[self._begins.get(start, start) : end])
        read.titles.sort()
        titles = [Span(self._begins[start], end) for start, end, _ in read.titles]
        headings = [
            Heading(start, rank, title)
            for (start, end), (_, _, rank) in zip(titles, read.titles, strict=True)
            if (title := " ".join(text[start:end].split()))
        ]
        after = [gap.at for gap in read.gaps if _belongs(gap)]
        lines = (partial(_lines, text, kind, {*after}) for kind in (PARAGRAPH, LINE))
        return Structure([*_blocks(read.gaps, held, len(text)), *map(Level, lines)], headings, titles, after, heads)

    @cached_property
    def verbatim(self) -> list[Span]:
        """Say where the text of each ``pre`` is."""
        return [Span(self._begins.get(start, start), end) for start, end in self._read.verbatim]

    def source_of(self, start: int, end: int) -> Span:
        """Say where in the page ``text[start:end]`` comes from, from its first character to its last."""
        runs = self._read.runs
        first = bisect_right(runs, start, key=lambda run: run.end)
        last = bisect_left(runs, end, key=lambda run: run.start) - 1
        begin = self._place(first, max(start, runs[first].start))
        return Span(begin, self._place(last, min(end, runs[last].end)) if first <= last else begin)

    def _place(self, number: int, at: int) -> int:
        """Find a place of a run in the source."""
        if number not in self._places:
            self._places[number] = _aligned(self._page, self.text, self._read.runs[number])
        seen, source = self._places[number]
        one = bisect_right(seen, at) - 1
        most = source[one + 1] if one + 1 < len(source) else self._read.runs[number].until
        return min(source[one] + at - seen[one], most)


def _aligned(page: str, text: str, run: Run) -> tuple[list[int], list[int]]:
    """Find the places of a run after which what is seen and the source go on alike."""
    seen, source, at, before = [run.start], [run.source], run.start, run.source
    for match in _SHORTENED.finditer(page, run.source, run.until):
        at += match.start() - before
        before = match.end()
        said = resolved(match[0])
        shown = len(said) if run.verbatim or said.strip(WHITE) else int(text[at : at + 1] == " ")
        seen += at, at + shown
        source += match.start(), before
        at += shown
    return seen, source


def _blocks(gaps: Sequence[Gap], held: set[int], length: int) -> Iterator[Level]:
    """Make levels of the places between blocks: by rank, then by depth, those between held rows after the others."""
    depths = sorted({(gap.depth, gap.before in held) for gap in gaps})[:_DEPTHS]
    number = {depth: _RANKS + at for at, depth in enumerate(depths)}
    cuts: list[list[int]] = [[] for _ in range(_RANKS + len(depths))]
    for gap in gaps:
        if gap.at and not _belongs(gap):
            cuts[gap.rank - 1 if gap.rank else number.get((gap.depth, gap.before in held), -1)].append(gap.at)
    return (Level([*offsets, length]) for offsets in cuts if offsets)


def _belongs(gap: Gap) -> bool:
    """Tell whether what begins there belongs to a heading, or to another element, right before it."""
    return bool(gap.led) and not 0 < gap.rank <= gap.led


def _lines(text: str, kind: re.Pattern[str], after: set[int]) -> list[int]:
    return [at for at in separators(text, kind) if at not in after]

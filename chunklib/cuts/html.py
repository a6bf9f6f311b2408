"""Cuts in HTML: between sections, blocks and items, never inside a tag; offsets are those of the source."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Iterator, Sequence

from chunklib.chunk import Span
from chunklib.cuts.html_elements import Outline
from chunklib.cuts.html_tags import COMMENT, RAW, Tags
from chunklib.cuts.html_text import PlainText, html_to_text
from chunklib.cuts.separators import LINE, PARAGRAPH, SENTENCE, separators
from chunklib.cuts.structure import Heading, Later, Level, Structure
from chunklib.cuts.words import words

__all__ = ["PlainText", "html", "html_to_text"]

_RANKS = 6
_DEPTHS = 16  # depths that are told apart; what lies deeper is cut as if it lay there
_MASK = '"'  # a closing mark: a sentence may end before it, and no word begins inside a run of them


def html(text: str, plain: PlainText | None = None) -> Structure:
    r"""Find the sections, blocks, items, sentences and words of an HTML source.

    Args:
        text: any text: a page, a part of one, broken, or without a tag.
        plain: what a reader sees of the same text, where it is known: it spares reading the tags again.

    Returns:
        levels: sections by the rank of their headings; places between blocks, items and rows by their depth, each
        followed by the blocks that fit only without their heading, and by the tables and lists that fit only without
        the tags around them; lines of ``pre``, of scripts and comments and at
        ``br``; sentences; words. A cut lies before start tags and behind end tags, never inside a tag. Headings
        begin where their section does.

    >>> found = html("<h1>Tea</h1>\n<p>Boil water.</p>\n<h2>Green &amp; white</h2><p>Wait.</p>")
    >>> [(heading.start, heading.title) for heading in found.headings]
    [(0, 'Tea'), (32, 'Green & white')]
    """
    if not text:
        return Structure([])
    plain = plain or PlainText(text)
    found = plain.tags
    outline = Outline(text, found)
    masked = _mask(text, found)

    def lines() -> set[int]:
        return {len(text), *_lines(text, masked, found, outline.verbatim)}

    finest = [Later(lambda: separators(masked, SENTENCE)), words(masked)]
    if outline.gaps[1:]:
        fine: list[Sequence[int]] = [Later(lambda: sorted(lines())), *finest]
    else:  # no blocks: blank lines and lines are all that shows its parts
        own = lines().union(separators(masked, LINE))
        fine = [separators(masked, PARAGRAPH), sorted(own), *finest]
    levels = [*_blocks(outline, len(text)), *map(Level, fine)]
    headings = [
        Heading(title.at, title.rank, " ".join(plain.of(title.start, title.end).split())) for title in outline.titles
    ]
    return Structure(levels, [heading for heading in headings if heading.title])


def _blocks(outline: Outline, length: int) -> list[Level]:
    """Make levels of the places between blocks: by rank, then by depth."""
    gaps = outline.gaps
    depths = sorted({gap.depth for gap in gaps})[:_DEPTHS]
    number = {depth: _RANKS + at for at, depth in enumerate(depths)}
    last = _RANKS + len(depths) - 1
    cuts: list[list[int]] = [[] for _ in range(last + 1)]
    blocks: list[list[Span]] = [[] for _ in range(last + 1)]
    following = [length] * (last + 1)  # for each level the next cut of it, or of a stronger one
    for gap in reversed(gaps):
        level = number.get(gap.depth, last)
        if not gap.led:
            level = gap.rank - 1 if gap.rank else level
            cuts[level].append(gap.at)
            following[level:] = [gap.at] * (last + 1 - level)
            continue
        deepest = max(level, number.get(gap.inner - 1, last))
        for deeper in range(level, deepest + 1):
            if deeper == level or following[deeper] < following[deeper - 1]:
                blocks[deeper].append(Span(gap.at, following[deeper]))
    wholes: list[list[Span]] = [[] for _ in range(last + 1)]
    for span, depth in outline.wholes:
        wholes[_RANKS + bisect_right(depths, depth) - 1].append(span)
    return [level for at in range(last + 1) for level in _levels(cuts[at], blocks[at], wholes[at], length)]


def _levels(cuts: list[int], blocks: list[Span], wholes: list[Span], length: int) -> Iterable[Level]:
    """Make a level of cuts, one of the blocks that belong to a heading, one of tables and lists; the first two fall."""
    if offsets := [at for at in reversed(cuts) if at]:
        yield Level([*offsets, length])
    if blocks:
        yield Level((), blocks[::-1])
    if wholes:
        yield Level((), sorted(wholes), ends=True)


def _mask(text: str, found: Tags) -> str:
    """Put a mark for each character of a tag: as long as before, and nothing to be cut there."""
    masks = [_MASK * (end - start) for start, end in zip(found.starts, found.ends, strict=True)]
    return "".join(part for pair in zip(found.runs(text), (*masks, ""), strict=True) for part in pair)


def _lines(text: str, masked: str, found: Tags, verbatim: Iterable[Span]) -> Iterator[int]:
    """Find where lines begin that a reader sees as such, and those of what no reader sees."""
    hidden = (Span(start, end) for start, end, name in zip(*found, strict=True) if name in {RAW, COMMENT})
    for source, spans in ((masked, verbatim), (text, hidden)):
        for span in spans:
            yield from (match.end() for match in LINE.finditer(source, *span))
    for end, name, after in zip(found.ends, found.names, (*found.starts[1:], len(text)), strict=False):
        if name == "br":
            yield after - len(text[end:after].lstrip())

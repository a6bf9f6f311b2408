"""Cut HTML between sections, blocks and items, never inside a tag; say what a reader sees of it.

Offsets are those of the source. What a reader sees is without tags, scripts and comments, with entities resolved.
"""

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator
from html import unescape

from chunklib.chunk import Span
from chunklib.cuts.html_elements import BLOCKS, CELLS, Outline, table_heads
from chunklib.cuts.html_tags import COMMENT, RAW, Tags, find_tags
from chunklib.cuts.separators import LINE, PARAGRAPH, SENTENCE, separators
from chunklib.cuts.structure import Heading, Level, Structure, levels
from chunklib.cuts.words import words

# Three control characters mark what must survive when white space becomes one space; no reader sees them.
_KEPT_SPACE, _BREAK, _VERBATIM = "\x1d", "\x1e", "\x1f"
_CELL = "\t"
_BREAKS = {
    **{slash + name: _BREAK for name in BLOCKS for slash in ("", "/")},
    **dict.fromkeys(CELLS, _CELL),
    **{f"/{name}": "" for name in CELLS},
    "br": _BREAK,
    "pre": _BREAK + _VERBATIM,
    RAW: "",
}
_SPACES = re.compile("  +")
_LEADING_ZEROS = re.compile(r"&#([xX]?)0+(?=[0-9a-fA-F])")
_TOO_LONG = re.compile(r"&#(?:[0-9]{8,}|[xX][0-9a-fA-F]{7,});?")  # past the last code point; int() may refuse it


class PlainText:
    r"""Gives the text that a reader sees in any span of an HTML source.

    A block ends a line, cells of a table are separated by tabs, white space is one space but inside ``pre``.

    Args:
        text: the source of a page, or of a part of one.

    >>> page = "<h1>Tea &amp; cake</h1><ul><li>Boil<li>Wait</ul>"
    >>> PlainText(page).of(0, len(page)), PlainText(page).of(2, 9)
    ('Tea & cake\nBoil\nWait', 'Tea &')
    """

    def __init__(self, text: str) -> None:
        self._text = text
        self._flat = text.replace("\n", " ").replace("\t", " ").replace("\r", " ").replace("\f", " ")
        self.tags = find_tags(text)
        names = self.tags.names
        self._pre = bytearray(len(names) + 1)  # for each run between two tags whether it is inside pre
        depth = 0
        for at, name in enumerate(names, 1) if "pre" in names else ():
            depth = max(0, depth + (name == "pre") - (name == "/pre"))
            self._pre[at] = depth > 0

    def of(self, start: int, end: int) -> str:
        """Give what a reader sees of ``text[start:end]``.

        Args:
            start: where the span begins, in characters of the source; a tag that it begins inside of is left out.
            end: where it ends, likewise.

        Returns:
            lines without white space at their ends and no empty ones, but for the insides of ``pre``.
        """
        starts, ends, names = self.tags
        first, last = bisect_right(ends, start), bisect_left(starts, end)
        parts, begin = [_VERBATIM if self._pre[first] else ""], start
        for at in range(first, last):
            parts += self._run(begin, starts[at], at), _BREAKS.get(names[at], "")
            begin = ends[at]
        return _readable("".join((*parts, self._run(begin, end, last))))

    def _run(self, start: int, end: int, at: int) -> str:
        """Give the text of a run between two tags, or of a part of it, with spaces for all white space but in pre."""
        if self._pre[at]:
            return self._text[start:end].replace("\r\n", "\n").replace("\r", "\n").replace(" ", _KEPT_SPACE)
        return self._flat[start:end]


def _readable(text: str) -> str:
    """Put lines for the marks, one space for many, and characters for the entities."""
    text = _SPACES.sub(" ", text).replace(f" {_CELL}", _CELL).replace(f"{_CELL} ", _CELL).replace(_KEPT_SPACE, " ")
    lines = [line.lstrip(" \t").rstrip(" \t\n") for line in text.split(_BREAK)]
    seen = "\n".join([line for line in lines if line and line.strip(_VERBATIM)])
    seen = seen.replace(f"{_VERBATIM}\n", "").replace(_VERBATIM, "")
    return unescape(_TOO_LONG.sub("\ufffd", _LEADING_ZEROS.sub(r"&#\1", seen)))


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
        ``br``; sentences; words. A cut lies before start tags and after end tags, never inside a tag. Headings
        begin where their section does. Heads of tables are as :func:`chunklib.cuts.html_elements.table_heads` says.

    >>> found = html("<h1>Tea</h1>\n<p>Boil water.</p>\n<h2>Green &amp; white</h2><p>Wait.</p>")
    >>> [(heading.start, heading.title) for heading in found.headings]
    [(0, 'Tea'), (32, 'Green & white')]
    """
    if not text:
        return Structure([])
    plain = plain or PlainText(text)
    found = plain.tags
    outline = Outline(text, found)
    # A mark for each character of a tag: as long as before, and nothing to be cut there.
    parts = [""] * (2 * len(found.names) + 1)
    parts[::2] = found.runs(text)
    parts[1::2] = [_MASK * (end - start) for start, end in zip(found.starts, found.ends, strict=True)]
    masked = "".join(parts)

    def lines() -> set[int]:
        return {len(text), *_lines(text, masked, found, outline.verbatim)}

    if outline.gaps[1:]:
        fine = [Level(lambda: sorted(lines()))]
    else:  # no blocks: blank lines and lines are all that shows its parts
        fine = [Level(separators(masked, PARAGRAPH)), Level(sorted(lines().union(separators(masked, LINE))))]
    fine += [Level(lambda: separators(masked, SENTENCE)), Level(words(masked))]
    headings = [
        Heading(title.at, title.rank, " ".join(plain.of(title.start, title.end).split())) for title in outline.titles
    ]
    headings = [heading for heading in headings if heading.title]
    return Structure([*_blocks(outline, len(text)), *fine], headings, heads=table_heads(outline.tables, plain.of))


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
    rising = ([at for at in reversed(falling) if at] for falling in cuts)
    ended = ([*offsets, length] if offsets else [] for offsets in rising)
    return [*levels(ended, (falling[::-1] for falling in blocks), map(sorted, wholes))]


def _lines(text: str, masked: str, found: Tags, verbatim: Iterable[Span]) -> Iterator[int]:
    """Find where lines begin that a reader sees as such, and those of what no reader sees."""
    hidden = (Span(start, end) for start, end, name in zip(*found, strict=True) if name in {RAW, COMMENT})
    for source, spans in ((masked, verbatim), (text, hidden)):
        for span in spans:
            yield from (match.end() for match in LINE.finditer(source, *span))
    for end, name, after in zip(found.ends, found.names, (*found.starts[1:], len(text)), strict=False):
        if name == "br":
            yield after - len(text[end:after].lstrip())

"""Write the text that a reader of an HTML page sees, and note where its blocks, headings and tables are.

Elements are opened and closed as a browser does it, as far as text is concerned: an item ends the item before it, a
block ends a paragraph, an end tag ends what is still open inside its element, and one without a start is passed over.
"""

import re
from collections import defaultdict
from typing import NamedTuple

from chunklib.chunk import Span
from chunklib.cuts import html_elements as are
from chunklib.cuts.html_elements import BLOCKS, HEADINGS
from chunklib.cuts.html_sight import Sight, sight
from chunklib.cuts.html_tables import CELLS, IN_TABLES, ROW_GROUPS, Table
from chunklib.cuts.html_tags import find_tags, resolved

_DEEPEST = 10  # tables inside one another that are told apart
_MOST_INSIDE = 8  # open elements other than blocks, and end with the block that they are in
WHITE = " \t\n\r\f"
_SPACES = re.compile("  +")
_FIRST_LINE = re.compile(r"\r?\n|")
_ROWS = re.compile(r"""(?i)(?<![\w-])rowspan\s*+=\s*+["']?\s*+\+?(\d{1,6})""")


def _flat(text: str) -> str:
    """Put spaces for the other white space that a browser folds."""
    return text.replace("\n", " ").replace("\t", " ").replace("\r", " ").replace("\f", " ")


class Gap(NamedTuple):
    """Describes a place between two contents with the tag of a block in it.

    ``before``: where the content before it ends. ``at``: where the one after it begins, which is the cut. ``depth``:
    that of the outermost block that begins or ends there. ``rank``: that of the heading that begins there, or 0.
    ``led``: that of the heading that ends there, 7 for another element that leads what is after it, or 0.
    """

    before: int
    at: int
    depth: int
    rank: int
    led: int


class Run(NamedTuple):
    """Describes a text between two tags: where it is in what a reader sees, where in the source, and whether in pre."""

    start: int
    end: int
    source: int
    until: int
    verbatim: bool


class _Open(NamedTuple):
    """Describes an open element: its name, where its text begins, the rows it spans, and what was seen around it."""

    name: str
    start: int
    rows: int
    around: Sight


class Reader:
    r"""Reads a page once; afterwards its text is known, with its runs, gaps, headings, tables and ``pre``.

    Args:
        page: the source.
        boilerplate: whether navigation, banners, footers and sidebars are read that are not in the main content.

    >>> read = Reader("<div><h1>Tea</h1><p>Boil <b>it</b>.<p>Wait.</div>")
    >>> read.text, [(gap.at, gap.depth, gap.rank) for gap in read.gaps]
    ('Tea\n\nBoil it.\n\nWait.', [(0, 0, 1), (5, 1, 0), (15, 1, 0)])
    """

    def __init__(self, page: str, *, boilerplate: bool = True) -> None:
        self.runs: list[Run] = []
        self.gaps: list[Gap] = []
        self.titles: list[tuple[int, int, int]] = []  # of each heading its start, its end and its rank
        self.verbatim: list[Span] = []
        self.tables: list[Table] = []  # those inside of others first
        self._page, self._flat = page, _flat(page)
        self._parts: list[str] = []
        self._length = self._solid = 0  # of what is written, and of that without the white space at its end
        self._open: list[_Open] = []
        self._opened: dict[str, int] = defaultdict(int)  # how many of each are open
        self._in_tables: list[Table] = []
        self._sight = Sight(main=boilerplate)
        self._deep = 0  # open blocks, groups of rows left out
        self._leading: list[int] = []  # ranks of the open elements that lead what is after them
        self._led = 0
        self._verbatim = 0
        # The gap that is being read: its depth (None: no gap), blank lines, cells, heading, and white space of a pre.
        self._depth: int | None = 0
        self._lines = self._cells = self._rank = 0
        self._indent: list[str] = []
        self._firm = False  # whether a line ends there in any case
        self._edge = False  # whether an item begins there: blocks inside of it are not lines of their own
        self._row: int | None = None  # where the row begins, if it has a cell
        self._read()
        while self._open:
            self._pop()
        self._trim()
        self.text = "".join(self._parts)

    def _read(self) -> None:
        """Go through the tags and the text between them; a source without tags is as it is."""
        page, tags = self._page, find_tags(self._page)
        before = int(page.startswith("\ufeff"))
        if not tags.names:
            self._run(resolved(page[before:]), before, len(page), verbatim=True)
            return
        for start, end, name in zip(*tags, strict=True):
            if start < before:
                continue
            if before < start and self._sight.shown:
                self._say(before, start)
            before = end
            if name[0] == "/":
                self._end(name[1:])
            elif name in BLOCKS:
                self._start(name, page[start + 1 + len(name) : end])
            elif name == "br":
                self._line()
            elif name == "a" and (link := are.PERMALINK.match(page, start)) and (self._leading or link[1] is not None):
                before = link.end()
            else:
                self._inline(name, page[start + 1 + len(name) : end])
        if before < len(page) and self._sight.shown:
            self._say(before, len(page))

    def _inline(self, name: str, tag: str) -> None:
        """Read a start tag inside of a block: it is opened if it says how it is shown, or is inside of one that does."""
        if name[0] != "#" and name not in are.VOID and not (name == "svg" and tag.endswith("/>")):
            seen = sight(name, tag, self._sight)
            if seen is not self._sight or self._opened[name]:
                self._push(name, seen)

    def _say(self, start: int, end: int) -> None:
        """Write a text between two tags."""
        waits = self._depth is not None or self._lines > 0
        verbatim = self._verbatim > 0
        if verbatim and waits and (line := _FIRST_LINE.match(self._page, start, end)):
            start = line.end()
        said = (self._page if verbatim else self._flat)[start:end]
        if "&" in said:
            said = resolved(said) if verbatim else _flat(resolved(said))
        if "  " in said and not verbatim:
            said = _SPACES.sub(" ", said)
        bare = said.rstrip(WHITE)
        if not bare or (waits and bare.isspace()):  # also spaces that do not break, with which pages fill empty cells
            if verbatim and waits:
                self._indent.append(said)
            elif verbatim or not (waits or self._length > self._solid):
                self._write(said)
            return
        if waits:
            self._break()
        if not verbatim and (waits or self._length > self._solid):
            bare = bare.lstrip(WHITE)
        self._run(bare, start, end, verbatim=verbatim)
        if said[-1] in WHITE:
            self._write(said[len(said.rstrip(WHITE)) :])

    def _run(self, said: str, start: int, end: int, *, verbatim: bool) -> None:
        self._write(said)
        self._solid = self._length
        self.runs.append(Run(self._solid - len(said), self._solid, start, end, verbatim))

    def _write(self, said: str) -> None:
        self._parts.append(said)
        self._length += len(said)

    def _trim(self) -> None:
        """Take the white space off the end."""
        while self._length > self._solid:
            self._length -= len(self._parts.pop())

    def _break(self) -> None:
        """Something that a reader sees begins after a gap: write what is between, and note it."""
        self._trim()
        before = self._solid
        begins = before == self._row  # the row, after empty cells
        if before and (self._firm or begins or not self._cells):
            self._write("\n" * max(1, self._lines))
        if self._cells and (begins or not self._firm):
            self._write(" " * (not begins) + "| " * self._cells)
        if self._depth is not None:
            self.gaps.append(Gap(before, self._length, self._depth, self._rank, self._led))
            self._led = self._leading[-1] if self._leading else 0
        for white in self._indent:
            self._write(white)
        self._indent.clear()
        self._depth, self._lines, self._cells, self._rank = None, 0, 0, 0
        self._firm = self._edge = False

    def _line(self) -> None:
        """A line ends; what leads something is one line, and what is one block has at most a blank one."""
        if not self._leading and self._depth is None and self._sight.shown:
            self._lines = min(2, self._lines + 1)
        elif self._leading and self._length == self._solid:
            self._write(" ")

    def _edges(self, name: str, *, begins: bool) -> None:
        """A block begins or ends: the gap is as shallow as the place is, and lines end there, or a cell does."""
        self._depth = self._deep if self._depth is None else min(self._deep, self._depth)
        self._indent.clear()
        if name in ("tr", "table"):
            self._cells, self._row = 0, None
        if begins and name in are.ITEMS:
            self._lines = self._lines if self._firm else 0
            self._edge = True
            if name in CELLS:
                self._cells += self._row is not None
                self._row = self._solid if self._row is None else self._row
        elif name in are.FIRM or not (self._edge or name in CELLS):
            apart = name in are.APART and not (name in are.LISTS and self._opened["li"])
            self._lines = max(self._lines, 2 * apart)
            self._firm = self._firm or name in are.FIRM

    def _start(self, name: str, tag: str) -> None:
        """A start tag of a block: what it ends is closed, also a heading that has something."""
        ends = are.ENDS.get(name, are.PARAGRAPH)
        inner = self._innermost()
        while inner and (
            inner.name in ends or (inner.name in HEADINGS and (inner.start < self._solid or name in HEADINGS))
        ):
            while self._pop() != inner.name:
                pass
            inner = self._innermost()
        seen = sight(name, tag, self._sight)
        if seen.there:
            self._edges(name, begins=True)
            self._rank = HEADINGS.get(name, self._rank)
        if name != "hr":
            rows = _ROWS.search(tag) if name in CELLS else None
            self._push(name, seen, (int(rows[1]) or 65_534) if rows else 1)

    def _innermost(self) -> _Open | None:
        """Find the innermost open block."""
        return next((one for one in self._open[: -_MOST_INSIDE - 1 : -1] if one.name in BLOCKS), None)

    def _push(self, name: str, seen: Sight, rows: int = 1) -> None:
        """Open an element."""
        self._open.append(_Open(name, self._solid, rows, self._sight))
        self._opened[name] += 1
        self._sight = seen
        self._deep += name in BLOCKS and name not in ROW_GROUPS
        self._verbatim += name in are.VERBATIM
        if name in are.LEADING:
            self._leading.append(are.LEADING[name])
        elif name == "table":
            self._in_tables.append(Table(len(self._in_tables) + 1))
        elif name in ROW_GROUPS and self._in_tables:
            self._in_tables[-1].group += 1

    def _end(self, name: str) -> None:
        """An end tag: what is open inside its element ends too."""
        if name in HEADINGS and not self._opened[name] and self._open and self._open[-1].name in HEADINGS:
            name = self._open[-1].name
        there = True
        if self._opened[name]:
            while self._open[-1].name != name:
                self._pop()
            there = self._sight.there
            self._pop()
        if name in BLOCKS and there and self._sight.there:
            self._edges(name, begins=False)

    def _pop(self) -> str:
        """End the innermost open element, and name it."""
        name, start, rows, around = self._open.pop()
        there, self._sight = self._sight.there, around
        self._opened[name] -= 1
        self._deep -= name in BLOCKS and name not in ROW_GROUPS
        self._verbatim -= name in are.VERBATIM
        if name in are.LEADING:
            self._leading.pop()
        if name in HEADINGS and start < self._solid:
            self.titles.append((start, self._solid, HEADINGS[name]))
        elif name in HEADINGS:
            self._rank = 0
        elif name == "pre" and start < self._solid:
            self.verbatim.append(Span(start, self._solid))
        elif name in IN_TABLES and self._in_tables and there:
            self._in_tables[-1].take(name, start, self._solid, rows)
        if name == "table" and (table := self._in_tables.pop()).depth <= _DEEPEST:
            self.tables.append(table)
        return name

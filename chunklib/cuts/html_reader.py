"""Write the text that a reader of an HTML page sees, and note where its blocks, headings and tables are.

Elements are opened and closed as a browser does it, as far as text is concerned: an item ends the item before it, a
block ends a paragraph, an end tag ends what is still open inside its element, and one without a start is passed over.
"""

import re
from collections import defaultdict
from typing import NamedTuple

from chunklib.chunk import Span
from chunklib.cuts import html_tags as are
from chunklib.cuts.html_tables import CELLS, IN_TABLES, ROW_GROUPS, Table
from chunklib.cuts.html_tags import BLOCKS, HEADINGS, UNSEEN, Sight, find_tags, resolved, sight

_DEEPEST = 10  # tables inside one another that are told apart
_WHITE = " \t\n\r\f"
_SPACES = re.compile(r"[\t\n\r\f][ \t\n\r\f]*+| [ \t\n\r\f]++")  # a run that is more, or other, than one space
_ROWS = re.compile(r"""(?i)(?<![\w-])rowspan\s*+=\s*+["']?\s*+\+?(\d{1,6})""")


class Gap(NamedTuple):
    """Describes a place between two contents with the tag of a block in it.

    ``before``: where the content before it ends. ``at``: where the one after it begins, which is the cut. ``depth``:
    that of the outermost block that begins or ends there. ``rank``: that of the heading that begins there, or 0.
    ``led``: whether what begins there belongs to a heading, or to another element, right before it.
    """

    before: int
    at: int
    depth: int
    rank: int
    led: bool


class Run(NamedTuple):
    """Describes a text between two tags: where it is in what a reader sees, and where in the source."""

    start: int
    end: int
    source: int
    until: int


class Whole(NamedTuple):
    """Describes a list, a table, a quotation or a ``pre``: where its text begins and ends, and its name."""

    start: int
    end: int
    name: str


class _Element(NamedTuple):
    """Describes an open element, and what is said of the text in it."""

    name: str
    start: int  # of its text
    sight: Sight
    rows: int = 1  # that it spans
    depth: int = 0  # in blocks, groups of rows left out
    leads: int = 0  # the rank of the innermost element that leads what is after it
    block: tuple[str, int] = "", 0  # the innermost block and the start of its text
    verbatim: bool = False


class Reader:
    r"""Reads a page once; afterwards its text is known, with its runs, gaps, headings, tables and ``pre``.

    >>> read = Reader("<div><h1>Tea</h1><p>Boil <b>it</b>.<p>Wait.</div>")
    >>> read.text, [(gap.at, gap.depth, gap.rank) for gap in read.gaps]
    ('Tea\n\nBoil it.\n\nWait.', [(0, 0, 1), (5, 1, 0), (15, 1, 0)])
    """

    def __init__(self, page: str, *, boilerplate: bool = True) -> None:
        self.runs: list[Run] = []
        self.gaps: list[Gap] = []
        self.begins: dict[int, int] = {}  # by where what is before a gap ends, where what is after it begins
        self.titles: list[tuple[int, int, int]] = []  # of each heading its start, its end and its rank
        self.wholes: list[Whole] = []  # those inside of others first
        self.tables: list[Table] = []  # those inside of others first
        self.topics: list[Span] = []  # articles and what is beside them, those inside of others first
        self._page = page
        self._parts: list[str] = []
        self._end = 0  # of what is written
        self._white: list[str] = []  # what comes before the next text, if that is on the same line or in a pre
        self._open = [_Element("", 0, Sight(main=boilerplate))]  # around all others
        self._opened: dict[str, int] = defaultdict(int)  # how many of each are open
        self._in_tables: list[Table] = []
        self._led = 0  # the rank of what leads what comes next
        # The gap that is being read: its depth (None: no gap), blank lines, cells and heading.
        self._depth: int | None = 0
        self._lines = self._cells = self._rank = 0
        self._firm = False  # whether a line ends there in any case
        self._edge = False  # whether an item begins there: blocks inside of it are not lines of their own
        self._row: int | None = None  # where the row begins, if it has a cell
        self._read()
        while len(self._open) > 1:
            self._pop()
        self.text = "".join(self._parts)

    def _read(self) -> None:
        """Go through the tags and the text between them; a source without tags is as it is."""
        page, tags = self._page, [*find_tags(self._page)]
        before = int(page.startswith("\ufeff"))
        if not tags:
            self._write(resolved(page[before:]), before, len(page))
            return
        for start, end, name in tags:
            if start < before:
                continue
            self._say(before, start)
            before = end
            if name[0] == "/":
                self._close(name[1:])
            elif name in BLOCKS:
                self._start(name, page[start + 1 + len(name) : end])
            elif name == "br":
                self._line()
            elif name == "a" and (link := are.PERMALINK.match(page, start)) and (link[1] or self._open[-1].leads):
                before = link.end()
            elif name != UNSEEN and name not in are.VOID and not (name == "svg" and page[end - 2] == "/"):
                around = self._open[-1].sight
                seen = sight(name, page[start + 1 + len(name) : end], around)
                if seen is not around or self._opened[name]:  # others say nothing of what is in them
                    self._push(name, seen)
        self._say(before, len(page))

    def _say(self, start: int, end: int) -> None:
        """Write a text between two tags."""
        if start == end or not self._open[-1].sight.shown:
            return
        waits = self._depth is not None or self._lines > 0
        verbatim = self._open[-1].verbatim
        said = self._page[start:end]
        if verbatim:
            said = said.replace("\r\n", "\n").replace("\r", "\n").removeprefix("\n" * waits)
        if "&" in said:
            said = resolved(said)
        if not verbatim:
            said = _SPACES.sub(" ", said)
        bare = said.rstrip(_WHITE)
        if not bare or (waits and bare.isspace()):  # also spaces that do not break, with which pages fill empty cells
            if verbatim or not (waits or self._white):
                self._white.append(said)
            return
        if waits:
            self._break()
        if not verbatim and (waits or self._white):
            bare = bare.lstrip(_WHITE)
        self._write(bare, start, end)
        self._white = [said[len(said.rstrip(_WHITE)) :]] * (said[-1] in _WHITE)

    def _write(self, said: str, start: int, end: int) -> None:
        """Write what a part of the source says, after the white space before it."""
        for white in self._white:
            self._put(white)
        self.runs.append(Run(self._end, self._end + len(said), start, end))
        self._put(said)

    def _put(self, said: str) -> None:
        self._parts.append(said)
        self._end += len(said)

    def _break(self) -> None:
        """Something that a reader sees begins after a gap: write what is between, and note it."""
        before = self._end
        begins = before == self._row  # the row, after empty cells
        if before and (self._firm or begins or not self._cells):
            self._put("\n" * max(1, self._lines))
        if self._cells and (begins or not self._firm):
            self._put(" " * (not begins) + "| " * self._cells)
        if self._depth is not None:
            led = self._led > 0 and not 0 < self._rank <= self._led
            self.gaps.append(Gap(before, self._end, self._depth, self._rank, led))
            self.begins[before] = self._end
            self._led = self._open[-1].leads
        self._depth, self._lines, self._cells, self._rank = None, 0, 0, 0
        self._firm = self._edge = False

    def _line(self) -> None:
        """A line ends; what leads something is one line, and what is one block has at most a blank one."""
        if self._open[-1].leads:
            self._white = self._white or [" "]
        elif self._depth is None and self._open[-1].sight.shown:
            self._lines = min(2, self._lines + 1)
            self._white = []

    def _edges(self, name: str, *, begins: bool) -> None:
        """A block begins or ends: the gap is as shallow as the place is, and lines end there, or a cell does."""
        depth = self._open[-1].depth
        self._depth = depth if self._depth is None else min(depth, self._depth)
        self._white = []
        if name in ("tr", "table"):
            self._cells, self._row = 0, None
        if begins and name in are.ITEMS:
            self._lines = self._lines if self._firm else 0
            self._edge = True
            if name in CELLS:
                self._cells += self._row is not None
                self._row = self._end if self._row is None else self._row
        elif name in are.FIRM or not (self._edge or name in CELLS):
            apart = name in are.APART and not (name in are.LISTS and self._opened["li"])
            self._lines = max(self._lines, 2 * apart)
            self._firm = self._firm or name in are.FIRM

    def _start(self, name: str, tag: str) -> None:
        """A start tag of a block: what it ends is closed, also a heading that has something."""
        ends = are.ENDS.get(name, are.PARAGRAPH)
        while True:
            block, start = self._open[-1].block
            if block not in ends and (block not in HEADINGS or (start == self._end and name not in HEADINGS)):
                break
            while self._pop() != block:
                pass
        seen = sight(name, tag, self._open[-1].sight)
        if seen.there:
            self._edges(name, begins=True)
            self._rank = HEADINGS.get(name, self._rank)
        if name != "hr":
            rows = _ROWS.search(tag) if name in CELLS else None
            self._push(name, seen, (int(rows[1]) or 65_534) if rows else 1)

    def _push(self, name: str, seen: Sight, rows: int = 1) -> None:
        """Open an element."""
        around, end = self._open[-1], self._end
        if name in BLOCKS:
            depth, leads = around.depth + (name not in ROW_GROUPS), are.LEADING.get(name, around.leads)
            made = _Element(name, end, seen, rows, depth, leads, (name, end), around.verbatim or name == "pre")
        else:
            made = around._replace(name=name, start=end, sight=seen)
        self._open.append(made)
        self._opened[name] += 1
        if name == "table":
            self._in_tables.append(Table(len(self._in_tables) + 1))
        elif name in ROW_GROUPS and self._in_tables:
            self._in_tables[-1].groups.append([])

    def _close(self, name: str) -> None:
        """An end tag: what is open inside its element ends too."""
        if name in HEADINGS and not self._opened[name] and self._open[-1].name in HEADINGS:
            name = self._open[-1].name
        there = True
        if self._opened[name]:
            while self._open[-1].name != name:
                self._pop()
            there = self._open[-1].sight.there
            self._pop()
        if name in BLOCKS and there and self._open[-1].sight.there:
            self._edges(name, begins=False)

    def _pop(self) -> str:
        """End the innermost open element, and name it."""
        name, start, seen, rows, *_ = self._open.pop()
        self._opened[name] -= 1
        if name in HEADINGS and start < self._end:
            self.titles.append((self.begins[start], self._end, HEADINGS[name]))
        elif name in HEADINGS:
            self._rank = 0
        elif name in IN_TABLES and self._in_tables and seen.there:
            self._in_tables[-1].take(name, start, self._end, rows)
        if name in are.TOPICS and start < self._end:
            self.topics.append(Span(start, self._end))
        if name in are.WHOLE and start < self._end:
            self.wholes.append(Whole(self.begins[start], self._end, name))
        if name == "table" and (table := self._in_tables.pop()).depth <= _DEEPEST:
            self.tables.append(table)
        return name

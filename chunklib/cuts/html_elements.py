"""Find the elements of an HTML page: where blocks and headings begin, and how deep they are.

Elements are opened and closed as a browser does it, as far as cuts are concerned: an item ends the item before it, a
block ends a paragraph, an end tag ends what is still open inside its element, and one without a start is passed over.
"""

from collections.abc import Callable, Sequence
from typing import NamedTuple, TypeVar

from chunklib.chunk import Span
from chunklib.cuts.html_tags import COMMENT, RAW, Tags
from chunklib.cuts.structure import Heading

HEADINGS = {f"h{rank}": rank for rank in range(1, 7)}
CELLS = frozenset({"td", "th"})
_EMPTY = frozenset({"base", "hr", "link", "meta", RAW})  # blocks without an end tag, a content by themselves
_NAMES = (
    "address article aside blockquote body caption center colgroup dd details dialog dir div dl dt fieldset figcaption "
    "figure footer form head header hgroup html legend li main menu nav noscript ol optgroup option p pre search "
    "section select summary table tbody template textarea tfoot thead title tr ul"
)
BLOCKS = CELLS.union(_NAMES.split(), HEADINGS, _EMPTY)
_ENDED = {f"/{name}": name for name in BLOCKS}
_ROW_GROUPS = frozenset({"tbody", "thead", "tfoot"})  # rows are as deep in them as without: the first is not a cut
_LEADING = frozenset({*HEADINGS, "caption", "dt", "legend", "summary"})  # their content belongs to the block after it
_WHOLE = frozenset({"dl", "ol", "table", "ul"})
_IN_TABLES = CELLS | {"table", "thead", "tr"}
_SPECIAL = _LEADING | _WHOLE | _IN_TABLES | _ROW_GROUPS | {"pre"}  # what something is noted of when it ends
_DEEPEST_WHOLE = 10  # of those inside one another that are told apart
_PARAGRAPH = frozenset({"p"})
_IN_TABLE = CELLS | {"p", "li", "dt", "dd"}
_IN_ROWS = _IN_TABLE | {"tr", "caption", "colgroup"}
# What a start tag ends, if it is what was opened last (HTML Living Standard, section 13.1.2.4, 2025: optional tags).
_ENDS = {
    **dict.fromkeys(_EMPTY - {"hr"} | {"noscript", "select", "template", "textarea", "title"}, frozenset[str]()),
    **dict.fromkeys(HEADINGS, _PARAGRAPH.union(HEADINGS)),
    **dict.fromkeys(CELLS, _IN_TABLE),
    **dict.fromkeys(_ROW_GROUPS, _IN_ROWS | _ROW_GROUPS),
    **dict.fromkeys(("dt", "dd"), frozenset({"p", "dt", "dd"})),
    "tr": _IN_ROWS,
    "li": frozenset({"p", "li"}),
    "option": frozenset({"option"}),
    "optgroup": frozenset({"option", "optgroup"}),
    "body": frozenset({"p", "head"}),
}


class Gap(NamedTuple):
    """Describes a place between two contents with the tag of a block in it.

    ``at``: the cut, before the start tags there. ``depth``: that of the outermost block that begins or ends there.
    ``inner``: the depth of the content after it. ``rank``: that of the heading that begins there, or 0.
    ``led``: whether the content before it is a heading's, or that of another element that leads what is after.
    """

    at: int
    depth: int
    inner: int
    rank: int
    led: bool


class Title(NamedTuple):
    """Describes a heading: the offset of its cut, its rank, and where its content begins and ends."""

    at: int
    rank: int
    start: int
    end: int


class Element(NamedTuple):
    """Describes a part of a table: its name, what lies between its tags, and how many tables it is in."""

    name: str
    start: int
    end: int
    depth: int


class Outline:
    """Reads a page once; afterwards its gaps, titles, tables and lists, and what its ``pre`` hold, are known.

    ``tables`` has tables, heads, rows and cells in the order of their ends: what is inside comes first.

    Args:
        text: the source.
        tags: its tags, as :func:`chunklib.cuts.html_tags.find_tags` finds them.

    >>> from chunklib.cuts.html_tags import find_tags
    >>> page = "<div><h1>Tea</h1><p>Boil.<p>Wait.</div>"
    >>> [(gap.at, gap.depth, gap.rank) for gap in Outline(page, find_tags(page)).gaps]
    [(0, 0, 1), (17, 1, 0), (25, 1, 0)]
    """

    def __init__(self, text: str, tags: Tags) -> None:
        self.gaps: list[Gap] = []
        self.titles: list[Title] = []
        self.verbatim: list[Span] = []
        self.wholes: list[tuple[Span, int]] = []  # tables and lists with their tags, and their depths
        self.tables: list[Element] = []
        self._open: list[str] = []
        self._begins: list[int] = []  # where the contents of what is open begin
        self._begun: list[tuple[int, int]] = []  # where the open tables and lists start, and their depths
        self._opened = dict.fromkeys(BLOCKS, 0)  # how many of each are open
        # The gap that is being read: its cut, whether that is a start tag's, its depth (None: no gap), its heading.
        self._cut: int | None = 0
        self._firm = True
        self._depth: int | None = 0
        self._rank = 0
        # The heading that is open: its content's start, and its cut once there is content. The outermost pre.
        self._heading: int | None = None
        self._heading_cut: int | None = None
        self._heading_rank = 0
        self._led = False
        self._leading = 0  # open elements that lead what is after them
        self._deep = 0  # open elements, groups of rows left out
        self._pre = 0
        self._read(text, tags)
        while self._open:
            self._pop(len(text))

    def _read(self, text: str, tags: Tags) -> None:
        """Go through the tags and the text between them."""
        before = 0
        for start, end, name in zip(*tags, strict=True):
            waits = self._depth is not None or self._cut is not None  # for a content
            if waits and before < start and not (run := text[before:start]).isspace():
                self._content(start - len(run.lstrip()))
                waits = False
            before = end
            if name in BLOCKS:
                self._start(name, start, end)
            elif name in _ENDED:
                self._end(_ENDED[name], start, end)
            elif name == COMMENT:
                self._cut = start if self._cut is None else self._cut
            elif waits and name[0] != "/":
                self._content(start)
        if rest := text[before:].lstrip():
            self._content(len(text) - len(rest))

    def _content(self, at: int) -> None:
        """Something that a reader may see begins: the gap before it ends."""
        if self._depth is None:
            self._cut = None
            return
        cut = at if self._cut is None else self._cut
        self.gaps.append(Gap(cut, self._depth, self._deep, self._rank, self._led))
        if self._heading is not None and self._heading_cut is None:
            self._heading_cut = cut
        self._cut, self._firm, self._depth, self._rank = None, False, None, 0
        self._led = self._leading > 0

    def _start(self, name: str, start: int, end: int) -> None:
        """A start tag: what it ends is closed, and the gap is as shallow as the place is then."""
        around = self._open
        if around and around[-1] in (ends := _ENDS.get(name, _PARAGRAPH)):
            self._pop(start)
            while around and around[-1] in ends:
                self._pop(start)
        if self._heading_cut is not None:
            self._end_heading(start)
        if self._depth is None or self._deep < self._depth:
            self._depth = self._deep
        if self._cut is None:
            self._cut = start
        self._firm = True
        if name in _EMPTY:
            self._content(start)
            self._depth = self._deep
            return
        self._opened[name] += 1
        if name in _SPECIAL:
            self._begin(name, start, end)
        self._deep += name not in _ROW_GROUPS
        around.append(name)
        self._begins.append(end)

    def _begin(self, name: str, start: int, end: int) -> None:
        """Note what something is noted of when it ends."""
        if name in _WHOLE:
            self._begun.append((start, self._deep))
        elif name in HEADINGS:
            self._heading, self._heading_rank = end, HEADINGS[name]
            self._rank = HEADINGS[name]
        elif name == "pre" and self._opened[name] == 1:
            self._pre = end
        self._leading += name in _LEADING

    def _end(self, name: str, at: int, end: int) -> None:
        """An end tag: what is open inside its element ends too."""
        if name in HEADINGS and not self._opened[name]:
            name = next((other for other in HEADINGS if self._open and self._open[-1] == other), name)
        if self._opened[name]:
            while self._open[-1] != name:
                self._pop(at)
            self._pop(at, end)
        if self._depth is None or self._deep < self._depth:
            self._depth = self._deep
        if not self._firm:
            self._cut = None  # a comment before an end tag belongs to what ends there

    def _pop(self, at: int, end: int | None = None) -> None:
        """End the innermost open element: its content, and with ``end`` its tag."""
        name, begin = self._open.pop(), self._begins.pop()
        opened = self._opened[name]
        self._opened[name] = opened - 1
        self._deep -= name not in _ROW_GROUPS
        if name not in _SPECIAL:
            return
        if name in _IN_TABLES and 0 < (tables := self._opened["table"] + (name == "table")) <= _DEEPEST_WHOLE:
            self.tables.append(Element(name, begin, at, tables))
        self._leading -= name in _LEADING
        if name in HEADINGS:
            self._end_heading(at)
        elif name == "pre" and opened == 1:
            self.verbatim.append(Span(self._pre, at))
        elif name in _WHOLE:
            start, depth = self._begun.pop()
            if len(self._begun) < _DEEPEST_WHOLE:
                self.wholes.append((Span(start, at if end is None else end), depth))

    def _end_heading(self, at: int) -> None:
        """The heading's content ends; one without any is none."""
        if self._heading is not None and self._heading_cut is not None:
            self.titles.append(Title(self._heading_cut, self._heading_rank, self._heading, at))
        elif self._heading is not None:
            self._rank = 0
        self._heading = self._heading_cut = None


def table_heads(parts: Sequence[Element], read: Callable[[int, int], str]) -> list[Heading]:
    """Find the heads of tables.

    A head is the rows of the first ``thead``, else a first row that has only ``th``. A cell that spans columns is
    written once, and an empty one keeps its place.

    Args:
        parts: tables, ``thead``, rows and cells, those inside of others before them.
        read: gives what a reader sees of a span.

    Returns:
        a heading where each head ends, with the text of the head: cells joined by " | ", and rows by ends of lines;
        and one without a title where its table ends. The rank is the number of tables that it is in.
    """
    cells: list[Element] = []  # of rows that are not closed yet, and of tables that are not
    rows: list[tuple[Element, Sequence[Element]]] = []
    heads: dict[int, tuple[int, Sequence[Sequence[Element]]]] = {}  # by depth: of the tables that are not closed yet
    found: list[Heading] = []

    for part in parts:
        if part.name in CELLS:
            cells.append(part)
            continue
        own = _inside(part, cells, lambda cell: cell.start)
        if part.name == "tr":
            rows.append((part, own))
            continue
        held = _inside(part, rows, lambda row: row[0].start)
        if part.name == "thead":
            heads.setdefault(part.depth, (part.end, [row for _, row in held] or [own]))
            continue
        first = held[:1] if held and held[0][1] and all(cell.name == "th" for cell in held[0][1]) else []
        end, lines = heads.pop(part.depth, (first[0][0].end if first else part.end, [row for _, row in first]))
        said = [" | ".join(" ".join(read(cell.start, cell.end).split()) for cell in line) for line in lines]
        text = "\n".join(line for line in said if line.strip(" |"))
        if text and end < part.end:
            found += [Heading(end, part.depth, text), Heading(part.end, part.depth, "")]
    return sorted(found, key=lambda heading: (heading.start, bool(heading.title)))


_Part = TypeVar("_Part")


def _inside(outer: Element, parts: list[_Part], start: Callable[[_Part], int]) -> list[_Part]:
    """Take the parts that are inside an element: the last ones."""
    at = len(parts)
    while at and start(parts[at - 1]) >= outer.start:
        at -= 1
    own, parts[at:] = parts[at:], []
    return own

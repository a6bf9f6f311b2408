"""Find what the rows of a table mean beside what they say: its head, and the cells that span several rows."""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from typing import NamedTuple

from chunklib.cuts.structure import Heading

CELLS = frozenset({"td", "th"})
ROW_GROUPS = frozenset({"tbody", "thead", "tfoot"})
IN_TABLES = CELLS | ROW_GROUPS | {"table", "tr"}
_MOST_SPANS = 4  # cells around a row that are said, the last ones
_LONGEST_SPAN = 100  # characters: a longer cell lays out a page
_LONGEST_HEAD = 500  # characters of a head that is said again with each spanning cell


class Cell(NamedTuple):
    """Describes a cell: its name, where its text begins and ends, and how many rows it spans."""

    name: str
    start: int
    end: int
    rows: int


class Row(NamedTuple):
    """Describes a row: where its text begins and ends, and its cells."""

    start: int
    end: int
    cells: list[Cell]


@dataclass
class Table:
    """Collects the rows of a table that is ``depth`` tables deep; those of its first ``thead`` are its head."""

    depth: int
    end: int = 0
    groups: list[list[Row]] = field(default_factory=lambda: [[]])
    head: list[Row] = field(default_factory=list)
    _cells: list[Cell] = field(default_factory=list)

    def take(self, name: str, start: int, end: int, rows: int) -> None:
        """Take a part of the table that ends; what is inside of it comes before."""
        if name in CELLS:
            self._cells.append(Cell(name, start, end, rows))
        elif name == "tr" or (self._cells and name == "thead"):
            self.groups[-1].append(Row(start, end, self._cells))
            self._cells = []
        if name == "thead" and not self.head:
            self.head, self.groups = [row for group in self.groups for row in group], [[]]
        self.end = end


def table_heads(tables: Iterable[Table], read: Callable[[int, int], str]) -> tuple[list[Heading], set[int]]:
    """Find the heads of tables, and the starts of the rows that a spanning cell holds together with the row before.

    A head is the rows of the first ``thead``, else a first row that has only ``th``. A heading where it ends has its
    text, cells joined by " | ", as the title; where cells span what follows, another one has theirs below the head;
    one without a title ends the table. The rank is the number of tables that it is in.

    Args:
        tables: those inside of others before them.
        read: gives what a reader sees between two places.
    """
    found: list[Heading] = []
    held: set[int] = set()

    def said(cell: Cell) -> str:
        return " ".join(read(cell.start, cell.end).split())

    for table in tables:
        first = next((row for group in table.groups for row in group), Row(0, 0, []))
        rows = table.head or [first] * (bool(first.cells) and all(cell.name == "th" for cell in first.cells))
        lines = [" | ".join(map(said, row.cells)) for row in rows]
        head = "\n".join(line for line in lines if line.strip(" |"))
        begin = rows[-1].end if rows else 0
        changes = [(begin, head)] if head and begin < table.end else []
        if len(head) <= _LONGEST_HEAD:
            before = ""
            for at, spanning in _spans(table.groups, said, held):
                if spanning != before:
                    changes.append((at, "\n".join(filter(None, (head * (at >= begin), spanning)))))
                before = spanning
        if changes:
            found += [Heading(at, table.depth, title) for at, title in [*changes, (table.end, "")]]
    return sorted(found, key=lambda heading: (heading.start, bool(heading.title))), held


def _spans(groups: Iterable[Iterable[Row]], said: Callable[[Cell], str], held: set[int]) -> Iterator[tuple[int, str]]:
    """Say at each place which cells span what follows, and note the rows that they hold."""
    for group in groups:
        spans: list[tuple[int, str]] = []  # the last row of each, and what it says
        until = 0
        for number, row in enumerate(group):
            if 0 < number <= until:
                held.add(row.start)
            spans = [span for span in spans[-_MOST_SPANS:] if span[0] >= number]
            yield row.start, " | ".join(text for _, text in spans)
            for cell in row.cells:
                until = max(until, number + cell.rows - 1)
                if cell.rows > 1 and 0 < len(text := said(cell)) <= _LONGEST_SPAN:
                    spans.append((number + cell.rows - 1, text))
                    yield cell.end, " | ".join(text for _, text in spans[-_MOST_SPANS:])

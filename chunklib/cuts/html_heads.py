"""Find the heads of tables in an HTML page: the rows that name the columns."""

from collections.abc import Callable, Sequence
from typing import TypeVar

from chunklib.cuts.html_elements import CELLS, Element
from chunklib.cuts.structure import Heading


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

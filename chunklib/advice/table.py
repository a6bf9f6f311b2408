"""A guideline as data: what a source says, in which unit, and what was found about it."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import chain
from typing import Literal

Unit = Literal["tokens", "characters", "%"]
_WIDTH = 110  # columns of a printed table, for the finding under each row


@dataclass(frozen=True, slots=True)
class Range:
    """From ``low`` to ``high`` in a unit, both included; without ``high`` all that is over ``low``.

    A percentage is a share of the size of a chunk.

    >>> str(Range(400, 600, "tokens")), str(Range(None, 10, "%")), str(Range(200, 200, "characters"))
    ('400-600 tokens', 'at most 10 %', '200 characters')
    """

    low: int | None
    high: int | None
    unit: Unit

    @property
    def middle(self) -> int:
        """The middle of the range, rounded down; the end that is there where the other is open."""
        low = self.low if self.low is not None else self.high
        high = self.high if self.high is not None else self.low
        return ((low or 0) + (high or 0)) // 2

    def __contains__(self, value: object) -> bool:
        """Whether a number of the same unit lies in the range."""
        if not isinstance(value, (int, float)):
            return False
        if self.high is None:
            return self.low is not None and value > self.low
        return (self.low or 0) <= value <= self.high

    def __str__(self) -> str:
        """Write the range as a person would."""
        if self.low is None:
            return f"at most {self.high:,} {self.unit}"
        if self.high is None:
            return f"over {self.low:,} {self.unit}"
        number = f"{self.low:,}" if self.low == self.high else f"{self.low:,}-{self.high:,}"
        return f"{number} {self.unit}"


@dataclass(frozen=True, slots=True)
class Guideline:
    """One row: a case, what the source says about it, and what was found.

    ``size`` and ``overlap`` are what the source recommends or reports (None: it gives no number); ``strategy`` is
    a name in ``STRATEGIES``, or empty; ``says`` is the rest of what the source says. ``finding`` is ours.
    """

    case: str
    source: str
    finding: str
    size: Range | None = None
    overlap: Range | None = None
    strategy: str = ""
    says: str = ""

    def cells(self) -> tuple[str, ...]:
        """The row as text, without the finding."""
        size, overlap = (str(part) if part else "" for part in (self.size, self.overlap))
        return (self.case, self.strategy, size, overlap, self.says, self.source)


_HEADS = ("case", "strategy", "size", "overlap", "says", "source")


@dataclass(frozen=True, slots=True)
class Table:
    """Guidelines of one kind. ``table[case]`` is a row; ``str(table)`` is the table with a finding under each row.

    >>> row = Guideline("tea", "a cook book", "True of black tea.", size=Range(3, 5, "%"))
    >>> print(Table("brewing", "How strong", (row,)))
    How strong (brewing)
    case  size   source
    tea   3-5 %  a cook book
          → True of black tea.
    """

    name: str
    title: str
    rows: tuple[Guideline, ...]

    def __iter__(self) -> Iterator[Guideline]:
        """The rows, in the order of the source."""
        return iter(self.rows)

    def __len__(self) -> int:
        """How many rows there are."""
        return len(self.rows)

    def __getitem__(self, case: str) -> Guideline:
        """Find a row by its case."""
        for row in self.rows:
            if row.case == case:
                return row
        raise KeyError(f"{self.name} has no row {case!r}: choose one of {', '.join(row.case for row in self.rows)}")

    def __str__(self) -> str:
        """Lay the table out in columns; a column that is empty everywhere is left out."""
        cells = [row.cells() for row in self.rows]
        used = [column for column in range(len(_HEADS)) if any(row[column] for row in cells)]
        grid = [[row[column] for column in used] for row in (_HEADS, *cells)]
        head, *body = columns(grid)
        found = ([line, *_finding(row.finding)] for line, row in zip(body, self.rows, strict=True))
        return "\n".join([f"{self.title} ({self.name})", head, *chain.from_iterable(found)])


def columns(grid: Sequence[Sequence[str]]) -> list[str]:
    """Lay rows of cells out in columns, two spaces apart.

    Returns:
        one line a row, without white space at its end.

    >>> columns([("a", "size"), ("long", "5")])
    ['a     size', 'long  5']
    """
    widths = [max(map(len, column)) for column in zip(*grid, strict=True)]
    return ["  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip() for row in grid]


def _finding(text: str) -> list[str]:
    return textwrap.wrap(text, _WIDTH, initial_indent=" " * 6 + "→ ", subsequent_indent=" " * 8)

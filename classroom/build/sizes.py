"""Count what a lesson asks of its reader: words, lines of code, blanks, predictions, and the minutes that they take."""

from __future__ import annotations

import re
from dataclasses import astuple, dataclass
from typing import TYPE_CHECKING

from chunklib.columns import columns
from classroom.build.masters import BLANK, PLOT, named, tags
from classroom.build.page import calls, count_words

if TYPE_CHECKING:
    from collections.abc import Iterable

    from nbformat import NotebookNode

    from classroom.build.page import Page

WORDS_A_MINUTE = 130
LINES_A_MINUTE = 6
MINUTES_A_PREDICTION = 1.5
MINUTES_A_BLANK = 4  # fitted to what lessons 00 to 07 took a beginner, whom it meets within 15 %
TOLERANCE = 0.15
MINUTES_LINE = re.compile(r"^\*(\d+) minutes · needs .+ · questions? [1-4]\b.*\*$", re.MULTILINE)
_HEADS = ("lesson", "words", "code lines", "blanks", "predictions", "minutes stated", "computed")


@dataclass(frozen=True)
class Size:
    """Holds the counts of a lesson; ``lines`` are those of code that is not folded away, ``stated`` is in minutes."""

    words: int
    lines: int
    blanks: int
    predictions: int
    stated: int

    @property
    def minutes(self) -> float:
        """Return how long the lesson takes a beginner, by its counts."""
        read = self.words / WORDS_A_MINUTE + self.lines / LINES_A_MINUTE
        return read + MINUTES_A_PREDICTION * self.predictions + MINUTES_A_BLANK * self.blanks

    @property
    def is_honest(self) -> bool:
        """Tell whether the minutes that it states are those of its counts, to the next five or within 15 %."""
        rounded = 5 * round(self.minutes / 5)
        return self.stated == rounded or abs(self.stated - self.minutes) <= TOLERANCE * self.minutes


def size_of(page: Page) -> Size:
    """Count a lesson; one that states no minutes states zero."""
    stated = MINUTES_LINE.search(page.cells[0].source) if page.cells else None
    return Size(
        words=sum(count_words(cell.source) for cell in page.markdown),
        lines=sum(map(code_lines, (cell for cell in page.code if PLOT not in tags(cell)))),
        blanks=sum(named(cell, BLANK) is not None for cell in page.code),
        predictions=sum(len(calls(cell, "predict")) for cell in page.code),
        stated=int(stated[1]) if stated else 0,
    )


def code_lines(cell: NotebookNode) -> int:
    """Count the lines of a cell that are not blank."""
    return sum(bool(line.strip()) for line in cell.source.splitlines())


def table(lessons: Iterable[Page]) -> str:
    """Return a table with a row for each lesson."""
    sizes = ((page.slug, size_of(page)) for page in lessons)
    rows = ([slug, *map(str, (*astuple(size), round(size.minutes)))] for slug, size in sizes)
    return "\n".join(columns(_HEADS, rows))

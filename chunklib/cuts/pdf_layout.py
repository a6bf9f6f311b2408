"""Put the lines of a PDF's pages in order, and find those that begin a paragraph.

A PDF has no paragraphs, only glyphs with a place. Blank lines are put where the gap between two lines, their
sizes, or an indented first line say that a paragraph begins.
"""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import pairwise

import regex

from chunklib.cuts.pdf_lines import Line

_USUAL = 1.2  # leading by size where a document has no two lines of one size to tell it
GAP = 1.25  # as much wider than the usual leading is a gap between paragraphs
_LEVEL = 0.1  # baselines that differ by less, in multiples of the size, are one
OTHER_SIZE = 1.1  # sizes that differ by this factor are not of one paragraph
_BLOCK = 4.0  # the most that lines of one block are apart, in multiples of their size
_MOST_BLOCKS = 200  # on a page; of one that is in more pieces, the order is the file's
_FINISHED = regex.compile(r"""[.!?…:。！？]["'”’»)\]」』）]*$""")


def in_order(lines: Sequence[Line]) -> list[Line]:
    """Put the lines of a page in the order of the page: what was drawn late, above what it belongs over, goes there.

    Lines that go on downwards are a block, and blocks keep the order in which they were drawn otherwise: so columns do.
    What is side by side, such as the cells of a table, is put on one line, two spaces apart.
    """
    blocks: list[list[Line]] = []
    for line in lines:
        before = blocks[-1][-1] if blocks else None
        beside = before and (line.x > before.right or line.right < before.x)
        if before and not (beside or line.y > before.y or before.y - line.y > _BLOCK * line.size):
            blocks[-1].append(line)
        else:
            blocks.append([line])
    if len(blocks) > _MOST_BLOCKS:
        return _rows(lines)
    placed: list[list[Line]] = []
    for block in blocks:
        at = next((at for at, other in enumerate(placed) if _above(block, other)), len(placed))
        placed.insert(at, block)
    return _rows(line for block in placed for line in block)


def _above(block: Sequence[Line], other: Sequence[Line]) -> bool:
    """Tell whether a block is above another one, and not beside it."""
    left, right = min(line.x for line in block), max(line.right for line in block)
    first = other[0]
    beside = all(line.x > right or line.right < left for line in other)
    return block[-1].y > first.y + first.size / 2 and not beside


def _rows(lines: Iterable[Line]) -> list[Line]:
    """Put what is side by side on one line."""
    rows: list[Line] = []
    for line in lines:
        before = rows[-1] if rows else None
        if before and line.x > before.x and abs(line.y - before.y) < _LEVEL * line.size:
            larger = max(before, line, key=lambda part: len(part.text))
            apart = "  " if line.x - before.right > before.size / 2 else ""
            rows[-1] = before._replace(
                text=f"{before.text}{apart}{line.text}",
                size=larger.size,
                right=line.right,
                bold=before.bold and line.bold,
            )
        else:
            rows.append(line)
    return rows


def first_line(lines: Sequence[Line], page: int) -> int:
    """Find the number of the first line that is on a page or after it."""
    return bisect_left(lines, page, key=lambda line: line.page)


def same_size(one: Line, other: Line) -> bool:
    """Tell whether two lines may be of one paragraph by their sizes."""
    low, high = sorted((one.size, other.size))
    return high <= low * OTHER_SIZE


def usual_leading(lines: Sequence[Line]) -> float:
    """Find the usual distance of two lines as a multiple of their size.

    Full lines are inside paragraphs and short ones end them, so a distance counts by the characters above it.
    """
    found: Counter[float] = Counter()
    for line, after in pairwise(lines):
        gap = line.y - after.y
        if line.page == after.page and same_size(line, after) and 0 < gap < 3 * line.size:
            found[round(gap / line.size, 1)] += len(line.text)
    return found.most_common(1)[0][0] if found else _USUAL


def paragraph_starts(lines: Sequence[Line]) -> set[int]:
    """Find the numbers of the lines that begin a paragraph; the first is one of them.

    Over a page break, and up to the next column, a paragraph ends with a finished sentence that no small letter
    follows; a line of another size (a title, a footer) is never in the paragraph.
    """
    gap = GAP * usual_leading(lines)
    starts = {0} if lines else set()
    for number, (line, after) in enumerate(pairwise(lines), 1):
        finished = _FINISHED.search(line.text) is not None
        apart = finished and not after.text[0].islower()
        if line.page == after.page and after.y <= line.y:
            apart = line.y - after.y > gap * line.size or (finished and _indented(*lines[number - 1 : number + 2]))
        if apart or not same_size(line, after):
            starts.add(number)
    return starts


def _indented(line: Line, after: Line, then: Line | None = None) -> bool:
    """Tell whether ``after`` is set in from its neighbours, as the first line of a paragraph is."""
    if then is None or then.page != after.page or then.y >= after.y:
        return False
    em = after.size
    return abs(line.x - then.x) < _LEVEL * em and 0.8 * em < after.x - line.x < 3 * em


def half_points(size: float) -> float:
    """Round to half a point, so that sizes that a reader cannot tell apart are equal."""
    return round(2 * size) / 2


def body_size(lines: Sequence[Line]) -> float:
    """Find the size of most characters of a document."""
    characters: Counter[float] = Counter()
    for line in lines:
        characters[half_points(line.size)] += len(line.text)
    return characters.most_common(1)[0][0]

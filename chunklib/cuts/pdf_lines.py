"""Read the lines of a PDF's pages with their sizes and places, and find those that begin a paragraph.

A PDF has no paragraphs, only glyphs with a place. Blank lines are put where the gap between two lines, their
sizes, or an indented first line say that a paragraph begins.
"""

from __future__ import annotations

import math
from bisect import bisect_left
from collections import Counter
from collections.abc import Hashable, Iterable, Sequence
from itertools import pairwise
from typing import TYPE_CHECKING, Any, NamedTuple

import regex

if TYPE_CHECKING:
    from pypdf import PageObject

_USUAL = 1.2  # leading by size where a document has no two lines of one size to tell it
_GAP = 1.25  # as much wider than the usual leading is a gap between paragraphs
_LEVEL = 0.1  # baselines that differ by less, in multiples of the size, are one
_OTHER_SIZE = 1.1  # sizes that differ by this factor are not of one paragraph
_DIGITS = regex.compile(r"\d+")
_SOFT = "\uffff"  # stands for a soft hyphen while a page is read: no font has a glyph for it
_FINISHED = regex.compile(r"""[.!?…:。！？]["'”’»)\]」』）]*$""")


class Line(NamedTuple):
    """Describes a line of a page, or a part of one.

    Args:
        text: without white space at its ends.
        page: number of its page, from 0.
        size: of most of its characters, in points on the page; 0 where it is not known.
        x: where it begins, in points from the left.
        y: its baseline, in points from the bottom of the page; NaN where it is not known.
    """

    text: str
    page: int
    size: float = 0.0
    x: float = math.nan
    y: float = math.nan


def page_lines(page: PageObject, number: int) -> list[Line]:
    """Extract the lines of a page, in the order of its content stream; those of white space alone are left out."""
    fragments: list[Line] = []
    soft = False

    def look(operator: bytes, operands: Any, *_: object) -> None:
        nonlocal soft
        if operator in (b"BDC", b"BMC", b"EMC"):
            soft = any(isinstance(one, dict) and one.get("/ActualText") == b"\xfe\xff\x00\xad" for one in operands)
        elif soft and operator in (b"Tj", b"TJ"):  # a space or a hyphen is drawn, and a soft hyphen is meant
            next((one for one in operands if isinstance(one, list)), operands)[:] = [_SOFT]

    def visit(text: str, cm: Sequence[float], tm: Sequence[float], font: Any, size: float) -> None:  # noqa: ARG001
        # Its place on the page is the text matrix times the page's (ISO 32000-2:2020, 9.4.4).
        height = math.hypot(tm[2] * cm[0] + tm[3] * cm[2], tm[2] * cm[1] + tm[3] * cm[3])
        x = tm[4] * cm[0] + tm[5] * cm[2] + cm[4]
        y = tm[4] * cm[1] + tm[5] * cm[3] + cm[5]
        fragments.append(Line(_whole(text), number, round(abs(size) * height, 1), x, y))

    text = _whole(page.extract_text(visitor_operand_before=look, visitor_text=visit))
    if "".join(fragment.text for fragment in fragments).split() == text.split():
        return _rows(_lines(fragments))
    # The visitor is told of every piece, as far as known. Should it once not be: all of the text, without sizes.
    return [Line(line.strip(), number) for line in text.split("\n") if line.strip()]


def _whole(text: str) -> str:
    """Join halves of characters that a damaged font map gave; a half alone becomes U+FFFD."""
    return text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace").replace(_SOFT, "\u00ad")


def _lines(fragments: Iterable[Line]) -> list[Line]:
    """Put the fragments of a page, which may hold line ends, together into lines."""
    lines: list[Line] = []
    current: list[Line] = []
    for fragment in fragments:
        first, *others = fragment.text.split("\n")
        current.append(fragment._replace(text=first))
        for other in others:
            lines.extend(_line(current))
            current = [fragment._replace(text=other)]
    return [*lines, *_line(current)]


def _line(fragments: Sequence[Line]) -> list[Line]:
    """Make a line of its fragments, or none of white space."""
    sizes: Counter[float] = Counter()
    for fragment in fragments:
        sizes[fragment.size] += len(fragment.text) - fragment.text.count(" ")
    text = "".join(fragment.text for fragment in fragments).strip()
    if not text:
        return []
    first = next(fragment for fragment in fragments if fragment.text.strip())
    return [first._replace(text=text, size=sizes.most_common(1)[0][0])]


def _rows(lines: Iterable[Line]) -> list[Line]:
    """Put what is side by side, such as the cells of a table, on one line, two spaces apart."""
    rows: list[Line] = []
    for line in lines:
        before = rows[-1] if rows else None
        if before and line.x > before.x and abs(line.y - before.y) < _LEVEL * line.size:
            larger = max(before, line, key=lambda part: len(part.text))
            rows[-1] = before._replace(text=f"{before.text}  {line.text}", size=larger.size)
        else:
            rows.append(line)
    return rows


def first_line(lines: Sequence[Line], page: int) -> int:
    """Find the number of the first line that is on a page or after it."""
    return bisect_left(lines, page, key=lambda line: line.page)


def same_size(one: Line, other: Line) -> bool:
    """Tell whether two lines may be of one paragraph by their sizes."""
    low, high = sorted((one.size, other.size))
    return high <= low * _OTHER_SIZE


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
    leading = usual_leading(lines)
    starts = {0} if lines else set()
    for number, ((line, after), then) in enumerate(zip(pairwise(lines), [*lines[2:], None], strict=False), 1):
        apart = _ends(line, after)
        if same_size(line, after) and line.page == after.page and after.y <= line.y:
            apart = line.y - after.y > _GAP * leading * line.size
        if apart or _indented(line, after, then):
            starts.add(number)
    return starts


def _indented(line: Line, after: Line, then: Line | None) -> bool:
    """Tell whether ``after`` is set in from its neighbours, as the first line of a paragraph is, after a full stop."""
    if then is None or not line.page == after.page == then.page or not line.y > after.y > then.y:
        return False
    em = after.size
    level = abs(line.x - then.x) < _LEVEL * em
    return level and 0.8 * em < after.x - line.x < 3 * em and bool(_FINISHED.search(line.text))


def half_points(size: float) -> float:
    """Round to half a point, so that sizes that a reader cannot tell apart are equal."""
    return round(2 * size) / 2


def body_size(lines: Sequence[Line]) -> float:
    """Find the size of most characters of a document."""
    characters: Counter[float] = Counter()
    for line in lines:
        characters[half_points(line.size)] += len(line.text)
    return characters.most_common(1)[0][0] if characters else 0.0


def standing(line: Line) -> float:
    """Say at which height a line is, to the point."""
    return line.y if math.isnan(line.y) else round(line.y)


def repeated(marks: Sequence[Hashable], lines: Sequence[Line], pages: int) -> set[int]:
    """Find the numbers of the lines whose mark is on more than half of the pages, and on three at least."""
    seen = Counter(mark for mark, _ in {(mark, line.page) for mark, line in zip(marks, lines, strict=True)})
    return {number for number, mark in enumerate(marks) if seen[mark] >= 3 and 2 * seen[mark] > pages}


def interruptions(lines: Sequence[Line], pages: int) -> set[int]:
    """Find the lines at which a paragraph seems to begin, but one only goes on after a footer and a header.

    Args:
        lines: the lines of all pages.
        pages: how many pages there are.

    Returns:
        numbers of lines: those that head or end a page inside a paragraph, and the line after them. A line heads or
        ends pages if it says the same on most of them (numbers apart), or has a smaller size than the body, at one
        height.
    """
    body = body_size(lines)
    said = repeated([(_DIGITS.sub("0", line.text), standing(line)) for line in lines], lines, pages)
    small = repeated([(half_points(line.size), standing(line)) for line in lines], lines, pages)
    small = {number for number in small if lines[number].size * _OTHER_SIZE < body}
    running, found = said | small, set[int]()
    text = [number for number in range(len(lines)) if number not in running]
    for number, after in pairwise(text):
        if after > number + 1 and not _ends(lines[number], lines[after]):
            found.update(range(number + 1, after + 1))
    return found


def _ends(line: Line, after: Line) -> bool:
    """Tell whether a paragraph ends with a line that another column, page or footer follows, before ``after``."""
    return not same_size(line, after) or (bool(_FINISHED.search(line.text)) and not after.text[0].islower())

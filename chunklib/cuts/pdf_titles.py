"""Find the titles of a PDF: in its outline, else by the size and the weight of its letters."""

from __future__ import annotations

import ctypes
import math
import unicodedata
from bisect import bisect_left
from collections import defaultdict
from collections.abc import Sequence
from itertools import groupby, takewhile
from typing import TYPE_CHECKING, Any, NamedTuple

import regex

from chunklib.cuts.pdf_layout import body_size, first_line, half_points, paragraph_starts, same_size
from chunklib.cuts.pdf_lines import SPELLED, Line

if TYPE_CHECKING:
    from pypdfium2 import PdfDocument

_LARGER = 1.15  # as much larger than the body is a title
_BOLD_BODY = 0.3  # where more of the text is bold, bold letters say nothing
_TITLE_LINES = 4  # larger type that runs on for more lines is not a title, nor are more titles without text between
_TITLE_GAP = 1.4  # the most that lines of one title are apart, in multiples of their size
_LONGEST = 200  # characters of a title
_DEEPEST = 15  # ranks of an outline
_CHOICE = 200  # the most lines of a page that are compared for one item
_WORD = regex.compile(r"[\p{L}\p{M}\p{N}]+")
# "3.2 ", "Chapter 3: ", "IV. ", "B) " before the words of a title.
_NUMBER = regex.compile(r"^(?:\p{L}+\s+)?(?:\d+(?:\.\d+)*[.):]?|(?:[IVXLC]+|\p{Lu})[.):])\s+(?=\p{L})")
_LISTED = regex.compile(r"(?:\.\s?){4}|\s{2,}(?:\d+|[ivxlc]+)$|^[•\p{Cc}\p{Co}\p{So}]")  # of contents, a list
_RUNS_ON = regex.compile(r"[,;:.。]$")


class Title(NamedTuple):
    """Describes a title: its lines ``first`` to ``last`` (exclusive; none if only its place is known), rank, words."""

    first: int
    last: int
    rank: int
    title: str


class Bookmark(NamedTuple):
    """Describes an item of an outline: its title, its depth from 1, its page from 0, its height on the page or NaN."""

    title: str
    depth: int
    page: int
    top: float


def bookmarks(document: PdfDocument) -> list[Bookmark]:
    """Read the items of an outline that lead to a page of the file; loops in it are cut."""
    from pypdfium2 import raw as pdfium

    found: list[Bookmark] = []
    seen: set[int] = set()
    numbers, has = [ctypes.c_float() for _ in range(3)], [ctypes.c_int() for _ in range(3)]
    items: list[tuple[Any, int]] = [(pdfium.FPDFBookmark_GetFirstChild(document, None), 1)]
    while items:
        item, depth = items.pop()
        if not item or ctypes.addressof(item.contents) in seen:
            continue
        seen.add(ctypes.addressof(item.contents))
        items.append((pdfium.FPDFBookmark_GetNextSibling(document, item), depth))
        items.append((pdfium.FPDFBookmark_GetFirstChild(document, item), min(depth + 1, _DEEPEST)))
        said = ctypes.create_string_buffer(pdfium.FPDFBookmark_GetTitle(item, None, 0))
        pdfium.FPDFBookmark_GetTitle(item, said, len(said))
        title = " ".join(said.raw[:-2].decode("utf-16-le", "replace").translate(SPELLED).split())
        place = pdfium.FPDFBookmark_GetDest(document, item)
        page = pdfium.FPDFDest_GetDestPageIndex(document, place) if place else -1
        if title and page >= 0:
            known = pdfium.FPDFDest_GetLocationInPage(place, *has, *numbers) and has[1].value
            found.append(Bookmark(title, depth, page, numbers[1].value if known else math.nan))
    return found


def from_outline(items: Sequence[Bookmark], lines: Sequence[Line]) -> list[Title]:
    """Find the line of each item of an outline.

    The line (or up to four) that says the title is searched on the item's page: with the same words, else
    the same but for a number before them, else one that begins with them. Of several, the one nearest to the
    item's height, else the largest, else the first. Where no line says the title, it begins at the item's
    height, or with its page.
    """
    begins = {page: first_line(lines, page) for item in items for page in (item.page, item.page + 1)}
    searches = {page: _Search(lines, range(begins[page], begins[page + 1])) for page in {item.page for item in items}}
    titles = []
    for item in items:
        first, last = searches[item.page].find(item) or (begins[item.page],) * 2
        if first < len(lines):
            titles.append(Title(first, last, item.depth, item.title))
    return sorted(titles, key=lambda title: title.first)


class _Search:
    """The lines of one page, asked for those that say a title."""

    def __init__(self, lines: Sequence[Line], numbers: Sequence[int]) -> None:
        self._lines = lines
        self._taken: set[int] = set()
        self._whole: dict[str, list[tuple[int, int]]] = defaultdict(list)  # what up to four lines say, without spaces
        words = {number: _words(lines[number].text) for number in numbers}
        for first in numbers:
            for own in {words[first], _words(_NUMBER.sub("", lines[first].text, 1))}:
                said = ""
                for last in range(first, min(first + _TITLE_LINES, numbers[-1] + 1)):
                    said += "".join(own if last == first else words[last])
                    self._whole[said].append((first, last + 1))
        self._begins = sorted((own, number) for number, own in words.items())
        self._heights = sorted((-lines[number].y, number) for number in numbers if not math.isnan(lines[number].y))

    def find(self, item: Bookmark) -> tuple[int, int] | None:
        """Find the title's lines, first and last (exclusive); only a place where no line says it; else nothing."""
        words, bare = _words(item.title), _words(_NUMBER.sub("", item.title, 1))
        found = self._whole.get("".join(words)) or self._whole.get("".join(bare)) or self._begun(words)
        if words and found:
            best = min(found[:_CHOICE], key=lambda span: self._order(span[0], item.top))
            self._taken.add(best[0])
            return best
        at = bisect_left(self._heights, (-item.top, 0)) if item.top == item.top else len(self._heights)
        return (self._heights[at][1],) * 2 if at < len(self._heights) else None

    def _begun(self, words: tuple[str, ...]) -> list[tuple[int, int]]:
        """Find the lines that begin with a title and go on."""
        at = bisect_left(self._begins, (words, 0))
        begun = takewhile(lambda line: line[0][: len(words)] == words, self._begins[at : at + _CHOICE])
        return [(number, number) for _, number in begun]

    def _order(self, at: int, top: float) -> tuple[bool, float, float]:
        """Prefer a line that no item has taken, then one near the height, then a large one; the first of equals."""
        distance = abs(self._lines[at].y - top)
        return at in self._taken, 0.0 if math.isnan(distance) else distance, -self._lines[at].size


def _words(text: str) -> tuple[str, ...]:
    """Split a text into its words, without case, ligatures and marks between them."""
    return tuple(_WORD.findall(unicodedata.normalize("NFKC", text).casefold()))


def from_letters(lines: Sequence[Line]) -> list[Title]:
    """Find the titles of a file without an outline by their letters: larger than the body, or bold and alone.

    A title is short, and no sentence, row of a table, item of a table of contents, or label of a figure.

    Returns:
        the titles; the largest letters have rank 1, the next 2, and bold ones go before others of their size.
    """
    body, starts = body_size(lines), paragraph_starts(lines)
    letters, bold = (sum(len(line.text) for line in some) for some in (lines, [one for one in lines if one.bold]))
    found: list[tuple[int, int]] = []
    for number, line in enumerate(lines):
        before = lines[number - 1]
        near = line.page == before.page and 0 <= before.y - line.y <= _TITLE_GAP * before.size
        if found and found[-1][1] == number and near and _style(line) == _style(before):
            found[-1] = (found[-1][0], number + 1)
        elif line.size >= body * _LARGER > 0 or (line.bold and bold < _BOLD_BODY * letters and number in starts):
            found.append((number, number + 1))
    middles: dict[int, float] = {}
    for page, some in groupby(lines, lambda line: line.page):
        wide = [(line.x, line.right) for line in some if not math.isnan(line.x)]
        middles[page] = min(x for x, _ in wide) + max(right for _, right in wide) if wide else math.nan
    found = [
        (first, last)
        for first, last in _apart(found, lines)
        if _is_title(lines[first:last], lines[min(last, len(lines) - 1)], body, middles[lines[first].page])
    ]
    styles = sorted({_style(lines[first]) for first, _ in found}, reverse=True)
    return [
        Title(first, last, 1 + styles.index(_style(lines[first])), " ".join(line.text for line in lines[first:last]))
        for first, last in found
    ]


def _style(line: Line) -> tuple[float, bool]:
    return half_points(line.size), line.bold


def _apart(found: Sequence[tuple[int, int]], lines: Sequence[Line]) -> list[tuple[int, int]]:
    """Leave out more than a few that look alike and have no text between them, as labels and lists do."""
    rows: list[list[tuple[int, int]]] = []
    for span in found:
        before = rows[-1][-1] if rows else (0, -1)
        if before[1] == span[0] and _style(lines[before[0]]) == _style(lines[span[0]]):
            rows[-1].append(span)
        else:
            rows.append([span])
    return [span for row in rows if len(row) < _TITLE_LINES for span in row]


def _is_title(said: Sequence[Line], below: Line, body: float, middle: float) -> bool:
    """Tell whether lines that stand out are a title of what is below them; ``middle`` is twice that of the page."""
    text = " ".join(line.text for line in said)
    if len(said) > _TITLE_LINES or len(text) > _LONGEST or sum(map(str.isalpha, text)) < 2 or _LISTED.search(text):
        return False
    line = said[-1]
    under = below.page == line.page and below.y < line.y
    off = min(abs(line.x + line.right - twice) for twice in (below.x + below.right, middle))
    if under and line.x > below.x + 2 * line.size and off > 4 * line.size:
        return False  # beside what is below it, as labels of a figure are
    if line.size >= body * _LARGER:
        return True
    alone = not under or not same_size(line, below) or below.right > line.right + line.size
    table = "  " in _NUMBER.sub("", text, 1) or (under and "  " in below.text)
    small = line.size < body and not same_size(line, line._replace(size=body))
    return alone and not table and not small and not _RUNS_ON.search(text)

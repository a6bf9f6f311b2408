"""Find the titles of a PDF: in its outline, else by the sizes of its type."""

from __future__ import annotations

import math
import unicodedata
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

import regex

from chunklib.cuts.pdf_lines import Line, body_size, first_line, half_points, repeated, standing

if TYPE_CHECKING:
    from pypdf import PdfReader

_LARGER = 1.15  # as much larger than the body is a title
_TITLE_LINES = 4  # larger type that runs on for more lines is not a title
_TITLE_GAP = 1.4  # the most that lines of one title are apart, in multiples of their size
_WORD = regex.compile(r"[\p{L}\p{M}\p{N}]+")
# "3.2 ", "Chapter 3: ", "IV. ", "B) " before the words of a title.
_NUMBER = regex.compile(r"^(?:\p{L}+\s+)?(?:\d+(?:\.\d+)*[.):]?|(?:[IVXLC]+|\p{Lu})[.):])\s+(?=\p{L})")


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


def bookmarks(reader: PdfReader) -> list[Bookmark]:
    """Read the items of an outline that lead to a page of the file; loops in it are cut.

    Without its outline a file is worth reading all the same: one that cannot be read counts as none.
    """
    try:
        return list(_bookmarks(reader, reader.outline, 1))
    except MemoryError:
        raise
    except Exception:  # noqa: BLE001 (damage shows as an error of any kind)
        return []


def _bookmarks(reader: PdfReader, items: Sequence[Any], depth: int) -> Iterator[Bookmark]:
    for item in items:
        if isinstance(item, list):
            yield from _bookmarks(reader, item, depth + 1)
            continue
        page = reader.get_destination_page_number(item)
        title = " ".join(item.title.split()) if isinstance(item.title, str) else ""
        if title and page is not None and page >= 0:
            top = float(item.top) if isinstance(item.top, (int, float)) else math.nan  # most kinds have none
            yield Bookmark(title, depth, page, top)


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
    """The lines of one page, asked for the one that says a title."""

    def __init__(self, lines: Sequence[Line], numbers: Sequence[int]) -> None:
        self._lines = lines
        self._numbers = numbers
        self._words = [_words(lines[number].text) for number in numbers]
        self._bare = [_words(_NUMBER.sub("", lines[number].text, 1)) for number in numbers]
        self._taken: set[int] = set()

    def find(self, item: Bookmark) -> tuple[int, int] | None:
        """Find the title's lines, first and last (exclusive); only a place where no line says it; else nothing."""
        words, bare = _words(item.title), _words(_NUMBER.sub("", item.title, 1))
        found = (
            self._whole(self._words, words)
            or self._whole(self._bare, words)
            or self._whole(self._words, bare)
            or [(at, at) for at, line in enumerate(self._words) if words and line[: len(words)] == words]
        )
        if not found:
            return self._below(item.top)
        at, last = min(found, key=lambda span: self._order(span[0], item.top))
        self._taken.add(at)
        return self._numbers[at], self._numbers[last - 1] + 1 if last > at else self._numbers[at]

    def _whole(self, pages_words: Sequence[tuple[str, ...]], title: tuple[str, ...]) -> list[tuple[int, int]]:
        """Find the runs of up to four lines whose words are the title's, however they are spaced."""
        wanted, found = "".join(title), []
        for at in range(len(pages_words) if wanted else 0):
            said = ""
            for last in range(at, min(at + _TITLE_LINES, len(pages_words))):
                said += "".join(pages_words[last] if last == at else self._words[last])
                if said == wanted:
                    found.append((at, last + 1))
                if not said or not wanted.startswith(said) or said == wanted:
                    break
        return found

    def _order(self, at: int, top: float) -> tuple[bool, float, float]:
        """Prefer a line that no item has taken, then one near the height, then a large one; the first of equals."""
        line = self._lines[self._numbers[at]]
        distance = abs(line.y - top)
        return at in self._taken, 0.0 if math.isnan(distance) else distance, -line.size

    def _below(self, top: float) -> tuple[int, int] | None:
        """Find the highest line that is under a height."""
        under = [number for number in self._numbers if self._lines[number].y <= top]
        first = max(under, key=lambda number: self._lines[number].y, default=None)
        return None if first is None else (first, first)


def _words(text: str) -> tuple[str, ...]:
    """Split a text into its words, without case, ligatures and marks between them."""
    return tuple(_WORD.findall(unicodedata.normalize("NFKC", text).casefold()))


def from_sizes(lines: Sequence[Line], pages: int) -> list[Title]:
    """Find the lines that are clearly larger than the body: the size that most characters of the document have.

    Args:
        lines: the lines of all pages.
        pages: how many pages there are.

    Returns:
        the titles; the largest size has rank 1, the next 2. A line that is at the same place on more than
        half of the pages heads the pages, not what is under it.
    """
    body = body_size(lines)
    heads = repeated([(line.text, standing(line)) for line in lines], lines, pages)
    found: list[tuple[int, int]] = []
    for number, line in enumerate(lines):
        if not body or not line.size >= body * _LARGER or number in heads:
            continue
        before = lines[number - 1]
        near = line.page == before.page and 0 <= before.y - line.y <= _TITLE_GAP * before.size
        one = near and half_points(line.size) == half_points(before.size)
        if found and found[-1][1] == number and one:
            found[-1] = (found[-1][0], number + 1)
        else:
            found.append((number, number + 1))
    # A title is neither large text that runs on, nor a large initial or number.
    letters = {span: sum(map(str.isalpha, "".join(line.text for line in lines[slice(*span)]))) for span in found}
    titles = [(first, last) for first, last in found if last - first <= _TITLE_LINES and letters[first, last] > 1]
    sizes = sorted({half_points(lines[first].size) for first, _ in titles}, reverse=True)
    rank = {size: place for place, size in enumerate(sizes, 1)}
    return [
        Title(first, last, rank[half_points(lines[first].size)], " ".join(line.text for line in lines[first:last]))
        for first, last in titles
    ]

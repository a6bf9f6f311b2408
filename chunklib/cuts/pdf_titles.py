"""Find the titles of a PDF: in its outline, else by the size and the weight of its letters."""

from __future__ import annotations

import ctypes
import math
import unicodedata
from collections import defaultdict
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, NamedTuple

import regex

from chunklib.cuts.pdf_layout import body_size, first_line, half_points, paragraph_starts, same_size
from chunklib.cuts.pdf_lines import SPELLED, Line

if TYPE_CHECKING:
    from pypdfium2 import PdfDocument

_LARGER = 1.15  # as much larger than the body is a title
_BOLD_BODY = 0.3  # where more of the text is bold, bold letters say nothing
_TITLE_LINES = 4  # larger type that runs on for more lines is not a title
_TITLE_GAP = 1.4  # the most that lines of one title are apart, in multiples of their size
_LONGEST = 200  # characters of a title
_CHOICE = 200  # the most lines of a page that are compared for one item
_WORD = regex.compile(r"[\p{L}\p{M}\p{N}]+")
# "3.2 ", "Chapter 3: ", "IV ", "B) " before the words of a title.
_NUMBER = regex.compile(r"^(?:\p{L}+\s+)?(?:\d+(?:\.\d+)*|[IVXLC]+|\p{Lu})[.):]?\s+(?=\p{L})")
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
    numbers, has = [ctypes.c_float() for _ in range(3)], [ctypes.c_int() for _ in range(3)]
    for item in document.get_toc():
        said = ctypes.create_string_buffer(pdfium.FPDFBookmark_GetTitle(item, None, 0))
        pdfium.FPDFBookmark_GetTitle(item, said, len(said))
        title = " ".join(said.raw[:-2].decode("utf-16-le", "replace").translate(SPELLED).split())
        place = item.get_dest()
        page = place.get_index() if place else None
        if title and page is not None:
            known = pdfium.FPDFDest_GetLocationInPage(place, *has, *numbers) and has[1].value
            found.append(Bookmark(title, item.level + 1, page, numbers[1].value if known else math.nan))
    return found


def from_outline(items: Sequence[Bookmark], lines: Sequence[Line]) -> list[Title]:
    """Find the line of each item of an outline.

    The line (or up to four) that says the title is searched on the item's page, with or without a number before the
    words. Of several, it is one that no item has, then the one nearest to the item's height, then the largest, then the
    first. Where no line says the title, it begins at the item's height, or with its page.
    """
    on = {item.page: range(first_line(lines, item.page), first_line(lines, item.page + 1)) for item in items}
    said = {page: _said(lines, numbers) for page, numbers in on.items()}
    taken: set[int] = set()

    def order(span: tuple[int, int]) -> tuple[bool, float, float]:
        line = lines[span[0]]
        distance = abs(line.y - item.top)
        return span[0] in taken, 0.0 if math.isnan(distance) else distance, -line.size

    titles = []
    for item in items:
        found = said[item.page].get(_words(item.title)) or said[item.page].get(_words(_NUMBER.sub("", item.title)))
        if found:
            first, last = min(found[:_CHOICE], key=order)
            taken.add(first)
        else:
            first = last = next((at for at in on[item.page][:_CHOICE] if lines[at].y <= item.top), on[item.page].start)
        if first < len(lines):
            titles.append(Title(first, last, item.depth, item.title))
    return _labelled(sorted(titles, key=lambda title: title.first), lines)


def _labelled(titles: Iterable[Title], lines: Sequence[Line]) -> list[Title]:
    """Let a title begin with its page where large or bold lines are above it, such as "Chapter 3", or weaker titles."""
    large, found = body_size(lines) * _LARGER, list[Title]()
    for title in titles:
        first, line = title.first, lines[title.first]
        top = first_line(lines, line.page)
        label = lines[max(top, first - _TITLE_LINES) : first]
        others = [one for one in found[-_TITLE_LINES:] if one.first >= top]
        stands_out = all((large <= one.size or one.bold) and one.size <= line.size for one in label)
        if stands_out and 0 < first - top < _TITLE_LINES > len(others) and all(one.rank > title.rank for one in others):
            del found[len(found) - len(others) :]
            first = top
        found.append(title._replace(first=first))
    return found


def _said(lines: Sequence[Line], numbers: range) -> dict[str, list[tuple[int, int]]]:
    """List what the lines of a page say, up to four together, with or without a number before it."""
    found: dict[str, list[tuple[int, int]]] = defaultdict(list)
    for first in numbers:
        after = ""
        for last in range(first, min(first + _TITLE_LINES, numbers.stop)):
            after += _words(lines[last].text) if last > first else ""
            for own in {_words(lines[first].text), _words(_NUMBER.sub("", lines[first].text))} - {""}:
                found[own + after].append((first, last + 1))
    return found


def _words(text: str) -> str:
    """Leave out of a text what is between its words, and case and ligatures."""
    return "".join(_WORD.findall(unicodedata.normalize("NFKC", text).casefold()))


def from_letters(lines: Sequence[Line]) -> list[Title]:
    """Find the titles of a file without an outline by their letters: larger than the body, or bold and alone.

    A title is short, and no sentence, row of a table, or item of a table of contents. The largest letters have rank
    1, the next 2, and bold ones go before others of their size.
    """
    body, starts = body_size(lines), paragraph_starts(lines)
    letters, bold = (sum(len(line.text) for line in some) for some in (lines, [one for one in lines if one.bold]))
    found: list[tuple[int, int]] = []
    for number, line in enumerate(lines):
        before = lines[number - 1]
        near = line.page == before.page and 0 <= before.y - line.y <= _TITLE_GAP * before.size
        if found and found[-1][1] == number and near and _style(line) == _style(before):
            found[-1] = (found[-1][0], number + 1)
        elif math.isnan(line.y):
            continue
        elif line.size >= body * _LARGER > 0 or (line.bold and bold < _BOLD_BODY * letters and number in starts):
            found.append((number, number + 1))
    found = [
        (first, last)
        for first, last in found
        if _is_title(lines[first:last], lines[min(last, len(lines) - 1)], body, apart=last in starts)
    ]
    styles = sorted({_style(lines[first]) for first, _ in found}, reverse=True)
    titles = (
        Title(first, last, 1 + styles.index(_style(lines[first])), " ".join(line.text for line in lines[first:last]))
        for first, last in found
    )
    return _labelled(titles, lines)


def _style(line: Line) -> tuple[float, bool]:
    return half_points(line.size), line.bold


def _is_title(said: Sequence[Line], below: Line, body: float, *, apart: bool) -> bool:
    """Tell whether lines in larger or bold letters are a title of what is below them, ``apart`` by a gap or not."""
    text = " ".join(line.text for line in said)
    if len(said) > _TITLE_LINES or len(text) > _LONGEST or sum(map(str.isalpha, text)) < 2 or _LISTED.search(text):
        return False
    line = said[-1]
    under = below.page == line.page and below.y < line.y
    if line.size >= body * _LARGER:
        return True
    alone = (
        not under or (apart and len(said) == 1) or not same_size(line, below) or below.right > line.right + line.size
    )
    table = "  " in _NUMBER.sub("", text) or (under and not apart and "  " in below.text)
    small = line.size < body and not same_size(line, line._replace(size=body))
    return alone and not table and not small and not _RUNS_ON.search(text)

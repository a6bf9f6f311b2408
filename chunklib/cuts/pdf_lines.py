"""Read the lines of a PDF's pages, with their letters and places, by pdfium.

What a reader of the page does not see is left out: text that is drawn invisibly, or outside of the page.
"""

from __future__ import annotations

import ctypes
import math
import unicodedata
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import closing
from itertools import groupby
from typing import TYPE_CHECKING, Any, NamedTuple

import regex

if TYPE_CHECKING:
    from pypdfium2 import PdfDocument, PdfPage

_APART = 1.5  # words that are as many ems apart are cells of a table
_TOUCHING = 0.05  # nearer ones are one: the space between them stands for a soft hyphen
_BOLD = regex.compile(rb"(?i)bold|black|heavy|demi|(?:^|\+)(?:cmb|sfb)|nimbus.*-medi")  # in the name of a font
_INVISIBLE = 3  # the rendering mode of text that is neither filled nor stroked
DIVIDED = "\ufffe"  # what pdfium writes for a hyphen, or a soft one, that divides a word at the end of a line
_LINE = regex.compile(rf"[^\r\n{DIVIDED}]+{DIVIDED}?")
_WORD = regex.compile(r"\S+")
_ACCENTS = dict(zip("`´ˆ˜¨ˇ˘¯˚˝¸", "\u0300\u0301\u0302\u0303\u0308\u030c\u0306\u0304\u030a\u030b\u0327", strict=True))
_ACCENTED = regex.compile(rf"([{''.join(_ACCENTS)}])(\p{{L}})")
SPELLED = {0xFB00 + at: word for at, word in enumerate(("ff", "fi", "fl", "ffi", "ffl", "st", "st"))} | {0xAD: ""}


class Line(NamedTuple):
    """Describes a line of a page, or a part of one.

    Args:
        text: without white space at its ends; cells of a table are two spaces apart; it may end with ``DIVIDED``.
        page: number of its page, from 0.
        size: of most of its characters, in points on the page; 0 where it is not known.
        x: where it begins, in points from the left of the upright page.
        y: its baseline, in points from the bottom; NaN where it is not known, or the line is not level with the page.
        right: where it ends, in points from the left.
        bold: whether most of its letters are.
    """

    text: str
    page: int
    size: float = 0.0
    x: float = math.nan
    y: float = math.nan
    right: float = math.nan
    bold: bool = False


class Page(NamedTuple):
    """Holds the lines of a page as they were drawn, its bottom and its top, and a note of what was left out, if any."""

    lines: Sequence[Line]
    bottom: float
    top: float
    note: str


class _Run(NamedTuple):
    """Holds words that are drawn alike, how they are, where their baseline begins, and where they end."""

    text: str
    size: float
    angle: int  # in degrees
    bold: bool
    drawn: bool
    x: float
    y: float
    right: float


def page_lines(document: PdfDocument, number: int) -> Page:
    """Read the lines of a page; one whose text is turned is turned upright first.

    A page whose text is invisible is a scan: its text is kept.
    """
    with closing(document[number]) as page, closing(page.get_textpage()) as textpage:
        lines = [*_lines(textpage)]
        angles = Counter({0: 0})
        for run in (run for line in lines for run in line):
            angles[run.angle] += len(run.text)
        angle = max(angles, key=angles.__getitem__)
        if not angle and not page.get_rotation():
            return _page(page, lines, number)
        _turn(page, angle)
    with closing(document[number]) as page, closing(page.get_textpage()) as textpage:
        return _page(page, [*_lines(textpage)], number)


def _turn(page: PdfPage, angle: int) -> None:
    """Turn what is drawn on a page, so that text at an angle is upright; it shows when the page is opened again."""
    from pypdfium2 import PdfMatrix
    from pypdfium2.raw import FPDFPage_TransFormWithClip

    turned = PdfMatrix().rotate(angle)
    left, bottom, right, top = turned.on_rect(*page.get_bbox())
    FPDFPage_TransFormWithClip(page, turned.translate(-left, -bottom).to_raw(), None)
    page.set_rotation(0)
    for write in (page.set_mediabox, page.set_cropbox):
        write(0, 0, right - left, top - bottom)


def _page(page: PdfPage, lines: Sequence[Sequence[_Run]], number: int) -> Page:
    """Make the lines of a page of its runs, without those that a reader does not see."""
    left, bottom, right, top = page.get_bbox()
    runs = [run for line in lines for run in line]
    scan = not any(run.drawn for run in runs)
    unseen = {
        run
        for run in runs
        if run.right < left or right < run.x or not bottom <= run.y <= top or not (scan or run.drawn)
    }
    note = f"the text of page {number + 1} is invisible, as over a scan; it was kept" if scan and runs else ""
    if unseen:
        words = sum(len(run.text.split()) for run in unseen)
        note = f"words left out of page {number + 1}, because a reader does not see them: {words}"
    seen = ([run for run in line if run not in unseen] for line in lines)
    level = ([*some] for line in seen for _, some in groupby(line, lambda run: run.angle))
    return Page([_line(line, number) for line in level], bottom, top, note)


def _lines(textpage: Any) -> Iterator[list[_Run]]:
    """Find the lines of a page, as runs of words that are of one object."""
    from pypdfium2 import raw

    letters: dict[int, tuple[float, int, bool, bool]] = {}
    x, y, *box = (ctypes.c_double() for _ in range(6))
    count = textpage.count_chars()
    buffer = (ctypes.c_ushort * (2 * count + 2))()
    units = max(raw.FPDFText_GetText(textpage, 0, count, buffer) - 1, 0)
    text = bytes(buffer)[: 2 * units].decode("utf-16-le", "replace")
    moved = len(text) != count  # pdfium counts characters that are not in its text

    def number(at: int) -> int:
        return raw.FPDFText_GetCharIndexFromTextIndex(textpage, at) if moved else at

    def drawn(word: regex.Match[str]) -> int:
        """Give the object that the first letter of a word is of; all of it are drawn alike."""
        found = raw.FPDFText_GetTextObject(textpage, number(word.start()))
        key = ctypes.addressof(found.contents) if found else 0
        if key not in letters:
            letters[key] = _look(textpage, number(word.start()), found)
        return key

    def accented(found: regex.Match[str]) -> str:
        """Put an accent on the letter that it is drawn over, as TeX does, and a soft hyphen in its place."""
        raw.FPDFText_GetCharBox(textpage, number(found.start()), *box)
        raw.FPDFText_GetCharOrigin(textpage, number(found.end() - 1), x, y)
        letter = unicodedata.normalize("NFC", found[2].replace("ı", "i") + _ACCENTS[found[1]])
        return f"\xad{letter}" if len(letter) == 1 and 2 * x.value < box[0].value + box[1].value else found[0]

    text = _ACCENTED.sub(accented, text)
    for line in _LINE.finditer(text):
        runs = []
        for key, some in groupby(_WORD.finditer(text, *line.span()), drawn):
            words = [*some]
            start, end = words[0].start(), words[-1].end()
            raw.FPDFText_GetCharOrigin(textpage, number(start), x, y)
            raw.FPDFText_GetCharBox(textpage, number(end - 1), *box)
            runs.append(_Run(text[start:end], *letters[key], x.value, y.value, box[1].value))
        if runs:
            yield runs


def _look(textpage: Any, at: int, drawn: Any) -> tuple[float, int, bool, bool]:
    """Ask how the letters of an object are drawn: their size and angle, whether bold, and whether at all."""
    from pypdfium2 import raw

    if not drawn:
        return 0.0, 0, False, True
    matrix, name = raw.FS_MATRIX(), ctypes.create_string_buffer(128)
    raw.FPDFText_GetMatrix(textpage, at, matrix)
    raw.FPDFFont_GetBaseFontName(raw.FPDFTextObj_GetFont(drawn), name, len(name))
    return (
        round(abs(raw.FPDFText_GetFontSize(textpage, at)) * math.hypot(matrix.c, matrix.d), 1),
        round(math.degrees(math.atan2(matrix.b, matrix.a))),
        _BOLD.search(name.value) is not None,
        raw.FPDFTextObj_GetTextRenderMode(drawn) != _INVISIBLE,
    )


def _line(runs: Sequence[_Run], page: int) -> Line:
    """Put the runs of a line together, with two spaces between cells."""
    sizes: Counter[float] = Counter()
    for run in runs:
        sizes[run.size] += len(run.text)
    size = sizes.most_common(1)[0][0]
    bold = sum(len(run.text) for run in runs if run.bold)
    most = next(run for run in runs if run.size == size)
    text, right = "", math.nan
    for run in runs:
        touching = run.x - right < _TOUCHING * size and text[-1:].isalpha() and run.text[0].islower()
        text += ("" if touching or not text else "  " if run.x - right > _APART * size else " ") + run.text
        right = run.right
    y = math.nan if most.angle else most.y
    return Line(text.translate(SPELLED), page, size, runs[0].x, y, right, 2 * bold > sizes.total())

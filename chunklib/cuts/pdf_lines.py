"""Read the lines of a PDF's pages, with their letters and places, by pdfium.

What a reader of the page does not see is left out: text that is drawn invisibly, or outside of the page.
"""

from __future__ import annotations

import ctypes
import math
from collections import Counter
from collections.abc import Sequence
from contextlib import closing
from itertools import groupby
from typing import TYPE_CHECKING, Any, NamedTuple

import regex

if TYPE_CHECKING:
    from pypdfium2 import PdfDocument, PdfPage

_APART = 1.5  # words that are as many ems apart are cells of a table
_TOUCHING = 0.05  # nearer ones are one: the space between them stands for a soft hyphen
_FORCE_BOLD = 1 << 18  # of a font's flags
_BOLD = regex.compile(r"(?i)bold|black|heavy|demi|(?:^|\+)(?:cmb|sfb)|nimbus.*-medi")
_INVISIBLE = 3  # the rendering mode of text that is neither filled nor stroked
_PICTURE = 0.5  # a picture that takes as much of its page is a scan
_DIVIDED = "\ufffe"  # what pdfium writes for a hyphen, or a soft one, that divides a word at the end of a line
_LINE = regex.compile(rf"[^\r\n{_DIVIDED}]+{_DIVIDED}?")
_WORD = regex.compile(r"\S+")
SPELLED = {0xFB00 + at: word for at, word in enumerate(("ff", "fi", "fl", "ffi", "ffl", "st", "st"))} | {0xAD: ""}


class Line(NamedTuple):
    """Describes a line of a page, or a part of one.

    Args:
        text: without white space at its ends; cells of a table are two spaces apart.
        page: number of its page, from 0.
        size: of most of its characters, in points on the page; 0 where it is not known.
        x: where it begins, in points from the left of the upright page.
        y: its baseline, in points from the bottom; NaN where it is not known, or the line is not level with the page.
        right: where it ends, in points from the left.
        bold: whether most of its letters are.
        divided: whether a hyphen that divides a word ends it.
    """

    text: str
    page: int
    size: float = 0.0
    x: float = math.nan
    y: float = math.nan
    right: float = math.nan
    bold: bool = False
    divided: bool = False


class _Letters(NamedTuple):
    """Says how letters are drawn: their size, their angle in degrees, whether they are bold, and drawn at all."""

    size: float
    angle: int
    bold: bool
    drawn: bool


class _Run(NamedTuple):
    """Holds words that are drawn alike, where their baseline begins, and where they end."""

    text: str
    letters: _Letters
    x: float
    y: float
    right: float


class Page(NamedTuple):
    """Holds the lines of a page as they were drawn, its bottom and its top, and a note of what was left out, if any."""

    lines: Sequence[Line]
    bottom: float
    top: float
    note: str


def page_lines(document: PdfDocument, number: int) -> Page:
    """Read the lines of a page; one whose text is turned is turned upright first.

    A page whose text is invisible, or most of it over a picture of the page, is a scan: its text is kept.
    """
    with closing(document[number]) as page:
        if not (angle := _angle(lines := _read(page))) and not page.get_rotation():
            return _page(page, lines, number)
        _turn(page, angle)
    with closing(document[number]) as page:
        return _page(page, _read(page), number)


def _read(page: PdfPage) -> list[list[_Run]]:
    with closing(page.get_textpage()) as textpage:
        return _Text(textpage.raw).lines()


def _angle(lines: Sequence[Sequence[_Run]]) -> int:
    """Find the angle of most text of a page, in degrees."""
    angles = Counter({0: 0})
    for run in (run for line in lines for run in line):
        angles[run.letters.angle] += len(run.text)
    return max(angles, key=angles.__getitem__)


def _turn(page: PdfPage, angle: int) -> None:
    """Turn what is drawn on a page, so that text at an angle is upright; it shows when the page is opened again."""
    from pypdfium2 import PdfMatrix
    from pypdfium2.raw import FPDFPage_TransFormWithClip

    box = page.get_bbox()
    turned = PdfMatrix().rotate(angle)
    left, bottom, right, top = turned.on_rect(*box)
    FPDFPage_TransFormWithClip(page, turned.translate(-left, -bottom).to_raw(), None)
    page.set_rotation(0)
    for write in (page.set_mediabox, page.set_cropbox):
        write(0, 0, right - left, top - bottom)


def _page(page: PdfPage, lines: list[list[_Run]], number: int) -> Page:
    """Make the lines of a page of its runs, without those that a reader does not see."""
    left, bottom, right, top = page.get_bbox()
    runs = [run for line in lines for run in line]
    hidden, drawn = (sum(len(run.text) for run in runs if run.letters.drawn == seen) for seen in (False, True))
    scan = hidden > 0 and (not drawn or (hidden > drawn and _pictured(page)))

    def seen(run: _Run) -> bool:
        inside = left <= run.right and run.x <= right and bottom <= run.y <= top
        return inside and (scan or run.letters.drawn)

    note = f"the text of page {number + 1} is invisible, as over a scan; it was kept" if scan else ""
    if unseen := sum(len(run.text.split()) for run in runs if not seen(run)):
        note = f"words left out of page {number + 1}, because a reader does not see them: {unseen}"
        lines = [[run for run in line if seen(run)] for line in lines]
    level = [[*some] for line in lines for _, some in groupby(line, lambda run: run.letters.angle)]
    return Page([_line(line, number) for line in level], bottom, top, note)


def _pictured(page: PdfPage) -> bool:
    """Tell whether a picture takes most of a page."""
    from pypdfium2.raw import FPDF_PAGEOBJ_IMAGE

    area = _PICTURE * page.get_width() * page.get_height()
    boxes = [image.get_bounds() for image in page.get_objects([FPDF_PAGEOBJ_IMAGE])]
    return any((right - left) * (top - bottom) >= area for left, bottom, right, top in boxes)


class _Text:
    """Asks pdfium for the text of a page, and for what it knows of a character."""

    def __init__(self, textpage: Any) -> None:
        import pypdfium2.raw

        self._pdfium: Any = pypdfium2.raw
        self._page = textpage
        self._letters: dict[int, _Letters] = {}
        self._bold: dict[int, bool] = {}
        self._matrix = self._pdfium.FS_MATRIX()
        self._numbers = [ctypes.c_double() for _ in range(4)]
        count = max(self._pdfium.FPDFText_CountChars(textpage), 0)
        buffer = (ctypes.c_ushort * (2 * count + 2))()
        units = max(self._pdfium.FPDFText_GetText(textpage, 0, count, buffer) - 1, 0)
        self._text = bytes(buffer)[: 2 * units].decode("utf-16-le", "replace")
        self._moved = len(self._text) != count  # pdfium counts characters that are not in its text

    def lines(self) -> list[list[_Run]]:
        """Find the lines of the page, as runs of words that are drawn alike."""
        lines: list[list[_Run]] = []
        for line in _LINE.finditer(self._text):
            if words := [word.span() for word in _WORD.finditer(self._text, *line.span())]:
                lines.append([])
                self._split(words, self._drawn(words[0][0]), self._drawn(words[-1][1] - 1), lines[-1])
        return lines

    def _split(self, words: Sequence[tuple[int, int]], first: _Letters, last: _Letters, runs: list[_Run]) -> None:
        """Halve words until the letters at both ends are of one object, as those between are then."""
        if first is not last and len(words) > 1:
            half = len(words) // 2
            self._split(words[:half], first, self._drawn(words[half - 1][1] - 1), runs)
            self._split(words[half:], self._drawn(words[half][0]), last, runs)
            return
        start, end = words[0][0], words[-1][1]
        text = self._text[start:end]
        if first.drawn != last.drawn:  # the part of a word that is seen
            text = "".join(self._text[at] for at in range(start, end) if self._drawn(at).drawn)
            first = first._replace(drawn=True)
        runs.append(_Run(text, first, *self._start(start), self._right(end - 1)))

    def _at(self, offset: int) -> int:
        """Give pdfium's number of a character of the text."""
        return self._pdfium.FPDFText_GetCharIndexFromTextIndex(self._page, offset) if self._moved else offset

    def _drawn(self, at: int) -> _Letters:
        """Say how a character is drawn; all of one object are drawn alike."""
        at = self._at(at)
        drawn = self._pdfium.FPDFText_GetTextObject(self._page, at)
        key = ctypes.addressof(drawn.contents) if drawn else 0
        if key not in self._letters:
            self._letters[key] = self._look(at, drawn)
        return self._letters[key]

    def _look(self, at: int, drawn: Any) -> _Letters:
        if not drawn:
            return _Letters(0.0, 0, bold=False, drawn=True)
        pdfium, matrix = self._pdfium, self._matrix
        font = pdfium.FPDFTextObj_GetFont(drawn)
        key = ctypes.addressof(font.contents) if font else 0
        if key not in self._bold:
            self._bold[key] = self._heavy(font)
        pdfium.FPDFText_GetMatrix(self._page, at, matrix)
        return _Letters(
            round(abs(pdfium.FPDFText_GetFontSize(self._page, at)) * math.hypot(matrix.c, matrix.d), 1),
            round(math.degrees(math.atan2(matrix.b, matrix.a))),
            self._bold[key],
            pdfium.FPDFTextObj_GetTextRenderMode(drawn) != _INVISIBLE,
        )

    def _heavy(self, font: Any) -> bool:
        """Tell whether a font is bold, by its name or its flags: what it says of its weight is often wrong."""
        name = ctypes.create_string_buffer(128)
        self._pdfium.FPDFFont_GetBaseFontName(font, name, len(name))
        forced = self._pdfium.FPDFFont_GetFlags(font) & _FORCE_BOLD
        return bool(forced or _BOLD.search(name.value.decode("latin-1")))

    def _start(self, at: int) -> tuple[float, float]:
        x, y, *_ = self._numbers
        self._pdfium.FPDFText_GetCharOrigin(self._page, self._at(at), x, y)
        return x.value, y.value

    def _right(self, at: int) -> float:
        left, right, *heights = self._numbers
        self._pdfium.FPDFText_GetCharBox(self._page, self._at(at), left, right, *heights)
        return float(right.value)


def _line(runs: Sequence[_Run], page: int) -> Line:
    """Put the runs of a line together, with two spaces between cells."""
    sizes: Counter[float] = Counter()
    bold = 0
    for run in runs:
        sizes[run.letters.size] += len(run.text)
        bold += len(run.text) if run.letters.bold else 0
    size = sizes.most_common(1)[0][0]
    most = next(run for run in runs if run.letters.size == size)
    text, right = "", math.nan
    for run in runs:
        touching = run.x - right < _TOUCHING * size and text[-1:].isalpha() and run.text[0].islower()
        text += ("" if touching or not text else "  " if run.x - right > _APART * size else " ") + run.text
        right = run.right
    divided = text.endswith(_DIVIDED)
    text = text.replace(_DIVIDED, "-").translate(SPELLED)
    y = math.nan if most.letters.angle else most.y
    return Line(text, page, size, runs[0].x, y, right, 2 * bold > sizes.total(), divided)

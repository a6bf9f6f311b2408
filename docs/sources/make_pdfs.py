"""Set the course's two PDF documents from their texts, to the same bytes on every run.

    python docs/sources/make_pdfs.py [FOLDER]

reads commissioning.md and annual_report.md beside this file and writes the PDFs into FOLDER, by default into
chunklib/data. The texts use a small part of Markdown: ``#`` and ``##`` titles, paragraphs, tables, and lines in ``**``.
"""
# ruff: noqa: INP001, T201  # a script beside its texts, which says what it wrote

from __future__ import annotations

import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from xml.sax.saxutils import escape

from reportlab.lib.pagesizes import A4
from reportlab.lib.styles import ParagraphStyle
from reportlab.lib.units import mm
from reportlab.pdfbase.pdfmetrics import stringWidth
from reportlab.pdfgen.canvas import Canvas
from reportlab.platypus import BaseDocTemplate, Flowable, Frame, PageBreak, PageTemplate, Paragraph, Spacer

SOURCES = Path(__file__).parent
STORED = SOURCES.parents[1] / "chunklib" / "data"
MARGIN = 25 * mm

BODY = ParagraphStyle("body", fontName="Helvetica", fontSize=10, leading=14, spaceAfter=7, allowWidows=0)
BOLD = ParagraphStyle("bold", parent=BODY, fontName="Helvetica-Bold", keepWithNext=1)
TITLES = {
    1: ParagraphStyle("title 1", fontName="Helvetica-Bold", fontSize=18, leading=22, spaceAfter=10, keepWithNext=1),
    2: ParagraphStyle("title 2", fontName="Helvetica-Bold", fontSize=13, leading=16, spaceBefore=8, spaceAfter=6),
}
TITLES[2].keepWithNext = 1
CONTENTS = {
    1: ParagraphStyle("contents 1", parent=BODY, spaceBefore=5, spaceAfter=0),
    2: ParagraphStyle("contents 2", parent=BODY, leftIndent=14, spaceAfter=0),
}
CELL, HEAD, CELL_SIZE, ROW, GUTTER = "Helvetica", "Helvetica-Bold", 9, 14, 16
WORDS = ("What", "Class", "Due")  # columns that hold no numbers, apart from the first

# Title -> page, in the order of the document: what one pass finds out and the next one prints.
Places = list[tuple[int, str, int]]


@dataclass(frozen=True)
class Layout:
    """How one of the documents is set."""

    running_head: str
    outline: bool  # and a list of contents, and the chapter in the running head


LAYOUTS = {
    "commissioning": Layout("Skarvøy Cold Store · Hall 3", outline=True),
    "annual_report": Layout("Skarvøy Cold Store Cooperative · 2025", outline=False),
}


def cells(row: str) -> list[str]:
    """Return the cells of one line of a table."""
    return [cell.strip() for cell in row.strip().removeprefix("|").removesuffix("|").split("|")]


class Title(Paragraph):  # type: ignore[misc]  # reportlab has no types
    """A title that tells the document template where it was drawn."""

    def __init__(self, text: str, level: int, key: str) -> None:
        super().__init__(escape(text), TITLES[level])
        self.plain, self.level, self.key = text, level, key


class Document(BaseDocTemplate):  # type: ignore[misc]
    """Pages with a running head and a page number; with an outline if the layout asks for it."""

    def __init__(self, path: Path, layout: Layout, places: Places) -> None:
        super().__init__(str(path), pagesize=A4, invariant=1, pageCompression=0, title=layout.running_head)
        self.layout, self.before, self.places = layout, places, Places()
        frame = Frame(MARGIN, MARGIN, A4[0] - 2 * MARGIN, A4[1] - 2 * MARGIN, 0, 0, 0, 0)
        self.addPageTemplates(PageTemplate("page", [frame], onPage=self.open_page, onPageEnd=self.close_page))

    def open_page(self, canvas: Canvas, _: BaseDocTemplate) -> None:
        """Draw the running head."""
        chapters = [title for level, title, page in self.before if level == 1 and page <= self.page]
        canvas.setFont("Helvetica", 8)
        canvas.drawString(MARGIN, A4[1] - 15 * mm, " · ".join([self.layout.running_head, *chapters[-1:]]))

    def close_page(self, canvas: Canvas, _: BaseDocTemplate) -> None:
        """Draw the page number."""
        canvas.setFont("Helvetica", 8)
        canvas.drawCentredString(A4[0] / 2, 13 * mm, f"Page {self.page}")

    def afterFlowable(self, flowable: Flowable) -> None:  # noqa: N802  # the name that reportlab calls
        """Enter a title into the outline, with its height on the page."""
        if not self.layout.outline or not isinstance(flowable, Title) or not flowable.key:
            return
        self.places.append((flowable.level, flowable.plain, self.page))
        top = self.frame._y + flowable.getSpaceAfter() + flowable.height  # the frame is below the title now
        self.canv.bookmarkHorizontalAbsolute(flowable.key, top, fit="XYZ")
        self.canv.addOutlineEntry(flowable.plain, flowable.key, flowable.level - 1)


class Grid(Flowable):  # type: ignore[misc]
    """A table with a ruled head; a row is one text object, so that its cells are extracted on one line."""

    def __init__(self, lines: list[str]) -> None:
        super().__init__()
        head, _, *rows = map(cells, lines)
        self.rows = [head, *rows]
        columns = zip(*self.rows, strict=True)
        self.columns = [max(stringWidth(cell, HEAD, CELL_SIZE) for cell in column) + GUTTER for column in columns]
        self.spaceBefore, self.spaceAfter = 2, 9

    def wrap(self, *_: float) -> tuple[float, float]:
        """Say how wide and high the table is."""
        return sum(self.columns), ROW * len(self.rows)

    def draw(self) -> None:
        """Draw the rows from the top down, and the rule under the head."""
        width, height = self.wrap()
        self.canv.line(0, height - ROW, width - GUTTER, height - ROW)
        for number, row in enumerate(self.rows):
            text, font, left = self.canv.beginText(), CELL if number else HEAD, 0.0
            text.setFont(font, CELL_SIZE)
            for cell, name, room in zip(row, self.rows[0], self.columns, strict=True):
                spare = 0 if not left or name in WORDS else room - GUTTER - stringWidth(cell, font, CELL_SIZE)
                text.setTextOrigin(left + spare, height - ROW * (number + 1) + 4)
                text.textOut(cell)
                left += room
            self.canv.drawText(text)


def block(text: str, key: str) -> Flowable:
    """Set one block of the source: a title, a table or a paragraph."""
    for level in (2, 1):
        if text.startswith("#" * level + " "):
            return Title(text[level + 1 :], level, key)
    if text.startswith("|"):
        return Grid(text.splitlines())
    if text.startswith("**"):
        return Paragraph(escape(text.strip("*")), BOLD)
    return Paragraph(escape(text), BODY)


def contents(blocks: list[str], places: Places) -> Iterator[Flowable]:
    """Yield the list of contents on a page of its own; the first pass knows no page numbers yet."""
    titles = [text for text in blocks[1:] if text.startswith("#")]
    pages = [page for _, _, page in places] or [0] * len(titles)
    yield PageBreak()
    yield Title("Contents", 1, "")
    for text, page in zip(titles, pages, strict=True):
        marks, _, title = text.partition(" ")
        yield Paragraph(escape(f"{title} {page}"), CONTENTS[len(marks)])
    yield PageBreak()


def story(source: str, layout: Layout, places: Places) -> Iterator[Flowable]:
    """Yield the document from its title to its last paragraph."""
    blocks = source.strip().split("\n\n")
    first_chapter = next(number for number, text in enumerate(blocks) if number and text.startswith("# "))
    for number, text in enumerate(blocks):
        if number == first_chapter and layout.outline:
            yield from contents(blocks, places)
        elif number and text.startswith("# "):
            yield Spacer(1, 14)
        yield block(text, f"title-{number}" if number else "")


def make(name: str, folder: Path) -> Path:
    """Write one PDF and say where."""
    source = (SOURCES / f"{name}.md").read_text(encoding="utf-8")
    path, places = folder / f"{name}.pdf", Places()
    for _ in range(2):
        document = Document(path, LAYOUTS[name], places)
        document.build(list(story(source, LAYOUTS[name], places)))
        places = document.places
    return path


def main(arguments: list[str]) -> None:
    """Make both documents."""
    for name in LAYOUTS:
        print(make(name, Path(arguments[0]) if arguments else STORED))


if __name__ == "__main__":
    main(sys.argv[1:])

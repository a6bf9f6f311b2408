"""PDFs for tests: drawn line by line, so that a test knows where everything is."""

from collections.abc import Sequence
from io import BytesIO
from typing import NamedTuple

from reportlab.lib.pdfencrypt import StandardEncryption
from reportlab.pdfgen.canvas import Canvas

INVISIBLE = 3


class Drawn(NamedTuple):
    text: str
    size: float = 10
    y: float | None = None  # a line (1.2 times the size) below the line before, where it is not said
    x: float = 50
    gap: float = 0  # points more than that
    font: str = "Helvetica"
    mode: int = 0  # how it is rendered


class Item(NamedTuple):
    title: str
    page: int
    level: int = 0
    top: float | None = None


def draw(
    *pages: Sequence[Drawn | str],
    outline: Sequence[Item] = (),
    user: str | None = None,
    compress: bool = False,
    before: str = "",
) -> bytes:
    """Draw pages; ``user`` is the password, and ``before`` what is written before the text of each page, in PDF."""
    file = BytesIO()
    lock = None if user is None else StandardEncryption(user, ownerPassword=f"{user}!", strength=40)
    canvas = Canvas(file, pagesize=(400, 600), invariant=True, pageCompression=int(compress), encrypt=lock)
    for number, page in enumerate(pages):
        for item in outline:
            if item.page == number:
                key = f"{item.title}{item.page}{item.level}{item.top}"
                if item.top is None:
                    canvas.bookmarkPage(key)
                else:
                    canvas.bookmarkPage(key, fit="XYZ", left=0, top=item.top, zoom=0)
                canvas.addOutlineEntry(item.title, key, item.level)
        canvas.addLiteral(before)
        y = 560.0
        for line in page:
            drawn = Drawn(line) if isinstance(line, str) else line
            y = drawn.y if drawn.y is not None else y - 1.2 * drawn.size - drawn.gap
            canvas.setFont(drawn.font, drawn.size)
            canvas.drawString(drawn.x, y, drawn.text, mode=drawn.mode)
        canvas.showPage()
    canvas.save()
    return file.getvalue()

"""Extract the text of a PDF, and cut it between the sections of its titles, paragraphs, sentences and lines.

Whatever is wrong with a file is one line that names it, and nothing is printed.
"""

from __future__ import annotations

import logging
import threading
import warnings
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import closing, contextmanager
from dataclasses import dataclass
from itertools import accumulate, pairwise
from pathlib import Path
from typing import TYPE_CHECKING, Any, BinaryIO

import regex

from chunklib.chunk import Span
from chunklib.cuts.pdf_layout import first_line, in_order, joined, paragraph_starts, running
from chunklib.cuts.pdf_lines import Line, page_lines
from chunklib.cuts.pdf_titles import Title, bookmarks, from_letters, from_outline
from chunklib.cuts.separators import LINE, PARAGRAPH, SENTENCE, separators
from chunklib.cuts.structure import Heading, Level, Structure, inside
from chunklib.errors import InvalidType, InvalidValue
from chunklib.missing import needed
from chunklib.readers import listed
from chunklib.utf8 import file_bytes

if TYPE_CHECKING:
    from pypdfium2 import PdfDocument


PdfSource = str | Path | bytes | BinaryIO
Pages = Sequence[str] | Callable[[Any], Sequence[str]]

_NO_PAGES = regex.compile(rb"/Count\s+0\b")
_PAGE_END = "\n\n"
_LEAD = regex.compile(r"[^.!?…。！？]{1,80}$")  # a short line that is not a sentence
_LETTERS = regex.compile(r"[\p{Latin}\p{Greek}\p{Cyrillic}]+")  # of scripts with spaces
_LONG_WORD, _MANY_WORDS = 18, 0.05
_UNKNOWN, _MANY_UNKNOWN = regex.compile(r"[\ufffd\p{Co}]"), 0.02


def read(source: PdfSource) -> tuple[str, bytes]:
    """Read the source whole; say what to call it in messages."""
    if isinstance(source, (bytes, bytearray, memoryview)):
        return "the PDF", bytes(source)
    if isinstance(source, (str, Path)):
        return str(source), file_bytes(Path(source))
    if not callable(getattr(source, "read", None)):
        raise InvalidType(f"a PDF is given as a path, bytes or a binary file: got {type(source).__name__}")
    name = getattr(source, "name", None)
    name, content = name if isinstance(name, str) else "the PDF", source.read()
    if not isinstance(content, bytes):
        raise InvalidType(f"cannot read {name}: a PDF must be opened in binary mode ('rb')")
    return name, content


_LOCK = threading.RLock()  # pdfium is not made for threads
logging.getLogger("pypdfium2").addHandler(logging.NullHandler())  # it warns of a loop in an outline


@contextmanager
def opened(name: str, content: bytes) -> Iterator[PdfDocument]:
    """Open a PDF, with an empty password where it has one, for one thread at a time."""
    if b"%PDF-" not in content[:1024]:  # where readers look for it
        raise InvalidValue(f"cannot read {name}: {'not a PDF' if content else 'it is empty'}")
    with needed("PDFs need", "pypdfium2", "pdf"):
        from pypdfium2 import PdfDocument, PdfiumError, raw
    with _LOCK:
        raw.FPDF_LoadMemDocument64(b"", 0, None)  # else a fault that is not named has the name of the last one
        try:
            with closing(PdfDocument(content)) as document:
                yield document
        except PdfiumError as error:
            why = "it has no pages" if _NO_PAGES.search(content) else "damaged or cut short"
            if error.err_code == raw.FPDF_ERR_PASSWORD:
                why = "encrypted; remove its password first"
            raise InvalidValue(f"cannot read {name}: {why}") from None


@dataclass(frozen=True)
class PdfText:
    """Holds what was extracted from a PDF.

    Args:
        text: the text of all pages, without their headers and footers. Lines end as on the page, but a word that is
            divided at the end of one is whole; a blank line is where a paragraph or a title ends.
        structure: its titles, and where it may be cut.
        pages: where each page begins, offsets in characters; a page without text begins where the next one does.
        notes: what a reader should know: pages without text (a picture), text that nobody sees, text that looks broken.
    """

    text: str
    structure: Structure
    pages: Sequence[int]
    notes: Sequence[str] = ()

    def pages_of(self, start: int, end: int) -> tuple[int, int]:
        r"""Name the pages of the words in ``text[start:end]``, first and last, counted from 1.

        >>> PdfText("one\n\ntwo", Structure(()), pages=(0, 5)).pages_of(2, 6)
        (1, 2)
        """
        here = inside(self.text, self.pages, Span(start, end))
        return here.start + 1, max(here.start + 1, here.stop)


def extract(source: PdfSource) -> PdfText:
    """Extract the text of a PDF with its structure and its pages.

    Raises:
        ValueError: for a file that is not a PDF, is damaged, needs a password, or has no pages or no text (a scan).
        OSError: for a file that cannot be read.
        ModuleNotFoundError: without pypdfium2; the message names the extra.

    >>> extract(b"Dear reader, this is a letter.")
    Traceback (most recent call last):
    chunklib.errors.InvalidValue: cannot read the PDF: not a PDF
    """
    name, content = read(source)
    with opened(name, content) as document:
        outline = bookmarks(document)
        pages = [page_lines(document, number) for number in range(len(document))]
    count, lines = len(pages), [line for page in pages for line in in_order(page.lines)]
    if not lines:
        where = f"{count} pages" if count > 1 else "1 page"
        raise InvalidValue(f"{name} has no text on its {where}; it may be a scan")
    notes = [page.note for page in pages if page.note]
    notes += [f"no text on page {page + 1}" for page in sorted({*range(count)} - {line.page for line in lines})]
    left_out = running(lines, pages)
    lines = joined([line for at, line in enumerate(lines) if at not in left_out] or lines)
    titles = from_outline(outline, lines) or from_letters(lines)
    text, starts, leads = _assemble(lines, titles)
    structure = _structure(text, starts, titles, leads)
    begins = tuple(starts[first_line(lines, page)] for page in range(count))
    for odd in _broken(text):
        warnings.warn(f"the text of {name} looks broken: {odd}", stacklevel=2)
        notes.append(odd)
    return PdfText(text, structure, begins, tuple(notes))


def from_pages(source: object, pages: Pages) -> PdfText:
    r"""Take the texts of pages that another program extracted, or of a function of ``source``; they have no titles.

    >>> from_pages("tea.pdf", ["Tea is", "hot."]).text
    'Tea is\n\nhot.'
    """
    texts = listed("pages must be a list of texts, one a page", pages(source) if callable(pages) else pages, str)
    ends = [*accumulate((len(text) + len(_PAGE_END) for text in texts), initial=0)]
    text = _PAGE_END.join(texts)
    notes = [f"no text on page {number}" for number, page in enumerate(texts, 1) if not page.strip()]
    return PdfText(text, _structure(text, [0, len(text)], [], []), ends[:-1], notes)


def _broken(text: str) -> Iterator[str]:
    """Say what is odd in a text if much of it is: words without spaces, characters that nobody knows."""
    words = _LETTERS.findall(text)
    long = sum(len(word) > _LONG_WORD for word in words)
    if long > _MANY_WORDS * len(words):
        yield f"{long} of {len(words)} words have more than {_LONG_WORD} letters: spaces may be missing"
    unknown, characters = len(_UNKNOWN.findall(text)), sum(map(len, text.split()))
    if unknown > _MANY_UNKNOWN * characters:
        yield f"{unknown} of {characters} characters are unknown: its fonts may not say what they stand for"


def _assemble(lines: Sequence[Line], titles: Sequence[Title]) -> tuple[str, list[int], set[int]]:
    """Put the lines together; say where each begins, and the text ends, and the numbers of those that lead the next."""
    begins = paragraph_starts(lines)
    for title in titles:
        begins.update((title.first, title.last))
        begins.difference_update(range(title.first + 1, title.last))
    gaps = ["", *("\n\n" if number in begins else "\n" for number in range(1, len(lines)))]
    parts = [gap + line.text for gap, line in zip(gaps, lines, strict=True)]
    ends = [*accumulate(map(len, parts))]
    starts = [end - len(line.text) for end, line in zip(ends, lines, strict=True)]
    alone = {at for at in begins if at + 1 in begins and at + 2 < len(lines) and at + 2 not in begins}
    return "".join(parts), [*starts, ends[-1]], {at for at in alone if _LEAD.match(lines[at].text)}


def _structure(text: str, starts: Sequence[int], titles: Sequence[Title], leads: Iterable[int]) -> Structure:
    """Say where the text may be cut: by rank of title, then between paragraphs, sentences and lines.

    A line of a PDF ends where the paper does. Lines that lead a paragraph stay with it, as titles do, and have no rank.
    """
    headings = [Heading(starts[title.first], title.rank, title.title) for title in titles]
    ranks: dict[int, set[int]] = defaultdict(set)
    for above, title in pairwise([Title(0, -1, 0, ""), *titles]):
        if starts[title.first] > 0 and not (above.last == title.first and above.rank < title.rank):
            ranks[title.rank].add(starts[title.first])
    own = sorted({Span(starts[title.first], starts[title.last]) for title in titles if title.last > title.first})
    led = {starts[lead + 1] for lead in leads}
    levels = [sorted(ranks[rank]) for rank in sorted(ranks)]
    levels += [[at for at in separators(text, kind) if at not in led] for kind in (PARAGRAPH, SENTENCE, LINE)]
    return Structure([*map(Level, levels)], headings, own)

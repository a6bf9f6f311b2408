"""Extract the text of a PDF, and cut it between the sections of its titles, paragraphs, sentences and lines.

Whatever is wrong with a file is one line that names it, and nothing is printed.
"""

from __future__ import annotations

import logging
import threading
from bisect import bisect_right
from collections.abc import Collection, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from io import BytesIO
from pathlib import Path
from typing import TYPE_CHECKING, BinaryIO

from chunklib.chunk import Span
from chunklib.cuts.pdf_lines import Line, first_line, interruptions, page_lines, paragraph_starts
from chunklib.cuts.pdf_titles import Title, bookmarks, from_outline, from_sizes
from chunklib.cuts.separators import LINE, PARAGRAPH, SENTENCE, separators
from chunklib.cuts.structure import Heading, Level, Structure
from chunklib.errors import InvalidType, InvalidValue
from chunklib.missing import needed

if TYPE_CHECKING:
    from pypdf import PdfReader


PdfSource = str | Path | bytes | BinaryIO


def read(source: PdfSource) -> tuple[str, bytes]:
    """Read the source whole; say what to call it in messages."""
    if isinstance(source, (bytes, bytearray, memoryview)):
        return "the PDF", bytes(source)
    if isinstance(source, (str, Path)):
        try:
            return str(source), Path(source).read_bytes()
        except OSError as error:
            why = (error.strerror or str(error)).lower()
            raise type(error)(f"cannot read {source}: {why}") from None
        except ValueError as error:  # a path with a NUL character
            raise InvalidValue(f"cannot read {str(source)!r}: {error}") from None
    if not callable(getattr(source, "read", None)):
        raise InvalidType(f"a PDF is given as a path, bytes or a binary file: got {type(source).__name__}")
    name = getattr(source, "name", None)
    name, content = name if isinstance(name, str) else "the PDF", source.read()
    if not isinstance(content, bytes):
        raise InvalidType(f"cannot read {name}: a PDF must be opened in binary mode ('rb')")
    return name, content


_LOCK = threading.RLock()  # one reading at a time may redirect pypdf's log


class _Collector(logging.Handler):
    """Keeps what is logged, once each."""

    def __init__(self) -> None:
        super().__init__(logging.WARNING)
        self.notes: dict[str, None] = {}

    def emit(self, record: logging.LogRecord) -> None:
        """Keep a message."""
        self.notes[record.getMessage()] = None


@contextmanager
def notes_of_reader() -> Iterator[list[str]]:
    """Collect what pypdf would print of a file's faults; the list is filled at the end."""
    log, collector = logging.getLogger("pypdf"), _Collector()
    notes: list[str] = []
    with _LOCK:
        propagate, log.propagate = log.propagate, False
        log.addHandler(collector)
        try:
            yield notes
        finally:
            log.removeHandler(collector)
            log.propagate = propagate
            notes.extend(collector.notes)


@contextmanager
def faults(name: str) -> Iterator[None]:
    """Turn whatever pypdf raises over a damaged file into one line that names the file."""
    from pypdf.errors import DependencyError

    try:
        yield
    except MemoryError:
        raise
    except DependencyError as error:  # AES without the package cryptography, or a rare kind of compression
        locked = "encrypted; remove its password first, or install cryptography"
        why = locked if "cryptography" in str(error) else str(error)
        raise InvalidValue(f"cannot read {name}: {why}") from None
    except Exception as error:  # noqa: BLE001 (damage shows as an error of any kind: KeyError, RecursionError, zlib.error)
        why = " ".join(str(error).split())[:100] or type(error).__name__
        raise InvalidValue(f"cannot read {name}: damaged or cut short ({why})") from None


def open_pdf(name: str, content: bytes) -> PdfReader:
    """Open a PDF, with an empty password where it has one.

    Raises:
        ValueError: for a file that is not a PDF, is damaged, or needs a password.
        ModuleNotFoundError: without pypdf; the message names the extra.
    """
    if b"%PDF-" not in content[:1024]:  # where readers look for it
        raise InvalidValue(f"cannot read {name}: {'not a PDF' if content else 'it is empty'}")
    with needed("PDFs need", "pypdf", "pdf"):
        from pypdf import PdfReader
    with faults(name):
        reader = PdfReader(BytesIO(content))
        locked = reader.is_encrypted and not reader.decrypt("")
    if locked:
        raise InvalidValue(f"cannot read {name}: encrypted; remove its password first")
    return reader


@dataclass(frozen=True)
class PdfText:
    """Holds what was extracted from a PDF.

    Args:
        text: the text of all pages. Lines end as on the page; a blank line is where a paragraph, a title or a
            footer ends. Headers and footers are text like any other, and left in. If they interrupt a paragraph that
            goes on over a page break, the paragraph is not cut at their edges.
        structure: its titles, and where it may be cut.
        pages: where each page begins, offsets in characters; a page without text begins where the next one does.
        notes: what a reader should know: pages without text (a scan, a picture), and what was found wrong with a file
            that was read nevertheless, in pypdf's words.
    """

    text: str
    structure: Structure
    pages: Sequence[int]
    notes: Sequence[str] = ()

    def pages_of(self, start: int, end: int) -> tuple[int, int]:
        r"""Name the pages of ``text[start:end]``, first and last, counted from 1.

        >>> PdfText("one\n\ntwo", Structure(()), pages=(0, 5)).pages_of(2, 6)
        (1, 2)
        """
        first = bisect_right(self.pages, start)
        return first, max(first, bisect_right(self.pages, end - 1))


def extract(source: PdfSource) -> PdfText:
    """Extract the text of a PDF with its structure and its pages.

    Titles come from the outline, where the file has one: each is placed at the line of its page that says it. Else
    lines clearly larger than the body are titles, and each size a rank. An outline that cannot be read counts as
    none, and a loop in it is cut.

    Args:
        source: a path, the bytes of a file, or a file open for reading in binary mode.

    Returns:
        the text and where it may be cut: by rank of title, between paragraphs, sentences, and lines. A title stays
        with what follows it. The same file gives the same text.

    Raises:
        ValueError: for a file that is not a PDF, is damaged, needs a password, or has no pages or no text (a scan); the
            message names the file.
        OSError: for a file that cannot be read.
        ModuleNotFoundError: without pypdf; the message names the extra.

    >>> extract(b"Dear reader, this is a letter.")
    Traceback (most recent call last):
    chunklib.errors.InvalidValue: cannot read the PDF: not a PDF
    """
    name, content = read(source)
    with notes_of_reader() as notes:
        reader = open_pdf(name, content)
        with faults(name):
            count = len(reader.pages)
            lines = [line for number, page in enumerate(reader.pages) for line in page_lines(page, number)]
        titles = from_outline(bookmarks(reader), lines) or from_sizes(lines, count)
    if not lines:
        where = f"{count} pages" if count > 1 else "1 page"
        raise InvalidValue(f"{name} has no text on its {where}; it may be a scan" if count else f"{name} has no pages")
    notes += [f"no text on page {page + 1}" for page in sorted({*range(count)} - {line.page for line in lines})]
    text, starts = _assemble(lines, titles)
    interrupted = {starts[number] for number in interruptions(lines, count)}
    structure = _structure(text, starts, titles, interrupted)
    pages = tuple(starts[first_line(lines, page)] for page in range(count))
    return PdfText(text, structure, pages, tuple(notes))


def _assemble(lines: Sequence[Line], titles: Sequence[Title]) -> tuple[str, list[int]]:
    """Put the lines together, with a blank line before a paragraph; say where each line begins, and the text ends."""
    begins = paragraph_starts(lines)
    for title in titles:
        begins.update((title.first, title.last))
        begins.difference_update(range(title.first + 1, title.last))
    parts: list[str] = []
    starts: list[int] = []
    end = 0
    for number, line in enumerate(lines):
        parts.append("" if not number else "\n\n" if number in begins else "\n")
        starts.append(end + len(parts[-1]))
        parts.append(line.text)
        end = starts[-1] + len(line.text)
    return "".join(parts), [*starts, end]


def _structure(text: str, starts: Sequence[int], titles: Sequence[Title], interrupted: Collection[int]) -> Structure:
    """Say where the text may be cut.

    Sentences come before lines, because a line of a PDF ends where the paper does. A cut inside a title, or between a
    title and what follows it, is left out, and so is one at a footer that interrupts a paragraph.
    """
    headings = [Heading(starts[title.first], title.rank, title.title) for title in titles]
    own_lines = {(title.first, title.last) for title in titles if title.last > title.first}
    parting = {at for first, last in own_lines for at in range(starts[first] + 1, starts[last] + 1)}

    def level(offsets: Iterable[int], blocks: Sequence[Span] = ()) -> Level:
        return Level([offset for offset in offsets if offset == len(text) or offset not in parting], blocks)

    paragraphs = [offset for offset in separators(text, PARAGRAPH) if offset not in interrupted]
    follows = {starts[last] for _, last in own_lines} - {heading.start for heading in headings}
    blocks = [
        Span(start, _bare(text, end))
        for start, end in zip([0, *paragraphs], paragraphs, strict=False)
        if start in follows and start + 1 not in parting
    ]
    ranks = [
        level([*(section.start for section in own), len(text)], [each for each in own if each.start in parting])
        for own in _sections(headings, text)
    ]
    weaker = [level(separators(text, kind)) for kind in (SENTENCE, LINE)]
    return Structure([*ranks, level(paragraphs, blocks), *weaker], headings)


def _sections(headings: Sequence[Heading], text: str) -> list[list[Span]]:
    """Find the sections of each rank, the strongest rank first.

    A section ends before the next title that is at least as strong. Of two titles at one place, one has no section; a
    section at the start of the text needs no cut.
    """
    found: dict[int, list[Span]] = {rank: [] for rank in sorted({heading.rank for heading in headings})}
    open_sections: list[Heading] = []
    for heading in [*headings, Heading(len(text), 0, "")]:
        while open_sections and open_sections[-1].rank >= heading.rank:
            ended = open_sections.pop()
            section = Span(ended.start, _bare(text, heading.start))
            if 0 < section.start < section.end:
                found[ended.rank].append(section)
        open_sections.append(heading)
    return [sorted(sections) for sections in found.values()]


def _bare(text: str, end: int) -> int:
    """Step back over the white space between two lines."""
    while end and text[end - 1].isspace():
        end -= 1
    return end

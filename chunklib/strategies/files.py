"""The strategy for files that have to be read before they are text."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING

from chunklib.chunk import Chunk, Span
from chunklib.cuts.pdf import extract
from chunklib.overlap import OverlapSpec, asked
from chunklib.strategies.document import Document
from chunklib.tokens import RulerSpec

if TYPE_CHECKING:
    from chunklib.cuts.pdf_file import PdfSource


class FileChunks(list[Chunk]):
    """The chunks of a file: a list of chunks that also carries the ``text`` that their offsets point into."""

    def __init__(self, text: str, chunks: Iterable[Chunk]) -> None:
        super().__init__(chunks)
        self.text = text


def pdf(
    source: PdfSource,
    size: int = 500,
    overlap: OverlapSpec = "15%",
    *,
    count_context: bool = False,
    ruler: RulerSpec = "cl100k_base",
    document: str | None = None,
) -> FileChunks:
    """Cut a PDF between its titles, else between paragraphs, sentences and lines.

    Titles come from the outline, else from the sizes of the letters. Those above a chunk are its context; its first and
    its last page, counted from 1, are ``chunk.metadata["pages"]``.

    Args:
        source: the path of a file, its bytes, or a file open for reading in binary mode.
        size: the most that a chunk may measure, in units of the ruler.
        overlap: see :func:`chunklib.overlap.asked`: 75, "15%", "2s", Adaptive(), Semantic().
        count_context: count the context inside the size, as in :func:`chunklib.strategies.markdown`.
        ruler: see :func:`chunklib.tokens.ruler`.
        document: the document's name in the chunks' ids; a hash of its text by default.

    Returns:
        a list of chunks whose offsets point into its ``text``: what was extracted from all pages.

    Raises:
        ValueError: unless ``0 <= overlap < size``; for what is no PDF, damaged, encrypted or without text.
        OSError: for a file that cannot be read.
        ModuleNotFoundError: without pypdf (the extra ``pdf``).

    >>> from chunklib.data import path
    >>> chunks = pdf(path("commissioning"), size=200, overlap=20)
    >>> chunks[2].text == chunks.text[chunks[2].start_char : chunks[2].end_char]
    True
    """
    asked(overlap, size)  # before the file is read
    found = extract(source)
    doc = Document(found.text, ruler, document)

    def pages(span: Span) -> Mapping[str, object]:
        return {"pages": found.pages_of(*span)}

    chunks = doc.structured(found.structure, size, overlap, count_context=count_context, metadata=pages)
    return FileChunks(found.text, chunks)

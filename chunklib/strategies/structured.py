"""Strategies for texts that show their structure: Markdown, HTML, source code."""

from __future__ import annotations

from collections.abc import Mapping

from chunklib import cuts
from chunklib.chunk import Chunk, Span
from chunklib.overlap import OverlapSpec
from chunklib.strategies.document import Document
from chunklib.tokens import RulerSpec


def markdown(
    text: str,
    size: int = 500,
    overlap: OverlapSpec = "15%",
    *,
    count_context: bool = False,
    ruler: RulerSpec = "cl100k_base",
    document: str | None = None,
) -> list[Chunk]:
    r"""Cut Markdown between sections, else between blocks; fences, tables and lists stay whole where they fit.

    What does not fit is cut at its own lines, else between sentences and words. A heading stays with the block
    behind it, and the headings above a chunk are its context: ``chunk.context`` ("Guide > Set up") and
    ``chunk.metadata["headings"]``.

    Args:
        text: the document.
        size: the most that a chunk may measure, in units of the ruler.
        overlap: see :func:`chunklib.overlap.asked`: 75, "15%", "2s", Adaptive(), Semantic().
        count_context: with True, context, blank line and text together measure no more than the size (as
            :func:`chunklib.context.in_full` puts them together); of a path that would take more than half of it, the
            outermost headings are left out.
        ruler: see :func:`chunklib.tokens.ruler`.
        document: the document's name in the chunks' ids; a hash of its text by default.

    Raises:
        ValueError: unless ``0 <= overlap < size``; for a single character that is bigger than the size.
        ModuleNotFoundError: without markdown-it-py (the extra ``markdown``).

    >>> text = "# Tea\n\nBoil water.\n\n## Green\n\nWait a little.\n\n## Black\n\nDo not wait."
    >>> for chunk in markdown(text, size=11, overlap=0):
    ...     print(f"{chunk.context:<12} {chunk.text!r}")
    Tea          '# Tea\n\nBoil water.\n\n'
    Tea > Green  '## Green\n\nWait a little.\n\n'
    Tea > Black  '## Black\n\nDo not wait.'
    """
    doc = Document(text, ruler, document)
    structure = cuts.markdown(text)
    return doc.structured(structure, size, overlap, count_context=count_context, sentences=True)


def html(
    text: str,
    size: int = 500,
    overlap: OverlapSpec = "15%",
    *,
    count_context: bool = False,
    ruler: RulerSpec = "cl100k_base",
    document: str | None = None,
) -> list[Chunk]:
    r"""Cut HTML between sections, else between block elements; tables and lists stay whole where they fit.

    Offsets are those of the source, tags included; what a reader sees of a chunk is in
    ``chunk.metadata["plain_text"]``. What does not fit is cut at its rows or items, else between sentences and words,
    and inside a tag only where nothing else serves. The headings above a chunk are its context, as in
    :func:`markdown`.

    Args:
        text: the source of a page, or of a part of one.
        size: the most that a chunk may measure, in units of the ruler.
        overlap: see :func:`chunklib.overlap.asked`: 75, "15%", "2s", Adaptive(), Semantic().
        count_context: count the context inside the size, as in :func:`markdown`.
        ruler: see :func:`chunklib.tokens.ruler`.
        document: the document's name in the chunks' ids; a hash of its text by default.

    Raises:
        ValueError: unless ``0 <= overlap < size``; for a single character that is bigger than the size.

    >>> page = "<h1>Tea</h1>\n<p>Boil water.</p>\n<h2>Green</h2>\n<p>Wait &lt; 3 min.</p>"
    >>> for chunk in html(page, size=20, overlap=0):
    ...     print(f"{chunk.context:<12} {chunk.metadata['plain_text']!r}")
    Tea          'Tea\nBoil water.'
    Tea > Green  'Green\nWait < 3 min.'
    """
    doc = Document(text, ruler, document)
    plain = cuts.PlainText(text)

    def readable(span: Span) -> Mapping[str, object]:
        return {"plain_text": plain.of(*span)}

    structure = cuts.html(text, plain)
    return doc.structured(structure, size, overlap, count_context=count_context, repeat_last=True, metadata=readable)


def code(
    text: str,
    size: int = 500,
    overlap: OverlapSpec = "15%",
    *,
    language: str = "python",
    count_context: bool = False,
    ruler: RulerSpec = "cl100k_base",
    document: str | None = None,
) -> list[Chunk]:
    r"""Cut source code between functions and classes; each stays whole where it fits, with decorators and comments.

    What does not fit is cut between members and statements, else between lines. The definitions that a chunk begins
    inside of are its context, as headings are in :func:`markdown`. A file with errors is cut all the same.

    Args:
        text: the source.
        size: the most that a chunk may measure, in units of the ruler.
        overlap: see :func:`chunklib.overlap.asked`: 75, "15%", "2s", Adaptive(), Semantic(). Units are filled with
            whole lines, and with words only where not one line fits in them.
        language: "python", "javascript", "typescript" or "tsx".
        count_context: count the context inside the size, as in :func:`markdown`.
        ruler: see :func:`chunklib.tokens.ruler`.
        document: the document's name in the chunks' ids; a hash of its text by default.

    Raises:
        ValueError: unless ``0 <= overlap < size``; for an unknown language; for a single character that is bigger
            than the size.
        ModuleNotFoundError: without tree-sitter or the language's grammar (the extra ``code``).

    >>> source = "def one():\n    return 1\n\n\n# The second.\ndef two():\n    return 2\n"
    >>> [chunk.text for chunk in code(source, size=14, overlap=0)]
    ['def one():\n    return 1\n\n\n', '# The second.\ndef two():\n    return 2\n']
    """
    doc = Document(text, ruler, document)
    structure = cuts.code(text, language)
    return doc.structured(structure, size, overlap, count_context=count_context, repeat_last=True)

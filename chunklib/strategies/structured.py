"""Split a text or a file that has a structure: sections, blocks, definitions, titles."""

from typing import TYPE_CHECKING, Unpack, cast

from chunklib.chunk import Chunk
from chunklib.overlap import OverlapSpec
from chunklib.recipe import OVERLAP, SIZE, Shared
from chunklib.sources import FileChunks
from chunklib.strategies.recipes import RECIPES, strategy

if TYPE_CHECKING:
    from chunklib.cuts.pdf import PdfSource


@strategy
def markdown(
    text: str,
    size: int = SIZE,
    overlap: OverlapSpec = OVERLAP,
    *,
    count_context: bool = False,
    join: bool = True,
    **more: Unpack[Shared],
) -> list[Chunk]:
    r"""Cut Markdown between sections, else between blocks; fences, tables and lists stay whole where they fit.

    A block that does not fit is cut at its own lines, else between sentences and words. A heading stays with the block
    after it, and the headings above a chunk are its context: ``chunk.context`` ("Guide > Set up") and
    ``chunk.metadata["headings"]``. A table that does not fit is cut between rows; the chunks that begin after its head
    have the head (the row of headers and the row of dashes) in their context, below the headings.

    >>> text = "# Tea\n\nBoil water.\n\n## Green\n\nWait a little.\n\n## Black\n\nDo not wait."
    >>> for chunk in markdown(text, size=11, overlap=0):
    ...     print(f"{chunk.context:<12} {chunk.text!r}")
    Tea          '# Tea\n\nBoil water.\n\n'
    Tea > Green  '## Green\n\nWait a little.\n\n'
    Tea > Black  '## Black\n\nDo not wait.'
    """
    return RECIPES["markdown"](text, size, overlap, {"count_context": count_context, "join": join}, **more)


@strategy
def html(
    text: str,
    size: int = SIZE,
    overlap: OverlapSpec = OVERLAP,
    *,
    boilerplate: bool = True,
    count_context: bool = False,
    join: bool = True,
    **more: Unpack[Shared],
) -> FileChunks:
    r"""Cut what a reader sees of an HTML page between sections, else between blocks; tables and lists stay whole.

    The offsets of the chunks point into the ``text`` of what is returned: a block is a line, cells of a row are joined
    by " | ", entities are characters, white space is one space but in ``pre``. What a browser does not show is not in
    it, as far as elements and their own attributes say so; style sheets are not read. Where in the page a chunk comes
    from, in characters, is ``chunk.metadata["source"]``: what it shows is between the two.

    A block that does not fit is cut at its rows or items, else between sentences and words; rows that a spanning cell
    holds together stay together where they fit. The headings above a chunk are its context, as in :func:`markdown`, and
    so is the head of a table (the rows of its ``thead``, else a first row of ``th`` alone), with the spanning cells.

    Options:
        boilerplate: with False, ``nav``, ``header``, ``footer`` and ``aside``, and what has their roles, are left out
            outside of ``main`` and ``article``.

    >>> page = "<h1>Tea</h1>\n<p>Boil water.</p>\n<h2>Green</h2>\n<p>Wait &lt; 3 <b hidden>or 4</b> min.</p>"
    >>> for chunk in html(page, size=9, overlap=0):
    ...     print(f"{chunk.context:<12} {chunk.text!r} {chunk.metadata['source']}")
    Tea          'Tea\n\nBoil water.\n\n' (4, 27)
    Tea > Green  'Green\n\nWait < 3 min.' (36, 85)
    """
    own = {"boilerplate": boilerplate, "count_context": count_context, "join": join}
    return cast("FileChunks", RECIPES["html"](text, size, overlap, own, **more))


@strategy
def code(
    text: str,
    size: int = SIZE,
    overlap: OverlapSpec = OVERLAP,
    *,
    language: str = "python",
    count_context: bool = False,
    join: bool = True,
    **more: Unpack[Shared],
) -> list[Chunk]:
    r"""Cut source code between functions and classes; each stays whole where it fits, with decorators and comments.

    A definition that does not fit is cut between members and statements, else between lines. The definitions that a
    chunk begins inside of are its context, as headings are in :func:`markdown`. A file with errors is cut all the same.
    An overlap in units is filled with whole lines, and with words only where not one line fits in it.

    Options:
        language: "bash", "c", "cpp", "csharp", "go", "java", "javascript", "php", "python", "ruby", "rust", "tsx" or
            "typescript". For most the grammar is an extra of its own, which the error names.

    >>> source = "def one():\n    return 1\n\n\n# The second.\ndef two():\n    return 2\n"
    >>> [chunk.text for chunk in code(source, size=14, overlap=0)]
    ['def one():\n    return 1\n\n\n', '# The second.\ndef two():\n    return 2\n']
    """
    own = {"language": language, "count_context": count_context, "join": join}
    return RECIPES["code"](text, size, overlap, own, **more)


@strategy
def records(
    text: str,
    size: int = SIZE,
    overlap: OverlapSpec = OVERLAP,
    *,
    format: str = "auto",  # noqa: A002 (what everybody calls it)
    header: bool = True,
    count_context: bool = False,
    join: bool = True,
    **more: Unpack[Shared],
) -> list[Chunk]:
    r"""Cut JSON, JSON Lines and CSV between records; each stays whole where it fits, with its comma.

    An object or an array that does not fit is cut between its members, then deeper, and a string between its lines,
    sentences and words. The keys and indices (from 0) that lead to where a chunk begins are its context, at most 32;
    the first row of a table is that of its other rows. Of a key that is there twice, both members are kept.

    Options:
        format: "json", "jsonl", "csv" (the delimiter is the one of ``, ; |`` and the tab by which most rows have the
            same number of cells), "tsv", or "auto". With "auto", a text that is none of these is cut at its paragraphs
            and lines; a table is recognised if nine of ten rows, and at least three, have the same number of cells.
        header: whether the first row of a table is its head.

    Raises:
        ValueError: if the text is not of the format that you name; the error says line and column.

    >>> orders = '{"orders": [{"id": 1, "items": ["tea"]}, {"id": 2, "items": ["cake", "jam"]}]}'
    >>> for chunk in records(orders, size=30, overlap=0, ruler="characters"):
    ...     print(f"{chunk.context:<11} {chunk.text!r}")
                '{"orders": ['
    orders > 0  '{"id": 1, "items": ["tea"]}, '
    orders > 1  '{"id": 2, '
    orders > 1  '"items": ["cake", "jam"]}]}'
    """
    own = {"format": format, "header": header, "count_context": count_context, "join": join}
    return RECIPES["records"](text, size, overlap, own, **more)


@strategy
def pdf(
    source: "PdfSource",
    size: int = SIZE,
    overlap: OverlapSpec = OVERLAP,
    *,
    count_context: bool = False,
    join: bool = True,
    **more: Unpack[Shared],
) -> FileChunks:
    """Cut a PDF between its titles, else between paragraphs, sentences and lines.

    Titles come from the outline, else from the sizes of the letters. Those above a chunk are its context; its first and
    its last page, counted from 1, are ``chunk.metadata["pages"]``. Tables are text like any other, without a head.

    ``source`` is the path of a file, its bytes, or a file open for reading in binary mode. The offsets of the chunks
    point into the ``text`` of what is returned: what was extracted from all pages.

    Raises:
        ValueError: if the file is not a PDF, is damaged, is encrypted or has no text.
        OSError: if the file cannot be read.

    >>> from chunklib.data import path
    >>> chunks = pdf(path("commissioning"), size=200, overlap=20)
    >>> chunks[2].text == chunks.text[chunks[2].start_char : chunks[2].end_char]
    True
    """
    own = {"count_context": count_context, "join": join}
    return cast("FileChunks", RECIPES["pdf"](source, size, overlap, own, **more))

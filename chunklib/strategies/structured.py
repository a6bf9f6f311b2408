"""Split a text or a file that has a structure: sections, blocks, definitions, titles."""

from typing import TYPE_CHECKING, Unpack, cast

from chunklib.chunk import Chunk
from chunklib.overlap import OverlapSpec
from chunklib.recipe import OVERLAP, SIZE, Structured
from chunklib.sources import FileChunks
from chunklib.strategies.recipes import RECIPES, strategy

if TYPE_CHECKING:
    from chunklib.cuts.pdf import Pages, PdfSource


@strategy
def markdown(text: str, size: int = SIZE, overlap: OverlapSpec = OVERLAP, **more: Unpack[Structured]) -> list[Chunk]:
    r"""Cut Markdown between sections, else between blocks; fences, tables and lists stay whole where they fit.

    A block that does not fit is cut at its own lines, else between sentences and words. A heading stays with what
    follows it. The headings that hold for all of a chunk are its context: ``chunk.context`` ("Guide > Set up") and
    ``chunk.metadata["headings"]``, as a reader sees them; ``chunk.metadata["sections"]`` names every section of which
    it has a part. Headings in blocks of HTML count. A table that does not fit is cut between rows, a fence between
    lines; chunks that begin after the head of the table (the row of headers and the row of dashes) or the first line of
    the fence have that in their context, below the headings. No chunk ends inside a tag that fits.

    >>> text = "# Tea\n\nBoil water.\n\n## Green\n\nWait a little.\n\n## Black\n\nDo not wait."
    >>> for chunk in markdown(text, size=11, overlap=0):
    ...     print(f"{chunk.context:<12} {chunk.text!r}")
    Tea          '# Tea\n\nBoil water.\n\n'
    Tea > Green  '## Green\n\nWait a little.\n\n'
    Tea > Black  '## Black\n\nDo not wait.'
    """
    return RECIPES["markdown"](text, size, overlap, **more)


@strategy
def rst(text: str, size: int = SIZE, overlap: OverlapSpec = OVERLAP, **more: Unpack[Structured]) -> list[Chunk]:
    r"""Cut reStructuredText between sections, else between blocks; directives, tables and lists whole where they fit.

    As :func:`markdown`: titles, as a reader sees them, are the context of a chunk, and so is the head of a table, or
    the first line of a directive for code, for the chunks that begin after it. A label stays with what is after it.

    >>> text = "Tea\n===\n\nBoil it.\n\n.. _green:\n\n:doc:`Green tea <g>`\n--------------------\n\nWait."
    >>> for chunk in rst(text, size=24, overlap=0):
    ...     print(f"{chunk.context:<15} {chunk.text!r}")
    Tea             'Tea\n===\n\nBoil it.\n\n'
    Tea > Green tea '.. _green:\n\n:doc:`Green tea <g>`\n--------------------\n\nWait.'
    """
    return RECIPES["rst"](text, size, overlap, **more)


@strategy
def latex(text: str, size: int = SIZE, overlap: OverlapSpec = OVERLAP, **more: Unpack[Structured]) -> list[Chunk]:
    r"""Cut LaTeX between sections, else between paragraphs and environments, which stay whole where they fit.

    As :func:`markdown`: titles, as a reader sees them, are the context of a chunk, and so is the first line of verbatim
    text for the chunks that begin after it. Code of Sweave and knitr is verbatim text.

    >>> text = "\\section{Tea}\\label{tea}\nBoil it.\n\n\\subsection{\\emph{Green} tea}\nWait."
    >>> for chunk in latex(text, size=18, overlap=0):
    ...     print(f"{chunk.context:<15} {chunk.text!r}")
    Tea             '\\section{Tea}\\label{tea}\nBoil it.\n\n'
    Tea > Green tea '\\subsection{\\emph{Green} tea}\nWait.'
    """
    return RECIPES["latex"](text, size, overlap, **more)


@strategy
def html(
    text: str,
    size: int = SIZE,
    overlap: OverlapSpec = OVERLAP,
    *,
    boilerplate: bool = True,
    **more: Unpack[Structured],
) -> FileChunks:
    r"""Cut what a reader sees of an HTML page between sections, else between blocks; tables and lists stay whole.

    The offsets of the chunks point into the ``text`` of what is returned: a block is a line, cells of a row are joined
    by " | ", entities are characters, white space is one space but in ``pre``. What a browser does not show is not in
    it, as far as elements and their own attributes say so; style sheets are not read. Where in the page a chunk comes
    from, in characters, is ``chunk.metadata["source_span"]``: what it shows is between the two.

    A block that does not fit is cut at its rows or items, else between sentences and words; rows that a spanning cell
    holds together stay together where they fit. The headings above a chunk are its context, as in :func:`markdown`, and
    so is the head of a table (the rows of its ``thead``, else a first row of ``th`` alone), with the spanning cells.

    Options:
        boilerplate: with False, ``nav``, ``header``, ``footer`` and ``aside``, and what has their roles, are left out
            outside of ``main`` and ``article``.

    >>> page = "<h1>Tea</h1>\n<p>Boil water.</p>\n<h2>Green</h2>\n<p>Wait &lt; 3 <b hidden>or 4</b> min.</p>"
    >>> for chunk in html(page, size=9, overlap=0):
    ...     print(f"{chunk.context:<12} {chunk.text!r} {chunk.metadata['source_span']}")
    Tea          'Tea\n\nBoil water.\n\n' (4, 27)
    Tea > Green  'Green\n\nWait < 3 min.' (36, 85)
    """
    found = RECIPES["html"](text, size, overlap, {"boilerplate": boilerplate}, **more)
    return found if isinstance(found, FileChunks) else FileChunks(text, found)  # a page without a tag is its own text


@strategy
def code(
    text: str,
    size: int = SIZE,
    overlap: OverlapSpec = OVERLAP,
    *,
    language: str = "python",
    **more: Unpack[Structured],
) -> list[Chunk]:
    r"""Cut source code between functions and classes; each stays whole where it fits, with decorators and comments.

    A definition that does not fit is cut between members and statements, else between lines. The definitions that all
    of a chunk is in are its context, as headings are in :func:`markdown`. A file with errors is cut all the same.
    An overlap in units is filled with whole lines, and with words only where not one line fits in it.

    Options:
        language: "bash", "c", "cpp", "csharp", "go", "java", "javascript", "php", "python", "ruby", "rust", "tsx" or
            "typescript". For most the grammar is an extra of its own, which the error names.

    >>> source = "def one():\n    return 1\n\n\n# The second.\ndef two():\n    return 2\n"
    >>> [chunk.text for chunk in code(source, size=14, overlap=0)]
    ['def one():\n    return 1\n\n\n', '# The second.\ndef two():\n    return 2\n']
    """
    return RECIPES["code"](text, size, overlap, {"language": language}, **more)


@strategy
def records(
    text: str,
    size: int = SIZE,
    overlap: OverlapSpec = OVERLAP,
    *,
    format: str = "auto",  # noqa: A002 (what everybody calls it)
    header: bool = True,
    **more: Unpack[Structured],
) -> list[Chunk]:
    r"""Cut JSON, JSON Lines and CSV between records; each stays whole where it fits, with its comma.

    An object or an array that does not fit is cut between its members, then deeper, and a string between its lines,
    sentences and words. The keys and indices (from 0) that lead to all of a chunk are its context, at most 32,
    if there is a key among them; the first row of a table is that of its other rows, and of a piece of a row that does
    not fit the names of its own columns. Of a key that is there twice, both members are kept.

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
    return RECIPES["records"](text, size, overlap, {"format": format, "header": header}, **more)


@strategy
def notebook(text: str, size: int = SIZE, overlap: OverlapSpec = OVERLAP, **more: Unpack[Structured]) -> FileChunks:
    r"""Cut a Jupyter notebook between cells and sections; a cell stays whole where it fits.

    The text that is cut is readable Markdown: Markdown and raw cells as they are, and each code cell in a fence with
    its language. Outputs, attachments and the data of pictures are left out. The list that is returned carries it as
    ``text``, and the offsets of the chunks point into it; ``chunk.metadata["cells"]`` are the numbers of the first and
    the last cell of a chunk, from 1. Headings are those of all Markdown cells; nothing that a cell leaves open reaches
    into the next one. A cell that does not fit is cut as :func:`markdown` cuts, and code as :func:`code` does, if it
    knows the language.

    Raises:
        ValueError: if the text is not a notebook of nbformat 3 or 4.

    >>> import json
    >>> cells = [("markdown", "# Tea"), ("code", "boil(water)"), ("markdown", "Wait.")]
    >>> source = json.dumps({"cells": [{"cell_type": kind, "source": text} for kind, text in cells]})
    >>> for chunk in notebook(source, size=12, overlap=0):
    ...     print(chunk.context, chunk.metadata["cells"], repr(chunk.text))
    Tea (1, 2) '# Tea\n\n```\nboil(water)\n```\n\n'
    Tea (3, 3) 'Wait.\n'
    """
    return cast("FileChunks", RECIPES["notebook"](text, size, overlap, **more))


@strategy
def turns(
    text: str,
    size: int = SIZE,
    overlap: OverlapSpec = OVERLAP,
    *,
    format: str = "auto",  # noqa: A002 (as in records)
    **more: Unpack[Structured],
) -> list[Chunk]:
    r"""Cut a chat, a transcript or subtitles between the turns of the speakers; a turn stays whole where it fits.

    A longer turn is cut between its paragraphs, else between sentences; where a chunk begins inside of one, the speaker
    is its context, with the time: "Dana (12:01)". ``chunk.metadata["speakers"]`` names all who speak in a chunk, and
    ``chunk.metadata["times"]`` its first and last time, as they are written, if there are times.

    Of subtitles the text is what is shown, a line for each cue, and "Dana: " where another speaker begins; the list
    that is returned carries it as ``text``, and the offsets of the chunks point into it. A cut in a turn, or in
    subtitles without speakers, falls between sentences, and first where such an end is also the end of a cue.

    Options:
        format: "chat" (lines such as ``Dana: words``, ``[12:01] Dana: words``, ``<dana> words``, or ``Dana 12:01`` with
            the words below), "srt", "vtt", or "auto". With "auto" a text is a chat if two speakers come back, and their
            lines are one in five; one that is neither a chat nor subtitles is cut between paragraphs.

    Raises:
        ValueError: if the text has no cues, and you say that it is "srt" or "vtt".

    >>> talk = "Dana: Tea?\nLee: Yes, please. With a little milk.\nDana: And sugar?\nLee: No.\n"
    >>> for chunk in turns(talk, size=8, overlap=0):
    ...     print(f"{chunk.context:<4} {chunk.metadata['speakers']} {chunk.text!r}")
         ('Dana',) 'Dana: Tea?\n'
         ('Lee',) 'Lee: Yes, please. '
    Lee  ('Lee',) 'With a little milk.\n'
         ('Dana',) 'Dana: And sugar?\n'
         ('Lee',) 'Lee: No.\n'
    """
    return RECIPES["turns"](text, size, overlap, {"format": format}, **more)


@strategy
def pdf(
    source: "PdfSource",
    size: int = SIZE,
    overlap: OverlapSpec = OVERLAP,
    *,
    pages: "Pages | None" = None,
    **more: Unpack[Structured],
) -> FileChunks:
    """Cut a PDF between its titles, else between paragraphs, sentences and lines.

    Titles come from the outline, else from the size and the weight of the letters. Those above a chunk are its context;
    its first and its last page, counted from 1, are ``chunk.metadata["pages"]``. Tables are text like any other.
    Headers, footers, page numbers and text that a reader does not see are left out; a word that is divided at the end
    of a line is whole. A text that looks broken gives a warning.

    ``source`` is the path of a file, its bytes, or a file open for reading in binary mode. The offsets of the chunks
    point into the ``text`` of what is returned: what was extracted from all pages.

    Options:
        pages: texts that another program extracted, one a page, or a function from ``source`` to them. They are taken
            as they are, without titles, and ``source`` may then be anything, such as a name.

    Raises:
        ValueError: if the file is not a PDF, is damaged, is encrypted or has no text.
        OSError: if the file cannot be read.

    >>> from chunklib.data import path
    >>> chunks = pdf(path("commissioning"), size=200, overlap=20)
    >>> chunks[2].text == chunks.text[chunks[2].start_char : chunks[2].end_char]
    True
    """
    return cast("FileChunks", RECIPES["pdf"](source, size, overlap, {"pages": pages}, **more))

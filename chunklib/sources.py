"""Read what a recipe cuts: a text with its structure, or the text of a file."""

from collections.abc import Callable, Iterable, Mapping
from typing import TYPE_CHECKING, Any, NamedTuple

from chunklib import cuts
from chunklib.chunk import Chunk, Span
from chunklib.cuts.structure import Structure
from chunklib.readers import yes_or_no

if TYPE_CHECKING:
    from chunklib.cuts.pdf import PdfSource

Options = Mapping[str, Any]


class FileChunks(list[Chunk]):
    """Lists the chunks of a file, a page or a notebook, and carries the ``text`` that their offsets point into."""

    def __init__(self, text: str, chunks: Iterable[Chunk]) -> None:
        super().__init__(chunks)
        self.text = text


class Source(NamedTuple):
    """Holds a text, its structure if it has one, and a function that gives the metadata of a chunk."""

    text: str
    structure: Structure | None = None
    metadata: Callable[[Span], Mapping[str, object]] = lambda _: {}


def plain_text(text: str, _: Options) -> Source:
    """Take a text as it is."""
    return Source(text)


def by(find: Callable[..., Any], *names: str) -> Callable[[str, Options], Source]:
    """Make what reads a text by a function of :mod:`chunklib.cuts`, which takes the options of these names after it.

    What it finds is a structure; or a text of its own, with its structure and what gives the metadata of a span.
    """

    def read(text: str, options: Options) -> Source:
        found = find(text, *(options[name] for name in names))
        return Source(text, found) if isinstance(found, Structure) else Source(*found)

    return read


def html(page: str, options: Options) -> Source:
    """Read what a reader sees of a page; each chunk's metadata has where in the page it comes from."""
    found = cuts.HtmlText(page, boilerplate=yes_or_no("boilerplate", options["boilerplate"]))
    return Source(found.text, found.structure, lambda span: {"source_span": tuple(found.source_of(*span))})


def pdf(source: "PdfSource", options: Options) -> Source:
    """Extract the text of a PDF with its titles, or take that of its pages; each chunk's metadata has its pages."""
    from chunklib.cuts.pdf import extract, from_pages

    found = extract(source) if options["pages"] is None else from_pages(source, options["pages"])
    return Source(found.text, found.structure, lambda span: {"pages": found.pages_of(*span)})

"""Put a header before a chunk: the path of the headings above it."""

from collections.abc import Iterable
from dataclasses import replace

from chunklib import cuts
from chunklib.chunk import OWN, PATH, Chunk, headed, unsaid
from chunklib.cuts.structure import Headings
from chunklib.errors import InvalidValue


def in_full(chunk: Chunk) -> str:
    r"""Put a chunk's context and its text together: the string to embed, or to show to a model.

    Args:
        chunk: any chunk.

    Returns:
        context, blank line, text; the text alone where there is no context. A heading that the text begins with is not
        said before it once more. This is what a strategy measures with ``count_context=True``.

    >>> in_full(Chunk("Wait.", 9, 14, size=2, overlap=0, index=1, context="Tea > Green"))
    'Tea > Green\n\nWait.'
    """
    return headed(unsaid(chunk.context, chunk.metadata), chunk.text)


def heading_path(text: str, chunks: Iterable[Chunk]) -> list[Chunk]:
    r"""Give chunks of a Markdown document, from any strategy, the headings above them (but no heads of tables).

    Args:
        text: the document, in Markdown.
        chunks: chunks of this document.

    Returns:
        the chunks, each with ``context`` ("Tea > Green") in place of what it had there, and in the metadata what
        :func:`chunklib.markdown` writes: the ``headings`` that hold for all of it, and its ``sections``.

    Raises:
        ValueError: for a chunk that is not of this text.
        ModuleNotFoundError: without markdown-it-py (the extra ``markdown``).

    >>> chunk = Chunk("Wait.", 17, 22, size=2, overlap=0, index=0, document="tea.md")
    >>> [found] = heading_path("# Tea\n\n## Green\n\nWait.", [chunk])
    >>> found.context, found.metadata["headings"]
    ('Tea > Green', ('Tea', 'Green'))
    """
    headings = Headings(cuts.markdown(text).headings, text)
    found = []
    for chunk in chunks:
        check_slice(text, chunk)
        beside = {name: value for name, value in chunk.metadata.items() if name != OWN}
        said = headings.about(chunk.start_char, chunk.end_char)
        found.append(replace(chunk, context=PATH.join(said["headings"]), metadata={**beside, **said}))
    return found


def check_slice(text: str, chunk: Chunk) -> None:
    """Refuse a chunk that is not what the document has at its place.

    Raises:
        ValueError: names the chunk.
    """
    if text[chunk.start_char : chunk.end_char] != chunk.text:
        raise InvalidValue(f"chunk {chunk.id} is not of this document: the document has other text at its offsets")

"""What an index is asked to hold: chunks, and the documents that they are all of."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence

from chunklib.chunk import Chunk
from chunklib.errors import InvalidType, InvalidValue
from chunklib.retrieval.index_plan import storable


def wanted_chunks(chunks: Iterable[Chunk]) -> list[Chunk]:
    """Read chunks that can be stored, each id once.

    Raises:
        ValueError: for an id that occurs twice, and a lone surrogate.
        TypeError: for what is no chunk, and metadata that is no JSON.
    """
    if isinstance(chunks, Chunk | str) or not isinstance(chunks, Iterable):
        raise InvalidType(f"an index needs a list of chunks: got {type(chunks).__name__}")
    wanted = [storable(chunk) for chunk in chunks]
    twice = [name for name, times in Counter(chunk.id for chunk in wanted).items() if times > 1]
    if twice:
        raise InvalidValue(f"each chunk must have an id of its own: {twice[0]!r} occurs twice")
    return wanted


def documents_of(wanted: Sequence[Chunk], documents: Iterable[str] | None) -> list[str]:
    """Read which documents the chunks are all of.

    Args:
        wanted: the chunks.
        documents: the names; None for those that the chunks name.

    Raises:
        ValueError: where nothing is named, and for a chunk of another document.
        TypeError: for what is no list of texts.
    """
    own = list(dict.fromkeys(chunk.document for chunk in wanted))
    if documents is None:
        if not own:
            raise InvalidValue("nothing to index: a document that became empty must be named in documents")
        return own
    if isinstance(documents, str):
        raise InvalidType(f"documents must be a list of names: got the text {documents!r}")
    names = list(dict.fromkeys(documents))
    for name in names:
        if not isinstance(name, str):
            raise InvalidType(f"the name of a document must be a text (str): got {type(name).__name__}")
    for name in own:
        if name not in names:
            raise InvalidValue(f"a chunk is of the document {name!r}, which documents does not name: {names}")
    return names

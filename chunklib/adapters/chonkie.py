"""Our chunks as chonkie's records, for its refineries, embeddings and handshakes."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from chunklib.chunk import Chunk
from chunklib.missing import needed

if TYPE_CHECKING:
    import chonkie


def to_chonkie(chunks: Iterable[Chunk]) -> list[chonkie.Chunk]:
    """Write chunks as records of chonkie.

    Args:
        chunks: chunks of any strategy; a record's ``token_count`` is the size in units of their ruler.

    Returns:
        a record for each, with the same offsets and id, the context header in ``context``, and a copy of the metadata
        with ``overlap`` beside it.

    Raises:
        ModuleNotFoundError: without chonkie.

    >>> [record] = to_chonkie([Chunk("lo wor", 3, 9, size=2, overlap=0, index=0, document="greeting")])
    >>> record.id, record.start_index, record.end_index, record.token_count
    ('greeting:3-9', 3, 9, 2)
    """
    with needed("chonkie's records need", "chonkie", "peers"):
        from chonkie import Chunk as Record
    return [
        Record(
            id=chunk.id,
            text=chunk.text,
            start_index=chunk.start_char,
            end_index=chunk.end_char,
            token_count=chunk.size,
            context=chunk.context or None,
            metadata={**chunk.metadata, "overlap": chunk.overlap},
        )
        for chunk in chunks
    ]

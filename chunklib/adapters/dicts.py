"""Write chunks as plain dictionaries, and read them back."""

from collections.abc import Iterable, Mapping
from typing import Any

from chunklib.chunk import Chunk
from chunklib.errors import ChunklibError


def to_dicts(chunks: Iterable[Chunk]) -> list[dict[str, Any]]:
    """Write chunks as plain dictionaries.

    Args:
        chunks: chunks of any strategy.

    Returns:
        a dictionary for each, with its ``id`` and the fields of :class:`chunklib.Chunk`; ``metadata`` is a copy.

    >>> chunk = Chunk("lo wor", 3, 9, size=6, overlap=0, index=0, document="greeting")
    >>> [written] = to_dicts([chunk])
    >>> written["id"], written["text"], written["start_char"], from_dicts([written]) == [chunk]
    ('greeting:3-9', 'lo wor', 3, True)
    """
    return [chunk.to_dict() for chunk in chunks]


def from_dicts(records: Iterable[Mapping[str, Any]]) -> list[Chunk]:
    """Read chunks that :func:`to_dicts` wrote, also after they have been through JSON.

    Args:
        records: dictionaries with the fields of :class:`chunklib.Chunk`; ``id`` is derived and may be missing.

    Returns:
        the chunks; equal to those that were written, also after JSON where the metadata are our own.

    Raises:
        TypeError: for a record that is not a dictionary, and a field of another type.
        ValueError: for a dictionary with other fields; they are named.
    """
    chunks = []
    for index, record in enumerate(records):
        try:
            chunks.append(Chunk.from_dict(record))
        except ChunklibError as error:
            raise type(error)(f"record {index}{str(error).removeprefix('the record')}") from None
    return chunks

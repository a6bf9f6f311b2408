"""Write chunks as plain dictionaries, and read them back."""

from collections.abc import Iterable, Mapping
from dataclasses import fields
from typing import Any

from chunklib.chunk import Chunk
from chunklib.errors import InvalidType, InvalidValue

_NAMES = tuple(field.name for field in fields(Chunk))
_TUPLES = ("headings", "pages", "window")  # of our metadata; JSON makes lists of them


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
    return [
        {"id": chunk.id, **{name: getattr(chunk, name) for name in _NAMES}, "metadata": dict(chunk.metadata)}
        for chunk in chunks
    ]


def from_dicts(records: Iterable[Mapping[str, Any]]) -> list[Chunk]:
    """Read chunks that :func:`to_dicts` wrote, also after they have been through JSON.

    Args:
        records: dictionaries with the fields of :class:`chunklib.Chunk`; ``id`` is derived and may be missing.

    Returns:
        the chunks; equal to those that were written, also after JSON where the metadata are our own.

    Raises:
        TypeError: for a record that is not a dictionary.
        ValueError: for a dictionary with other fields; they are named.
    """
    return [_chunk(record, index) for index, record in enumerate(records)]


def _chunk(record: Mapping[str, Any], index: int) -> Chunk:
    if not isinstance(record, Mapping):
        raise InvalidType(f"record {index} is not a dictionary: got a {type(record).__name__}")
    given = {name: value for name, value in record.items() if name != "id"}
    if unknown := given.keys() - set(_NAMES):
        raise InvalidValue(f"record {index} has fields that no chunk has: {', '.join(sorted(map(str, unknown)))}")
    if isinstance(said := given.get("metadata"), Mapping):
        tuples = {name: tuple(said[name]) for name in _TUPLES if isinstance(said.get(name), list)}
        given["metadata"] = {**said, **tuples}
    try:
        return Chunk(**given)
    except TypeError:
        missing = [name for name in _NAMES[:6] if name not in given]
        raise InvalidValue(f"record {index} is not a chunk: it has no {', '.join(missing)}") from None

"""Say in the metadata of a framework's record what a chunk is, and read the chunk back from it."""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any

from chunklib.chunk import Chunk
from chunklib.errors import InvalidValue
from chunklib.readers import a_text, listed

_ID = re.compile(r"(.*):(\d+)-(\d+)", re.DOTALL)
_NUMBERS = ("index", "size", "overlap")


def said_of(chunk: Chunk, own: Mapping[str, Any] | None = None) -> dict[str, Any]:
    """Write down what a chunk says of itself, in values that the stores of frameworks take.

    These are ``chunk_document``, ``chunk_id``, ``chunk_index``, ``chunk_size``, ``chunk_overlap``, ``chunk_context``
    where there is one, and the chunk's metadata but for the keys of ``own`` (what the document says of itself): texts,
    numbers, True, False, and lists of one kind of these. A key of a dictionary in it is written "key.inner"; None and
    what is empty are left out; anything else becomes text.

    >>> metadata = {"pages": (1, 2), "by": {"name": "Nora"}, "notes": []}
    >>> said = said_of(Chunk("Tea", 0, 3, 1, 0, 0, "d", metadata=metadata))
    >>> print(*map("{0[0]}={0[1]}".format, said.items()))
    pages=[1, 2] by.name=Nora chunk_document=d chunk_id=d:0-3 chunk_index=0 chunk_size=1 chunk_overlap=0
    """
    try:
        found = {key: value for key, value in _flat(chunk.metadata) if key not in (own or {})}
    except RecursionError:
        raise InvalidValue(f"the metadata of chunk {chunk.id!r} are nested too deep") from None
    numbers = {f"chunk_{name}": getattr(chunk, name) for name in _NUMBERS}
    context = {"chunk_context": chunk.context} if chunk.context else {}
    return {**found, "chunk_document": chunk.document, "chunk_id": chunk.id, **numbers, **context}


def chunk_of(text: str, said: Mapping[str, Any], also: Iterable[str] = ()) -> Chunk:
    """Read a chunk back from a text that ends with its own and what :func:`said_of` wrote; ``also`` are other keys.

    Raises:
        ValueError: for a record that was not made from a chunk.
    """
    place = _ID.fullmatch(str(said.get("chunk_id")))
    if not place:
        raise InvalidValue(f"a record that was made from a chunk has its chunk_id: got {said.get('chunk_id')!r}")
    document, start, end = place[1], int(place[2]), int(place[3])
    numbers = {name: int(said[f"chunk_{name}"]) for name in _NUMBERS}  # some stores make floats of them
    ours = {"chunk_document", "chunk_id", "chunk_context", *(f"chunk_{name}" for name in _NUMBERS), *also}
    metadata = {key: value for key, value in said.items() if key not in ours}
    record = {"text": text[max(0, len(text) - (end - start)) :], "start_char": start, "end_char": end, **numbers}
    more = {"document": document, "context": said.get("chunk_context", ""), "metadata": metadata}
    return Chunk.from_dict(record | more)


def with_texts(chunks: Iterable[Chunk], texts: Callable[[Chunk], str] | None) -> Iterator[tuple[Chunk, str]]:
    """Read chunks, and what stands for each: its text, or what a callable gives."""
    for chunk in listed("chunks must be a list of chunks (chunklib.Chunk)", chunks, Chunk):
        yield chunk, chunk.text if texts is None else a_text("what texts returns", texts(chunk))


def _flat(metadata: Mapping[str, Any], path: str = "") -> Iterator[tuple[str, Any]]:
    for key, value in metadata.items():
        if isinstance(value, Mapping):
            yield from _flat(value, f"{path}{key}.")
        elif isinstance(value, list | tuple | set | frozenset):
            each = [_plain(one) for one in value]
            if each:
                yield f"{path}{key}", each if len(set(map(type, each))) == 1 else [str(one) for one in value]
        elif value is not None:
            yield f"{path}{key}", _plain(value)


def _plain(value: Any) -> str | int | float | bool:
    """Take a text, a number or a truth, also one of numpy; anything else as text."""
    found = value.item() if hasattr(value, "item") else value
    return found if isinstance(found, str | int | float) else str(value)

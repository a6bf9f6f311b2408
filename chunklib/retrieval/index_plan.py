"""Plan what has to change in a collection so that it holds exactly the chunks that are wanted."""

import json
import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from chunklib.chunk import Chunk
from chunklib.errors import InvalidType, InvalidValue
from chunklib.readers import listed
from chunklib.retrieval.retriever import indexed

_NUMBERS = ("start_char", "end_char", "size", "overlap", "index")
_FIELDS = (*_NUMBERS, "document", "context", "metadata")
_TEXTS = ("text", "context", "document")
_SURROGATE = re.compile("[\ud800-\udfff]")


class Changes(NamedTuple):
    """Says what an index did: ids of chunks. One whose text changed while its place did not is both added and deleted.

    ``added`` and ``kept`` are in the order of the chunks that were given, ``deleted`` in that of the documents.
    """

    added: tuple[str, ...]
    kept: tuple[str, ...]
    deleted: tuple[str, ...]


class Plan(NamedTuple):
    """Lists what has to be written.

    Args:
        new: chunks whose id is free.
        replaced: chunks whose id has another text (or context).
        moved: chunks that stay, but say something else of themselves (their index, their metadata).
        gone: ids of chunks that are no longer wanted; those of ``replaced`` are not among them.
        changes: the same as its caller sees it.
    """

    new: list[Chunk]
    replaced: list[Chunk]
    moved: list[Chunk]
    gone: list[str]
    changes: Changes


def plan(stored: Mapping[str, Chunk], wanted: Sequence[Chunk]) -> Plan:
    """Compare what is stored with what is wanted.

    Args:
        stored: chunks by their id.
        wanted: chunks, each id once.

    >>> old = Chunk("Fish is cold.", 0, 13, size=4, overlap=0, index=0, document="note")
    >>> new = Chunk("Bread is warm.", 0, 14, size=4, overlap=0, index=0, document="note")
    >>> plan({old.id: old}, [new]).changes
    Changes(added=('note:0-14',), kept=(), deleted=('note:0-13',))
    """
    ids = {chunk.id for chunk in wanted}
    new = [chunk for chunk in wanted if chunk.id not in stored]
    known = [chunk for chunk in wanted if chunk.id in stored]
    same = {c.id for c in known if (c.text, c.context) == (stored[c.id].text, stored[c.id].context)}
    replaced = [chunk for chunk in known if chunk.id not in same]
    moved = [chunk for chunk in known if chunk.id in same and fields(chunk) != fields(stored[chunk.id])]
    gone = [name for name in stored if name not in ids]
    leaving = {*gone, *(chunk.id for chunk in replaced)}
    deleted = sorted((stored[name] for name in leaving), key=in_document_order)
    changes = Changes(
        tuple(chunk.id for chunk in wanted if chunk.id not in same),
        tuple(chunk.id for chunk in wanted if chunk.id in same),
        tuple(chunk.id for chunk in deleted),
    )
    return Plan(new, replaced, moved, gone, changes)


def in_document_order(chunk: Chunk) -> tuple[str, int, int]:
    """Say where a chunk is among the chunks of many documents."""
    return chunk.document, chunk.start_char, chunk.end_char


def fields(chunk: Chunk) -> dict[str, str | int]:
    """Write down what a chunk has beside its text; its metadata as JSON."""
    numbers = {name: int(getattr(chunk, name)) for name in _NUMBERS}
    metadata = json.dumps(dict(chunk.metadata))
    return {"document": chunk.document, "context": chunk.context, **numbers, "metadata": metadata}


def chunk_of(text: str, stored: Mapping[str, Any]) -> Chunk:
    """Read a chunk back: the opposite of :func:`fields`.

    Raises:
        ValueError: where something is missing or is not JSON.
    """
    if missing := [name for name in _FIELDS if name not in stored]:
        raise InvalidValue(f"a record has no {missing[0]!r}: it was not written by chunklib")
    own = {name: stored[name] for name in _FIELDS}
    return Chunk.from_dict({**own, "text": text, "metadata": json.loads(own["metadata"])})


def to_json(chunk: Chunk) -> str:
    """Write a whole chunk down as one line of ASCII."""
    return json.dumps({"text": chunk.text, **fields(chunk)})


def from_json(line: str) -> Chunk:
    """Read back what :func:`to_json` wrote."""
    stored = json.loads(line)
    return chunk_of(stored["text"], stored)


def wanted_chunks(chunks: Iterable[Chunk]) -> tuple[Chunk, ...]:
    """Read chunks that can be stored and read back, each id once.

    Raises:
        ValueError: for an id that occurs twice, and a lone surrogate, which no database stores.
        TypeError: for anything but a chunk, and metadata that is not JSON.
    """
    wanted = indexed(chunks)
    for chunk in wanted:
        for name in _TEXTS:
            if surrogate := _SURROGATE.search(getattr(chunk, name)):
                message = f"a database stores Unicode only: the {name} of chunk {chunk.id!r} has a lone surrogate"
                raise InvalidValue(f"{message} at character {surrogate.start()}")
        try:
            fields(chunk)
        except (TypeError, ValueError, RecursionError) as error:
            raise InvalidType(f"metadata must be plain data (JSON) to be stored: chunk {chunk.id!r}: {error}") from None
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
        TypeError: for anything but a list of texts.
    """
    own = list(dict.fromkeys(chunk.document for chunk in wanted))
    if documents is None:
        if not own:
            raise InvalidValue("nothing to index: a document that became empty must be named in documents")
        return own
    names = list(dict.fromkeys(listed("documents must be a list of names", documents, str)))
    for name in own:
        if name not in names:
            raise InvalidValue(f"a chunk is of the document {name!r}, which documents does not name: {names}")
    return names

"""Plan what has to change in a collection so that it holds exactly the chunks that are wanted."""

import json
import operator
import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from chunklib.chunk import Chunk
from chunklib.context import in_full
from chunklib.errors import InvalidType, InvalidValue
from chunklib.readers import listed
from chunklib.retrieval.retriever import indexed

_TEXTS = ("text", "context", "document")
_SURROGATE = re.compile("[\ud800-\udfff]")


class Changes(NamedTuple):
    """Says what an index did: ids of chunks, of which it shows the number.

    A chunk whose text changed while its place did not is both added and deleted.
    ``added`` and ``kept`` are in the order of the chunks that were given, ``deleted`` in that of the documents.
    """

    added: tuple[str, ...]
    kept: tuple[str, ...]
    deleted: tuple[str, ...]

    def __repr__(self) -> str:
        """Count them: there may be thousands."""
        return f"{len(self.added):,} added, {len(self.kept):,} kept, {len(self.deleted):,} deleted"


class Plan(NamedTuple):
    """Lists what has to be written: ids that go, then chunks that come; one that says something else does both."""

    gone: list[str]
    coming: list[Chunk]
    changes: Changes


def plan(stored: Mapping[str, Chunk], wanted: Sequence[Chunk]) -> Plan:
    """Compare what is stored, chunks by their id, with what is wanted, each id once.

    >>> old = Chunk("Fish is cold.", 0, 13, size=4, overlap=0, index=0, document="note")
    >>> new = Chunk("Bread is warm.", 0, 14, size=4, overlap=0, index=0, document="note")
    >>> plan({old.id: old}, [new]).changes
    1 added, 0 kept, 1 deleted
    """
    ids = {chunk.id for chunk in wanted}
    same = {name for chunk in wanted if (name := chunk.id) in stored and _read(chunk) == _read(stored[name])}
    coming = [chunk for chunk in wanted if chunk.id not in same or to_json(chunk) != to_json(stored[chunk.id])]
    gone = [*(name for name in stored if name not in ids), *(chunk.id for chunk in coming if chunk.id in stored)]
    changes = Changes(
        tuple(chunk.id for chunk in wanted if chunk.id not in same),
        tuple(chunk.id for chunk in wanted if chunk.id in same),
        tuple(chunk.id for chunk in sorted(stored.values(), key=in_document_order) if chunk.id not in same),
    )
    return Plan(gone, coming, changes)


def _read(chunk: Chunk) -> tuple[str, str, str]:
    """Give what is embedded of a chunk, and what is read of it."""
    return in_full(chunk), chunk.text, chunk.context


def in_document_order(chunk: Chunk) -> tuple[str, int, int]:
    """Say where a chunk is among the chunks of many documents."""
    return chunk.document, chunk.start_char, chunk.end_char


def to_json(chunk: Chunk) -> str:
    """Write a whole chunk down as one line of ASCII; its metadata as a text in it, for JSON has no NaN."""
    return json.dumps({**chunk.to_dict(), "metadata": json.dumps(dict(chunk.metadata))}, default=operator.index)


def from_json(line: str) -> Chunk:
    """Read back what :func:`to_json` wrote."""
    stored = json.loads(line)
    return Chunk.from_dict({**stored, "metadata": json.loads(stored["metadata"])})


def wanted_chunks(chunks: Iterable[Chunk]) -> tuple[Chunk, ...]:
    """Read chunks that can be stored and read back, each id once; a lone surrogate no database stores."""
    wanted = indexed(chunks)
    for chunk in wanted:
        for name in _TEXTS:
            if surrogate := _SURROGATE.search(getattr(chunk, name)):
                message = f"a database stores Unicode only: the {name} of chunk {chunk.id!r} has a lone surrogate"
                raise InvalidValue(f"{message} at character {surrogate.start()}")
        try:
            to_json(chunk)
        except (TypeError, ValueError, RecursionError) as error:
            raise InvalidType(f"metadata must be plain data (JSON) to be stored: chunk {chunk.id!r}: {error}") from None
    twice = [name for name, times in Counter(chunk.id for chunk in wanted).items() if times > 1]
    if twice:
        raise InvalidValue(f"each chunk must have an id of its own: {twice[0]!r} occurs twice")
    return wanted


def documents_of(wanted: Sequence[Chunk], documents: Iterable[str] | None) -> list[str]:
    """Read which documents the chunks are all of: those that are named, or else those that the chunks name."""
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

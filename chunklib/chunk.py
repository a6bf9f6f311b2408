"""Define a chunk: a slice of one document that knows where it came from.

Everything else in this package decides *where* to slice; this file only says what is returned.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from hashlib import blake2b, sha1
from typing import Any, NamedTuple
from uuid import UUID

from chunklib.errors import InvalidType, InvalidValue
from chunklib.readers import a_mapping, a_text, whole

SEPARATOR = "\n\n"
"""The text between a chunk's context and its text where the two are put together."""

PATH = " > "
"""The text between two headings of a path."""

OWN = "headings_in_text"
"""The key of a chunk's metadata that says how many of its ``headings``, from the last, its own text begins with."""

# of our metadata; JSON makes lists of them
_TUPLES = ("headings", "sections", "pages", "source_span", "cells", "speakers", "times", "window")
_IDS = UUID("b6a1f0c4-6a2f-5c53-9d63-3f2f4f3f8a11").bytes  # any fixed one: the space of the UUIDs made here
_NEEDED = 6  # fields that have no default
_SHOWN = 40  # characters of its text that a chunk shows of itself


class Span(NamedTuple):
    """Names a half-open range of characters (code points) of a document: ``text[start:end]``."""

    start: int
    end: int


@dataclass(frozen=True, slots=True, repr=False)
class Chunk:
    """Holds a slice of a document with its exact place in it.

    ``text == document_text[start_char:end_char]`` always holds; a context header lives in ``context``,
    never in ``text``. ``size`` and ``overlap`` (what is shared with the chunk before) are measured by the
    ruler that made the chunk, on the text itself: what was achieved, not what was asked.

    >>> chunk = Chunk("lo wor", 3, 9, size=6, overlap=0, index=0, document="greeting")
    >>> chunk
    <Chunk greeting:3-9, size 6, overlap 0: 'lo wor'>
    """

    text: str
    start_char: int
    end_char: int
    size: int
    overlap: int
    index: int
    document: str = ""
    context: str = ""
    metadata: Mapping[str, object] = field(default_factory=dict, hash=False)

    def __repr__(self) -> str:
        """Say which chunk it is, and how its text begins."""
        begins = self.text if len(self.text) <= _SHOWN else f"{self.text[:_SHOWN]}…"
        return f"<Chunk {self.id}, size {self.size}, overlap {self.overlap}: {begins!r}>"

    @property
    def id(self) -> str:
        """Identify the chunk by document, start and end: the same on every run and machine."""
        return f"{self.document}:{self.start_char}-{self.end_char}"

    @property
    def uuid(self) -> str:
        """Give the id as a UUID (version 5), for stores that take no other: the same on every run and machine.

        >>> Chunk("lo wor", 3, 9, size=6, overlap=0, index=0, document="greeting").uuid
        'bc0b04ac-6c61-5cbf-836b-c212efc7f1a0'
        """
        named = sha1(_IDS + self.id.encode("utf-8", "surrogatepass"), usedforsecurity=False)
        return str(UUID(bytes=named.digest()[:16], version=5))

    def to_dict(self) -> dict[str, Any]:
        """Write the chunk as a dictionary: its ``id`` and its fields; ``metadata`` is a copy."""
        named = {one.name: getattr(self, one.name) for one in fields(self)}
        return {"id": self.id, **named, "metadata": dict(self.metadata)}

    @classmethod
    def from_dict(cls, record: Mapping[str, Any]) -> "Chunk":
        """Read a chunk that :meth:`to_dict` wrote, also after it has been through JSON.

        JSON makes lists of tuples. In the metadata that strategies write (such as ``headings`` and ``pages``) they
        become tuples again, and so does a list of your own that has such a name; all others stay lists.

        Args:
            record: a dictionary with the fields; ``id`` is derived and may be missing, as may ``document``,
                ``context`` and ``metadata``.

        Raises:
            TypeError: for a record that is not a dictionary, and a field of another type.
            ValueError: for other fields than those of a chunk; they are named.

        >>> chunk = Chunk("lo wor", 3, 9, size=6, overlap=0, index=0, document="greeting")
        >>> Chunk.from_dict(chunk.to_dict()) == chunk
        True
        """
        if not isinstance(record, Mapping):
            raise InvalidType(f"the record is not a dictionary: got a {type(record).__name__}")
        kinds = {one.name: one.type for one in fields(cls)}
        if others := record.keys() - kinds.keys() - {"id"}:
            raise InvalidValue(f"the record has fields that no chunk has: {', '.join(sorted(map(str, others)))}")
        if missing := [name for name in [*kinds][:_NEEDED] if name not in record]:
            raise InvalidValue(f"the record is not a chunk: it has no {', '.join(missing)}")
        return cls(**{name: _field(name, kind, record[name]) for name, kind in kinds.items() if name in record})


def _field(name: str, kind: object, value: Any) -> Any:
    """Read one field of a chunk; lists in the metadata that strategies write were tuples."""
    what = f"the record is not a chunk: its {name}"
    if kind is int:
        return whole(what, value)
    if kind is str:
        return a_text(what, value)
    found = a_mapping(what, value)
    return {key: tuple(one) if key in _TUPLES and isinstance(one, list) else one for key, one in found.items()}


def headed(context: str, text: str) -> str:
    r"""Put a context before a text, with a blank line between them; without a context, give the text alone.

    >>> headed("Tea > Green", "Wait."), headed("", "Wait.")
    ('Tea > Green\n\nWait.', 'Wait.')
    """
    return f"{context}{SEPARATOR}{text}" if context else text


def unsaid(context: str, metadata: Mapping[str, object]) -> str:
    r"""Leave out of a context the headings that the text of its chunk begins with.

    They are left out of the path that a strategy wrote; a context that comes from elsewhere is kept whole.

    >>> unsaid("Tea > Green\nOn tea:", {"headings": ("Tea", "Green"), "headings_in_text": 1})
    'Tea\nOn tea:'
    """
    path, own = metadata.get("headings"), metadata.get(OWN)
    if not (isinstance(path, tuple | list) and isinstance(own, int) and own > 0):
        return context
    titles = [str(title) for title in path]
    for first in range(len(titles)):
        shown = PATH.join(titles[first:])
        if f"{context}\n".startswith(f"{shown}\n"):
            above = PATH.join(titles[first : max(len(titles) - own, first)])
            return "\n".join(part for part in (above, context[len(shown) + 1 :]) if part)
    return context


def document_id(text: str) -> str:
    """Name a document by a hash of its text (12 hexadecimal digits), for callers who have no name for it.

    >>> document_id("same text") == document_id("same text") != document_id("another text")
    True
    """
    return blake2b(text.encode("utf-8", "surrogatepass"), digest_size=6).hexdigest()

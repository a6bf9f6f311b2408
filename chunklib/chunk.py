"""Define a chunk: a slice of one document that knows where it came from.

Everything else in this package decides *where* to slice; this file only says what is returned.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from hashlib import blake2b
from typing import NamedTuple

SEPARATOR = "\n\n"
"""The text between a chunk's context and its text where the two are put together."""

PATH = " > "
"""The text between two headings of a path."""

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


def headed(context: str, text: str) -> str:
    r"""Put a context before a text, with a blank line between them; without a context, give the text alone.

    >>> headed("Tea > Green", "Wait."), headed("", "Wait.")
    ('Tea > Green\n\nWait.', 'Wait.')
    """
    return f"{context}{SEPARATOR}{text}" if context else text


def document_id(text: str) -> str:
    """Name a document by a hash of its text (12 hexadecimal digits), for callers who have no name for it.

    >>> document_id("same text") == document_id("same text") != document_id("another text")
    True
    """
    return blake2b(text.encode("utf-8", "surrogatepass"), digest_size=6).hexdigest()

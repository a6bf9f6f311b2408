"""What every kind of overlap answers: how it is written, what it asks for, and what it repeats in one document."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, ClassVar, Protocol, Self

from chunklib.cuts.graphemes import Graphemes
from chunklib.cuts.positions import Cuts, Positions
from chunklib.embed import Embedder
from chunklib.errors import InvalidValue, meant
from chunklib.tokens import Index

if TYPE_CHECKING:
    from chunklib.overlap.semantic import SentenceVectors


class Overlap(ABC):
    """Proposes starts for the chunk after one that ends at ``end``: an overlap, resolved for one document."""

    @abstractmethod
    def starts(self, index: Index, start: int, end: int, early: int) -> Iterator[int]:
        """Yield offsets between ``start`` and ``end``, both excluded, those that share the most first.

        Those before ``early`` are left out: from there the next piece does not fit.
        """

    @abstractmethod
    def allows(self, index: Index, start: int, end: int) -> bool:
        """Tell whether two neighbours may share ``text[start:end]``."""

    def notes(self, index: Index, start: int, end: int) -> Mapping[str, object]:  # noqa: ARG002
        """Say, for the metadata of the next chunk, what decided the overlap with one that is ``text[start:end]``.

        Nothing is said where what was asked is the same everywhere.
        """
        return {}


class Text(Protocol):
    """What an overlap may ask of a document."""

    @property
    def text(self) -> str:
        """The text."""

    @property
    def size(self) -> int:
        """The most that a chunk of it may measure."""

    @property
    def graphemes(self) -> Graphemes:
        """Its grapheme clusters."""

    @property
    def sentences(self) -> Positions:
        """The cuts between its sentences."""

    @property
    def embed(self) -> str | Embedder | None:
        """The embedder of the strategy."""

    @property
    def vectors(self) -> Callable[[Embedder], SentenceVectors]:
        """Gives the vectors of its sentences."""


class OverlapKind(ABC):
    """What a caller asks to repeat. A new kind is a subclass, and its name in :data:`chunklib.overlap.KINDS`."""

    name: ClassVar[str]
    """What the kind is called in a configuration."""
    keys: ClassVar[tuple[str, ...]]
    """Its settings in a configuration."""

    @property
    def units(self) -> int:
        """The most that neighbours may share, in units of the ruler; 0 where only sentences are counted."""
        return 0

    @property
    def sentences(self) -> int:
        """The most sentences that neighbours may share; 0 where units are counted."""
        return 0

    @classmethod
    def read(cls, written: str) -> Self | None:  # noqa: ARG003
        """Read what a caller wrote as a text; None where it is not of this kind."""
        return None

    @classmethod
    def described(cls, settings: Mapping[str, Any]) -> Self:
        """Make it from its settings in a configuration."""
        return cls(**settings)

    @abstractmethod
    def for_size(self, size: int) -> OverlapKind:
        """Check it against the size of a chunk, and turn a share of the size into units.

        Raises:
            ValueError: unless ``0 <= overlap < size``.
        """

    @abstractmethod
    def on(self, document: Text, levels: Sequence[Cuts]) -> Overlap:
        """Resolve it for one document; an overlap in units begins at a cut of one of the levels, the first first."""


def refuse_unknown(what: str, given: Mapping[str, Any], known: Sequence[str]) -> None:
    """Refuse a key that a configuration does not know.

    Raises:
        ValueError: names the key, and those that are known.
    """
    for key in given:
        if key not in known:
            raise InvalidValue(f"unknown key {key!r} in {what}: known are {', '.join(known)}{meant(key, known)}")


def value_of(settings: Mapping[str, Any], kind: str) -> Any:
    """Return the one setting that a plain kind has."""
    if "value" not in settings:
        raise InvalidValue(f"the overlap {kind!r} needs a value")
    return settings["value"]

"""Define a kind of overlap: how it is written, what it asks for, and what it repeats in one document."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, ClassVar, Self

from chunklib.cuts.positions import Cuts
from chunklib.document import Document
from chunklib.errors import InvalidValue, meant
from chunklib.integers import size_and_overlap
from chunklib.tokens import Index


class Overlap(ABC):
    """Proposes starts for the chunk after one that ends at ``end``: an overlap, resolved for one document."""

    most: int
    """The most that two neighbours may share, in units of the ruler."""

    @abstractmethod
    def starts(self, index: Index, start: int, end: int, early: int) -> Iterator[int]:
        """Yield offsets between ``start`` and ``end``, both excluded, those that share the most first.

        Those before ``early`` are left out: from there the next piece does not fit.
        """

    def allows(self, index: Index, start: int, end: int) -> bool:
        """Tell whether two neighbours may share ``text[start:end]``."""
        return start >= end or (self.most > 0 and index.size(start, end) <= self.most)

    def notes(self, index: Index, start: int, end: int) -> Mapping[str, object]:  # noqa: ARG002
        """Say, for the metadata of the next chunk, what decided the overlap with one that is ``text[start:end]``.

        Nothing is said where what was asked is the same everywhere.
        """
        return {}


class OverlapKind(ABC):
    """Says what a caller asks to repeat. A new kind is a subclass, and its name in :data:`chunklib.overlap.KINDS`."""

    name: ClassVar[str]
    """What the kind is called in a configuration."""
    keys: ClassVar[tuple[str, ...]]
    """Its settings in a configuration."""

    @property
    def units(self) -> int:
        """Give the most that neighbours may share, in units of the ruler; 0 where only sentences are counted."""
        return 0

    @property
    def sentences(self) -> int:
        """Give the most sentences that neighbours may share; 0 where units are counted."""
        return 0

    @classmethod
    def described(cls, settings: Mapping[str, Any]) -> Self:
        """Make it from its settings in a configuration."""
        return cls(**settings)

    def for_size(self, size: int) -> OverlapKind:
        """Check it against the size of a chunk, and turn a share of the size into units.

        Raises:
            ValueError: unless ``0 <= overlap < size``.
        """
        size_and_overlap(size, self.units)
        return self

    @abstractmethod
    def on(self, document: Document, levels: Sequence[Cuts]) -> Overlap:
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

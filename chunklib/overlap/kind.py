"""Define a kind of overlap (how it is written, what it asks for, what it repeats in one document), and the plain kinds.

The plain kinds are a number of units, a percentage of the size, and a number of sentences.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, Self

from chunklib.calculators import overlap_from_percent
from chunklib.cuts.positions import Cuts
from chunklib.document import Document
from chunklib.errors import InvalidValue
from chunklib.readers import at_least, real, size_and_overlap, whole
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
        return start >= end or (self.most > 0 and index.size(start, end) - index.special <= self.most)

    def notes(self, index: Index, start: int, end: int) -> Mapping[str, object]:  # noqa: ARG002
        """Say, for the metadata of the next chunk, what decided the overlap with one that is ``text[start:end]``.

        Nothing is said where what was asked is the same everywhere.
        """
        return {}


class OverlapKind:
    """Says what a caller asks to repeat. A new kind is a subclass, and its name in :data:`chunklib.overlap.KINDS`."""

    name: ClassVar[str]
    """What the kind is called in a configuration."""
    keys: ClassVar[tuple[str, ...]] = ("value",)
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
        """Make it from its settings in a configuration: a whole number, unless a kind says otherwise."""
        value = whole(f"the value of a {cls.name} overlap", value_of(settings, cls.name))
        return cls(value)  # type: ignore[call-arg]

    def for_size(self, size: int) -> OverlapKind:
        """Check it against the size of a chunk, and turn a share of the size into units.

        Raises:
            ValueError: unless ``0 <= overlap < size``.
        """
        size_and_overlap(size, self.units)
        return self

    def on(self, document: Document, levels: Sequence[Cuts]) -> Overlap:  # noqa: ARG002
        """Resolve it for one document; an overlap in units begins at a cut of one of the levels, the first first."""
        return LastUnits(self.units, levels)


def value_of(settings: Mapping[str, Any], kind: str) -> Any:
    """Return the one setting that a plain kind has."""
    if "value" not in settings:
        raise InvalidValue(f"the overlap {kind!r} needs a value")
    return settings["value"]


@dataclass(frozen=True)
class Units(OverlapKind):
    """Repeat at most a number of units of the ruler: ``75``."""

    amount: int
    name = "fixed_token"

    @property
    def units(self) -> int:
        """Give the most that neighbours may share."""
        return self.amount


@dataclass(frozen=True)
class Percentage(OverlapKind):
    """Repeat a percentage of the size, rounded down: ``"15%"``."""

    percent: str
    name = "percentage"

    @classmethod
    def described(cls, settings: Mapping[str, Any]) -> Self:
        """Read ``value``, a fraction from 0 to below 1."""
        share = real(f"the value of a {cls.name} overlap", value_of(settings, cls.name), 0, 1)
        return cls(f"{round(share * 100, 10):.10f}".rstrip("0").rstrip("."))

    def for_size(self, size: int) -> Units:
        """Turn the percentage into units."""
        if not 0 <= float(self.percent) < 100:
            raise InvalidValue(f"an overlap in per cent must be from 0 to below 100: got {self.percent}%")
        return Units(overlap_from_percent(size, float(self.percent)))


@dataclass(frozen=True)
class Sentences(OverlapKind):
    """Repeat a number of whole sentences, or as many of them as fit with the next piece: ``"2s"``."""

    count: int
    name = "sentence"

    @property
    def sentences(self) -> int:
        """Give the most sentences that neighbours may share."""
        return self.count

    def for_size(self, size: int) -> Sentences:  # noqa: ARG002
        """Refuse a negative number."""
        at_least(0, "overlap in sentences", self.count)
        return self

    def on(self, document: Document, levels: Sequence[Cuts]) -> LastSentences:  # noqa: ARG002
        """Repeat from a cut between sentences."""
        return LastSentences(self.count, document.sentences)


@dataclass(frozen=True)
class LastUnits(Overlap):
    """Repeat at most a number of units of the ruler.

    Args:
        most: the most that two neighbours may share, in units of the ruler.
        levels: where the shared text may begin, finest natural unit first; the next level is used only if no unit of
            this one fits in the amount.
    """

    most: int
    levels: Sequence[Cuts]

    def starts(self, index: Index, start: int, end: int, early: int) -> Iterator[int]:
        """Yield the cuts from which no more than the most is shared, earliest first."""
        if self.most == 0:
            return
        # From an earlier cut more than the most is shared: it needs no measure.
        least, most = index.back(end, self.most), self.most + index.special
        for cuts in self.levels:
            at = cuts.first(max(start, early - 1, least - 1), end - 1)
            while at is not None:
                if index.size(at, end) <= most:
                    yield at
                at = cuts.first(at, end - 1)
            nearest = cuts.last(start, end - 1)
            if nearest is not None and nearest >= least and index.size(nearest, end) <= most:
                return  # a unit of this kind fits, if not beside the next piece: no smaller kind


@dataclass(frozen=True)
class LastSentences(Overlap):
    """Repeat a number of whole sentences, or as many of them as fit with the next piece.

    Args:
        count: sentences.
        cuts: where sentences begin.
    """

    count: int
    cuts: Cuts

    def starts(self, index: Index, start: int, end: int, early: int) -> Iterator[int]:  # noqa: ARG002
        """Yield the starts of the last ``count`` sentences before ``end``, earliest first."""
        found = [end]
        while len(found) <= self.count and (at := self.cuts.last(start, found[-1] - 1)) is not None and at >= early:
            found.append(at)
        return reversed(found[1:])

    def allows(self, index: Index, start: int, end: int) -> bool:  # noqa: ARG002
        """Tell whether a span is empty or touches no more sentences than the count."""
        touched, at = 0, start if start < end else None
        while at is not None and touched <= self.count:
            touched, at = touched + 1, self.cuts.first(at, end - 1)
        return touched <= self.count

"""Define the plain kinds of overlap: a number of units, a percentage of the size, a number of sentences."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from numbers import Real
from typing import Any, Self, SupportsIndex

from chunklib.calculators import overlap_from_percent
from chunklib.cuts.positions import Cuts
from chunklib.document import Document
from chunklib.errors import InvalidType, InvalidValue
from chunklib.integers import at_least, size_and_overlap
from chunklib.overlap.kind import Overlap, OverlapKind, value_of
from chunklib.tokens import Index


@dataclass(frozen=True)
class Units(OverlapKind):
    """Repeat at most a number of units of the ruler: ``75``."""

    amount: SupportsIndex
    name = "fixed_token"
    keys = ("value",)

    @property
    def units(self) -> int:
        """Give the most that neighbours may share."""
        return self.amount.__index__()

    @classmethod
    def described(cls, settings: Mapping[str, Any]) -> Self:
        """Read ``value``, a whole number."""
        value = value_of(settings, cls.name)
        if isinstance(value, str):
            raise InvalidType(f"the value of a {cls.name} overlap is a whole number: got {value!r}")
        return cls(value)

    def for_size(self, size: int) -> Units:
        """Refuse what is not smaller than the size."""
        return Units(size_and_overlap(size, self.amount)[1])

    def on(self, document: Document, levels: Sequence[Cuts]) -> LastUnits:  # noqa: ARG002
        """Repeat from a cut of one of the levels."""
        return LastUnits(self.units, levels)


@dataclass(frozen=True)
class Percentage(OverlapKind):
    """Repeat a percentage of the size, rounded down: ``"15%"``."""

    percent: str
    name = "percentage"
    keys = ("value",)

    @classmethod
    def described(cls, settings: Mapping[str, Any]) -> Self:
        """Read ``value``, a fraction from 0 to below 1."""
        share = value_of(settings, cls.name)
        if isinstance(share, bool) or not isinstance(share, Real):
            raise InvalidType(f"the value of a {cls.name} overlap is a fraction: got {share!r}")
        share = float(share)
        if not 0 <= share < 1:
            raise InvalidValue(f"the value of a {cls.name} overlap must be a fraction from 0 to below 1: got {share}")
        return cls(f"{round(share * 100, 10):.10f}")

    def for_size(self, size: int) -> Units:
        """Turn the percentage into units."""
        if not 0 <= float(self.percent) < 100:
            raise InvalidValue(f"an overlap in per cent must be from 0 to below 100: got {self.percent}%")
        return Units(overlap_from_percent(size, float(self.percent)))

    def on(self, document: Document, levels: Sequence[Cuts]) -> LastUnits:
        """Repeat as many units as the percentage of the document's chunks is."""
        return self.for_size(document.size).on(document, levels)


@dataclass(frozen=True)
class Sentences(OverlapKind):
    """Repeat a number of whole sentences, or as many of them as fit with the next piece: ``"2s"``."""

    count: int
    name = "sentence"
    keys = ("value",)

    @property
    def sentences(self) -> int:
        """Give the most sentences that neighbours may share."""
        return self.count

    @classmethod
    def described(cls, settings: Mapping[str, Any]) -> Self:
        """Read ``value``, a whole number."""
        count = value_of(settings, cls.name)
        if isinstance(count, bool) or not isinstance(count, int):
            raise InvalidType(f"the value of a {cls.name} overlap is a whole number: got {count!r}")
        return cls(count)

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
        for cuts in self.levels:
            at = cuts.first(max(start, early - 1, index.back(end, self.most) - 1), end - 1)
            while at is not None:
                if index.size(at, end) <= self.most:
                    yield at
                at = cuts.first(at, end - 1)
            nearest = cuts.last(start, end - 1)
            if nearest is not None and index.size(nearest, end) <= self.most:
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

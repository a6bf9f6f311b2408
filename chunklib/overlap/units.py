"""What an overlap is to the packer, and the two plain ones: a number of units, a number of sentences."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol

from chunklib.cuts.positions import Cuts
from chunklib.tokens import Index


class Overlap(Protocol):
    """Proposes starts for the chunk after one that ends at ``end``."""

    def starts(self, index: Index, start: int, end: int, early: int) -> Iterator[int]:
        """Yield offsets between ``start`` and ``end``, both excluded, those that share the most first.

        Those before ``early`` are left out: from there the next piece does not fit.
        """

    def allows(self, index: Index, start: int, end: int) -> bool:
        """Tell whether two neighbours may share ``text[start:end]``."""

    def notes(self, index: Index, start: int, end: int) -> Mapping[str, object]:
        """Say, for the metadata of the next chunk, what decided the overlap with one that is ``text[start:end]``."""


@dataclass(frozen=True)
class Units:
    """Repeat at most a number of units of the ruler.

    Args:
        amount: the most that two neighbours may share, in units of the ruler.
        levels: where the shared text may begin, finest natural unit first; a later level is asked only where
            not one unit of the level before fits in the amount.
    """

    amount: int
    levels: Sequence[Cuts]

    def starts(self, index: Index, start: int, end: int, early: int) -> Iterator[int]:
        """Yield the cuts from which no more than the amount is shared, earliest first."""
        if self.amount == 0:
            return
        for cuts in self.levels:
            at = cuts.first(max(start, early - 1, index.back(end, self.amount) - 1), end - 1)
            while at is not None:
                if index.size(at, end) <= self.amount:
                    yield at
                at = cuts.first(at, end - 1)
            nearest = cuts.last(start, end - 1)
            if nearest is not None and index.size(nearest, end) <= self.amount:
                return  # a unit of this kind fits in the amount, if not beside the next piece: no smaller kind

    def allows(self, index: Index, start: int, end: int) -> bool:
        """Tell whether a span is empty or measures no more than the amount."""
        return start >= end or (self.amount > 0 and index.size(start, end) <= self.amount)

    def notes(self, index: Index, start: int, end: int) -> Mapping[str, object]:  # noqa: ARG002
        """Say nothing: what was asked is the same everywhere."""
        return {}


@dataclass(frozen=True)
class Sentences:
    """Repeat a number of whole sentences, or as many of them as fit with the next piece.

    Args:
        count: sentences.
        cuts: where sentences begin.
    """

    count: int
    cuts: Cuts

    def starts(self, index: Index, start: int, end: int, early: int) -> Iterator[int]:  # noqa: ARG002
        """Yield the starts of the last ``count`` sentences before ``end``, earliest first."""
        found: list[int] = []
        at = self.cuts.last(start, end - 1)
        while at is not None and len(found) < self.count and at >= early:
            found.append(at)
            at = self.cuts.last(start, at - 1)
        yield from reversed(found)

    def allows(self, index: Index, start: int, end: int) -> bool:  # noqa: ARG002
        """Tell whether a span is empty or touches no more sentences than the count."""
        touched, at = 0, start if start < end else None
        while at is not None and touched <= self.count:
            touched, at = touched + 1, self.cuts.first(at, end - 1)
        return touched <= self.count

    def notes(self, index: Index, start: int, end: int) -> Mapping[str, object]:  # noqa: ARG002
        """Say nothing: what was asked is the same everywhere."""
        return {}

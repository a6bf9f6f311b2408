"""Question 3: what do I repeat? An overlap proposes where the next chunk may start, most sharing first.

The packer takes the first proposal with which the next piece still fits, so an overlap never costs a boundary.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Protocol

from chunklib.calculators import overlap_from_percent
from chunklib.cuts.positions import Cuts
from chunklib.tokens import Index
from chunklib.whole import at_least, size_and_overlap


class Overlap(Protocol):
    """Proposes starts for the chunk after one that ends at ``end``."""

    def starts(self, index: Index, start: int, end: int, early: int) -> Iterator[int]:
        """Yield offsets between ``start`` and ``end``, both excluded, those that share the most first.

        Those before ``early`` are left out: from there the next piece does not fit.
        """

    def allows(self, index: Index, start: int, end: int) -> bool:
        """Tell whether two neighbours may share ``text[start:end]``."""


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


_FORMS = "overlap must be a whole number, a percentage such as '15%' or sentences such as '2s'"
_FORM = re.compile(
    r"\s*(?:(?P<units>-?\d{1,18})|(?P<percent>-?\d{1,18}(?:\.\d{1,18})?)\s*%|(?P<sentences>-?\d{1,18})\s*s)\s*",
    re.ASCII,
)
_MOST_PERCENT = 50


@dataclass(frozen=True)
class Asked:
    """What a caller asked to repeat: a number of units, or of sentences.

    Exactly one of the two is not zero, or both are.
    """

    units: int = 0
    sentences: int = 0


def asked(overlap: int | str, size: int) -> Asked:
    """Read an overlap as a caller writes it.

    Args:
        overlap: units of the ruler (``75`` or ``"75"``), a percentage of the size (``"15%"``, 0 to 50) or
            whole sentences (``"2s"``).
        size: the size of a chunk, in units of the ruler.

    Raises:
        ValueError: unless ``0 <= overlap < size``, and for a text that is none of the three.
        TypeError: for anything but a whole number or a text.

    >>> asked(75, 500), asked("15%", 500), asked("2s", 500)
    (Asked(units=75, sentences=0), Asked(units=75, sentences=0), Asked(units=0, sentences=2))
    """
    size = at_least(1, "size", size)
    if not isinstance(overlap, str):
        if not hasattr(overlap, "__index__"):
            raise TypeError(f"{_FORMS}: got {overlap!r}")
        return Asked(units=size_and_overlap(size, overlap)[1])
    form = _FORM.fullmatch(overlap)
    if form is None:
        raise ValueError(f"{_FORMS}: got {overlap[:40]!r}")
    if form["sentences"]:
        return Asked(sentences=at_least(0, "overlap in sentences", int(form["sentences"])))
    if form["percent"]:
        return Asked(units=_from_percent(form["percent"], size))
    return Asked(units=size_and_overlap(size, int(form["units"]))[1])


def _from_percent(percent: str, size: int) -> int:
    if not 0 <= float(percent) <= _MOST_PERCENT:
        raise ValueError(f"an overlap in per cent must be from 0 to {_MOST_PERCENT}: got {percent}%")
    return overlap_from_percent(size, float(percent))

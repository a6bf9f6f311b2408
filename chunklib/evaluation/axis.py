"""Lay documents on one line, so that a place in any of them is one number, with evidence, chunks and hits on it.

A range on the line is half-open and has an owner (a question, say); owners have nothing to do with one another. All
counts are exact integers, and the work is a sort and a few searches.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, NamedTuple, Self

import numpy as np
from numpy.typing import NDArray

from chunklib.chunk import Chunk
from chunklib.context import in_full
from chunklib.errors import InvalidValue
from chunklib.evaluation.benchmarks.benchmark import Question
from chunklib.evaluation.benchmarks.quotations import some_of
from chunklib.tokens import Index, Ruler

Integers = NDArray[np.int64]
_GAP = 2  # characters between documents: what ends one does not touch what begins the next


class Ranges(NamedTuple):
    """Holds n ranges ``[start, end)``, each with its owner: three arrays of shape (n,)."""

    owner: Integers
    start: Integers
    end: Integers

    @property
    def length(self) -> Integers:
        """Measure each range."""
        return self.end - self.start


def total(owner: Integers, amounts: NDArray[np.generic], owners: int) -> Integers:
    """Add up whole numbers, together below 2 ** 53, owner by owner: shape (owners,)."""
    return np.bincount(owner, weights=amounts, minlength=owners).astype(np.int64)


def ratio(part: NDArray[Any], whole: NDArray[Any]) -> NDArray[np.float64]:
    """Divide, with 0 where there is nothing to divide by."""
    divided: NDArray[np.float64] = part / np.maximum(whole, 1)
    return divided


def whole_in_some(start: Integers, end: Integers, starts: Integers, ends: Integers) -> NDArray[np.bool_]:
    """Tell which of S ranges lie whole in some of N others, in any order: shape (S,)."""
    order = np.argsort(starts, kind="stable")
    furthest = np.maximum.accumulate(np.append(-1, ends[order]))  # of none, of the first, of the first two, …
    whole: NDArray[np.bool_] = furthest[np.searchsorted(starts[order], start, side="right")] >= end
    return whole


class Covered:
    """Knows what ranges cover together: a character that two of them have counts once.

    Args:
        ranges: n ranges in any order; they may overlap, and empty ones cover nothing.
        owners: how many owners there are.
        line: more than any end.
    """

    def __init__(self, ranges: Ranges, owners: int, line: int) -> None:
        self._line = line
        shift = ranges.owner * line  # so that one sort serves all owners
        order = np.argsort(ranges.start + shift, kind="stable")
        # An empty range comes first: every place has one at or before it.
        self._starts, end = (np.append(-1, (edge + shift)[order]) for edge in (ranges.start, ranges.end))
        self._starts[1:] = np.maximum(self._starts[1:], np.maximum.accumulate(end)[:-1])  # what no range before it has
        self._length = np.maximum(end - self._starts, 0)
        self.lengths = total(ranges.owner[order], self._length[1:], owners)
        self._before = np.cumsum(self._length) - self._length

    def within(self, ranges: Ranges) -> Integers:
        """Say how many characters of each of n ranges are covered, by its own owner's: shape (n,)."""
        shift = ranges.owner * self._line
        covered: Integers = self._up_to(ranges.end + shift) - self._up_to(ranges.start + shift)
        return covered

    def _up_to(self, place: Integers) -> Integers:
        """Count what is covered before a place."""
        at = np.searchsorted(self._starts, place, side="right") - 1
        counted: Integers = self._before[at] + np.minimum(place - self._starts[at], self._length[at])
        return counted


class Line:
    """Lays documents one after the other."""

    def __init__(self, lengths: Mapping[str, int]) -> None:
        ends = np.cumsum([0, *(length + _GAP for length in lengths.values())]).tolist()
        self._documents = dict(zip(lengths, zip(ends, lengths.values(), strict=False), strict=True))
        self.length: int = ends[-1]

    def ranges(self, owners: Sequence[int], places: Sequence[tuple[str, int, int]], what: str) -> Ranges:
        """Lay (document, start, end) on the line."""
        laid = []
        for document, start, end in places:
            if document not in self._documents:
                raise InvalidValue(f"{what} of an unknown document {document!r}; documents: {some_of(self._documents)}")
            first, length = self._documents[document]
            if not 0 <= start < end <= length:
                raise InvalidValue(f"{what} must lie inside {document!r} ({length} characters): got {start}-{end}")
            laid.append((first + start, first + end))
        return Ranges(np.asarray(owners, np.int64), *np.array(laid, np.int64).reshape(-1, 2).T)


@dataclass(frozen=True)
class Evidence:
    """Holds the evidence of Q questions on a line: S spans, each owned by its question, in order."""

    spans: Ranges
    questions: int
    line: Line

    @classmethod
    def of(cls, questions: Sequence[Question], line: Line) -> Self:
        """Lay out the evidence of questions."""
        owned = [(number, (asked.document, *span)) for number, asked in enumerate(questions) for span in asked.spans]
        spans = line.ranges([number for number, _ in owned], [place for _, place in owned], "evidence")
        return cls(spans, len(questions), line)

    @cached_property
    def length(self) -> Integers:
        """Count the characters of evidence of each question, shape (Q,)."""
        return total(self.spans.owner, self.spans.length, self.questions)

    def coverage(self, hits: Ranges) -> Covered:
        """Put together what ranges, each owned by its question, cover."""
        return Covered(hits, self.questions, self.line.length)

    def found(self, covered: Covered) -> Integers:
        """Count the characters of evidence of each question that are covered, shape (Q,)."""
        return total(self.spans.owner, covered.within(self.spans), self.questions)

    def share(self, amounts: NDArray[np.generic]) -> NDArray[np.float64]:
        """Average S amounts, fractions or truth values, over the spans of each question: shape (Q,)."""
        count = np.bincount(self.spans.owner, minlength=self.questions)
        return np.bincount(self.spans.owner, weights=amounts, minlength=self.questions) / count


class Pool:
    """Lays N chunks on a line, in their own order.

    Attributes:
        chunks: the chunks.
        start: their starts on the line, shape (N,).
        end: their ends.
        size: what they measure, in units of their ruler; with a ``ruler``, which is the same, with their context.
    """

    def __init__(self, chunks: Sequence[Chunk], line: Line, ruler: Ruler | None = None) -> None:
        places = [(chunk.document, chunk.start_char, chunk.end_char) for chunk in chunks]
        _, self.start, self.end = line.ranges(range(len(chunks)), places, "a chunk")
        sizes = [ruler(in_full(chunk)) if ruler and chunk.context else chunk.size for chunk in chunks]
        self.size = np.array(sizes, np.int64)
        self.chunks, self._ruler = chunks, ruler
        self._full: dict[int, tuple[Index, int, int]] = {}

    def in_full(self, at: int) -> tuple[Index, int, int] | None:
        """Measure a chunk with its context, once, and say where it begins and ends; None where no context counts."""
        if self._ruler is None or not self.chunks[at].context:
            return None
        if at not in self._full:
            text = in_full(self.chunks[at])
            self._full[at] = (self._ruler.index(text), 0, len(text))
        return self._full[at]

    def taken(self, ranks: NDArray[np.intp]) -> Ranges:
        """Lay out the chunks of ``ranks`` (shape (Q, k), -1 is nothing), owned by their question."""
        question, rank = np.nonzero(ranks >= 0)
        at = ranks[question, rank]
        return Ranges(question.astype(np.int64), self.start[at], self.end[at])

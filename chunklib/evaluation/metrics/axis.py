"""Lay documents on one line, so that a place in any of them is one number, with evidence, chunks and hits on it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from chunklib.chunk import Chunk
from chunklib.errors import InvalidValue
from chunklib.evaluation.benchmarks.benchmark import Question
from chunklib.evaluation.metrics.ranges import Covered, Integers, Ranges, total

_GAP = 2  # characters between documents: what ends one does not touch what begins the next


class Line:
    """Documents one after the other.

    >>> line = Line({"a": 10, "b": 5})
    >>> line.place("b", 3), line.length
    (15, 19)
    """

    def __init__(self, lengths: Mapping[str, int]) -> None:
        ends = np.cumsum([0, *(length + _GAP for length in lengths.values())]).tolist()
        self._starts = dict(zip(lengths, ends, strict=False))
        self._lengths = dict(lengths)
        self.length: int = ends[-1]

    def place(self, document: str, at: int) -> int:
        """Say where on the line a place of a document lies."""
        return int(self._starts[document] + at)

    def ranges(self, owners: Sequence[int], places: Sequence[tuple[str, int, int]], what: str) -> Ranges:
        """Lay (document, start, end) on the line.

        Raises:
            ValueError: for a document that is not on it, and for a place outside of its document.
        """
        for document, start, end in places:
            if document not in self._lengths:
                raise InvalidValue(f"{what} of an unknown document {document!r}; documents: {', '.join(self._lengths)}")
            if not 0 <= start < end <= self._lengths[document]:
                length = self._lengths[document]
                raise InvalidValue(f"{what} must lie inside {document!r} ({length} characters): got {start}-{end}")
        shift = np.array([self._starts[document] for document, _, _ in places], np.int64)
        starts = np.array([start for _, start, _ in places], np.int64)
        ends = np.array([end for _, _, end in places], np.int64)
        return Ranges(np.asarray(owners, np.int64), starts + shift, ends + shift)


@dataclass(frozen=True)
class Evidence:
    """The evidence of Q questions on a line: S spans, each owned by its question, in order."""

    spans: Ranges
    questions: int
    line: Line

    @classmethod
    def of(cls, questions: Sequence[Question], line: Line) -> Evidence:
        """Lay out the evidence of questions."""
        owned = [(number, (asked.document, *span)) for number, asked in enumerate(questions) for span in asked.spans]
        spans = line.ranges([number for number, _ in owned], [place for _, place in owned], "evidence")
        return cls(spans, len(questions), line)

    @cached_property
    def length(self) -> Integers:
        """The characters of evidence of each question, shape (Q,)."""
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
    """N chunks on a line, in their own order.

    Attributes:
        start: their starts on the line, shape (N,).
        end: their ends.
        size: what they measure, in units of their ruler.
    """

    def __init__(self, chunks: Sequence[Chunk], line: Line) -> None:
        places = [(chunk.document, chunk.start_char, chunk.end_char) for chunk in chunks]
        _, self.start, self.end = line.ranges(range(len(chunks)), places, "a chunk")
        self.size = np.array([chunk.size for chunk in chunks], np.int64)
        self.line = line

    def taken(self, ranks: NDArray[np.intp]) -> Ranges:
        """Lay out the chunks of ``ranks`` (shape (Q, k), -1 is nothing), owned by their question."""
        question, rank = np.nonzero(ranks >= 0)
        at = ranks[question, rank]
        return Ranges(question.astype(np.int64), self.start[at], self.end[at])

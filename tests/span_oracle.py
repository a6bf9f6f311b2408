"""Measure spans the slow and obvious way: sets and multisets of (document, character)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from fractions import Fraction
from itertools import pairwise
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
from hypothesis import strategies as st

from chunklib.chunk import Chunk, Span
from chunklib.evaluation.axis import Evidence, Line, Pool
from chunklib.evaluation.benchmarks.benchmark import Question

if TYPE_CHECKING:
    from numpy.typing import NDArray

Place = tuple[str, int, int]
Characters = set[tuple[str, int]]


def characters(places: Iterable[Place]) -> Characters:
    """Every character that some place has."""
    return {(document, at) for document, start, end in places for at in range(start, end)}


def counted(places: Iterable[Place]) -> Counter[tuple[str, int]]:
    """Every character, as often as places have it."""
    return Counter((document, at) for document, start, end in places for at in range(start, end))


def share(part: int, whole: int) -> Fraction:
    """A part of a whole; nothing of nothing is 0."""
    return Fraction(part, whole) if whole else Fraction(0)


def inside(piece: Place, chunk: Place) -> bool:
    """Tell if every character of a piece is in one chunk."""
    return characters([piece]) <= characters([chunk])


def retrieved_scores(evidence: Sequence[Place], retrieved: Sequence[Place]) -> dict[str, Fraction]:
    """Recall, precision and their kin for one question."""
    wanted, given, different = characters(evidence), counted(retrieved), characters(retrieved)
    found = len(wanted & different)
    recall, precision = share(found, len(wanted)), share(found, given.total())
    return {
        "recall": recall,
        "precision": precision,
        "f1": 2 * recall * precision / (recall + precision) if found else Fraction(0),
        "iou": share(found, given.total() + len(wanted - different)),
        "iou_set": share(len(wanted & different), len(wanted | different)),
        "whole": contained(evidence, retrieved),
        "redundancy": share(sum(times - 1 for times in given.values()), given.total()),
    }


def contained(evidence: Sequence[Place], chunks: Sequence[Place]) -> Fraction:
    """The share of the pieces that lie inside one chunk."""
    return share(sum(any(inside(piece, chunk) for chunk in chunks) for piece in evidence), len(evidence))


def boundary_cut(evidence: Sequence[Place], chunks: Sequence[Place]) -> Fraction:
    """The share of the pieces of which two neighbouring characters lie on both sides of an end of a chunk."""
    edges = {(document, at) for document, start, end in chunks for at in (start, end)}
    cut = [any((document, at) in edges for at in range(start + 1, end)) for document, start, end in evidence]
    return share(sum(cut), len(cut))


def precision_omega(evidence: Sequence[Place], chunks: Sequence[Place]) -> Fraction:
    """Evidence that is in a chunk, over the lengths of all chunks that have some of it."""
    wanted = characters(evidence)
    helpful = [chunk for chunk in chunks if characters([chunk]) & wanted]
    return share(len(wanted & characters(helpful)), counted(helpful).total())


def precision_omega_published(evidence: Sequence[Place], chunks: Sequence[Place]) -> Fraction:
    """The same by the steps of the published program: lists of closed ranges that are joined and cut."""
    missing = [(start, end) for _, start, end in evidence]
    common: list[tuple[int, int]] = []
    holding: list[tuple[int, int]] = []
    for document, chunk_start, chunk_end in chunks:
        for asked, start, end in evidence:
            first, last = max(chunk_start, start), min(chunk_end, end)
            if document == asked and first <= last:  # one point is enough
                missing = _without(missing, first, last)
                common = _joined([(first, last), *common])
                holding = _joined([(chunk_start, chunk_end), *holding])
    return share(_length(common), _length(_joined(holding + missing)))


def _joined(ranges: list[tuple[int, int]]) -> list[tuple[int, int]]:
    """Join ranges that overlap or touch."""
    joined: list[tuple[int, int]] = []
    for start, end in sorted(ranges):
        if joined and start <= joined[-1][1]:
            joined[-1] = joined[-1][0], max(joined[-1][1], end)
        else:
            joined.append((start, end))
    return joined


def _without(ranges: list[tuple[int, int]], first: int, last: int) -> list[tuple[int, int]]:
    """Cut a range out of others."""
    left = [part for start, end in ranges for part in ((start, min(end, first)), (max(start, last), end))]
    return [(start, end) for start, end in left if start < end]


def _length(ranges: list[tuple[int, int]]) -> int:
    return sum(end - start for start, end in ranges)


# ------------------------------------------------------------------ what is measured


class World(NamedTuple):
    """Documents by length, the evidence of questions, chunks, and which of them were retrieved for each question."""

    lengths: dict[str, int]
    evidence: list[list[Place]]
    chunks: list[Place]
    ranks: list[list[int]]

    def retrieved(self, question: int) -> list[Place]:
        """The places of the chunks that a question was given."""
        return [self.chunks[rank] for rank in self.ranks[question] if rank >= 0]


class Laid(NamedTuple):
    """A world as the library takes it."""

    evidence: Evidence
    pool: Pool
    ranks: NDArray[np.intp]


def laid(world: World) -> Laid:
    """Hand a world to the library."""
    line = Line(world.lengths)
    asked = [
        Question(str(number), "?", pieces[0][0], tuple(Span(start, end) for _, start, end in pieces))
        for number, pieces in enumerate(world.evidence)
    ]
    return Laid(Evidence.of(asked, line), Pool(as_chunks(world.chunks), line), np.array(world.ranks, np.intp))


def as_chunks(places: Sequence[Place]) -> list[Chunk]:
    """Chunks of which only the place is known; they measure their characters."""
    return [
        Chunk("", start, end, end - start, 0, index, document) for index, (document, start, end) in enumerate(places)
    ]


def ranges(length: int, longest: int = 30) -> st.SearchStrategy[tuple[int, int]]:
    """Half-open ranges inside a length, none empty."""
    starts = st.integers(0, length - 1)
    return starts.flatmap(lambda start: st.tuples(st.just(start), st.integers(start + 1, min(length, start + longest))))


NUMBERS = st.integers(0, 23)


def _placed(lengths: dict[str, int], document: int, start: int, more: int) -> Place:
    """Three numbers as a place of some document."""
    name = list(lengths)[document % len(lengths)]
    start %= lengths[name]
    return name, start, start + 1 + more % (lengths[name] - start)


def _pieces(lengths: dict[str, int], document: int, edges: list[int], left_out: int) -> list[Place]:
    """Numbers as one to four places of one document that do not overlap; they may touch."""
    name = list(lengths)[document % len(lengths)]
    places = sorted({edge % (lengths[name] + 1) for edge in edges})
    pieces = [(name, start, end) for start, end in pairwise(places)]
    return [piece for at, piece in enumerate(pieces) if not left_out >> at & 1] or pieces[-1:] or [(name, 0, 1)]


@st.composite
def worlds(draw: st.DrawFn) -> World:
    """Up to three short documents, chunks of any kind (nested, touching, twice the same, in any order).

    A world is made of few draws of plain numbers, because draws are what takes time.
    """
    lengths = dict(zip("abc", draw(st.lists(st.integers(1, 24), min_size=1, max_size=3)), strict=False))
    asked = draw(st.lists(st.tuples(NUMBERS, st.lists(NUMBERS, max_size=5), NUMBERS), min_size=1, max_size=4))
    evidence = [_pieces(lengths, *numbers) for numbers in asked]
    chunks = [
        _placed(lengths, *n) for n in draw(st.lists(st.tuples(NUMBERS, NUMBERS, NUMBERS), min_size=1, max_size=9))
    ]
    k = draw(st.integers(1, 12))
    rank = st.integers(-len(chunks), len(chunks) - 1).map(lambda drawn: max(drawn, -1))  # half of them are nothing
    ranks = [draw(st.lists(rank, min_size=k, max_size=k)) for _ in evidence]
    return World(lengths, evidence, chunks, ranks)

"""Describe what a splitter delivers: how many chunks, how large, and whether they are where it says that they are."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise

from benchmarks.splitters import ENCODING, OVERLAP, SIZE
from chunklib.contract import audit


@dataclass(frozen=True)
class Figures:
    """The chunks of one text, measured in tokens on the text of each chunk.

    ``wrong`` counts the chunks whose text is not what the document has between their offsets. ``bare`` counts the
    boundaries at which nothing is shared, among the ``boundaries`` between two chunks whose offsets are right.
    """

    chunks: int
    mean: float
    largest: int
    wrong: int
    bare: int
    boundaries: int


def figures(text: str, chunks: object) -> Figures:
    """Measure what any splitter returned with the project's own audit."""
    report = audit(text, chunks, size=SIZE, overlap=OVERLAP, ruler=ENCODING)
    wrong = {breach.chunk for breach in report["exact"].breaches}
    pairs = [pair for at, pair in enumerate(pairwise(report.chunks)) if not {at, at + 1} & wrong]
    return Figures(
        chunks=report.stats.chunks,
        mean=report.stats.mean_size,
        largest=max((chunk.size for chunk in report.chunks), default=0),
        wrong=len(wrong),
        bare=sum(after.start_char >= before.end_char for before, after in pairs),
        boundaries=len(pairs),
    )

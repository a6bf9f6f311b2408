"""What a splitter delivers: how many chunks, how large, and whether they are where it says that they are."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING

from benchmarks.splitters import ENCODING, OVERLAP, SIZE
from chunklib.audit import audit
from chunklib.tokens import ruler

if TYPE_CHECKING:
    from collections.abc import Sequence

    from benchmarks.splitters import Record


@dataclass(frozen=True)
class Figures:
    """The chunks of one text, measured in tokens on the text of each chunk.

    `wrong` counts the chunks whose text is not what the document has between their offsets. `bare` counts the
    boundaries at which nothing is shared, among the `boundaries` between two chunks whose offsets are right.
    """

    chunks: int
    mean: float
    largest: int
    wrong: int
    bare: int
    boundaries: int


def figures(text: str, chunks: Sequence[Record]) -> Figures:
    """Measure chunks from anywhere with the project's own audit."""
    report = audit(text, chunks, size=SIZE, overlap=OVERLAP, ruler=ENCODING)
    wrong = {breach.chunk for breach in report["exact"].breaches}
    places = [_place(chunk) for chunk in chunks]
    pairs = [pair for at, pair in enumerate(pairwise(places)) if not {at, at + 1} & wrong]
    return Figures(
        chunks=report.stats.chunks,
        mean=report.stats.mean_size,
        largest=max((_size(chunk) for chunk in chunks), default=0),
        wrong=len(wrong),
        bare=sum(after_start >= end for (_, end), (after_start, _) in pairs),
        boundaries=len(pairs),
    )


def _get(chunk: Record, key: str) -> object:
    return chunk[key] if isinstance(chunk, Mapping) else getattr(chunk, key)


def _place(chunk: Record) -> tuple[int, int]:
    start, end = _get(chunk, "start_char"), _get(chunk, "end_char")
    if not isinstance(start, int) or not isinstance(end, int):
        raise TypeError(f"a chunk without whole numbers as offsets: {start!r}, {end!r}")
    return start, end


def _size(chunk: Record) -> int:
    return ruler(ENCODING)(str(_get(chunk, "text")))

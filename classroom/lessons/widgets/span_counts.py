"""Count evidence and what is retrieved in characters, and compute each metric from the numbers that it shows.

Counts are taken from sets of places: the text is short.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple

from chunklib.chunk import Chunk, Span


class Counts(NamedTuple):
    """Counts characters: of the evidence, those of it that are retrieved, all retrieved, and these counted once."""

    evidence: int
    found: int
    given: int
    different: int


class Score(NamedTuple):
    """Holds a metric: its formula in words, the same with numbers, and its value (0 where it would divide by 0)."""

    name: str
    formula: str
    numbers: str
    value: float


def counted(gold: Sequence[Span], retrieved: Sequence[Chunk]) -> Counts:
    """Count characters by sets of places."""
    wanted = {place for start, end in gold for place in range(start, end)}
    given = [place for chunk in retrieved for place in range(chunk.start_char, chunk.end_char)]
    return Counts(len(wanted), len(wanted & set(given)), len(given), len(set(given)))


def scored(gold: Sequence[Span], retrieved: Sequence[Chunk]) -> list[Score]:
    """Compute the metrics, each from the numbers that it shows."""
    counts = counted(gold, retrieved)
    evidence, found, given, different = counts
    missed, repeated = evidence - found, given - different
    asked = (
        ("recall", "found / evidence", found, evidence),
        ("precision", "found / given", found, given),
        ("iou", "found / (given + evidence - found)", found, given + missed),
        ("iou_set", "found / (different + evidence - found)", found, different + missed),
        ("redundancy", "(given - different) / given", repeated, given),
    )
    scores = [
        Score(name, formula, re.sub(r"\w+", lambda word: str(getattr(counts, word[0])), formula), _share(*parts))
        for name, formula, *parts in asked
    ]
    held = [any(c.start_char <= start and end <= c.end_char for c in retrieved) for start, end in gold]
    formula, numbers = "pieces whole in one chunk / pieces", f"{sum(held)} / {len(held)}"
    return [*scores, Score("whole", formula, numbers, _share(sum(held), len(held)))]


def _share(part: int, whole: int) -> float:
    return part / whole if whole else 0.0

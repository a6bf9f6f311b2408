"""Measure what an adaptive overlap costs against a fixed one: a strategy on the same text, fixed, adaptive, fixed.

The limit is for the median of the rounds. Two times that are nearly alike have a ratio near one, with the noise of
both: the least of many such ratios is of the round in which the noise fell on the fixed overlap, and would pass what
is too slow.
"""

from __future__ import annotations

from dataclasses import dataclass
from statistics import fmean
from typing import TYPE_CHECKING

from benchmarks.corpus import sample, texts
from benchmarks.cost import Cost, Rounds, cost, samples, warm_up
from benchmarks.splitters import strategy
from chunklib.overlap import Adaptive

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from chunklib import Chunk

LIMIT = 1.2  # times as long as with a fixed overlap
MEASURED = ("token_windows", "sentences", "recursive", "markdown")


@dataclass(frozen=True)
class Delivered:
    """How many chunks an overlap gives, and how many tokens a chunk shares with the one before, on average."""

    chunks: int
    overlap: float


@dataclass(frozen=True)
class Comparison:
    """A strategy with an adaptive overlap, in multiples of the same one with a fixed overlap."""

    title: str
    kind: str
    cost: Cost
    fixed: Delivered
    adaptive: Delivered

    @property
    def ok(self) -> bool:
        """Tell whether the median is within the limit."""
        return self.cost.median <= LIMIT


def comparisons(length: int, rounds: Rounds, say: Callable[[str], None]) -> list[Comparison]:
    """Compare the two overlaps for some strategies, each on texts of its own kind."""
    return [_comparison(name, length, rounds, say) for name in MEASURED]


def _comparison(name: str, length: int, rounds: Rounds, say: Callable[[str], None]) -> Comparison:
    fixed, adaptive = strategy(name), strategy(name, Adaptive())
    split, text = fixed.prepare(), sample(length, fixed.kind)
    warm_up([fixed, adaptive], text)
    taken = samples([adaptive], texts(length, fixed.kind), rounds, lambda what: say(f"adaptive, {what}"), split)
    return Comparison(
        name, fixed.kind, cost(taken[name]), _delivered(split(text)), _delivered(adaptive.prepare()(text))
    )


def _delivered(chunks: Sequence[Chunk]) -> Delivered:
    return Delivered(len(chunks), fmean(chunk.overlap for chunk in chunks))

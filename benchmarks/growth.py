"""Test whether time grows with the length of the text, of a strategy's own kind and of texts without a place to cut."""

from __future__ import annotations

import math
from dataclasses import dataclass
from itertools import pairwise, repeat
from typing import TYPE_CHECKING

from benchmarks.corpus import UNBROKEN, texts
from benchmarks.cost import Cost, Rounds, cost, samples

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from benchmarks.splitters import Splitter

LIMIT = 2.3  # times as long for twice the text


@dataclass(frozen=True)
class Growth:
    """The cost of one splitter for a kind of text, at rising lengths in characters.

    ``worst`` is the largest growth of time from one length to the next, as if the text had doubled; ``encode_worst`` is
    that of the plain encode, beside it for comparison.
    """

    title: str
    kind: str
    costs: dict[int, Cost]
    worst: float
    encode_worst: float

    @property
    def ok(self) -> bool:
        """Tell whether time grew with the text."""
        return self.worst <= LIMIT


def growth(
    splitters: Sequence[Splitter], kind: str, lengths: Sequence[int], rounds: Rounds, say: Callable[[str], None]
) -> list[Growth]:
    """Measure splitters at each of the lengths; ``kind`` is one of the corpus or of the unbroken texts."""
    taken = {
        length: samples(splitters, _texts(kind, length), rounds, _said_with(say, f"{kind}, {length:,}"))
        for length in lengths
    }
    return [
        _growth(splitter.title, kind, {length: cost(found[splitter.title]) for length, found in taken.items()})
        for splitter in splitters
    ]


def _said_with(say: Callable[[str], None], where: str) -> Callable[[str], None]:
    return lambda what: say(f"{where}: {what}")


def _texts(kind: str, length: int) -> Iterator[str]:
    return repeat(UNBROKEN[kind] * length) if kind in UNBROKEN else texts(length, kind)


def _growth(title: str, kind: str, costs: dict[int, Cost]) -> Growth:
    seconds = {length: found.seconds for length, found in costs.items()}
    encode_seconds = {length: found.baseline_seconds for length, found in costs.items()}
    return Growth(title, kind, costs, worst_doubling(seconds), worst_doubling(encode_seconds))


def worst_doubling(seconds: dict[int, float]) -> float:
    """The largest growth of time between neighbouring lengths, as if each length were twice the one before.

    Time that grows with the length gives 2, with its square 4, whatever the lengths are.
    """
    return max(
        math.pow(seconds[longer] / seconds[shorter], 1 / math.log2(longer / shorter))
        for shorter, longer in pairwise(sorted(seconds))
    )

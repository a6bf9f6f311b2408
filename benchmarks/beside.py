"""``make bench``: what a splitter costs in multiples of another one of ours, on the same text, right beside it.

Parents beside their children; characters measured in tokens beside ``recursive``, in English and in many scripts; and
``proposed`` beside ``sentences``, with a callable that costs nothing: no limit, as anybody's callable costs more.
"""

from __future__ import annotations

import sys
from dataclasses import dataclass
from functools import partial
from itertools import count
from random import Random
from typing import TYPE_CHECKING

from benchmarks.corpus import sample, texts
from benchmarks.cost import Rounds, cost, samples, warm_up
from benchmarks.splitters import ENCODING, ENGLISH, OURS, OVERLAP, SIZE, Splitter
from chunklib import STRATEGIES
from chunklib.context import parents
from tests.labelled_scripts import LABELLED

if TYPE_CHECKING:
    from collections.abc import Iterator

    from benchmarks.splitters import Split

LENGTH = 200_000  # characters
MIXED = "many scripts"


@dataclass(frozen=True)
class Pair:
    """A splitter, the other that it is compared with, and how many times as long it may take."""

    title: str
    split: Split
    other: Split
    limit: float | None
    kind: str = ENGLISH


def pairs() -> list[Pair]:
    """List what is compared."""
    children = {"strategy": "recursive", "size": 100, "overlap": 0, "ruler": ENCODING}
    small = partial(STRATEGIES["recursive"], size=100, overlap=0, ruler=ENCODING)
    usual = {name: partial(split, size=SIZE, overlap=OVERLAP) for name, split in STRATEGIES.items()}
    tokens = partial(usual["fixed_characters"], ruler=ENCODING)
    proposed = partial(usual["proposed"], propose=lambda _: [])
    return [
        Pair("parents, beside their children", partial(parents, children=children, size=SIZE), small, 1.3),
        *(
            Pair(f"fixed_characters in tokens, beside recursive ({kind})", tokens, usual["recursive"], 1.0, kind)
            for kind in (ENGLISH, MIXED)
        ),
        Pair("proposed with no cuts, beside sentences", proposed, usual["sentences"], None),
    ]


def mixed(length: int, seed: int) -> str:
    """Put sentences of many scripts and English ones together in a drawn order, to so many characters."""
    random = Random(seed)  # noqa: S311 (no secret)
    labelled = [sentence for text in LABELLED.values() for sentence in text.split("|")]
    parts = [*labelled, *sample(4_000, seed=seed).split(". ")]
    return " ".join(random.choice(parts) for _ in range(length // 10))[:length]


def of_kind(kind: str) -> Iterator[str]:
    """Give texts of a kind without end."""
    return (mixed(LENGTH, seed) for seed in count(1)) if kind == MIXED else texts(LENGTH, kind)


def main(rounds: Rounds | None = None) -> int:
    """Measure, print a line for each pair, and return the exit status: 1 where one is over its limit."""
    over = False
    for pair in pairs():
        splitter = Splitter(OURS, pair.title, lambda split=pair.split: split)  # type: ignore[misc]
        warm_up([splitter], next(of_kind(pair.kind)))
        taken = samples([splitter], of_kind(pair.kind), rounds or Rounds(), lambda _: None, pair.other)
        found = cost(taken[pair.title])
        late = pair.limit is not None and found.least > pair.limit
        over = over or late
        limit = f"limit {pair.limit}" if pair.limit else "no limit"
        said = f"{pair.title}: {found.least:.2f} (median {found.median:.2f}; {limit})"
        print(f"OVER: {said}" if late else said, flush=True)
    return int(over)


if __name__ == "__main__":
    sys.exit(main())

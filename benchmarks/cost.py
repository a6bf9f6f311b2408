"""Measure what a splitter costs: its time over the time of a baseline on the same text, measured right beside it.

A round has a text of its own. With one plain encode for the baseline: encode, a splitter, encode, the next splitter,
encode, …: every splitter is compared with the mean of the encodes before and after it, so a machine that is busy for
a while is busy for both.
The times compared are the processor's; the clock on the wall also counts what other programs took in between.
"""

from __future__ import annotations

import gc
import time
from dataclasses import dataclass
from statistics import median
from typing import TYPE_CHECKING, Any

import tiktoken

from benchmarks.splitters import ENCODING

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    from benchmarks.splitters import Splitter

WARM_UP = 20_000  # characters


@dataclass(frozen=True)
class Time:
    """How long some work took, in seconds: of the processor, and on the wall."""

    processor: float
    wall: float


@dataclass(frozen=True)
class Sample:
    """One measurement of a splitter, and of the baselines around it."""

    split: Time
    baseline: Time

    @property
    def ratio(self) -> float:
        """How many baselines' processor time the splitter took."""
        return self.split.processor / self.baseline.processor

    @property
    def wall_ratio(self) -> float:
        """The same by the clock on the wall."""
        return self.split.wall / self.baseline.wall


@dataclass(frozen=True)
class Cost:
    """The result of all rounds for one splitter: multiples of the baseline, and seconds."""

    rounds: int
    least: float
    median: float
    wall: float
    seconds: float
    baseline_seconds: float


@dataclass(frozen=True)
class Rounds:
    """The rounds to measure: at least ``least``, then until ``seconds`` are spent on a splitter, at most ``most``."""

    least: int = 5
    most: int = 9
    seconds: float = 4.0

    def another(self, samples: Sequence[Sample]) -> bool:
        """Tell whether a splitter with these samples takes part in another round."""
        spent = sum(sample.split.wall for sample in samples)
        return len(samples) < self.least or (len(samples) < self.most and spent < self.seconds)


def plain_encode(text: str) -> object:
    """The baseline of what a splitter costs."""
    return tiktoken.get_encoding(ENCODING).encode(text, disallowed_special=())


def timed(work: Callable[[str], Any], text: str) -> Time:
    """Measure one call; what it returns is thrown away after the clocks have stopped."""
    wall, processor = time.perf_counter(), time.process_time()
    result = work(text)
    spent = Time(time.process_time() - processor, time.perf_counter() - wall)
    del result
    return spent


def warm_up(splitters: Iterable[Splitter], text: str) -> None:
    """Load what is loaded only once (modules, vocabularies, tables), and exclude it from garbage collection."""
    plain_encode(text)
    for splitter in splitters:
        splitter.prepare()(text[:WARM_UP])
    gc.collect()
    gc.freeze()


def samples(
    splitters: Sequence[Splitter],
    texts: Iterator[str],
    rounds: Rounds,
    say: Callable[[str], None],
    baseline: Callable[[str], object] | None = None,
) -> dict[str, list[Sample]]:
    """Measure in rounds, beside plain encodes or another baseline; the samples of each splitter by its title."""
    baseline = baseline or plain_encode
    found: dict[str, list[Sample]] = {splitter.title: [] for splitter in splitters}
    while taking_part := [splitter for splitter in splitters if rounds.another(found[splitter.title])]:
        text = next(texts)
        before = timed(baseline, text)
        for splitter in taking_part:
            taken = found[splitter.title]
            say(f"round {len(taken) + 1}: {splitter.title}")
            split = splitter.prepare()
            gc.collect()  # what the splitter before left behind is not this one's to clear away
            spent = timed(split, text)
            after = timed(baseline, text)
            taken.append(Sample(spent, _mean(before, after)))
            before = after
    return found


def _mean(one: Time, other: Time) -> Time:
    return Time((one.processor + other.processor) / 2, (one.wall + other.wall) / 2)


def cost(taken: Sequence[Sample]) -> Cost:
    """Sum up the samples of one splitter; seconds are the processor's, in the quickest round."""
    return Cost(
        rounds=len(taken),
        least=min(sample.ratio for sample in taken),
        median=median(sample.ratio for sample in taken),
        wall=median(sample.wall_ratio for sample in taken),
        seconds=min(sample.split.processor for sample in taken),
        baseline_seconds=min(sample.baseline.processor for sample in taken),
    )

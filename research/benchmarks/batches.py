"""``make bench``: how many documents of 2 KB are split in a second, by us and by other splitters.

Ours are split in one process and in two; tiktoken counts, as it does for the others, and then gigatoken if
it is installed. With it the splitting takes less than half of the time, and what two workers cost beside it as much as
before, so the limit is for tiktoken.

All split the same documents into 500 tokens with an overlap of 75, in several rounds by turns, of which the quickest
counts. The time of processes has their start in it.
"""

from __future__ import annotations

import argparse
import os
import sys
from functools import partial
from resource import RUSAGE_CHILDREN, RUSAGE_SELF, getrusage
from time import perf_counter
from typing import TYPE_CHECKING
from unittest import mock

from chunklib import Chunk, quick_tokens, recursive
from chunklib.adapters import PEERS
from chunklib.missing import version_of
from chunklib.scale import Split, chunk_documents
from research.benchmarks.texts import sample

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

SIZE, OVERLAP, ENCODING = 500, 75, "cl100k_base"
LENGTH = 2_000  # characters a document
TIMES = 1.25  # what two processes are to do in the time of one
ROUNDS, SECONDS = 5, 60.0  # at most; no further round begins after so many seconds
SPLIT = partial(recursive, size=SIZE, overlap=OVERLAP, ruler=ENCODING)


def documents(count: int) -> dict[str, str]:
    """So many documents, each another piece of one long text."""
    text = sample(1_000_000)
    return {str(number): text[at : at + LENGTH] for number in range(count) if (at := number * 977 % 998_000) >= 0}


def cpu() -> tuple[float, float]:
    """Seconds of processors that this process has taken, and its processes that ended."""
    own, others = getrusage(RUSAGE_SELF), getrusage(RUSAGE_CHILDREN)
    return own.ru_utime + own.ru_stime, others.ru_utime + others.ru_stime


def timed(count: int, ways: Mapping[str, Callable[[], object]]) -> dict[str, float]:
    """Split in each way in turn, print a row for each, and give the seconds of its quickest round."""
    best: dict[str, tuple[float, float, float]] = {}
    begun = perf_counter()
    for _ in range(ROUNDS):
        for name, split in ways.items():
            before, start = cpu(), perf_counter()
            split()
            seconds = perf_counter() - start
            own, others = (after - first for after, first in zip(cpu(), before, strict=True))
            best[name] = min(best.get(name, (seconds, own, others)), (seconds, own, others))
        if perf_counter() - begun > SECONDS:
            break
    for name, (seconds, own, others) in best.items():
        share = f"{own / (own + others):.0%} of {own + others:.1f} s"
        print(f"{name:32} {count / seconds:>12,.0f} {seconds:>9.1f}  {share}", flush=True)
    return {name: seconds for name, (seconds, _, _) in best.items()}


def counted_by_tiktoken(text: str, *, document: str) -> list[Chunk]:
    """Split where tiktoken counts, as it does where the extra ``fast`` is not installed."""
    with mock.patch.object(quick_tokens, "_quick", return_value=None):
        return recursive(text, SIZE, OVERLAP, ruler=ENCODING, document=document)


def with_two(texts: Mapping[str, str], split: Split, tokenizer: str) -> float:
    """Split with one process and with two, and give how many times as quick these are."""
    chunk_documents(dict([*texts.items()][:400]), split)  # the vocabulary is loaded once
    ways = {
        name: partial(chunk_documents, texts, split, workers=two)
        for two, name in ((1, "one process"), (2, "two processes"))
    }
    one, both = timed(len(texts), {f"{name}, {tokenizer}": way for name, way in ways.items()}).values()
    return one / both


def main() -> int:
    """Measure, print a row for each way, and return the exit status: 1 where two workers are too slow."""
    parser = argparse.ArgumentParser(prog="python -m research.benchmarks.batches", description=__doc__)
    parser.add_argument("--documents", type=int, default=10_000, help="how many (10,000)")
    count = parser.parse_args().documents
    texts, over = documents(count), False
    here = all(version_of(name) == release for name, release in quick_tokens.COMPARED.items())
    print(f"{os.cpu_count()} processors, load {os.getloadavg()[0]:.1f}; recursive, {count:,} documents of {LENGTH} B")
    print(f"{'':32} {'documents/s':>12} {'seconds':>9}  this process's part of all processor time")
    for tokenizer in ("tiktoken", "gigatoken") if here else ("tiktoken",):
        times = with_two(texts, counted_by_tiktoken if tokenizer == "tiktoken" else SPLIT, tokenizer)
        late = tokenizer == "tiktoken" and times < TIMES
        over = over or late
        said = f"Two do {times:.2f} times what one process does (at least {TIMES} with tiktoken)."
        print(f"OVER: {said}" if late else said)
    for peer in PEERS.values():
        if peer.version:
            try:
                split = peer.prepare(SIZE, OVERLAP, ENCODING)
                timed(count, {peer.name: lambda: [split(text) for text in texts.values()]})  # noqa: B023 (called at once)
            except Exception as error:  # noqa: BLE001 (other people's code may raise anything)
                print(f"{peer.name:32} raised {type(error).__name__}")
    return int(over)


if __name__ == "__main__":
    sys.exit(main())

"""``make bench``: how many documents of 2 KB are split in a second, by us and by other splitters.

Ours are split in one process, in two, and with Dask; tiktoken counts, as it does for the others, and then gigatoken if
it is installed. With it the splitting takes less than half of the time, and what two workers cost beside it (copies of
a process, what is sent, the chunks that are made of it here) as much as before: the limit is for tiktoken.

All split the same documents into 500 tokens with an overlap of 75, in several rounds, of which the quickest counts: one
process and two by turns, and again one and Dask. The time of processes has their start in it; Dask's workers are there
before. Two cores are seldom twice as quick as one: they share memory, and a virtual machine shares them with others. So
two copies of the process that share nothing are measured too: they show what two workers can reach on a machine.
"""

from __future__ import annotations

import argparse
import os
import sys
from contextlib import nullcontext
from functools import partial
from multiprocessing import get_context
from resource import RUSAGE_CHILDREN, RUSAGE_SELF, getrusage
from time import perf_counter
from typing import TYPE_CHECKING

from benchmarks.corpus import sample
from benchmarks.peers import peers
from benchmarks.run import installed
from benchmarks.splitters import ENCODING, OVERLAP, SIZE, fast, tiktoken_alone
from chunklib import quick_tokens
from chunklib.scale import chunk_documents, local_client

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence
    from contextlib import AbstractContextManager

    from benchmarks.splitters import Split

LENGTH = 2_000  # characters a document
TIMES = 1.7  # what two processes are to do in the time of one
ROUNDS, SECONDS = 5, 60.0  # at most; no further round begins after so many seconds
CONFIG = {"strategy": "recursive", "size": SIZE, "overlap": OVERLAP, "ruler": ENCODING}


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
        print(f"{name:26} {count / seconds:>12,.0f} {seconds:>9.1f}  {share}", flush=True)
    return {name: seconds for name, (seconds, _, _) in best.items()}


def split_each(split: Split, texts: Mapping[str, str]) -> list[object]:
    """Split all texts with a splitter that takes one."""
    return [split(text) for text in texts.values()]


def apart(works: Sequence[Callable[[], object]]) -> None:
    """Do each of these in a copy of this process: they share nothing, and send nothing back."""
    copies = [get_context("fork").Process(target=work) for work in works]
    for copy in copies:
        copy.start()
    for copy in copies:
        copy.join()


def tiktoken_in_worker() -> None:
    """Let tiktoken count in a worker of Dask, as where the extra ``fast`` is not installed."""
    quick_tokens._quick = lambda _: None  # type: ignore[assignment]


def two_processes(texts: Mapping[str, str]) -> float:
    """Split with one process and with two, and give how many times as quick two are."""
    pairs = [*texts.items()]
    alone = partial(chunk_documents, texts, CONFIG)
    halves = [partial(chunk_documents, dict(pairs[at::2]), CONFIG) for at in range(2)]
    ways: dict[str, Callable[[], object]] = {
        "one process": alone,
        "two copies, half each": partial(apart, halves),
        "two processes": partial(alone, workers=2),
    }
    chunk_documents(dict(pairs[:10]), CONFIG)  # the vocabulary is loaded once
    one, copies, two = timed(len(texts), ways).values()
    print(f"Two copies that share nothing do {one / copies:.2f} times what one does, two processes {one / two:.2f}.")
    return one / two


def two_of_dask(texts: Mapping[str, str], tokenizer: str) -> float:
    """Split with one process and with two workers of Dask, and give how many times as quick these are."""
    with local_client(2) as client:
        if tokenizer == "tiktoken":
            client.run(tiktoken_in_worker)
        chunk_documents(dict([*texts.items()][:400]), CONFIG, client)  # both workers have loaded it
        alone = partial(chunk_documents, texts, CONFIG)
        one, two = timed(len(texts), {"one process": alone, "Dask, two workers": partial(alone, client)}).values()
    print(f"Two workers of Dask do {one / two:.2f} times what one process does.")
    return one / two


def too_slow(times: dict[str, float]) -> list[str]:
    """Say which of the ways with two workers is not so many times as quick as one process."""
    return [
        f"{name}: {found:.2f} times one process, at least {TIMES}" for name, found in times.items() if found < TIMES
    ]


def main() -> int:
    """Measure, print a row for each way, and return the exit status: 1 where two workers are too slow."""
    parser = argparse.ArgumentParser(prog="benchmarks/batches.py", description=__doc__)
    parser.add_argument("--documents", type=int, default=10_000, help="how many (10,000)")
    count = parser.parse_args().documents
    texts = documents(count)
    print(f"{os.cpu_count()} processors, load {os.getloadavg()[0]:.1f}; recursive, {count:,} documents of {LENGTH} B")
    print(f"{'':26} {'documents/s':>12} {'seconds':>9}  this process's part of all processor time")
    tokenizers: dict[str, Callable[[], AbstractContextManager[object]]] = {"tiktoken": tiktoken_alone}
    if fast():
        tokenizers["gigatoken"] = nullcontext
    times: dict[str, float] = {}
    for name, counting in tokenizers.items():
        print(f"{name}:")
        with counting():
            times[f"two processes, {name}"] = two_processes(texts)
    for name, counting in tokenizers.items():  # last: a process that has had threads is not copied
        print(f"{name}:")
        with counting():
            times[f"Dask, two workers, {name}"] = two_of_dask(texts, name)
    for peer in installed(peers()):
        split = peer.prepare()
        try:
            timed(count, {peer.title: partial(split_each, split, texts)})
        except Exception as error:  # noqa: BLE001 (other people's code may raise anything)
            print(f"{peer.title:26} raised {type(error).__name__}")
    failures = too_slow({name: found for name, found in times.items() if name.endswith("tiktoken")})
    print("\n".join(f"OVER: {failure}" for failure in failures) or "Two workers are within their limit.")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())

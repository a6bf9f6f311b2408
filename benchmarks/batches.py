"""``make bench``: how many documents of 2 KB are split in a second, by us and by other splitters.

Ours are split in one process, in two, and with Dask.

All split into 500 tokens with an overlap of 75. The time of processes has their start in it.
"""

from __future__ import annotations

import argparse
import os
import sys
from resource import RUSAGE_CHILDREN, RUSAGE_SELF, getrusage
from time import perf_counter
from typing import TYPE_CHECKING

from benchmarks.corpus import sample
from benchmarks.peers import peers
from benchmarks.run import installed
from benchmarks.splitters import ENCODING, OVERLAP, SIZE
from chunklib.scale import chunk_documents, local_client

if TYPE_CHECKING:
    from collections.abc import Callable

LENGTH = 2_000  # characters a document
PEERS = 1_000  # documents that other splitters get
CONFIG = {"strategy": "recursive", "size": SIZE, "overlap": OVERLAP, "ruler": ENCODING}


def documents(count: int) -> dict[str, str]:
    """So many documents, each another piece of one long text."""
    text = sample(1_000_000)
    return {str(number): text[at : at + LENGTH] for number in range(count) if (at := number * 977 % 998_000) >= 0}


def cpu() -> tuple[float, float]:
    """Seconds of processors that this process has taken, and its processes that ended."""
    own, others = getrusage(RUSAGE_SELF), getrusage(RUSAGE_CHILDREN)
    return own.ru_utime + own.ru_stime, others.ru_utime + others.ru_stime


def timed(name: str, count: int, split: Callable[[], object]) -> float:
    """Split, and print a row of the table."""
    before, begun = cpu(), perf_counter()
    split()
    seconds = perf_counter() - begun
    own, others = (after - first for after, first in zip(cpu(), before, strict=True))
    share = f"{own / (own + others):.0%} of {own + others:.1f} s"
    print(f"{name:26} {count / seconds:>12,.0f} {seconds:>9.1f}  {share}", flush=True)
    return seconds


def main() -> int:
    """Measure, and print a row for each way."""
    parser = argparse.ArgumentParser(prog="benchmarks/batches.py", description=__doc__)
    parser.add_argument("--documents", type=int, default=10_000, help="how many (10,000)")
    count = parser.parse_args().documents
    texts = documents(count)
    chunk_documents(documents(10), CONFIG)  # the vocabulary is loaded once
    print(f"{os.cpu_count()} processors, load {os.getloadavg()[0]:.1f}; recursive, {count:,} documents of {LENGTH} B")
    print(f"{'':26} {'documents/s':>12} {'seconds':>9}  this process's part of all processor time")
    one = timed("one process", count, lambda: chunk_documents(texts, CONFIG))
    two = timed("two processes", count, lambda: chunk_documents(texts, CONFIG, workers=2))
    with local_client(2) as client:
        chunk_documents(documents(400), CONFIG, client)  # both workers have loaded it
        dask = timed("Dask, two workers", count, lambda: chunk_documents(texts, CONFIG, client))
    print(f"two processes are {one / two:.2f} times as quick as one, two workers of Dask {one / dask:.2f} times")
    for peer in installed(peers()):
        split = peer.prepare()
        try:
            timed(peer.title, PEERS, lambda split=split: [split(text) for text in documents(PEERS).values()])
        except Exception as error:  # noqa: BLE001 (other people's code may raise anything)
            print(f"{peer.title:26} raised {type(error).__name__}")
    return 0


if __name__ == "__main__":
    sys.exit(main())

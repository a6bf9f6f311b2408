"""Measure how many pages a second the strategy for PDFs cuts, against their mere extraction by pypdf."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from itertools import repeat
from typing import TYPE_CHECKING

from benchmarks.cost import Cost, Rounds, cost, samples, warm_up
from benchmarks.splitters import OURS, OVERLAP, SIZE, Splitter
from chunklib import STRATEGIES
from chunklib.data import path

if TYPE_CHECKING:
    from collections.abc import Callable

DOCUMENT = "commissioning"


@dataclass(frozen=True)
class Pages:
    """The strategy on one file, in multiples of the bare extraction of its text."""

    title: str
    file: str
    pages: int
    cost: Cost
    per_second: float
    bare_per_second: float


def bare(file: str) -> list[str]:
    """The text of each page, as pypdf gives it."""
    from pypdf import PdfReader

    return [page.extract_text() for page in PdfReader(file).pages]


def pdf(rounds: Rounds, say: Callable[[str], None]) -> Pages:
    """Compare the strategy with the bare extraction of the same file; both open it anew each time."""
    file = path(DOCUMENT)
    count = len(bare(str(file)))
    splitter = Splitter(OURS, "pdf", lambda: partial(STRATEGIES["pdf"], size=SIZE, overlap=OVERLAP), kind="PDF")
    warm_up([splitter], str(file))
    spent = cost(samples([splitter], repeat(str(file)), rounds, say, bare)[splitter.title])
    per_second, bare_per_second = count / spent.seconds, count / spent.baseline_seconds
    return Pages(splitter.title, file.name, count, spent, per_second, bare_per_second)

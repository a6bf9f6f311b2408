"""Declare what a sweep tries: a grid of chunkings and retrievers, checked before anything runs."""

import json
import operator
from collections.abc import Iterable
from dataclasses import dataclass
from hashlib import blake2b
from itertools import product
from typing import Any

from chunklib.chunk_config import Chunker
from chunklib.errors import InvalidValue, check_name
from chunklib.overlap import parse_overlap
from chunklib.readers import at_least, listed
from chunklib.retrieval.hybrid import RETRIEVERS
from chunklib.strategies import TEXT_STRATEGIES

SIZES, OVERLAPS = (200, 400), (0, "10%", "20%", "50%")
"""What is tried where nothing else is said: sizes in tokens, and overlaps."""


@dataclass(frozen=True, slots=True)
class Setting:
    """Names a chunking, and a retriever that finds k of its chunks.

    ``overlap`` is what strategies take: 75, "15%", "2s".
    """

    strategy: str
    size: int
    overlap: int | str
    retriever: str = "bm25"
    k: int = 5

    @property
    def config(self) -> dict[str, Any]:
        """Describe the chunking, as :meth:`Chunker.from_config` takes it."""
        return {"strategy": self.strategy, "size": self.size, "overlap": self.overlap}

    @property
    def repeated(self) -> str:
        """Return the overlap that is asked: units, or sentences."""
        repeat = parse_overlap(self.overlap, self.size)
        return f"{repeat.sentences}s" if repeat.sentences else str(repeat.units)

    @property
    def label(self) -> str:
        """Name the setting in a few words."""
        return f"{self.strategy} {self.size}/{self.repeated}, {self.retriever}@{self.k}"

    def key(self, **more: Any) -> str:
        """Hash the setting, and what else is told, to 12 hexadecimal digits."""
        told = {"setting": [self.strategy, self.size, self.repeated, self.retriever, self.k], **more}
        return blake2b(json.dumps(told, sort_keys=True, default=operator.index).encode(), digest_size=6).hexdigest()


def grid(
    strategies: Iterable[str] = ("token_windows",),
    sizes: Iterable[int] = SIZES,
    overlaps: Iterable[int | str] = OVERLAPS,
    retrievers: Iterable[str] = ("bm25",),
    k: int = 5,
) -> tuple[Setting, ...]:
    """Combine all with all: settings by strategy, size, retriever and overlap.

    Args:
        strategies: names of strategies that take a text.
        sizes: in units of the strategies' rulers.
        overlaps: 75, "15%" of the size, "2s" for two sentences.
        retrievers: ``"bm25"``, ``"dense"``, ``"hybrid"``.
        k: how many chunks are retrieved.

    Raises:
        ValueError: for a name that is unknown, a size or an overlap that a strategy refuses, a setting that occurs
            twice, and where nothing is left to try.

    >>> [setting.label for setting in grid(sizes=[200], overlaps=[0, "20%"])]
    ['token_windows 200/0, bm25@5', 'token_windows 200/40, bm25@5']
    """
    return checked(
        Setting(strategy, size, overlap, retriever, k)
        for strategy, size, retriever, overlap in product(strategies, sizes, retrievers, overlaps)
    )


def checked(settings: Iterable[Setting]) -> tuple[Setting, ...]:
    """Return the settings, and refuse those that could not run, before any does."""
    if not (settings := tuple(listed("settings must be a list of Setting, see grid", settings, Setting))):
        raise InvalidValue("a grid needs at least one strategy, size, overlap and retriever: nothing is left to try")
    seen: set[str] = set()
    for setting in settings:
        check_name("strategy", setting.strategy, TEXT_STRATEGIES, " for a text")
        check_name("retriever", setting.retriever, RETRIEVERS)
        at_least(1, "k", setting.k)
        Chunker.from_config(setting.config)
        if setting.label in seen:
            raise InvalidValue(f"a setting must occur once: {setting.label} occurs twice")
        seen.add(setting.label)
    return settings

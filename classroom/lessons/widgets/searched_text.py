"""Search a text in chunks of any size, and give a reader the best of them as far as a budget goes."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache

from chunklib.chunk import Chunk
from chunklib.errors import InvalidValue
from chunklib.readers import at_least
from chunklib.retrieval.bm25 import BM25
from chunklib.retrieval.retriever import Hit
from chunklib.strategies import STRATEGIES

_KEPT = 24  # indexes, so that a slider moved back and forth need not cut again


@dataclass(frozen=True, slots=True)
class Given:
    """Describes a chunk that the reader gets: its rank from 1, and the characters of it that the budget leaves."""

    rank: int
    chunk: Chunk
    start: int
    end: int

    @property
    def whole(self) -> bool:
        """Tell whether the budget leaves the chunk whole."""
        return (self.start, self.end) == (self.chunk.start_char, self.chunk.end_char)


@lru_cache(maxsize=_KEPT)
def indexed(text: str, size: int) -> BM25:
    """Cut a text into windows of at most ``size`` tokens without overlap, and index them.

    Raises:
        ValueError: where a single character is larger, or the text has nothing but white space.
    """
    chunks = STRATEGIES["token_windows"](text, at_least(1, "size", size), 0, document="text")
    if not chunks:
        raise InvalidValue("the text has nothing but white space")
    return BM25(chunks)


def given(hits: Sequence[Hit], budget: int) -> Iterator[Given]:
    """Yield chunks in the order of their ranks until the budget (tokens) is full; the last one is cut."""
    for rank, (chunk, _) in enumerate(hits, 1):
        if chunk.size <= budget:
            yield Given(rank, chunk, chunk.start_char, chunk.end_char)
        elif budget:
            try:
                first = STRATEGIES["token_windows"](chunk.text, budget, 0)[0]
            except ValueError:  # not even the next character fits
                return
            yield Given(rank, chunk, chunk.start_char + first.start_char, chunk.start_char + first.end_char)
        budget -= min(budget, chunk.size)
        if not budget:
            return

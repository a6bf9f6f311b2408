"""Split the document and rank its chunks for ``ask``."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from chunklib.chunk import Chunk
from chunklib.retrieval.bm25 import BM25
from chunklib.strategies import recursive


def split(text: str) -> list[Chunk]:
    """Cut a text into chunks of up to 200 tokens."""
    return recursive(text, size=200, overlap=0)


def rank(question: str, chunks: Sequence[Chunk], k: int) -> list[int]:
    """Find the places of the k chunks that share most with a question, best first."""
    return [int(place) for place in _index(tuple(chunks)).rank([question], k)[0] if place >= 0]


@lru_cache(maxsize=4)
def _index(chunks: tuple[Chunk, ...]) -> BM25:
    return BM25(chunks)


def in_use() -> str:
    """Say in one line which functions split and rank."""
    return "the library's recursive (200 tokens) and BM25"

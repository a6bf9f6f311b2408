"""Rank the chunks of a document for a question by the words that they share: BM25."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Sequence
from functools import lru_cache
from math import log

from chunklib.chunk import Chunk
from chunklib.context.headers import in_full

from .language import Language, known, language

K1, B = 1.5, 0.75


class Index:
    """Finds chunks by the words of a question; rare words count more, and more in short chunks.

    Scores are those of ``chunklib.retrieval.BM25`` (Lucene's form). Words are those of the document's language.

    Args:
        chunks: what is searched, each by its context and its text.
    """

    def __init__(self, chunks: Sequence[Chunk]) -> None:
        self._language = spoken(tuple(chunks))
        self._places: dict[str, list[tuple[int, int]]] = defaultdict(list)
        self._lengths: list[int] = []
        for place, chunk in enumerate(chunks):
            words = Counter(self._language.words(in_full(chunk)))
            self._lengths.append(words.total())
            for word, times in words.items():
                self._places[word].append((place, times))

    def rank(self, question: str, k: int) -> list[int]:
        """Return the places of at most k chunks that share a word with the question, best first, from 0."""
        scores: dict[int, float] = defaultdict(float)
        mean = sum(self._lengths) / max(len(self._lengths), 1)
        for word in self._language.asked(question):
            there = self._places.get(word, ())
            weight = log(1 + (len(self._lengths) - len(there) + 0.5) / (len(there) + 0.5))
            for place, times in there:
                scores[place] += weight * times / (times + K1 * (1 - B + B * self._lengths[place] / mean))
        return sorted(scores, key=lambda place: (-scores[place], place))[:k]


@lru_cache(maxsize=4)
def index(chunks: tuple[Chunk, ...]) -> Index:
    """Index chunks once."""
    return Index(chunks)


@lru_cache(maxsize=4)
def spoken(chunks: tuple[Chunk, ...]) -> Language:
    """Return what is known of the language that chunks are in."""
    return known(language(" ".join(chunk.text for chunk in chunks)))

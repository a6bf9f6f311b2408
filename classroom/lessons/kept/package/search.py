"""Rank the chunks of a document for a question by the words that they share: BM25."""

from __future__ import annotations

from collections import Counter
from functools import lru_cache
from math import log

from chunklib.chunk import Chunk
from chunklib.context.headers import in_full

from .words import Language, language

K1, B = 1.5, 0.75


def rank(question: str, chunks: tuple[Chunk, ...], k: int) -> list[int]:
    """Return the places of at most k chunks that share a word with a question, best first, from 0.

    Rare words count more, and more in short chunks. Scores are those of ``chunklib.retrieval.BM25`` (Lucene's form);
    words are those of the document's language.
    """
    counts, lengths = counted(chunks)
    mean, scores = sum(lengths) / max(len(lengths), 1), dict[int, float]()
    for word in spoken(chunks).asked(question):
        there = [place for place, words in enumerate(counts) if word in words]
        weight = log(1 + (len(chunks) - len(there) + 0.5) / (len(there) + 0.5))
        for place in there:
            times, length = counts[place][word], lengths[place] / mean
            scores[place] = scores.get(place, 0) + weight * times / (times + K1 * (1 - B + B * length))
    return sorted(scores, key=lambda place: (-scores[place], place))[:k]


@lru_cache(maxsize=4)
def counted(chunks: tuple[Chunk, ...]) -> tuple[list[Counter[str]], list[int]]:
    """Count the words of each chunk, by itself and in all."""
    words_of = spoken(chunks).words
    counts = [Counter(words_of(in_full(chunk))) for chunk in chunks]
    return counts, [words.total() for words in counts]


@lru_cache(maxsize=4)
def spoken(chunks: tuple[Chunk, ...]) -> Language:
    """Return the language that chunks are in."""
    return Language(language(" ".join(chunk.text for chunk in chunks)))

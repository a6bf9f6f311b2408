"""Read an answer out of passages without a model: quote the best sentence, or decline."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise
from math import log

from bm25s.stopwords import STOPWORDS_EN

from chunklib import cuts
from chunklib.chunk import Chunk, Span

LEAST = 0.15
"""The share of the question's weight that a sentence must have: chosen by ``python -m benchmarks.answers``."""
_STEM = 5
_ASKING = (
    "what when where which who whom whose why how do does did can could may might must should would has have had "
    "my me we our us you your its from after before than them they he she his her about into any all one there here "
    "so up out only also been being were mean means many much"
)
_ROW = re.compile(r"^(?:\||[-*+] |\d+\. )", re.MULTILINE)
_NO_ANSWER = re.compile(r"\s*(?:#{1,6} .*|[|: \t-]+)\s*\Z")  # a heading, or the line below the head of a table
_PASSED_OVER = frozenset([*STOPWORDS_EN, *_ASKING.split()])


@dataclass(frozen=True)
class Quote:
    """Holds a sentence of a passage: the passage's number (from 1), its place in the document, its score and share.

    ``alone`` tells that it shares one word only, although the question has more.
    """

    passage: int
    span: Span
    score: float
    share: float
    alone: bool


def best_sentence(question: str, passages: Sequence[Chunk], chunks: Sequence[Chunk]) -> Quote | None:
    """Find the sentence of the passages that shares most with a question.

    The score of a sentence is the sum of ``idf(w) = ln(1 + (N - n + 0.5) / (n + 0.5))`` over the different words w
    that it shares with the question, where n of the N chunks of the document have w. Words count as the same if
    their first five letters are; stop words and words of asking (*which*, *how*) do not count. The first of equal
    sentences wins. Its ``share`` is the score divided by that of all words of the question. A chunk's text is read
    as it is, so a sentence that the chunk cuts is quoted torn.

    Args:
        question: the question.
        passages: the chunks that were retrieved.
        chunks: all chunks of the document, for the weights.

    Returns:
        the sentence, or None if no sentence shares a word.
    """
    common, asked = frequencies(tuple(chunks)), words(question)
    weights = {word: log(1 + (len(chunks) - common[word] + 0.5) / (common[word] + 0.5)) for word in sorted(asked)}
    best: Quote | None = None
    for number, chunk in enumerate(passages, start=1):
        for span in _sentences(chunk.text):
            shared = sorted(asked & words(chunk.text[slice(*span)]))
            score = sum(weights[word] for word in shared)
            if score > (best.score if best else 0):
                place = Span(chunk.start_char + span.start, chunk.start_char + span.end)
                alone = len(shared) == 1 < len(asked)
                best = Quote(number, place, score, score / sum(weights.values()), alone)
    return best


def declines(quote: Quote | None) -> bool:
    """Tell whether a quote is too weak for an answer: one word of several, or too little of the question's weight."""
    return quote is None or quote.alone or quote.share < LEAST


def words(text: str) -> set[str]:
    """Find the words that count, cut to five letters.

    >>> sorted(words("When is the delivery?"))
    ['deliv']
    """
    found: Collection[str] = re.findall(r"\b\w\w+\b", text.lower())
    return {word[:_STEM] for word in found if word not in _PASSED_OVER}


@lru_cache(maxsize=4)
def frequencies(chunks: tuple[Chunk, ...]) -> Counter[str]:
    """Count in how many chunks each word is."""
    return Counter(word for chunk in chunks for word in words(chunk.text))


def _sentences(text: str) -> Iterator[Span]:
    """Find what can be quoted: the sentences of a chunk, and each row of a table and each item of a list on its own."""
    edges = {0, *cuts.sentences(text), *(row.start() for row in _ROW.finditer(text)), len(text)}
    for start, end in pairwise(sorted(edges)):
        piece = text[start:end]
        if piece.strip() and not _NO_ANSWER.match(piece):
            yield Span(end - len(piece.lstrip()), start + len(piece.rstrip()))

"""Read an answer out of passages without a model: quote the best sentence, or decline."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import pairwise
from math import log
from typing import TypeVar

from chunklib import cuts
from chunklib.chunk import Chunk, Span
from chunklib.errors import MissingPackage

from .answer import ABSENT, NOTHING, UNANSWERED, Reply
from .search import spoken
from .seen import seen

LEAST = 0.16
"""The share of the question's weight that a sentence must have: chosen by ``python -m research.benchmarks.answers``."""
_PRICE = "€"  # the key of all words for a price
_ROW = re.compile(r"^(?:\||[-*+] |\d+\. )", re.MULTILINE)
# The head of a table, and the rows below it.
_TABLE = re.compile(r"(?m)^([^\n|]*+\|[^\n]*+)\n[ \t|:]*+-[ \t\r|:-]*+$(?:\n[^\n|]*+\|[^\n]*+)*+")
_NO_ANSWER = re.compile(r"\s*(?:#{1,6} .*|[|: \t-]+)\s*\Z")  # a heading, or the line below the head of a table
_STOP = re.compile(r"(?<=[.!?])\s+")  # where a sentence ends, without the package that knows better
AnyReply = TypeVar("AnyReply", bound=Reply)


@dataclass(frozen=True)
class Quote:
    """Holds a sentence of a passage: the passage's number (from 1), its place in the document, and its share.

    ``shared`` are the keys of the words of the question that it has, and ``lacks`` names the others. Of these,
    ``absent`` are days and months, and numbers that the document does not have: lacking one, it does not answer.
    ``unnamed`` are names that the document does not have.
    """

    passage: int
    span: Span
    share: float
    shared: frozenset[str]
    lacks: dict[str, str]
    absent: tuple[str, ...]
    unnamed: tuple[str, ...]

    @property
    def alone(self) -> bool:
        """Tell whether it shares one word only, words for a price aside, although the question has more."""
        return len(self.shared - {_PRICE}) <= 1 and bool(self.lacks)


def quoted(found: AnyReply, chunks: Sequence[Chunk]) -> AnyReply:
    """Answer with the sentence of the passages that shares most with the question, or decline.

    It is declined if it shares one word of several or too little of the question's weight, or lacks what no answer may.

    Args:
        found: the question with its passages, their document, and no answer yet.
        chunks: all chunks of the document.
    """
    quote = best_sentence(found.question, found.passages, chunks)
    if quote is None or quote.alone or quote.share < LEAST:
        said = UNANSWERED if found.passages else NOTHING
        return replace(found, text=said, declined=True, called="no answer")
    if quote.absent:
        return replace(found, text=ABSENT.format(", ".join(quote.absent)), declined=True, called="no answer")
    words = len(quote.shared) + len(quote.lacks)
    count = "the word of your question" if words == 1 else f"{len(quote.shared)} of the {words} words of your question"
    lacks = f"; it lacks: {', '.join(quote.lacks.values())}" if quote.lacks else ""
    note = f"No model is connected: of all sentences of the passages this one shares most, {count}{lacks}."
    text = f"“{' '.join(seen(found.document, *quote.span, found.kind).split())}” [{quote.passage}]"
    called, notes = "nearest sentence" if len(quote.shared) < len(quote.lacks) else "answer", (note, *found.notes)
    if quote.unnamed:
        called = f"nearest sentence, without {', '.join(quote.unnamed)}"
    return replace(
        found, text=text, declined=False, cited=(quote.passage,), quotes=(quote.span,), notes=notes, called=called
    )


def best_sentence(question: str, passages: Sequence[Chunk], chunks: Sequence[Chunk]) -> Quote | None:
    """Find the sentence of the passages that shares most with a question.

    The score of a sentence is the sum of ``idf(w) = ln(1 + (N - n + 0.5) / (n + 0.5))`` over the different words w
    that it shares with the question, where n of the N chunks of the document have w. Words count as the same if
    their first five letters are, without the endings of the language; stop words and words of asking (*which*, *how*)
    do not count. A row of a table that shares a word has those of its head, too. The first of equal sentences wins.
    Its ``share`` is the score divided by that of all words of the question. A chunk's text is read as it is, so a
    sentence that the chunk cuts is quoted torn.

    Args:
        question: the question.
        passages: the chunks that were retrieved.
        chunks: all chunks of the document, for the weights.

    Returns:
        the sentence, or None if no sentence shares a word.
    """
    language, common = spoken(tuple(chunks)), frequencies(tuple(chunks))
    asked = language.keys(question)
    weights = {word: log(1 + (len(chunks) - common[word] + 0.5) / (common[word] + 0.5)) for word in sorted(asked)}
    strange = {key for key in language.keys_of("names", question) if not common[key]}
    needed = language.keys_of("dates", question).union(filter(str.isdigit, strange))
    best, most = None, (0.0, True)
    for number, chunk in enumerate(passages, start=1):
        for span, head in _sentences(chunk.text):
            sentence = chunk.text[slice(*span)]
            own = asked.keys() & language.keys(sentence)
            shared = sorted(own | (asked.keys() & language.keys(head) if own else set()))
            score = sum(weights[word] for word in shared)
            if (score, sentence != head.strip()) > most:  # of equals, one that is not the head of a table
                most = (score, sentence != head.strip())
                place = Span(chunk.start_char + span.start, chunk.start_char + span.end)
                lacks = {key: word for key, word in asked.items() if key not in shared}
                without = (tuple(lacks[key] for key in lacks if key in kind) for kind in (needed, strange - needed))
                best = Quote(number, place, score / sum(weights.values()), frozenset(shared), lacks, *without)
    return best


@lru_cache(maxsize=4)
def frequencies(chunks: tuple[Chunk, ...]) -> Counter[str]:
    """Count in how many chunks each word is."""
    language = spoken(chunks)
    return Counter(word for chunk in chunks for word in language.keys(chunk.text))


def _sentences(text: str) -> Iterator[tuple[Span, str]]:
    """Find what can be quoted: sentences, and each row of a table, with its head, and item of a list on its own."""
    try:
        ends = set(cuts.sentences(text))
    except MissingPackage:
        ends = {stop.end() for stop in _STOP.finditer(text)}
    tables = list(_TABLE.finditer(text))
    rows = (at + 1 for one in tables for at in range(*one.span()) if text[at] == "\n")
    edges = {0, *ends, *(row.start() for row in _ROW.finditer(text)), *rows, len(text)}
    for start, end in pairwise(sorted(edges)):
        piece = text[start:end]
        head = next((one[1] for one in tables if one.start() <= start < one.end()), "")
        if piece.strip() and not _NO_ANSWER.match(piece):
            yield Span(end - len(piece.lstrip()), start + len(piece.rstrip())), head

"""One state of the hits widget: a text cut into windows, a question, and what of its evidence is read.

It depends on the settings and the text alone, so a stored output can be compared.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from chunklib.chunk import Chunk, Span
from chunklib.errors import InvalidValue
from chunklib.retrieval.bm25 import BM25
from chunklib.retrieval.retriever import Hit
from chunklib.strategies import STRATEGIES
from classroom.judge.showing import short

_EXCERPT = 60
_KEPT = 24  # indexes, so that a slider moved back and forth need not cut again


@dataclass(frozen=True, slots=True)
class Settings:
    """Holds the values of the controls; ``size`` and ``budget`` in tokens."""

    question: str
    size: int
    budget: int


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


class Searched:
    """Holds a text with the evidence in it, cut and indexed once for each size that is asked."""

    def __init__(self, text: str, spans: Sequence[Span]) -> None:
        self.text = text
        self.spans = tuple(spans)
        self._indexes: dict[int, BM25] = {}

    def index(self, size: int) -> BM25:
        """Cut the text into windows of at most ``size`` tokens without overlap, and index them.

        Raises:
            ValueError: where a single character is larger, or the text has nothing but white space.
        """
        if size not in self._indexes:
            chunks = STRATEGIES["token_windows"](self.text, size, 0, document="text")
            if not chunks:
                raise InvalidValue("the text has nothing but white space")
            made = BM25(chunks)
            for oldest in list(self._indexes)[: 1 - _KEPT]:
                del self._indexes[oldest]
            self._indexes[size] = made
        return self._indexes[size]


@dataclass(frozen=True)
class View:
    """Holds settings and what came of them: the chunks and those given, or one line that says why there are none.

    ``ranks`` has every chunk that shares a word with the question.
    """

    settings: Settings
    text: str
    spans: tuple[Span, ...]
    chunks: tuple[Chunk, ...] = ()
    ranks: Mapping[int, int] | None = None
    given: tuple[Given, ...] = ()
    error: str = ""

    def __str__(self) -> str:
        return "\n".join([self.head(), self.error] if self.error else [self.head(), *self.lines(), *self.ranked()])

    def head(self) -> str:
        """Say the settings."""
        asked = self.settings
        sizes = f"size {asked.size}, budget {asked.budget:,} tokens, on a text of {len(self.text):,} characters"
        return f"{sizes}\nquestion: {' '.join(asked.question.split())}"

    @cached_property
    def verdict(self) -> str:
        """Say in one line whether the reader gets the evidence."""
        holders = [self._holder(span) for span in self.spans]
        if all(holders):
            places = "; ".join(f"chunk [{one.chunk.index}], rank {one.rank}" for one in holders if one)
            whole = "the evidence is whole in" if len(self.spans) == 1 else "every part of the evidence is whole:"
            return f"hit: {whole} {places}"
        total = sum(end - start for start, end in self.spans)
        got = sum(max(0, min(one.end, end) - max(one.start, start)) for start, end in self.spans for one in self.given)
        where = "; ".join(self._where(chunk) for chunk in self.holding())
        if got == total:
            return f"half a hit: all of the evidence is read, but cut in pieces: {where}"
        if got:
            return f"half a hit: {got} of the {total} characters of the evidence are read: {where}"
        return f"miss: nothing of the evidence is read: {where}"

    def lines(self) -> Iterator[str]:
        """Yield the verdict and the sums."""
        yield self.verdict
        tokens = sum(one.chunk.size for one in self.given if one.whole)
        cut = "" if all(one.whole for one in self.given) else ", and the beginning of 1 more"
        yield f"read: {sum(one.whole for one in self.given)} of {len(self.chunks)} chunks, {tokens:,} tokens{cut}"
        for number, (start, end) in enumerate(self.spans, 1):
            yield f"evidence {number}, characters {start}-{end}: {short(self.text[start:end], 160)}"

    def ranked(self) -> Iterator[str]:
        """Yield a line for each chunk that is read, best first."""
        for one in self.given:
            excerpt = short(" ".join(one.chunk.text.split()), _EXCERPT)
            cut = "" if one.whole else ", cut by the budget"
            holds = ", holds evidence" if any(_shared(one.chunk, span) for span in self.spans) else ""
            yield f"rank {one.rank}: [{one.chunk.index}] {one.chunk.size} tokens{cut}{holds}  {excerpt}"

    def holding(self) -> list[Chunk]:
        """Return the chunks that hold some of the evidence, in the order of the text."""
        return [chunk for chunk in self.chunks if any(_shared(chunk, span) for span in self.spans)]

    def rank(self, chunk: Chunk) -> int | None:
        """Return the rank of a chunk, None where it shares no word with the question."""
        return (self.ranks or {}).get(chunk.index)

    def _holder(self, span: Span) -> Given | None:
        """Find the best chunk that is read with the whole span in it."""
        held = (one for one in self.given if one.start <= span.start and span.end <= one.end)
        return next(held, None)

    def _where(self, chunk: Chunk) -> str:
        rank = self.rank(chunk)
        if rank is None:
            return f"chunk [{chunk.index}] shares no word with the question"
        if rank > len(self.given):
            return f"chunk [{chunk.index}], rank {rank}, is over the budget"
        cut = "" if self.given[rank - 1].whole else ", cut by the budget"
        return f"chunk [{chunk.index}], rank {rank}{cut}"


def view(settings: Settings, searched: Searched) -> View:
    """Search a text, and give a reader the best chunks as far as the budget goes.

    Args:
        settings: any; those that make no sense give a view with a line.
        searched: the text and the evidence in it.

    Returns:
        A view with the chunks, or with a line that says why there are none.

    >>> note = Searched("The key is shown once. Nobody can show it again. Tea is hot.", [Span(23, 48)])
    >>> print(view(Settings("Who can show the key?", 6, 12), note))
    size 6, budget 12 tokens, on a text of 60 characters
    question: Who can show the key?
    hit: the evidence is whole in chunk [1], rank 1
    read: 2 of 3 chunks, 12 tokens
    evidence 1, characters 23-48: 'Nobody can show it again.'
    rank 1: [1] 6 tokens, holds evidence  'Nobody can show it again.'
    rank 2: [0] 6 tokens  'The key is shown once.'
    """
    text, spans = searched.text, searched.spans
    try:
        _refuse(settings)
        index = searched.index(settings.size)
    except ValueError as error:
        return View(settings, text, spans, error=f"No chunks. {error}")
    hits = index.search(settings.question, len(index.chunks))
    ranks = {hit.chunk.index: rank for rank, hit in enumerate(hits, 1)}
    return View(settings, text, spans, tuple(index.chunks), ranks, tuple(given(hits, settings.budget)))


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


def _refuse(settings: Settings) -> None:
    for name, value in (("size", settings.size), ("budget", settings.budget)):
        if value < 1:
            raise InvalidValue(f"{name} must be at least 1: got {name}={value}")


def _shared(chunk: Chunk, span: Span) -> bool:
    return chunk.start_char < span.end and span.start < chunk.end_char

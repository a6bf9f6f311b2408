"""Answer a question without a model: quote the best sentence of what was retrieved, or decline."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import lru_cache
from typing import TypeVar

from chunklib import cuts
from chunklib.chunk import PATH, Chunk
from chunklib.cuts.structure import Headings
from chunklib.errors import MissingPackage

from .answer import UNANSWERED, Reply
from .reader import best_sentence, declines
from .seen import seen

AnyReply = TypeVar("AnyReply", bound=Reply)


def quoted(found: AnyReply, chunks: Sequence[Chunk]) -> AnyReply:
    """Answer with the sentence of the passages that shares most with the question, or decline.

    Args:
        found: the question with its passages, their document, and no answer yet.
        chunks: all chunks of the document.
    """
    quote = best_sentence(found.question, found.passages, chunks)
    if quote is None or declines(quote):
        return replace(found, text=UNANSWERED, declined=True, called="no answer")
    words = quote.shared + len(quote.lacks)
    count = "the word of your question" if words == 1 else f"{quote.shared} of the {words} words of your question"
    lacks = f"; it lacks: {', '.join(quote.lacks)}" if quote.lacks else ""
    note = f"No model is connected: of all sentences of the passages this one shares most, {count}{lacks}."
    headings, at = list(found.headings), quote.passage - 1
    headings[at] = heading(found.passages[at], quote.span.start, found.document, found.kind)
    return replace(
        found,
        text=f"“{' '.join(seen(found.document, *quote.span, found.kind).split())}” [{quote.passage}]",
        declined=False,
        cited=(quote.passage,),
        quotes=(quote.span,),
        headings=tuple(headings),
        notes=(note,),
        called="nearest sentence" if quote.shared < len(quote.lacks) else "answer",
    )


def heading(chunk: Chunk, place: int, text: str, kind: str) -> str:
    """Name the headings above a place in a chunk: the chunk's own context, or those of a Markdown document."""
    if chunk.context or kind != "markdown":
        return chunk.context
    return PATH.join(_headings(text).path(place))


def headings(chunks: Sequence[Chunk], text: str, kind: str) -> tuple[str, ...]:
    """Name the headings above the first words of each chunk."""
    return tuple(heading(one, one.end_char - len(one.text.lstrip()), text, kind) for one in chunks)


@lru_cache(maxsize=2)
def _headings(text: str) -> Headings:
    """Find the headings of a Markdown document; none without the package that reads them."""
    try:
        return Headings(cuts.markdown(text).headings)
    except MissingPackage:
        return Headings(())

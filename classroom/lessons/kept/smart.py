"""Cut several texts with the smart_chunk that a learner has kept, in a process of its own, else the library's."""

from __future__ import annotations

from collections.abc import Iterable

from chunklib.chunk import Chunk
from chunklib.strategies import recursive
from classroom.judge.errors import CourseError
from classroom.lessons.kept.outside import imported, outside
from classroom.lessons.kept.package.steps import placed
from classroom.lessons.kept.pipeline import LIMITS, tried
from classroom.lessons.kept.using import Kept, find

NAME = "smart_chunk"
Spans = list[tuple[int, int]]
Cut = dict[str, list[Chunk]]


def smart_chunks(texts: Iterable[str], size: int, overlap: int) -> tuple[Cut, str]:
    """Cut texts with your ``smart_chunk``, or with the library's if you have kept none or yours fails on one of them.

    Args:
        texts: the texts, such as the documents of a benchmark.
        size: the most tokens that a chunk may have.
        overlap: the most tokens that neighbours may share.

    Returns:
        the chunks of each text, and in words which function cut them.

    >>> chunks, by = smart_chunks(["It rains. We wait."], size=4, overlap=0)
    >>> by, [chunk.text for chunk in chunks["It rains. We wait."]]
    ("the library's smart_chunk", ['It rains. ', 'We wait.'])
    """
    given = tuple(texts)

    def use(kept: Kept) -> Cut:
        spans = outside(_cut, kept, given, size, overlap, limits=LIMITS)
        return {text: list(placed(text, one, shared=True)) for text, one in zip(given, spans, strict=True)}

    cut = tried(find(NAME), given, use, "one of these documents")
    if cut is not None:
        return cut, f"your {NAME}"
    return {text: recursive(text, size, overlap, ruler="gpt-4") for text in given}, f"the library's {NAME}"


def _cut(kept: Kept, texts: tuple[str, ...], size: int, overlap: int) -> list[Spans]:
    """Cut texts with a kept function, in a process of its own."""
    own = imported(*kept[:3])
    return [_spans(own(text, size, overlap), text) for text in texts]


def _spans(chunks: object, text: str) -> Spans:
    """Return the places of chunks, each of which is the text at its place."""
    if not isinstance(chunks, list):
        raise CourseError(f"it returned {type(chunks).__name__}, not a list")
    spans = [(one["start_char"], one["end_char"]) for one in chunks]
    if not all(type(place) is int for span in spans for place in span):
        raise CourseError("it returned places that are not whole numbers")
    for number, (one, (start, end)) in enumerate(zip(chunks, spans, strict=True)):
        if one["text"] != text[start:end]:
            raise CourseError(f"chunk {number} is not the text at its place")
    return spans

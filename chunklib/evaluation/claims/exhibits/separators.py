"""Wrong recursion: one level of separators only, and separators that take no room."""

from __future__ import annotations

from collections.abc import Sequence

from chunklib.evaluation.claims.exhibits.exhibit import Exhibit, Record, audited, record
from chunklib.tokens import ruler

SEPARATORS = ("\n\n", "\n", " ")


def one_separator_level(text: str, size: int = 500, overlap: int = 0) -> list[Record]:  # noqa: ARG001 (repeats nothing)
    r"""Fill chunks with paragraphs; a paragraph that does not fit becomes a chunk as it is.

    >>> [chunk["text"] for chunk in one_separator_level("One.\n\nA long paragraph of many words.", size=4)]
    ['One.\n\n', 'A long paragraph of many words.']
    """
    count = ruler("cl100k_base")
    chunks: list[Record] = []
    start = end = 0
    for paragraph in text.split("\n\n"):
        after = min(end + len(paragraph) + 2, len(text))
        if end > start and count(text[start:after]) > size:
            chunks.append(record(text, start, end))
            start = end
        end = after
    return [*chunks, record(text, start, end)] if text[start:end].strip() else chunks


def separators_not_counted(text: str, size: int = 200, overlap: int = 0) -> list[Record]:  # noqa: ARG001
    """Split by the strongest separator, join neighbours while their own lengths fit, split what is too long again.

    >>> [chunk["text"] for chunk in separators_not_counted("a b c d", size=3)]
    ['a b c', 'd']
    """
    chunks = []
    for start, end in _split(text, 0, len(text), size, SEPARATORS):
        if text[start:end].strip():
            chunks.append(record(text, start, end))
    return chunks


def _split(text: str, start: int, end: int, size: int, separators: Sequence[str]) -> list[tuple[int, int]]:
    if end - start <= size:
        return [(start, end)]
    if not separators:
        return [(at, min(at + size, end)) for at in range(start, end, size)]
    spans: list[tuple[int, int]] = []
    first, last, filled, at = start, start, 0, start
    for piece in text[start:end].split(separators[0]):
        if filled and piece and filled + len(piece) > size:
            spans.extend(_fitted(text, (first, last), filled, size, separators))
            filled = 0
        if piece:
            first, last = first if filled else at, at + len(piece)
            filled += len(piece)  # the separators between the pieces are not counted
        at += len(piece) + len(separators[0])
    return [*spans, *(_fitted(text, (first, last), filled, size, separators) if filled else ())]


def _fitted(
    text: str, span: tuple[int, int], filled: int, size: int, separators: Sequence[str]
) -> list[tuple[int, int]]:
    """Keep a span whose pieces fit, as far as they were counted; split another by the next separator."""
    return [span] if filled <= size else _split(text, *span, size, separators[1:])


ONE_SEPARATOR_LEVEL = Exhibit(
    name="one_separator_level",
    what_is_said="Split on paragraphs, since they are natural units, and fill chunks with them.",
    function=one_separator_level,
    property_name="bounded",
    smallest={"text": "a.", "size": 1, "overlap": 0},
    ruler="cl100k_base",
    judge=audited,
)

SEPARATORS_NOT_COUNTED = Exhibit(
    name="separators_not_counted",
    what_is_said="Join the pieces again while the sum of their lengths is within the limit.",
    function=separators_not_counted,
    property_name="bounded",
    smallest={"text": "a b", "size": 2, "overlap": 0},
    ruler="characters",
    judge=audited,
)

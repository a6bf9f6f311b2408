"""A short last window, made long enough without breaking the contract."""

from __future__ import annotations

from collections.abc import Sequence

from chunklib.chunk import Span
from chunklib.cuts.positions import Cuts
from chunklib.tokens import Index


def lengthen_last(
    text: str, spans: Sequence[Span], index: Index, cuts: Cuts, *, least: int, size: int, overlap: int
) -> list[Span]:
    """Start a short last span earlier, and let the span before it end earlier, so that no text is dropped.

    Args:
        text: the document.
        spans: what the packer returned.
        index: the document, measured.
        cuts: where a span may start or end.
        least: what the last span should measure, at most ``size``.
        size: the most that a span may measure.
        overlap: the most that two neighbours may share.

    Returns:
        as many spans as before; unchanged where the last is long enough, alone, or where no cut serves.

    >>> from chunklib.cuts.graphemes import CodePoints
    >>> from chunklib.tokens import ruler
    >>> spans = [Span(0, 6), Span(4, 10), Span(8, 11)]
    >>> text = "abcdefghijk"
    >>> lengthen_last(text, spans, ruler(len).index(text), CodePoints(), least=5, size=6, overlap=2)
    [Span(start=0, end=6), Span(start=4, end=8), Span(start=6, end=11)]
    """
    unchanged = list(spans)
    if len(spans) < 2 or index.size(*spans[-1]) >= least:
        return unchanged
    before, last = spans[-2:]
    start = cuts.last(before.start, last.start - 1)
    while start is not None and index.size(start, last.end) < least:
        start = cuts.last(before.start, start - 1)
    if start is None or index.size(start, last.end) > size:
        return unchanged
    low = max(start - 1, spans[-3].end if len(spans) > 2 else before.start)
    end = cuts.last(low, before.end)
    while end is not None and (index.size(start, end) > overlap or index.size(before.start, end) > size):
        end = cuts.last(low, end - 1)
    if end is None or text[before.start : end].isspace():
        return unchanged
    return [*spans[:-2], Span(before.start, end), Span(start, last.end)]

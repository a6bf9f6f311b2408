"""Right answers to `recursive_spans`, written differently."""

import re
from itertools import pairwise

FIELD = ("\n\n", "\n", ". ", " ")


def join_each_level(text, size=200, separators=FIELD, offset=0):
    """Joins only what one split made, as the well-known splitters do; a rest stays by itself."""
    if size < 1:
        raise ValueError("size must be at least 1")
    if len(text) <= size:
        return [(offset, offset + len(text))] if text else []
    if not separators:
        return [(offset + at, offset + min(at + size, len(text))) for at in range(0, len(text), size)]
    parts = text.split(separators[0])
    parts = [part + separators[0] for part in parts[:-1]] + ([parts[-1]] if parts[-1] else [])
    spans, open_start, at = [], None, 0
    for part in parts:
        if open_start is not None and at + len(part) - open_start > size:
            spans.append((offset + open_start, offset + at))
            open_start = None
        if len(part) > size:
            spans += join_each_level(part, size, separators[1:], offset + at)
        elif open_start is None:
            open_start = at
        at += len(part)
    if open_start is not None:
        spans.append((offset + open_start, offset + at))
    return spans


def furthest_cut(text, size=200, separators=FIELD):
    """Does not recurse: from each start it takes the furthest cut of the strongest separator in reach."""
    if size <= 0:
        raise ValueError("size must be at least 1")
    kinds = [[match.end() for match in re.finditer(re.escape(mark), text)] for mark in separators]
    spans, start = [], 0
    while start < len(text):
        reach = start + size
        ends = [max((at for at in kind if start < at <= reach), default=None) for kind in kinds]
        end = len(text) if reach >= len(text) else next((at for at in ends if at), reach)
        spans.append((start, end))
        start = end
    return spans


def backwards(text, size=200, separators=FIELD):
    """Joins from the end of the text, so that the first span of a split is the short one; returns lists."""
    if not size > 0:
        raise ValueError("size must be positive")

    def pieces(start, end, marks):
        if end - start <= size:
            return [[start, end]]
        if not marks:
            return [[at, at + 1] for at in range(start, end)]
        found, low = [], start
        for part in text[start:end].split(marks[0]):
            high = min(low + len(part) + len(marks[0]), end)
            found += pieces(low, high, marks[1:]) if low < high else []
            low = high
        return found

    spans = []
    for start, end in reversed(pieces(0, len(text), list(separators)) if text else []):
        if spans and spans[-1][1] - start <= size:
            spans[-1][0] = start
        else:
            spans.append([start, end])
    return spans[::-1]


def _check(size):
    if not size >= 1:
        raise ValueError("size must be at least 1")


def _cut(text, start, end, separator):
    """Spans that end after each match of the separator between start and end."""
    edges, at = [start], text.find(separator, start, end)
    while at >= 0:
        edges.append(at + len(separator))
        at = text.find(separator, edges[-1], end)
    return [(a, b) for a, b in pairwise([*edges, end]) if a < b]


def _join(spans, size):
    """Greedy from the left."""
    joined = []
    for a, b in spans:
        if joined and b - joined[-1][0] <= size:
            joined[-1] = (joined[-1][0], b)
        else:
            joined.append((a, b))
    return joined


def rs_characters(text, size=200, separators=FIELD):
    """A long word falls apart into single characters, which the flat join puts together again."""
    _check(size)
    pieces = [(0, len(text))]
    for separator in separators:
        pieces = [p for a, b in pieces for p in (_cut(text, a, b, separator) if b - a > size else [(a, b)])]
    pieces = [
        p
        for a, b in pieces
        for p in ([(at, at + 1) for at in range(a, b)] if b - a > size else [(a, b)] if a < b else [])
    ]
    return _join(pieces, size)


ALL = {
    "joined level by level": join_each_level,
    "furthest cut in reach": furthest_cut,
    "joined from the end": backwards,
    "single characters joined flat": rs_characters,
}

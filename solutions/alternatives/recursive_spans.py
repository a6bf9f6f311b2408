"""Right answers to `recursive_spans`, written differently."""

import re

FIELD = ("\n\n", "\n", ". ", " ")


def cut_then_join(text, size=200, separators=FIELD):
    """Cuts all pieces first, then joins neighbours from left to right, whatever split made them."""
    if size < 1:
        raise ValueError(f"size must be at least 1: got {size}")

    def pieces(start, end, level):
        if end - start <= size:
            return [(start, end)]
        if level == len(separators):
            return [(at, min(at + size, end)) for at in range(start, end, size)]
        found, at = [], start
        while at < end:
            place = text.find(separators[level], at, end)
            stop = end if place < 0 else place + len(separators[level])
            found += pieces(at, stop, level + 1)
            at = stop
        return found

    spans = []
    for start, end in pieces(0, len(text), 0) if text else []:
        if spans and end - spans[-1][0] <= size:
            spans[-1] = (spans[-1][0], end)
        else:
            spans.append((start, end))
    return spans


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


def with_a_stack(text, size=200, separators=FIELD):
    """Keeps the pieces that are still to be looked at on a stack, and joins them as they come off it."""
    if size < 1:
        raise ValueError(f"size is {size}")
    spans, stack = [], [(0, len(text), 0)]
    while stack:
        start, end, level = stack.pop()
        if end - start > size:
            if level < len(separators):
                pattern = re.compile(re.escape(separators[level]))
                edges = [start, *(match.end() for match in pattern.finditer(text, start, end)), end]
                parts = [(a, b, level + 1) for a, b in zip(edges, edges[1:]) if a < b]
            else:
                parts = [(at, min(at + size, end), level) for at in range(start, end, size)]
            stack += reversed(parts)
        elif spans and end - spans[-1][0] <= size:
            spans[-1] = (spans[-1][0], end)
        elif end > start:
            spans.append((start, end))
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


ALL = {
    "cut, then join": cut_then_join,
    "joined level by level": join_each_level,
    "furthest cut in reach": furthest_cut,
    "a stack": with_a_stack,
    "joined from the end": backwards,
}

"""Right answers to `natural_pieces`, written in different ways."""

import re

import tiktoken

LEVELS = (r"\s*\n\s*\n\s*", r"\s*\n\s*", r"(?<=[.!?])\s+", r"\s+")


def _fits(text, span, limit, model):
    encoding = tiktoken.encoding_for_model(model)
    return len(encoding.encode(text[slice(*span)], disallowed_special=())) <= limit


def _split(text, span, pattern):
    start, end = span
    gaps = [match.span() for match in re.compile(pattern).finditer(text, start, end)]
    edges = [start, *(at for gap in gaps for at in gap), end]
    return [(a, b) for a, b in zip(edges[::2], edges[1::2], strict=True) if text[a:b].strip()]


def level_by_level(text, start, end, limit, model="gpt-4"):
    """Goes through the levels once, and takes apart all pieces that are still too long; no recursion."""
    pieces = [(start, end)] if text[start:end].strip() else []
    for pattern in LEVELS:
        pieces = [part for piece in pieces for part in _parts(text, piece, limit, model, pattern)]
    found = []
    for first, last in pieces:  # only a long word is left: it takes as many characters as fit
        while first < last:
            stop = last
            while stop > first + 1 and not _fits(text, (first, stop), limit, model):
                stop -= 1
            found.append((first, stop))
            first = stop
    return found


def _parts(text, piece, limit, model, pattern):
    return [piece] if _fits(text, piece, limit, model) else _split(text, piece, pattern)


def with_a_stack(text, start, end, limit, model="gpt-4"):
    """Keeps what is to be done on a stack; white space at both ends of the span goes first; lists for tuples."""
    body = text[start:end]
    waiting = [(start + len(body) - len(body.lstrip()), start + len(body.rstrip()), 0)]
    found = []
    while waiting:
        first, last, level = waiting.pop()
        if first >= last:
            continue
        if _fits(text, (first, last), limit, model) or last - first == 1:
            found.append([first, last])
        elif level < len(LEVELS):
            waiting += [(*part, level + 1) for part in reversed(_split(text, (first, last), LEVELS[level]))]
        else:
            waiting += [((first + last) // 2, last, level), (first, (first + last) // 2, level)]
    return found


ALL = {"level by level": level_by_level, "a stack": with_a_stack}

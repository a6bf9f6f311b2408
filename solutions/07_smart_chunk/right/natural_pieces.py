"""Right answers to `natural_pieces`, written in different ways."""

import re

import tiktoken

LEVELS = (r"\s*\n\s*\n\s*", r"\s*\n\s*", r"(?<=[.!?])\s+", r"\s+")


def _fits(text, span, limit, model):
    encoding = tiktoken.encoding_for_model(model)
    return len(encoding.encode(text[slice(*span)], disallowed_special=())) <= limit


def _split(text, span, pattern):
    gaps = [match.span() for match in re.compile(pattern).finditer(text, *span)]
    edges = [span[0], *(at for gap in gaps for at in gap), span[1]]
    return [(a, b) for a, b in zip(edges[::2], edges[1::2], strict=True) if text[a:b].strip()]


def level_by_level(text, start, end, limit, model="gpt-4"):
    """Takes apart all pieces that are too long, one level after the other; then long words, as full as they go."""
    pieces = _split(text, (start, end), r"\A\s+")
    for pattern in LEVELS:
        pieces = [
            part
            for piece in pieces
            for part in ([piece] if _fits(text, piece, limit, model) else _split(text, piece, pattern))
        ]
    found = []
    for first, last in pieces:
        while first < last:
            ends = range(last, first, -1)
            stop = next((end for end in ends if _fits(text, (first, end), limit, model)), first + 1)
            found.append((first, stop))
            first = stop
    return found


def with_a_stack(text, start, end, limit, model="gpt-4"):
    """Keeps what is to be done on a stack, begins from the end, and returns lists in place of tuples."""
    waiting, found = [(start, end, 0)], []
    while waiting:
        first, last, level = waiting.pop()
        if not text[first:last].strip():
            continue
        if _fits(text, (first, last), limit, model) or last - first == 1:
            found.append([first, last])
        elif level < len(LEVELS):
            waiting += [(*part, level + 1) for part in _split(text, (first, last), LEVELS[level])]
        else:
            waiting += [(first, (first + last) // 2, level), ((first + last) // 2, last, level)]
    return found[::-1]


def a_character_each(text, start, end, limit, model="gpt-4", level=0):
    """Calls itself for every level, and gives each character of a word that is too long a piece of its own."""
    if _fits(text, (start, end), limit, model) or not text[start:end].strip():
        return [(start, end)] if text[start:end].strip() else []
    if level == len(LEVELS):
        return [(at, at + 1) for at in range(start, end)]
    parts = _split(text, (start, end), LEVELS[level])
    return sum((a_character_each(text, *part, limit, model, level + 1) for part in parts), [])


ALL = {"level by level": level_by_level, "a stack": with_a_stack, "a character each": a_character_each}

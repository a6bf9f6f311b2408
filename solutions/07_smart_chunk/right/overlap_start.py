"""Right answers to `overlap_start`, written in different ways."""

import re

import tiktoken


def _size(text, start, end, model):
    return len(tiktoken.encoding_for_model(model).encode(text[start:end], disallowed_special=()))


def furthest_first(text, before, span, max_tokens, overlap_tokens, model="gpt-4"):
    """Begins at the far end: the first word with which both limits are kept."""
    for start in range(before[0] + 1, before[1]):
        begins = text[start - 1].isspace() and not text[start].isspace()
        if begins and _size(text, start, before[1], model) <= overlap_tokens:
            if _size(text, start, span[1], model) <= max_tokens:
                return start
    return span[0]


def goes_back(text, before, span, max_tokens, overlap_tokens, model="gpt-4"):
    """Goes back from the end, word by word, and stops at the first that does not fit."""
    start = span[0]
    for match in reversed([*re.compile(r"(?<=\s)\S+").finditer(text, before[0] + 1, before[1])]):
        sizes = (_size(text, match.start(), end, model) for end in (before[1], span[1]))
        if any(size > limit for size, limit in zip(sizes, (overlap_tokens, max_tokens), strict=True)):
            break
        start = match.start()
    return start


def with_split(text, before, span, max_tokens, overlap_tokens, model="gpt-4"):
    """Splits the chunk before into words, and takes the smallest of the starts that are allowed."""
    starts, at = [], before[0]
    for word in text[slice(*before)].split():
        at = text.index(word, at)
        starts.append(at)
        at += len(word)
    fits = [at for at in starts[1:] if _size(text, at, before[1], model) <= overlap_tokens]
    return min((at for at in fits if _size(text, at, span[1], model) <= max_tokens), default=span[0])


ALL = {"furthest first": furthest_first, "goes back": goes_back, "split": with_split}

"""Right answers to `sentence_chunks`, written differently."""

from collections import namedtuple
from itertools import count as counter
from itertools import takewhile

import numpy as np
import tiktoken

Span = namedtuple("Span", "start end")
ENCODING = tiktoken.encoding_for_model("gpt-4")


def count(text):
    return len(ENCODING.encode_ordinary(text))


def growing_buffer(text, sentences, size=500, overlap=2):
    """Goes through the sentences once with an open chunk, and closes it at the first that does not fit; returns lists."""
    if size < 1:
        raise ValueError("size")
    if overlap < 0:
        raise ValueError("overlap")
    chunks, buffer = [], []
    for start, end in sentences:
        if buffer and count(text[buffer[0][0] : end]) > size:
            chunks.append([buffer[0][0], buffer[-1][1]])
            kept = buffer[-overlap:] if overlap else []
            while kept and count(text[kept[0][0] : end]) > size:
                kept.pop(0)
            buffer = kept
        buffer = [*buffer, (start, end)]
    return [*chunks, [buffer[0][0], buffer[-1][1]]] if buffer else []


def recursive(text, sentences, size=500, overlap=2, new=0, least=0):
    """Makes one chunk and calls itself for the rest."""
    if size < 1 or overlap < 0:
        raise ValueError("settings")
    if new >= len(sentences):
        return []
    first = next(
        (
            at
            for at in range(max(least, new - overlap), new)
            if count(text[sentences[at][0] : sentences[new][1]]) <= size
        ),
        new,
    )
    last = new
    for at in range(new + 1, len(sentences)):
        if count(text[sentences[first][0] : sentences[at][1]]) > size:
            break
        last = at
    chunk = (sentences[first][0], sentences[last][1])
    return [chunk, *recursive(text, sentences, size, overlap, last + 1, first + 1)]


def _check(size, overlap):
    if not (size >= 1 and overlap >= 0):
        raise ValueError("size must be at least 1 and overlap at least 0")


def sc_generator(
    text: str, sentences: list[tuple[int, int]], size: int = 500, overlap: int = 2
) -> list[tuple[int, int]]:
    """A generator, collected; the first start that fits is taken with next."""
    if not size >= 1 or not overlap >= 0:
        raise ValueError

    def fits(a, b):
        return b < len(sentences) and count(text[sentences[a][0] : sentences[b][1]]) <= size

    def chunks():
        first = new = 0
        while new < len(sentences):
            starts = range(max(first, new - overlap), new)
            first = next((start for start in starts if fits(start, new)), new)
            last = new
            if fits(first, new):
                last = new + sum(1 for _ in takewhile(lambda b: fits(first, b), counter(new + 1)))
            yield sentences[first][0], sentences[last][1]
            new = last + 1

    return list(chunks())


def sc_brute(text: str, sentences: list[tuple[int, int]], size: int = 500, overlap: int = 2) -> list[tuple[int, int]]:
    """Tries every length of the overlap from the longest on, slowly."""
    _check(size, overlap)
    chunks, taken, before = [], 0, 0
    while taken < len(sentences):
        for shared in range(min(overlap, before), -1, -1):
            run = sentences[taken - shared : taken + 1]
            if shared == 0 or count(text[run[0][0] : run[-1][1]]) <= size:
                break
        taken += 1
        while taken < len(sentences) and count(text[run[0][0] : run[-1][1]]) <= size:
            if count(text[run[0][0] : sentences[taken][1]]) > size:
                break
            run = [*run, sentences[taken]]
            taken += 1
        chunks.append((run[0][0], run[-1][1]))
        before = len(run)
    return chunks


def slices(text, sentences, size=500, overlap=2):
    """Takes sentences from the front of a list; places are numpy's whole numbers in a named tuple."""
    _check(size, overlap)
    rest, kept, chunks = [Span(*map(np.int64, span)) for span in sentences], [], []
    while rest:
        while kept and count(text[kept[0].start : rest[0].end]) > size:
            kept = kept[1:]
        taken = [*kept, rest.pop(0)]
        while rest and count(text[taken[0].start : rest[0].end]) <= size:
            taken.append(rest.pop(0))
        chunks.append(Span(taken[0].start, taken[-1].end))
        kept = taken[-overlap:] if overlap else []
    return chunks


ALL = {
    "an open buffer": growing_buffer,
    "recursive": recursive,
    "generator": sc_generator,
    "brute force": sc_brute,
    "slices": slices,
}

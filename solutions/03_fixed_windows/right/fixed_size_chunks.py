"""Right answers to `fixed_size_chunks`, written differently."""

import re
from collections import deque
from dataclasses import dataclass
from functools import cache
from math import ceil
import numpy as np

import itertools
import math


def loop(text, size=1000, overlap=200):
    """Adds a window and asks whether it reached the end."""
    if overlap < 0 or overlap >= size:
        raise ValueError(f"overlap must be 0 or more and below size: got {overlap} and {size}")
    chunks, start = [], 0
    while text:
        chunks.append(text[start : start + size])
        if start + size >= len(text):
            break
        start += size - overlap
    return chunks


def closed_form(text, size=1000, overlap=200):
    """Knows the number of windows before it cuts the first."""
    if not 0 <= overlap < size:
        raise ValueError("need 0 <= overlap < size")
    if text == "":
        return []
    stride = size - overlap
    count = 1 + math.ceil(max(0, len(text) - size) / stride)
    return [text[number * stride : number * stride + size] for number in range(count)]


def short_range(text, size=1000, overlap=200):
    """Lets the range of starts end where only overlap is left."""
    if not 0 <= overlap < size:
        raise ValueError("need 0 <= overlap < size")
    if not text:
        return []
    last = max(1, len(text) - overlap)
    return [text[start : start + size] for start in range(0, last, size - overlap)]


def recursive_halves(text, size=1000, overlap=200):
    """Cuts off the first window and hands the rest, with the overlap, to the same loop of pieces."""
    if not 0 <= overlap < size:
        raise ValueError("need 0 <= overlap < size")

    class Windows(list):
        """A list by another name: a subclass is a list too."""

    windows, rest = Windows(), text
    while rest:
        window, rest = rest[:size], rest[size - overlap :] if len(rest) > size else ""
        windows.append(window)
    return windows


def published_loop_mended(text, size=1000, overlap=200):
    """The published loop, with the windows that lie inside their neighbour taken off at the end."""

    class ImpossibleSizes(ValueError):
        """An error of a class of its own is a ValueError if it derives from it."""

    if not 0 <= overlap < size:
        raise ImpossibleSizes("need 0 <= overlap < size")
    starts = itertools.takewhile(lambda s: s < len(text), itertools.count(0, size - overlap))
    spans = [(start, min(start + size, len(text))) for start in starts]
    while len(spans) > 1 and spans[-1][1] <= spans[-2][1]:
        spans.pop()
    return [text[start:end] for start, end in spans]


ALL = {
    "loop that asks for the end": loop,
    "closed form": closed_form,
    "shorter range of starts": short_range,
    "rest handed on": recursive_halves,
    "published loop, mended": published_loop_mended,
}


def _need(size, overlap):
    if not 0 <= overlap < size:
        raise ValueError("0 <= overlap < size is needed")


def chunks_while(text: str, size: int = 1000, overlap: int = 200) -> list[str]:
    """A while loop that breaks at the window that reaches the end."""
    if not 0 <= overlap < size:
        raise ValueError("overlap must be smaller than size and not negative")
    chunks, start = [], 0
    while text:
        chunks.append(text[start : start + size])
        if start + size >= len(text):
            break
        start += size - overlap
    return chunks


def chunks_range(text, size=1000, overlap=200):
    """A comprehension over the starts."""
    _need(size, overlap)
    last = max(len(text) - overlap, min(1, len(text)))
    return [text[start : start + size] for start in range(0, last, size - overlap)]


def chunks_counted(text, size=1000, overlap=200):
    """Counts the windows first."""
    _need(size, overlap)
    stride = size - overlap
    count = 1 + ceil(max(0, len(text) - size) / stride) if text else 0
    return [text[k * stride : k * stride + size] for k in range(count)]


def chunks_generator(text, size=1000, overlap=200):
    """A generator, collected; the check stands outside it."""
    _need(size, overlap)

    def windows(start=0):
        end = 0
        while end < len(text):
            end = min(start + size, len(text))
            yield text[start:end]
            start = end - overlap

    return list(windows())


def chunks_rest(text, size=1000, overlap=200):
    """Cuts the front off until the rest fits."""
    _need(size, overlap)
    chunks = []
    while len(text) > size:
        chunks.append(text[:size])
        text = text[size - overlap :]
    return chunks + [text] * bool(text)


def chunks_deque(text, size=1000, overlap=200):
    """Character by character through a deque; only new characters make a last window."""
    _need(size, overlap)
    chunks, window, new = [], deque(), 0
    for char in text:
        window.append(char)
        new += 1
        if len(window) == size:
            chunks.append("".join(window))
            while len(window) > overlap:
                window.popleft()
            new = 0
    return chunks + ["".join(window)] * bool(new)


def chunks_lookahead(text, size=1000, overlap=200):
    """A regular expression with DOTALL, matched at each start until the end is reached."""
    _need(size, overlap)
    window, chunks, start = re.compile(r".{1,%d}" % size, re.DOTALL), [], 0
    while match := window.match(text, start):
        chunks.append(match.group())
        if match.end() == len(text):
            break
        start = match.end() - overlap
    return chunks


def chunks_halves(text, size=1000, overlap=200):
    """Recursion by halves of the list of starts."""
    _need(size, overlap)
    starts = range(0, max(1, len(text) - overlap), size - overlap) if text else range(0)

    def cut(part):
        if len(part) < 2:
            return [text[start : start + size] for start in part]
        return cut(part[: len(part) // 2]) + cut(part[len(part) // 2 :])

    return cut(starts)


def chunks_takewhile(text, size=1000, overlap=200):
    """Endless starts, taken while the window before has not reached the end."""
    _need(size, overlap)
    starts = itertools.takewhile(
        lambda start: start < len(text) and (not start or start + overlap < len(text)),
        itertools.count(0, size - overlap),
    )
    return [text[start : start + size] for start in starts]


def chunks_backwards(text, size=1000, overlap=200):
    """From the last window to the first, then reversed."""
    _need(size, overlap)
    stride, chunks = size - overlap, []
    k = -(-max(0, len(text) - size) // stride) if text else -1
    while k >= 0:
        chunks.append(text[k * stride : k * stride + size])
        k -= 1
    return chunks[::-1]


def chunks_numpy(text, size=1000, overlap=200):
    """numpy for the starts, plain strings handed back."""
    _need(size, overlap)
    if not text:
        return []
    starts = np.arange(0, max(1, len(text) - overlap), size - overlap)
    return [text[start : start + size] for start in starts.tolist()]


@dataclass
class _Window:
    start: int
    end: int

    def of(self, text):
        return text[self.start : self.end]


def chunks_dataclass(text, size=1000, overlap=200):
    """Windows as objects, then their texts."""
    _need(size, overlap)
    windows = [_Window(0, min(size, len(text)))] if text else []
    while windows and windows[-1].end < len(text):
        start = windows[-1].start + size - overlap
        windows.append(_Window(start, min(start + size, len(text))))
    return [window.of(text) for window in windows]


@cache
def _starts(length, size, overlap):
    return tuple(s for s in range(0, length, size - overlap) if s == 0 or s + overlap < length)


def chunks_cached(text, size=1000, overlap=200):
    """Remembers the starts for a length; they are a tuple."""
    _need(size, overlap)
    return [text[start : start + size] for start in _starts(len(text), size, overlap)]


def chunks_filtered(text, size=1000, overlap=200):
    """All starts of the naive loop, less those whose window ends where the one before it does."""
    _need(size, overlap)
    spans = [(s, min(s + size, len(text))) for s in range(0, len(text), size - overlap)]
    return [text[s:e] for k, (s, e) in enumerate(spans) if k == 0 or e > spans[k - 1][1]]


def chunks_steps(text, size=1000, overlap=200):
    """Pieces of one stride, each with the next overlap characters behind it."""
    _need(size, overlap)
    if len(text) <= size:
        return [text] if text else []
    head = size - overlap
    return [text[:size], *chunks_steps_rest(text, head, size)]


def chunks_steps_rest(text, stride, size):
    """The further windows, by a loop."""
    rest, start, reached = [], stride, size
    while reached < len(text):
        rest.append(text[start : start + size])
        start, reached = start + stride, start + size
    return rest


ALL |= {
    "while": chunks_while,
    "range": chunks_range,
    "counted": chunks_counted,
    "generator": chunks_generator,
    "rest": chunks_rest,
    "deque": chunks_deque,
    "regex": chunks_lookahead,
    "halves": chunks_halves,
    "takewhile": chunks_takewhile,
    "backwards": chunks_backwards,
    "numpy": chunks_numpy,
    "dataclass": chunks_dataclass,
    "cached starts": chunks_cached,
    "filtered": chunks_filtered,
    "first and rest": chunks_steps,
}

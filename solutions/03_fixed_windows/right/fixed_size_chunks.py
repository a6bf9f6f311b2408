"""Right answers to `fixed_size_chunks`, written differently."""

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


def published_loop_fixed(text, size=1000, overlap=200):
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
    "published loop, fixed": published_loop_fixed,
}

"""Right answers to `fixed_size_chunks`, written differently."""

import itertools
import math


def loop(text, chunk_size=1000, overlap=200):
    """Adds a window and asks whether it reached the end."""
    if overlap < 0 or overlap >= chunk_size:
        raise ValueError(f"overlap must be 0 or more and below chunk_size: got {overlap} and {chunk_size}")
    chunks, start = [], 0
    while text:
        chunks.append(text[start : start + chunk_size])
        if start + chunk_size >= len(text):
            break
        start += chunk_size - overlap
    return chunks


def closed_form(text, chunk_size=1000, overlap=200):
    """Knows the number of windows before it cuts the first."""
    if not 0 <= overlap < chunk_size:
        raise ValueError("need 0 <= overlap < chunk_size")
    if text == "":
        return []
    stride = chunk_size - overlap
    count = 1 + math.ceil(max(0, len(text) - chunk_size) / stride)
    return [text[number * stride : number * stride + chunk_size] for number in range(count)]


def short_range(text, chunk_size=1000, overlap=200):
    """Lets the range of starts end where only overlap is left."""
    if not 0 <= overlap < chunk_size:
        raise ValueError("need 0 <= overlap < chunk_size")
    if not text:
        return []
    last = max(1, len(text) - overlap)
    return [text[start : start + chunk_size] for start in range(0, last, chunk_size - overlap)]


def recursive_halves(text, chunk_size=1000, overlap=200):
    """Cuts off the first window and hands the rest, with the overlap, to the same loop of pieces."""
    if not 0 <= overlap < chunk_size:
        raise ValueError("need 0 <= overlap < chunk_size")

    class Windows(list):
        """A list by another name: a subclass is a list too."""

    windows, rest = Windows(), text
    while rest:
        window, rest = rest[:chunk_size], rest[chunk_size - overlap :] if len(rest) > chunk_size else ""
        windows.append(window)
    return windows


def published_loop_mended(text, chunk_size=1000, overlap=200):
    """The published loop, with the windows that lie inside their neighbour taken off at the end."""

    class ImpossibleSizes(ValueError):
        """An error of a class of its own is a ValueError if it derives from it."""

    if not 0 <= overlap < chunk_size:
        raise ImpossibleSizes("need 0 <= overlap < chunk_size")
    starts = itertools.takewhile(lambda s: s < len(text), itertools.count(0, chunk_size - overlap))
    spans = [(start, min(start + chunk_size, len(text))) for start in starts]
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

"""Right answers to `sliding_window`, written differently."""

import itertools
from array import array
from collections import deque
from dataclasses import dataclass
from functools import cache, reduce
from math import ceil
import numpy as np

import math


def loop(tokens, size=500, overlap=75):
    """Adds a window and asks whether it reached the end."""
    if not 0 <= overlap < size:
        raise ValueError(f"need 0 <= overlap < size: got overlap={overlap}, size={size}")
    windows, start = [], 0
    while tokens:
        windows.append(tokens[start : start + size])
        if start + size >= len(tokens):
            break
        start += size - overlap
    return windows


def closed_form(tokens, size=500, overlap=75):
    """Knows the number of windows before it cuts the first."""
    if size <= overlap or overlap < 0:
        raise ValueError("need 0 <= overlap < size")
    stride = size - overlap
    count = 1 + math.ceil(max(0, len(tokens) - size) / stride) if tokens else 0
    return [tokens[k * stride : k * stride + size] for k in range(count)]


def by_token(tokens, size=500, overlap=75):
    """Fills one window token by token, and begins the next with the end of the full one."""
    if not 0 <= overlap < size:
        raise ValueError("need 0 <= overlap < size")
    windows, window, fresh = [], [], 0
    for token in tokens:
        if len(window) == size:
            windows.append(window)
            window, fresh = window[size - overlap :], 0
        window = [*window, token]
        fresh += 1
    return [*windows, window] if fresh else windows


def with_numpy(tokens, size=500, overlap=75):
    """Works on an array inside, and gives back lists (numpy's integers are integers)."""
    import numpy as np

    if not 0 <= overlap < size:
        raise ValueError("need 0 <= overlap < size")
    array = np.asarray(tokens, dtype=np.int64)
    last = max(1, len(array) - overlap) if len(array) else 0
    return [list(array[start : start + size]) for start in range(0, last, size - overlap)]


ALL = {
    "loop that asks for the end": loop,
    "closed form": closed_form,
    "token by token": by_token,
    "numpy inside": with_numpy,
}


def _need(size, overlap):
    if not 0 <= overlap < size:
        raise ValueError("0 <= overlap < size is needed")


def _cut(tokens, size, overlap):
    """The plain loop that many of the answers start from."""
    _need(size, overlap)
    last = max(1, len(tokens) - overlap) if tokens else 0
    return [list(tokens[at : at + size]) for at in range(0, last, size - overlap)]


def window_while(tokens: list[int], size: int = 500, overlap: int = 75) -> list[list[int]]:
    """A while loop that ends when a window has reached the end."""
    if not 0 <= overlap < size:
        raise ValueError("overlap must be smaller than size and not negative")
    windows, start, end = [], 0, 0
    while end < len(tokens):
        end = min(start + size, len(tokens))
        windows.append(tokens[start:end])
        start += size - overlap
    return windows


def window_range(tokens, size=500, overlap=75):
    """A comprehension over the starts, with an early return."""
    _need(size, overlap)
    if not tokens:
        return []
    return [tokens[s : s + size] for s in range(0, max(1, len(tokens) - overlap), size - overlap)]


def window_same(tokens, size=500, overlap=75):
    """Returns the caller's list itself where one window holds everything; the task does not ask for a copy."""
    _need(size, overlap)
    if len(tokens) <= size:
        return [tokens] if tokens else []
    stride = size - overlap
    count = 1 + ceil((len(tokens) - size) / stride)
    return [tokens[k * stride : k * stride + size] for k in range(count)]


def window_deque(tokens, size=500, overlap=75):
    """Token by token through a deque that keeps the shared ones."""
    _need(size, overlap)
    windows, window, fresh = [], deque(maxlen=size), 0
    for token in tokens:
        window.append(token)
        fresh += 1
        if fresh == (size - overlap if windows else size):
            windows.append(list(window))
            fresh = 0
    if fresh:
        known = len(window) if not windows else overlap + fresh
        windows.append(list(window)[-known:])
    return windows


def window_append(tokens, size=500, overlap=75):
    """Adds to the last window; a full one hands its end to the next."""
    _need(size, overlap)
    windows = []
    for token in tokens:
        if not windows:
            windows.append([])
        elif len(windows[-1]) == size:
            windows.append(windows[-1][size - overlap :])
        windows[-1].append(token)
    return windows


def window_islice(tokens, size=500, overlap=75):
    """One iterator: a full window first, then a stride at a time."""
    _need(size, overlap)
    source = iter(tokens)
    windows = []
    new = list(itertools.islice(source, size))
    while new:
        windows.append((windows[-1][size - overlap :] if windows else []) + new)
        new = list(itertools.islice(source, size - overlap))
    return windows


def window_numpy(tokens, size=500, overlap=75):
    """Slices of an array, turned into lists of plain numbers."""
    _need(size, overlap)
    data = np.array(tokens, dtype=np.int64)
    starts = range(0, max(len(data) - overlap, min(1, len(data))), size - overlap)
    return [data[s : s + size].tolist() for s in starts]


def window_array(tokens, size=500, overlap=75):
    """array of the standard library on the way."""
    _need(size, overlap)
    data, windows, start = array("q", tokens), [], 0
    while start == 0 and data or start and start + overlap < len(data):
        windows.append(data[start : start + size].tolist())
        start += size - overlap
    return windows


def window_halves(tokens, size=500, overlap=75):
    """Recursion by halves of the starts."""
    _need(size, overlap)

    def cut(starts):
        half = len(starts) // 2
        return cut(starts[:half]) + cut(starts[half:]) if half else [tokens[s : s + size] for s in starts]

    return cut(range(0, max(1, len(tokens) - overlap) if tokens else 0, size - overlap))


def window_elements(tokens, size=500, overlap=75):
    """Slow: asks of each window and each place whether it belongs there."""
    _need(size, overlap)
    stride = size - overlap
    count = -(-max(0, len(tokens) - size) // stride) + 1 if len(tokens) else 0
    return [[t for k, t in enumerate(tokens) if w * stride <= k < w * stride + size] for w in range(count)]


def window_reduce(tokens, size=500, overlap=75):
    """functools.reduce over the starts, with keywords."""
    _need(size=size, overlap=overlap)
    starts = range(0, len(tokens), size - overlap)
    kept = [s for s in starts if not s or s - (size - overlap) + size < len(tokens)]
    return reduce(lambda out, s: [*out, tokens[s : s + size]], kept, [])


@dataclass(frozen=True)
class _Grid:
    size: int
    overlap: int

    def spans(self, length):
        start = 0
        while start < length:
            yield start, min(start + self.size, length)
            if start + self.size >= length:
                return
            start += self.size - self.overlap


def window_dataclass(tokens, size=500, overlap=75):
    """A grid that gives spans; slices of them."""
    _need(size, overlap)
    return [tokens[start:end] for start, end in _Grid(size, overlap).spans(len(tokens))]


@cache
def _edges(length, size, overlap):
    return tuple(_Grid(size, overlap).spans(length))


def window_cached(tokens, size=500, overlap=75):
    """Remembers the spans of a length; each call makes new lists."""
    _need(size, overlap)
    return [list(tokens[slice(*edge)]) for edge in _edges(len(tokens), size, overlap)]


def window_delete(tokens, size=500, overlap=75):
    """Works on a copy and deletes a stride from its front each time."""
    _need(size, overlap)
    rest, windows = list(tokens), []
    while len(rest) > overlap or rest and not windows:
        windows.append(rest[:size])
        del rest[: size - overlap]
    return windows


def window_unpack(tokens, size=500, overlap=75):
    """map over slices."""
    _need(size, overlap)
    starts = range(0, (max(1, len(tokens) - overlap)) * bool(tokens), size - overlap)
    return [*map(tokens.__getitem__, (slice(s, s + size) for s in starts))]


def window_numpy_numbers(tokens, size=500, overlap=75):
    """Lists of numpy numbers."""
    return [list(np.array(w)) for w in _cut(tokens, size, overlap)]


ALL |= {
    "while": window_while,
    "range": window_range,
    "the same list": window_same,
    "deque": window_deque,
    "append": window_append,
    "islice": window_islice,
    "numpy": window_numpy,
    "array": window_array,
    "halves": window_halves,
    "element by element": window_elements,
    "reduce": window_reduce,
    "dataclass": window_dataclass,
    "cached spans": window_cached,
    "copy deleted": window_delete,
    "map of slices": window_unpack,
}
ALL |= {  # Right by the task: a token may become an integer of numpy.
    "numpy numbers": window_numpy_numbers,
}

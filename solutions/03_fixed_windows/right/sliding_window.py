"""Right answers to `sliding_window`, written differently."""

import itertools
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


ALL = {
    "loop that asks for the end": loop,
    "closed form": closed_form,
    "token by token": by_token,
}


def _need(size, overlap):
    if not 0 <= overlap < size:
        raise ValueError("0 <= overlap < size is needed")


def _cut(tokens, size, overlap):
    """The plain loop that many of the answers start from."""
    _need(size, overlap)
    last = max(1, len(tokens) - overlap) if tokens else 0
    return [list(tokens[at : at + size]) for at in range(0, last, size - overlap)]


def window_same(tokens, size=500, overlap=75):
    """Returns the caller's list itself where one window holds everything; the task does not ask for a copy."""
    _need(size, overlap)
    if len(tokens) <= size:
        return [tokens] if tokens else []
    stride = size - overlap
    count = 1 + ceil((len(tokens) - size) / stride)
    return [tokens[k * stride : k * stride + size] for k in range(count)]


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


def window_elements(tokens, size=500, overlap=75):
    """Slow: asks of each window and each place whether it belongs there."""
    _need(size, overlap)
    stride = size - overlap
    count = -(-max(0, len(tokens) - size) // stride) + 1 if len(tokens) else 0
    return [[t for k, t in enumerate(tokens) if w * stride <= k < w * stride + size] for w in range(count)]


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
    "the same list": window_same,
    "islice": window_islice,
    "element by element": window_elements,
    "copy deleted": window_delete,
    "map of slices": window_unpack,
}
ALL |= {  # Right by the task: a token may become an integer of numpy.
    "numpy numbers": window_numpy_numbers,
}

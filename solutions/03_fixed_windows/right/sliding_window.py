"""Right answers to `sliding_window`, written differently."""

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


def window_numpy_numbers(tokens, size=500, overlap=75):
    """Lists of numpy numbers."""
    return [list(np.array(w)) for w in _cut(tokens, size, overlap)]


ALL |= {
    "the same list": window_same,
}
ALL |= {  # Right by the task: a token may become an integer of numpy.
    "numpy numbers": window_numpy_numbers,
}

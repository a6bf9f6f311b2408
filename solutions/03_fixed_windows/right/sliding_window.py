"""Right answers to `sliding_window`, written differently."""

import math

import numpy as np


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


def window_same(tokens, size=500, overlap=75):
    """Returns the caller's list itself where one window holds everything; the task does not ask for a copy."""
    windows = loop(tokens, size, overlap)
    return [tokens] if len(windows) == 1 else windows


def window_numpy_numbers(tokens, size=500, overlap=75):
    """Lists of numpy numbers."""
    return [list(np.array(window)) for window in loop(tokens, size, overlap)]


ALL = {
    "loop that asks for the end": loop,
    "closed form": closed_form,
    "token by token": by_token,
    "the same list": window_same,
    "numpy numbers": window_numpy_numbers,
}

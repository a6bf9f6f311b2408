"""Right answers to `storage_impact`, written differently."""

import math


def closed_form(tokens, size, overlap):
    """Counts the windows, and adds what each but the first repeats."""
    if tokens < 0 or not 0 <= overlap < size:
        raise ValueError("need tokens >= 0 and 0 <= overlap < size")
    rest = max(0, tokens - size)
    chunks = 1 + math.ceil(rest / (size - overlap)) if tokens else 0
    stored = tokens + max(0, chunks - 1) * overlap
    return {
        "chunks": chunks,
        "tokens": stored,
        "redundancy": stored / tokens if tokens else 1.0,
        "cost": stored * 0.02 / 1_000_000,
    }


def windows_really_cut(tokens, size, overlap):
    """Cuts the windows as ranges and measures them."""
    if tokens < 0 or not 0 <= overlap < size:
        raise ValueError("settings")
    document, windows = range(tokens), []
    while document and (not windows or windows[-1][-1] != document[-1]):
        start = len(windows) * (size - overlap)
        windows.append(document[start : start + size])
    stored = sum(map(len, windows))
    cost = stored / 1_000_000 * 0.02
    ratio = stored / len(document) if document else 1.0
    return {
        "chunks": len(windows),
        "tokens": stored,
        "redundancy": ratio,
        "cost": cost,
        "unit": "US$",
    }


def full_windows_and_a_last(tokens, size, overlap):
    """Adds up the full windows, and the last one by itself."""
    if tokens < 0 or overlap < 0 or overlap >= size:
        raise ValueError("settings")
    if not tokens:
        return {"chunks": 0, "tokens": 0, "redundancy": 1, "cost": 0}
    stride = size - overlap
    before = max(0, -((size - tokens) // stride))
    stored = before * size + tokens - before * stride
    return {
        "chunks": before + 1,
        "tokens": stored,
        "redundancy": stored / tokens,
        "cost": 2e-8 * stored,
    }


def recursive(tokens, size, overlap):
    """Takes the first window off and asks itself about the rest; many windows are taken off at once."""
    if tokens < 0 or not 0 <= overlap < size:
        raise ValueError("settings")

    def sums(left):
        if left <= size:
            return (1, left) if left else (0, 0)
        many = max(1, (left - size) // (size - overlap))
        chunks, stored = sums(left - many * (size - overlap))
        return chunks + many, stored + many * size

    chunks, stored = sums(tokens)
    ratio = stored / tokens if stored else 1.0
    cost = stored * 0.02e-6
    return {"chunks": chunks, "tokens": stored, "redundancy": ratio, "cost": cost}


_SHARED = {}


def impact_shared(tokens, size, overlap):
    """Fills and returns the same dictionary each time: an earlier result changes with the next call."""
    _SHARED.update(closed_form(tokens, size, overlap))
    return _SHARED


ALL = {
    "closed form": closed_form,
    "windows really cut, a key more": windows_really_cut,
    "full windows and a last": full_windows_and_a_last,
    "recursive": recursive,
    "one dictionary": impact_shared,
}

"""Right answers to `storage_impact`, written differently."""

import math


def closed_form(document_tokens, chunk_size, overlap):
    """Counts the windows, and adds what each but the first repeats."""
    if document_tokens < 0 or not 0 <= overlap < chunk_size:
        raise ValueError("need document_tokens >= 0 and 0 <= overlap < chunk_size")
    rest = max(0, document_tokens - chunk_size)
    chunks = 1 + math.ceil(rest / (chunk_size - overlap)) if document_tokens else 0
    stored = document_tokens + max(0, chunks - 1) * overlap
    return {
        "chunks": chunks,
        "total_tokens": stored,
        "redundancy_ratio": stored / document_tokens if document_tokens else 1.0,
        "embedding_cost": stored * 0.02 / 1_000_000,
    }


def windows_really_cut(document_tokens, chunk_size, overlap):
    """Cuts the windows as ranges and measures them."""
    if document_tokens < 0 or not 0 <= overlap < chunk_size:
        raise ValueError("settings")
    document, windows = range(document_tokens), []
    while document and (not windows or windows[-1][-1] != document[-1]):
        start = len(windows) * (chunk_size - overlap)
        windows.append(document[start : start + chunk_size])
    stored = sum(map(len, windows))
    cost = stored / 1_000_000 * 0.02
    ratio = stored / len(document) if document else 1.0
    return {
        "chunks": len(windows),
        "total_tokens": stored,
        "redundancy_ratio": ratio,
        "embedding_cost": cost,
        "unit": "US$",
    }


def full_windows_and_a_last(document_tokens, chunk_size, overlap):
    """Adds up the full windows, and the last one by itself."""
    if document_tokens < 0 or overlap < 0 or overlap >= chunk_size:
        raise ValueError("settings")
    if not document_tokens:
        return {"chunks": 0, "total_tokens": 0, "redundancy_ratio": 1, "embedding_cost": 0}
    stride = chunk_size - overlap
    before = max(0, -((chunk_size - document_tokens) // stride))
    stored = before * chunk_size + document_tokens - before * stride
    return {
        "chunks": before + 1,
        "total_tokens": stored,
        "redundancy_ratio": stored / document_tokens,
        "embedding_cost": 2e-8 * stored,
    }


def recursive(document_tokens, chunk_size, overlap):
    """Takes the first window off and asks itself about the rest; many windows are taken off at once."""
    if document_tokens < 0 or not 0 <= overlap < chunk_size:
        raise ValueError("settings")

    def sums(left):
        if left <= chunk_size:
            return (1, left) if left else (0, 0)
        many = max(1, (left - chunk_size) // (chunk_size - overlap))
        chunks, stored = sums(left - many * (chunk_size - overlap))
        return chunks + many, stored + many * chunk_size

    chunks, stored = sums(document_tokens)
    ratio = stored / document_tokens if stored else 1.0
    cost = stored * 0.02e-6
    return {"chunks": chunks, "total_tokens": stored, "redundancy_ratio": ratio, "embedding_cost": cost}


ALL = {
    "closed form": closed_form,
    "windows really cut, a key more": windows_really_cut,
    "full windows and a last": full_windows_and_a_last,
    "recursive": recursive,
}

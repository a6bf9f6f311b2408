"""Wrong window loops: one that does not stop at the end, one that drops what is short, and a wrong count."""

from __future__ import annotations

import tiktoken

from chunklib.evaluation.claims.exhibits.exhibit import Exhibit, Record, audited, record


def published_windows(length: int, size: int, overlap: int) -> list[tuple[int, int]]:
    """Cut a sequence as long as a next window has a start.

    Args:
        length: elements of the sequence.
        size: elements in a window.
        overlap: elements that neighbours share.

    Returns:
        half-open windows; the last may lie wholly inside the one before it.

    >>> published_windows(1050, 300, 50)
    [(0, 300), (250, 550), (500, 800), (750, 1050), (1000, 1050)]
    """
    windows = []
    start = 0
    while start < length:  # asks whether there is a next start, not whether the end was reached
        windows.append((start, min(start + size, length)))
        start += size - overlap
    return windows


def published_count(tokens: int, size: int, overlap: int) -> int:
    """Count windows as a published storage calculator does.

    >>> [published_count(100_000, 500, overlap) for overlap in (0, 100, 250)]
    [201, 250, 400]
    """
    return (tokens - overlap) // (size - overlap) + 1


def window_loop(text: str, size: int = 300, overlap: int = 50) -> list[Record]:
    """Cut windows of cl100k tokens, without an early stop; windows of white space alone are left out.

    >>> [chunk["text"] for chunk in window_loop("one two three", size=2, overlap=1)]
    ['one two', ' two three', ' three']
    """
    encoding = tiktoken.get_encoding("cl100k_base")
    _, starts = encoding.decode_with_offsets(encoding.encode_ordinary(text))
    places = [*starts, len(text)]
    windows = [(places[start], places[end]) for start, end in published_windows(len(starts), size, overlap)]
    return [record(text, start, end) for start, end in windows if text[start:end].strip()]


def minimum_size(text: str, size: int = 500, overlap: int = 50, min_size: int = 100) -> list[Record]:
    """Cut windows of characters; one that is shorter than the minimum is not worth keeping.

    >>> [chunk["text"] for chunk in minimum_size("abcdefg", size=3, overlap=0, min_size=2)]
    ['abc', 'def']
    """
    chunks: list[Record] = []
    for start in range(0, len(text), size - overlap):
        end = min(start + size, len(text))
        if end - start < min_size:
            break
        chunks.append(record(text, start, end))
        if end == len(text):
            break
    return chunks


WINDOW_LOOP = Exhibit(
    name="window_loop",
    what_is_said="Move a window over the tokens by size - overlap, as long as start < len(tokens).",
    function=window_loop,
    property_name="no waste",
    smallest={"text": "a.", "size": 2, "overlap": 1},
    ruler="cl100k_base",
    judge=audited,
)

MINIMUM_SIZE = Exhibit(
    name="minimum_size",
    what_is_said="A last window that is shorter than a minimum size is noise: skip it.",
    function=minimum_size,
    property_name="lossless",
    smallest={"text": "a", "size": 2, "overlap": 0, "min_size": 2},
    ruler="characters",
    judge=audited,
)

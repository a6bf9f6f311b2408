"""Right answers to `token_spans`, written differently."""

from functools import cache
import numpy as np

from itertools import accumulate, pairwise

import tiktoken


def running_sum(text):
    """Counts the bytes that begin a character, token by token."""
    encoding = tiktoken.get_encoding("cl100k_base")
    spans, at = [], 0
    for token in encoding.encode_ordinary(text):
        begun = sum(not 0x80 <= byte <= 0xBF for byte in encoding.decode_single_token_bytes(token))
        spans.append((at, at + begun))
        at += begun
    return spans


def table_of_bytes(text):
    """Makes a table from byte offset to character offset, and looks the two ends of each token up."""
    encoding = tiktoken.get_encoding("cl100k_base")
    table = []
    for place, char in enumerate(text):
        table += [place, *[place + 1] * (len(char.encode()) - 1)]
    table.append(len(text))
    lengths = (len(encoding.decode_single_token_bytes(token)) for token in encoding.encode(text, disallowed_special=()))
    return [(table[a], table[b]) for a, b in pairwise(accumulate(lengths, initial=0))]


def with_numpy(text):
    """Counts the beginnings of characters in one array of all bytes."""
    import numpy as np

    encoding = tiktoken.get_encoding("cl100k_base")
    pieces = encoding.decode_tokens_bytes(encoding.encode_ordinary(text))
    data = np.frombuffer(text.encode(), np.uint8)
    begun = np.concatenate(([0], np.cumsum((data & 0b1100_0000) != 0b1000_0000)))
    edges = np.concatenate(([0], np.cumsum([len(piece) for piece in pieces]))).astype(int)
    return [[int(begun[a]), int(begun[b])] for a, b in pairwise(edges)]


ALL = {
    "running sum": running_sum,
    "table from bytes to characters": table_of_bytes,
    "numpy, lists for pairs": with_numpy,
}


def _enc():
    return tiktoken.get_encoding("cl100k_base")


def _pieces(text):
    encoding = _enc()
    return [encoding.decode_single_token_bytes(token) for token in encoding.encode_ordinary(text)]


def _begins(piece):
    """How many characters begin in these bytes."""
    return sum(not 0x80 <= byte <= 0xBF for byte in piece)


def _spans_of_counts(counts):
    spans, start = [], 0
    for count in counts:
        spans.append((start, start := start + count))
    return spans


@cache
def _count_of(token):
    return _begins(_enc().decode_single_token_bytes(token))


def spans_cached(text):
    """Remembers for each token how many characters begin in it."""
    return _spans_of_counts(_count_of(token) for token in _enc().encode_ordinary(text))


def spans_numpy_numbers(text):
    """Numbers of numpy in the pairs."""
    edges = np.cumsum([0, *map(_begins, _pieces(text))])
    return list(zip(edges[:-1], edges[1:]))


ALL |= {
    "cached tokens": spans_cached,
}
ALL |= {  # Right by the task: a pair may be a list, and its integers may come from numpy.
    "numpy numbers": spans_numpy_numbers,
}

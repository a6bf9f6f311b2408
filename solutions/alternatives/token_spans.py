"""Right answers to `token_spans`, written differently."""

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


def by_characters(text):
    """Walks over the characters, and gives each to the token in which its first byte lies."""
    encoding = tiktoken.get_encoding("cl100k_base")
    pieces = encoding.decode_tokens_bytes(encoding.encode_ordinary(text))
    counts, token, left = [0] * len(pieces), 0, len(pieces[0]) if pieces else 0
    for char in text:
        while left <= 0:
            token += 1
            left += len(pieces[token])
        counts[token] += 1
        left -= len(char.encode())
    ends = list(accumulate(counts))
    return list(zip([0, *ends], ends))


def from_tiktoken(text):
    """Takes the starts that tiktoken gives, and moves those inside a character behind it."""
    encoding = tiktoken.get_encoding("cl100k_base")
    tokens = encoding.encode_ordinary(text)
    _, starts = encoding.decode_with_offsets(tokens)
    inside = [0x80 <= encoding.decode_single_token_bytes(token)[0] <= 0xBF for token in tokens]
    edges = [start + late for start, late in zip(starts, inside)] + [len(text)]
    return list(pairwise(edges))


def prefix_decoded(text):
    """Decodes everything up to the end of each token: the half of a character there becomes one �, so it counts."""
    encoding = tiktoken.get_encoding("cl100k_base")
    tokens = encoding.encode_ordinary(text)
    ends = [len(encoding.decode(tokens[: k + 1])) for k in range(len(tokens))]
    return list(zip([0, *ends], ends))


ALL = {
    "running sum": running_sum,
    "table from bytes to characters": table_of_bytes,
    "numpy, lists for pairs": with_numpy,
    "walk over the characters": by_characters,
    "decoded up to each end": prefix_decoded,
    "starts of tiktoken, mended": from_tiktoken,
}

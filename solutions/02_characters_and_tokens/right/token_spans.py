"""Right answers to `token_spans`, written differently."""

import bisect
import re
from functools import cache, reduce
from typing import NamedTuple
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


def _enc():
    return tiktoken.get_encoding("cl100k_base")


def _pieces(text):
    encoding = _enc()
    return [encoding.decode_single_token_bytes(token) for token in encoding.encode_ordinary(text)]


def _begins(piece):
    """How many characters begin in these bytes."""
    return sum(not 0x80 <= byte <= 0xBF for byte in piece)


def _spans(pieces):
    edges = list(accumulate(map(_begins, pieces), initial=0))
    return list(zip(edges, edges[1:]))


def spans_loop(text: str) -> list[tuple[int, int]]:
    """Counts the bytes of each token that begin a character."""
    encoding = tiktoken.get_encoding("cl100k_base")
    spans, start = [], 0
    for token in encoding.encode_ordinary(text):
        piece = encoding.decode_single_token_bytes(token)
        end = start + sum(byte & 0xC0 != 0x80 for byte in piece)
        spans.append((start, end))
        start = end
    return spans


def spans_accumulate(text):
    """Edges by accumulate, pairs by pairwise."""
    return list(pairwise(accumulate((_begins(piece) for piece in _pieces(text)), initial=0)))


def spans_disallowed(text):
    """encode with disallowed_special=() instead of encode_ordinary."""
    encoding = _enc()
    tokens = encoding.encode(text, allowed_special=set(), disallowed_special=())
    return _spans([encoding.decode_single_token_bytes(token) for token in tokens])


def spans_bisect(text):
    """Byte places of the characters, and bisect for each edge of a token."""
    places, at = [], 0
    for char in text:
        places.append(at)
        at += len(char.encode("utf-8", "surrogatepass"))
    edges = [bisect.bisect_left(places, byte) for byte in accumulate(map(len, _pieces(text)), initial=0)]
    return [(a, b) for a, b in zip(edges, edges[1:])]


def spans_numpy(text):
    """A running sum over all bytes, handed back as plain numbers."""
    pieces = _pieces(text)
    data = np.frombuffer(b"".join(pieces), dtype=np.uint8)
    starts = np.concatenate([[0], np.cumsum((data & 0xC0) != 0x80)])
    edges = starts[np.cumsum([0, *map(len, pieces)])].tolist()
    return list(zip(edges[:-1], edges[1:]))


def spans_offsets(text):
    """decode_with_offsets gives the character that a token touches first; one more where that began in an earlier token."""
    encoding = _enc()
    tokens = encoding.encode_ordinary(text)
    _, offsets = encoding.decode_with_offsets(tokens)
    heads = [encoding.decode_single_token_bytes(token)[0] for token in tokens]
    starts = [offset + (0x80 <= head <= 0xBF) for offset, head in zip(offsets, heads)]
    return list(zip(starts, starts[1:] + [len(text)]))


def spans_regex(text):
    """A regular expression over the bytes."""
    return _spans_of_counts(len(re.findall(rb"[^\x80-\xbf]", piece)) for piece in _pieces(text))


def _spans_of_counts(counts):
    spans, start = [], 0
    for count in counts:
        spans.append((start, start := start + count))
    return spans


def spans_translate(text):
    """Deletes the bytes that go on with a character, and takes the length."""
    inside = bytes(range(0x80, 0xC0))
    return _spans_of_counts(len(piece.translate(None, inside)) for piece in _pieces(text))


def spans_prefix(text):
    """Slow: decodes ever more tokens; a character cut at the end shows as one mark, so it counts from its first byte on."""
    encoding = _enc()
    tokens = encoding.encode_ordinary(text)
    edges = [len(encoding.decode(tokens[:n])) for n in range(len(tokens) + 1)]
    return list(zip(edges, edges[1:]))


def spans_owner(text):
    """Gives each character its token, then counts the characters of each token."""
    pieces = _pieces(text)
    owner = [k for k, piece in enumerate(pieces) for byte in piece if byte < 0x80 or byte >= 0xC0]
    counts = [0] * len(pieces)
    for k in owner:
        counts[k] += 1
    return _spans_of_counts(counts)


@cache
def _count_of(token):
    return _begins(_enc().decode_single_token_bytes(token))


def spans_cached(text):
    """Remembers for each token how many characters begin in it."""
    return _spans_of_counts(_count_of(token) for token in _enc().encode_ordinary(text))


class _Cursor:
    def __init__(self):
        self.place = 0

    def step(self, piece):
        start, self.place = self.place, self.place + _begins(piece)
        return start, self.place


def spans_class(text):
    """A cursor that goes along the text."""
    cursor = _Cursor()
    return [cursor.step(piece) for piece in _pieces(text)]


def spans_generator(text):
    """A generator, collected."""

    def walk():
        end = 0
        for piece in _pieces(text):
            start, end = end, end + _begins(piece)
            yield start, end

    return [*walk()]


def spans_reduce(text):
    """functools.reduce; the last pair tells where the next begins."""
    return reduce(lambda out, p: out + [((s := out[-1][1] if out else 0), s + _begins(p))], _pieces(text), [])


def spans_halves(text):
    """Recursion by halves, so that long texts stay shallow."""

    def walk(pieces, at):
        if len(pieces) < 2:
            return [(at, at + _begins(piece)) for piece in pieces]
        left = walk(pieces[: len(pieces) // 2], at)
        return left + walk(pieces[len(pieces) // 2 :], left[-1][1])

    return walk(_pieces(text), 0)


class _Span(NamedTuple):
    start: int
    end: int


def spans_namedtuple(text):
    """Named tuples on the way, plain pairs at the end; an early return."""
    if not text:
        return []
    spans = [_Span(0, 0)]
    for piece in _pieces(text):
        spans.append(_Span(start=spans[-1].end, end=spans[-1].end + _begins(piece)))
    return [tuple(span) for span in spans[1:]]


def spans_lists(text):
    """Lists instead of pairs."""
    return [[a, b] for a, b in _spans(_pieces(text))]


def spans_numpy_numbers(text):
    """Numbers of numpy in the pairs."""
    edges = np.cumsum([0, *map(_begins, _pieces(text))])
    return list(zip(edges[:-1], edges[1:]))


ALL |= {
    "loop": spans_loop,
    "accumulate": spans_accumulate,
    "disallowed_special": spans_disallowed,
    "bisect": spans_bisect,
    "numpy": spans_numpy,
    "offsets mended": spans_offsets,
    "regex over bytes": spans_regex,
    "translate": spans_translate,
    "prefixes": spans_prefix,
    "owner of each character": spans_owner,
    "cached tokens": spans_cached,
    "class": spans_class,
    "generator": spans_generator,
    "reduce": spans_reduce,
    "halves": spans_halves,
    "named tuples": spans_namedtuple,
}
ALL |= {  # Right by the task: a pair may be a list, and its integers may come from numpy.
    "lists": spans_lists,
    "numpy numbers": spans_numpy_numbers,
}

"""Wrong answers to `token_spans`; each docstring says what is wrong."""

from itertools import accumulate

import tiktoken


def _spans(lengths):
    ends = list(accumulate(lengths))
    return list(zip([0, *ends], ends))


def in_bytes(text):
    """Counts bytes, where characters are asked: right for ASCII alone."""
    encoding = tiktoken.get_encoding("cl100k_base")
    return _spans(len(encoding.decode_single_token_bytes(token)) for token in encoding.encode_ordinary(text))


def decoded_one_by_one(text):
    """Decodes each token by itself: a part of a character becomes �, and counts as a character each time."""
    encoding = tiktoken.get_encoding("cl100k_base")
    return _spans(len(encoding.decode([token])) for token in encoding.encode_ordinary(text))


def decoded_and_dropped(text):
    """Decodes each token by itself and drops what is no text: characters of several tokens are lost."""
    encoding = tiktoken.get_encoding("cl100k_base")
    pieces = (encoding.decode_single_token_bytes(token) for token in encoding.encode_ordinary(text))
    return _spans(len(piece.decode("utf-8", "ignore")) for piece in pieces)


def where_it_ends(text):
    """Gives a character to the token that completes it."""
    encoding = tiktoken.get_encoding("cl100k_base")
    tokens = encoding.encode_ordinary(text)
    ends = [len(encoding.decode_bytes(tokens[: k + 1]).decode("utf-8", "ignore")) for k in range(len(tokens))]
    return list(zip([0, *ends], ends))


def starts_of_tiktoken(text):
    """Takes tiktoken's own starts: a token inside a character starts at that character, not behind it."""
    encoding = tiktoken.get_encoding("cl100k_base")
    _, starts = encoding.decode_with_offsets(encoding.encode_ordinary(text))
    return list(zip(starts, [*starts[1:], len(text)]))


def searched(text):
    """Searches each token's text: � is found nowhere, and repeated text is found too early."""
    encoding = tiktoken.get_encoding("cl100k_base")
    spans = []
    for token in encoding.encode_ordinary(text):
        piece = encoding.decode([token])
        spans.append((text.find(piece), text.find(piece) + len(piece)))
    return spans


def another_encoding(text):
    """Takes o200k_base, where cl100k_base is asked."""
    encoding = tiktoken.get_encoding("o200k_base")
    pieces = encoding.decode_tokens_bytes(encoding.encode_ordinary(text))
    return _spans(sum(byte & 0xC0 != 0x80 for byte in piece) for piece in pieces)


def special_refused(text):
    """Encodes with the default, which raises where the text looks like a special token."""
    encoding = tiktoken.get_encoding("cl100k_base")
    pieces = encoding.decode_tokens_bytes(encoding.encode(text))
    return _spans(sum(byte & 0xC0 != 0x80 for byte in piece) for piece in pieces)


def special_allowed(text):
    """Lets text that looks like a special token become one."""
    encoding = tiktoken.get_encoding("cl100k_base")
    pieces = encoding.decode_tokens_bytes(encoding.encode(text, allowed_special="all"))
    return _spans(sum(byte & 0xC0 != 0x80 for byte in piece) for piece in pieces)


def words(text):
    """Returns the places of the words, where those of the tokens are asked."""
    spans, at = [], 0
    for word in text.split():
        at = text.index(word, at)
        spans.append((at, at + len(word)))
        at += len(word)
    return spans


def lengths(text):
    """Returns the start and the length of each token, where the end is asked."""
    encoding = tiktoken.get_encoding("cl100k_base")
    pieces = encoding.decode_tokens_bytes(encoding.encode_ordinary(text))
    spans = _spans(sum(byte & 0xC0 != 0x80 for byte in piece) for piece in pieces)
    return [(start, end - start) for start, end in spans]


def last_included(text):
    """Returns the place of the last character, where the place behind it is asked."""
    encoding = tiktoken.get_encoding("cl100k_base")
    pieces = encoding.decode_tokens_bytes(encoding.encode_ordinary(text))
    return [(a, b - 1) for a, b in _spans(sum(byte & 0xC0 != 0x80 for byte in piece) for piece in pieces)]


def empty_left_out(text):
    """Leaves out the tokens in which no character begins."""
    encoding = tiktoken.get_encoding("cl100k_base")
    pieces = encoding.decode_tokens_bytes(encoding.encode_ordinary(text))
    return [(a, b) for a, b in _spans(sum(byte & 0xC0 != 0x80 for byte in piece) for piece in pieces) if a < b]


def two_byte_characters_only(text):
    """Takes only bytes from 0xC0 to 0xDF for the beginning of a long character: right for é, wrong for ไ."""
    encoding = tiktoken.get_encoding("cl100k_base")
    pieces = encoding.decode_tokens_bytes(encoding.encode_ordinary(text))
    return _spans(sum(byte < 0x80 or 0xC0 <= byte <= 0xDF for byte in piece) for piece in pieces)


def starts_at_one(text):
    """Counts places from 1."""
    encoding = tiktoken.get_encoding("cl100k_base")
    pieces = encoding.decode_tokens_bytes(encoding.encode_ordinary(text))
    return [(a + 1, b + 1) for a, b in _spans(sum(byte & 0xC0 != 0x80 for byte in piece) for piece in pieces)]


def starts_only(text):
    """Returns the starts alone."""
    encoding = tiktoken.get_encoding("cl100k_base")
    pieces = encoding.decode_tokens_bytes(encoding.encode_ordinary(text))
    return [a for a, _ in _spans(sum(byte & 0xC0 != 0x80 for byte in piece) for piece in pieces)]


def stripped(text):
    """Strips the text first: everything behind leading white space is at the wrong place."""
    encoding = tiktoken.get_encoding("cl100k_base")
    pieces = encoding.decode_tokens_bytes(encoding.encode_ordinary(text.strip()))
    return _spans(sum(byte & 0xC0 != 0x80 for byte in piece) for piece in pieces)


def normalised(text):
    """Normalises the text first, so that two code points become one."""
    import unicodedata

    encoding = tiktoken.get_encoding("cl100k_base")
    pieces = encoding.decode_tokens_bytes(encoding.encode_ordinary(unicodedata.normalize("NFC", text)))
    return _spans(sum(byte & 0xC0 != 0x80 for byte in piece) for piece in pieces)


def empty_has_one(text):
    """Gives an empty text a span."""
    encoding = tiktoken.get_encoding("cl100k_base")
    pieces = encoding.decode_tokens_bytes(encoding.encode_ordinary(text))
    return _spans(sum(byte & 0xC0 != 0x80 for byte in piece) for piece in pieces) or [(0, 0)]


def generator(text):
    """Yields the spans and does not return a list."""
    encoding = tiktoken.get_encoding("cl100k_base")
    at = 0
    for piece in encoding.decode_tokens_bytes(encoding.encode_ordinary(text)):
        begun = sum(byte & 0xC0 != 0x80 for byte in piece)
        yield at, at + begun
        at += begun


def all_zero(text):
    """Returns a span for each token, all at 0."""
    encoding = tiktoken.get_encoding("cl100k_base")
    return [(0, 0) for _ in encoding.encode_ordinary(text)]


def in_one_byte(text):
    """Adds the lengths up in a single byte: behind character 255 the places begin anew at 0."""
    import numpy as np

    encoding = tiktoken.get_encoding("cl100k_base")
    pieces = encoding.decode_tokens_bytes(encoding.encode_ordinary(text))
    begun = [sum(not 0x80 <= byte <= 0xBF for byte in piece) for piece in pieces]
    places = np.cumsum([0, *begun], dtype=np.uint8)
    return [(int(start), int(end)) for start, end in zip(places, places[1:])]


ALL = {
    "places in bytes": in_bytes,
    "decoded one by one": decoded_one_by_one,
    "decoded one by one, halves dropped": decoded_and_dropped,
    "a character where it ends": where_it_ends,
    "starts of tiktoken": starts_of_tiktoken,
    "text searched": searched,
    "another encoding": another_encoding,
    "special tokens refused": special_refused,
    "special tokens allowed": special_allowed,
    "words for tokens": words,
    "lengths for ends": lengths,
    "last character included": last_included,
    "empty spans left out": empty_left_out,
    "two-byte characters only": two_byte_characters_only,
    "counted from 1": starts_at_one,
    "starts only": starts_only,
    "stripped first": stripped,
    "normalised first": normalised,
    "empty text has a span": empty_has_one,
    "a generator": generator,
    "all at 0": all_zero,
    "summed in one byte": in_one_byte,
}

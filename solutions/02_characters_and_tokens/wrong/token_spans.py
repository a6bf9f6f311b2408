"""Wrong answers to `token_spans`; each docstring says what is wrong."""

import unicodedata
from itertools import accumulate

import tiktoken


def _encoding():
    return tiktoken.get_encoding("cl100k_base")


def _encode(text):
    return _encoding().encode_ordinary(text)


def _spans(counts):
    ends = list(accumulate(counts))
    return list(zip([0, *ends], ends))


def _begins(piece):
    """Count the characters that begin in these bytes."""
    return sum(not 0x80 <= byte <= 0xBF for byte in piece)


def _right(text, encode=_encode, count=_begins):
    """Count as it should be; the wrong answers encode or count otherwise, or change the text or the spans."""
    return _spans(count(_encoding().decode_single_token_bytes(token)) for token in encode(text))


def _with(says, change=lambda spans, text: spans, read=str, **parts):
    """Make an answer that reads another text, exchanges a part, or changes the spans."""

    def answer(text):
        return change(_right(read(text), **parts), text)

    answer.__doc__ = says
    return answer


def decoded_one_by_one(text):
    """Decodes each token by itself: a part of a character becomes �, and counts as a character each time."""
    return _spans(len(_encoding().decode([token])) for token in _encode(text))


def starts_of_tiktoken(text):
    """Takes tiktoken's own starts: a token inside a character starts at that character, not after it."""
    _, starts = _encoding().decode_with_offsets(_encode(text))
    return list(zip(starts, [*starts[1:], len(text)]))


def searched(text):
    """Searches each token's text: � is found nowhere, and repeated text is found too early."""
    pieces = [_encoding().decode([token]) for token in _encode(text)]
    return [(text.find(piece), text.find(piece) + len(piece)) for piece in pieces]


def in_one_byte(text):
    """Adds the lengths up in a single byte: after character 255 the places begin again at 0."""
    return [(a % 256, b % 256) for a, b in _right(text)]


ALL = {
    "decoded one by one": decoded_one_by_one,
    "starts of tiktoken": starts_of_tiktoken,
    "text searched": searched,
    "summed in one byte": in_one_byte,
    "places in bytes": _with("Counts bytes, where characters are asked: right for ASCII alone.", count=len),
    "two-byte characters only": _with(
        "Takes only bytes from 0xC0 to 0xDF for the beginning of a long character: right for é, wrong for ไ.",
        count=lambda piece: sum(byte < 0x80 or 0xC0 <= byte <= 0xDF for byte in piece),
    ),
    "special tokens refused": _with(
        "Encodes with the default, which raises where the text looks like a special token.",
        encode=lambda text: _encoding().encode(text),
    ),
    "special tokens allowed": _with(
        "Lets text that looks like a special token become one.",
        encode=lambda text: _encoding().encode(text, allowed_special="all"),
    ),
    "lengths for ends": _with(
        "Returns the start and the length of each token, where the end is asked.",
        lambda spans, text: [(a, b - a) for a, b in spans],
    ),
    "empty text has a span": _with("Gives an empty text a span.", lambda spans, text: spans or [(0, 0)]),
    "normalised first": _with(
        "Normalises the text first, so that two code points become one.",
        read=lambda text: unicodedata.normalize("NFC", text),
    ),
}


def refuses(text):
    """Refuses every text."""
    raise ValueError("no text")


# Answers without any work: each earns less than a third.
LAZY = {
    "each character": lambda text: [(k, k + 1) for k in range(len(text))],
    "raises": refuses,
}

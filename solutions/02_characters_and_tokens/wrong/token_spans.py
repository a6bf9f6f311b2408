"""Wrong answers to `token_spans`; each docstring says what is wrong."""

import re
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


def where_it_ends(text):
    """Gives a character to the token that completes it."""
    tokens = _encode(text)
    ends = [len(_encoding().decode_bytes(tokens[: k + 1]).decode("utf-8", "ignore")) for k in range(len(tokens))]
    return list(zip([0, *ends], ends))


def starts_of_tiktoken(text):
    """Takes tiktoken's own starts: a token inside a character starts at that character, not after it."""
    _, starts = _encoding().decode_with_offsets(_encode(text))
    return list(zip(starts, [*starts[1:], len(text)]))


def searched(text):
    """Searches each token's text: � is found nowhere, and repeated text is found too early."""
    pieces = [_encoding().decode([token]) for token in _encode(text)]
    return [(text.find(piece), text.find(piece) + len(piece)) for piece in pieces]


def another_encoding(text):
    """Takes o200k_base, where cl100k_base is asked."""
    encoding = tiktoken.get_encoding("o200k_base")
    return _spans(map(_begins, encoding.decode_tokens_bytes(encoding.encode_ordinary(text))))


def words(text):
    """Returns the places of the words, where those of the tokens are asked."""
    return [match.span() for match in re.finditer(r"\S+", text)]


def generator(text):
    """Yields the spans and does not return a list."""
    yield from _right(text)


def in_one_byte(text):
    """Adds the lengths up in a single byte: after character 255 the places begin again at 0."""
    return [(a % 256, b % 256) for a, b in _right(text)]


ALL = {
    "decoded one by one": decoded_one_by_one,
    "a character where it ends": where_it_ends,
    "starts of tiktoken": starts_of_tiktoken,
    "text searched": searched,
    "another encoding": another_encoding,
    "words for tokens": words,
    "a generator": generator,
    "summed in one byte": in_one_byte,
    "places in bytes": _with("Counts bytes, where characters are asked: right for ASCII alone.", count=len),
    "decoded one by one, halves dropped": _with(
        "Decodes each token by itself and drops bytes that are not text: characters of several tokens are lost.",
        count=lambda piece: len(piece.decode("utf-8", "ignore")),
    ),
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
    "last character included": _with(
        "Returns the place of the last character, where the task asks for the place after it.",
        lambda spans, text: [(a, b - 1) for a, b in spans],
    ),
    "empty spans left out": _with(
        "Leaves out the tokens in which no character begins.", lambda spans, text: [(a, b) for a, b in spans if a < b]
    ),
    "counted from 1": _with("Counts places from 1.", lambda spans, text: [(a + 1, b + 1) for a, b in spans]),
    "starts only": _with("Returns the starts alone.", lambda spans, text: [a for a, _ in spans]),
    "all at 0": _with("Returns a span for each token, all at 0.", lambda spans, text: [(0, 0)] * len(spans)),
    "empty text has a span": _with("Gives an empty text a span.", lambda spans, text: spans or [(0, 0)]),
    "stripped first": _with(
        "Strips the text first: everything after leading white space is at the wrong place.", read=str.strip
    ),
    "normalised first": _with(
        "Normalises the text first, so that two code points become one.",
        read=lambda text: unicodedata.normalize("NFC", text),
    ),
}


def fim_allowed(text):
    """<|endoftext|> is plain text, the other special tokens are not."""
    allowed = _encoding().special_tokens_set - {"<|endoftext|>"}
    return _right(text, lambda text: _encoding().encode(text, allowed_special=allowed, disallowed_special=()))


def empty_error(text):
    """Refuses an empty text."""
    if not text:
        raise ValueError("no text")
    return _right(text)


def clipped(text):
    """Clips what decode gives: the last end is right, and so is the French; the middle is not."""
    return [(min(a, len(text)), min(b, len(text))) for a, b in decoded_one_by_one(text)]


_FOLDED = {}


def cache_folded(text):
    """Remembers results under the lowered text: another text in other letters gets the first one's spans."""
    return list(_FOLDED.setdefault(text.lower(), _right(text)))


_END = [0]


def state(text):
    """Goes on where the last call ended."""
    _END[0] += len(text)
    return [(a + _END[0] - len(text), b + _END[0] - len(text)) for a, b in _right(text)]


def _in_parts(cut):
    return lambda text: [token for part in cut(text) for token in _encode(part)]


# Further wrong answers; the teachers' pages name those of ALL.
MORE = {
    "bytes that continue": _with(
        "Counts the bytes that continue a character: the condition without its not.",
        count=lambda piece: sum(0x80 <= byte <= 0xBF for byte in piece),
    ),
    "ASCII alone": _with(
        "Counts only bytes below 0x80: other characters have no place.",
        count=lambda piece: sum(byte < 0x80 for byte in piece),
    ),
    "start not moved": _with(
        "Forgets to move the start: every span begins at 0.", lambda spans, text: [(0, b - a) for a, b in spans]
    ),
    "other specials allowed": fim_allowed,
    "empty text refused": empty_error,
    "clipped": clipped,
    "cache of lowered texts": cache_folded,
    "state": state,
    "below U+00C0": _with(
        "Takes only bytes below 0x80 and from 0xC3 on for first bytes: two-byte characters below U+00C0 are lost.",
        count=lambda piece: sum(byte < 0x80 or byte >= 0xC3 for byte in piece),
    ),
    "0xBF": _with(
        "range(0x80, 0xBF) leaves out 0xBF: that byte counts as a first byte.",
        count=lambda piece: sum(byte not in range(0x80, 0xBF) for byte in piece),
    ),
    "UTF-16": _with(
        "Counts a character of four bytes twice, as UTF-16 does.",
        count=lambda piece: _begins(piece) + sum(byte >= 0xF0 for byte in piece),
    ),
    "None for empty spans": _with(
        "None stands for an empty span.", lambda spans, text: [(a, b) if a < b else None for a, b in spans]
    ),
    "tuple": _with("A tuple of pairs.", lambda spans, text: tuple(spans)),
    "texts": _with("The text of each span instead of its places.", lambda spans, text: [text[a:b] for a, b in spans]),
    "special removed": _with(
        "Takes <|endoftext|> out before it encodes.", read=lambda text: text.replace("<|endoftext|>", "")
    ),
    "last line feed": _with("Leaves a line feed at the end out.", read=lambda text: text.removesuffix("\n")),
    "byte order mark": _with("Leaves a byte order mark out.", read=lambda text: text.removeprefix("\ufeff")),
    "by line": _with(
        "Encodes line by line: several line feeds, and spaces after them, become other tokens.",
        encode=_in_parts(lambda text: text.splitlines(keepends=True)),
    ),
    "by word": _with(
        "Encodes words one by one, each with the white space before it.",
        encode=_in_parts(lambda text: re.findall(r"\s*\S+|\s+$", text)),
    ),
    "blocks of 1,000": _with(
        "Encodes blocks of 1,000 characters to save memory: tokens end at the edges of the blocks.",
        encode=_in_parts(lambda text: [text[at : at + 1000] for at in range(0, len(text), 1000)]),
    ),
}
# Answers without any work: each earns less than a third.
LAZY = {
    "example": lambda text: [(0, 4), (4, 6), (6, 6)],
    "whole text": lambda text: [(0, len(text))] if text else [],
    "each character": lambda text: [(k, k + 1) for k in range(len(text))],
    "words": lambda text: [match.span() for match in re.finditer(r" ?\w+|[^\w\s]+|\s", text)],
    "raises": lambda text: empty_error(""),
}

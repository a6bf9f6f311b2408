"""Wrong answers to `token_spans`; each docstring says what is wrong."""

import re
from functools import lru_cache

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


def _enc():
    return tiktoken.get_encoding("cl100k_base")


def _pieces(text):
    encoding = _enc()
    return [encoding.decode_single_token_bytes(token) for token in encoding.encode_ordinary(text)]


def _begins(piece):
    """How many characters begin in these bytes."""
    return sum(not 0x80 <= byte <= 0xBF for byte in piece)


def _spans_too(pieces):
    edges = list(accumulate(map(_begins, pieces), initial=0))
    return list(zip(edges, edges[1:]))


def _spans_of_counts(counts):
    spans, start = [], 0
    for count in counts:
        spans.append((start, start := start + count))
    return spans


def spans_published(text):
    """Decodes each token alone: a part of a character counts as one."""
    encoding = _enc()
    return _spans_of_counts(len(encoding.decode([token])) for token in encoding.encode_ordinary(text))


def spans_e0(text):
    """Takes only bytes below 0x80 and from 0xC3 on for first bytes: two-byte characters below U+00C0 are lost."""
    return _spans_of_counts(sum(byte < 0x80 or byte >= 0xC3 for byte in piece) for piece in _pieces(text))


def spans_bf(text):
    """range(0x80, 0xBF) leaves out 0xBF: that byte counts as a first byte."""
    return _spans_of_counts(sum(byte not in range(0x80, 0xBF) for byte in piece) for piece in _pieces(text))


def spans_f0(text):
    """Counts a character of four bytes twice, as UTF-16 does."""
    return _spans_of_counts(_begins(piece) + sum(byte >= 0xF0 for byte in piece) for piece in _pieces(text))


def spans_bytes(text):
    """Places in bytes."""
    return _spans_of_counts(map(len, _pieces(text)))


def spans_empty_none(text):
    """None stands for an empty span."""
    return [(a, b) if a < b else None for a, b in _spans_too(_pieces(text))]


def spans_fim_allowed(text):
    """<|endoftext|> is plain text, the other special tokens are not."""
    encoding = _enc()
    allowed = encoding.special_tokens_set - {"<|endoftext|>"}
    tokens = encoding.encode(text, allowed_special=allowed, disallowed_special=())
    return _spans_too([encoding.decode_single_token_bytes(token) for token in tokens])


def spans_special_removed(text):
    """Takes <|endoftext|> out before it encodes."""
    return _spans_too(_pieces(text.replace("<|endoftext|>", "")))


def spans_empty_error(text):
    """Refuses an empty text."""
    if not text:
        raise ValueError("no text")
    return _spans_too(_pieces(text))


def spans_tuple(text):
    """A tuple of pairs."""
    return tuple(_spans_too(_pieces(text)))


def spans_texts(text):
    """The text of each span instead of its places."""
    return [text[a:b] for a, b in _spans_too(_pieces(text))]


def spans_strip_end(text):
    """Leaves a line feed at the end out."""
    return _spans_too(_pieces(text.removesuffix("\n")))


def spans_bom(text):
    """Leaves a byte order mark out."""
    return _spans_too(_pieces(text.removeprefix("\ufeff")))


def spans_by_line(text):
    """Encodes line by line: several line feeds, and spaces behind them, are other tokens."""
    return _spans_too([piece for line in text.splitlines(keepends=True) for piece in _pieces(line)])


def spans_by_word(text):
    """Encodes words one by one, each with the white space before it."""
    return _spans_too([piece for word in re.findall(r"\s*\S+|\s+$", text) for piece in _pieces(word)])


def spans_blocks(text):
    """Encodes blocks of 1,000 characters to save memory: tokens end at the edges of the blocks."""
    return _spans_too([piece for at in range(0, len(text), 1000) for piece in _pieces(text[at : at + 1000])])


def spans_cut_end(text):
    """Clips what decode gives: the last end is right, and so is the French; the middle is not."""
    spans = spans_published(text)
    return [(min(a, len(text)), min(b, len(text))) for a, b in spans]


@lru_cache(maxsize=None)
def _folded(key):
    return {}


def spans_cache_folded(text):
    """Remembers results under the lowered text: another text in other letters gets the first one's spans."""
    box = _folded(text.lower())
    return list(box.setdefault("spans", _spans_too(_pieces(text))))


_END = [0]


def spans_state(text):
    """Goes on where the last call ended."""
    spans = [(a + _END[0], b + _END[0]) for a, b in _spans_too(_pieces(text))]
    _END[0] += len(text)
    return spans


def spans_example(text):
    """The result of the example."""
    return [(0, 4), (4, 6), (6, 6)]


def spans_whole(text):
    """One span for the whole text."""
    return [(0, len(text))] if text else []


def spans_each(text):
    """One span for each character."""
    return [(k, k + 1) for k in range(len(text))]


def spans_words(text):
    """Words with the space before them: the tokens of simple English."""
    return [match.span() for match in re.finditer(r" ?\w+|[^\w\s]+|\s", text)]


def spans_nothing(text):
    """Always an empty list."""
    return []


def spans_raises(text):
    """Always an error."""
    raise ValueError("no text")


# Further wrong answers; the teachers' pages name those of ALL.
MORE = {
    "below U+00C0": spans_e0,
    "0xBF": spans_bf,
    "UTF-16": spans_f0,
    "bytes": spans_bytes,
    "None for empty spans": spans_empty_none,
    "other specials allowed": spans_fim_allowed,
    "special removed": spans_special_removed,
    "empty text refused": spans_empty_error,
    "tuple": spans_tuple,
    "texts": spans_texts,
    "last line feed": spans_strip_end,
    "byte order mark": spans_bom,
    "by line": spans_by_line,
    "by word": spans_by_word,
    "blocks of 1,000": spans_blocks,
    "clipped": spans_cut_end,
    "cache of lowered texts": spans_cache_folded,
    "state": spans_state,
}
# Answers without any work: each earns less than a third.
LAZY = {
    "example": spans_example,
    "whole text": spans_whole,
    "each character": spans_each,
    "words": spans_words,
    "nothing": spans_nothing,
    "raises": spans_raises,
}

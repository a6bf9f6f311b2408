"""Right answers to `span_size`, written in different ways."""

import tiktoken

_RULERS = {}


def kept_encoding(text, start, end, model="gpt-4"):
    """Makes the encoding of a model once, and encodes text that looks like a special token as ordinary text."""
    encoding = _RULERS.setdefault(model, tiktoken.encoding_for_model(model))
    return len(encoding.encode_ordinary(text[start:end]))


def as_bytes(text, start, end, model="gpt-4"):
    """Asks for the bytes of each token, and counts the tokens one by one."""
    encoding = tiktoken.encoding_for_model(model)
    tokens = encoding.encode(text[start:end], allowed_special=set(), disallowed_special=())
    return sum(1 for _ in encoding.decode_tokens_bytes(tokens))


ALL = {"kept encoding": kept_encoding, "bytes of tokens": as_bytes}

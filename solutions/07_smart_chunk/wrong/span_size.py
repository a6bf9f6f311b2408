"""Wrong answers to `span_size`, each with one fault."""

import tiktoken


def _with(fault, count, model_for=lambda model: model):
    def span_size(text, start, end, model="gpt-4"):
        return count(tiktoken.encoding_for_model(model_for(model)), text, start, end)

    span_size.__doc__ = fault
    return span_size


def _plain(encoding, text):
    return len(encoding.encode(text, disallowed_special=()))


ALL = {
    "characters": _with("Counts characters.", lambda e, text, a, b: len(text[a:b])),
    "words": _with("Counts words.", lambda e, text, a, b: len(text[a:b].split())),
    "the whole text": _with("Counts the whole text.", lambda e, text, a, b: _plain(e, text)),
    "words added up": _with("Adds up words.", lambda e, text, a, b: sum(_plain(e, w) for w in text[a:b].split())),
    "subtracted": _with("Subtracts two counts.", lambda e, text, a, b: _plain(e, text[:b]) - _plain(e, text[:a])),
    "stripped": _with("Strips white space first.", lambda e, text, a, b: _plain(e, text[a:b].strip())),
    "offsets of tokens": _with("Cuts the tokens.", lambda e, text, a, b: len(e.encode_ordinary(text)[a:b])),
    "gpt-4 for all": _with("Counts for gpt-4.", lambda e, text, a, b: _plain(e, text[a:b]), lambda model: "gpt-4"),
    "refuses special text": _with("Raises on special text.", lambda e, text, a, b: len(e.encode(text[a:b]))),
    "obeys special text": _with(
        "Takes special text for a token.", lambda e, text, a, b: len(e.encode(text[a:b], allowed_special="all"))
    ),
}

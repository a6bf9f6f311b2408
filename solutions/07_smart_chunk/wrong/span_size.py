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
    "the whole text": _with("Counts the whole text.", lambda e, text, a, b: _plain(e, text)),
    "offsets of tokens": _with("Cuts the tokens.", lambda e, text, a, b: len(e.encode_ordinary(text)[a:b])),
    "gpt-4 for all": _with("Counts for gpt-4.", lambda e, text, a, b: _plain(e, text[a:b]), lambda model: "gpt-4"),
    "refuses special text": _with("Raises on special text.", lambda e, text, a, b: len(e.encode(text[a:b]))),
}

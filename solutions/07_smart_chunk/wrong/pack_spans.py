"""Wrong answers to `pack_spans`, each with one fault: without the options it is right for gpt-4, and deaf to others."""

import tiktoken


def _size(text, start, end):
    return len(tiktoken.encoding_for_model("gpt-4").encode(text[start:end], disallowed_special=()))


def _with(fault, fits=lambda text, start, end, room: _size(text, start, end) <= room, after=lambda spans: spans):
    def pack_spans(text, pieces, room, model="gpt-4"):
        spans = []
        for start, end in pieces:
            if spans and fits(text, spans[-1][0], end, room):
                spans[-1] = (spans[-1][0], end)
            else:
                spans.append((start, end))
        return after(spans)

    pack_spans.__doc__ = fault
    return pack_spans


def _added(text, start, end, room):
    return sum(_size(word, 0, len(word)) for word in text[start:end].split()) <= room


ALL = {
    "last span lost": _with("Never adds the open span.", after=lambda spans: spans[:-1]),
    "last span twice": _with("Adds the open span twice.", after=lambda spans: spans + spans[-1:]),
    "below the room": _with("Refuses exactly the room.", lambda text, a, b, room: _size(text, a, b) < room),
    "added up": _with("Adds up counts of parts.", _added),
    "never joins": _with("Returns the pieces.", lambda *_: False),
}

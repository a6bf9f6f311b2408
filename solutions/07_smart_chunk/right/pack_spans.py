"""Right answers to `pack_spans`, written in different ways."""

import tiktoken


def looks_ahead(text, pieces, room, model="gpt-4"):
    """Finds for each first piece the last one that fits with it."""
    encoding = tiktoken.encoding_for_model(model)
    spans, first = [], 0
    while first < len(pieces):
        last = first
        while last + 1 < len(pieces):
            joined = text[pieces[first][0] : pieces[last + 1][1]]
            if len(encoding.encode(joined, disallowed_special=())) > room:
                break
            last += 1
        spans.append((pieces[first][0], pieces[last][1]))
        first = last + 1
    return spans


def with_a_buffer(text, pieces, room, model="gpt-4"):
    """Collects pieces in a buffer and closes it before the piece that does not fit; lists for tuples."""
    encoding = tiktoken.encoding_for_model(model)
    spans, buffer = [], []
    for piece in pieces:
        joined = text[buffer[0][0] : piece[1]] if buffer else ""
        if len(encoding.encode_ordinary(joined)) > room:
            spans.append([buffer[0][0], buffer[-1][1]])
            buffer = []
        buffer.append(piece)
    return [*spans, [buffer[0][0], buffer[-1][1]]] if buffer else spans


ALL = {"looks ahead": looks_ahead, "a buffer": with_a_buffer}

"""Wrong answers to `pack_spans`, each with one fault."""

import tiktoken


def _size(text, start, end, model):
    return len(tiktoken.encoding_for_model(model).encode(text[start:end], disallowed_special=()))


def _packed(text, pieces, fits):
    spans = []
    for start, end in pieces:
        if spans and fits(spans[-1][0], end):
            spans[-1] = (spans[-1][0], end)
        else:
            spans.append((start, end))
    return spans


def last_span_lost(text, pieces, room, model="gpt-4"):
    """Never adds the span that is open at the end."""
    return _packed(text, pieces, lambda start, end: _size(text, start, end, model) <= room)[:-1]


def last_span_twice(text, pieces, room, model="gpt-4"):
    """Adds the last span twice."""
    spans = _packed(text, pieces, lambda start, end: _size(text, start, end, model) <= room)
    return spans + spans[-1:]


def below_the_room(text, pieces, room, model="gpt-4"):
    """Refuses a span that has exactly as many tokens as there is room for."""
    return _packed(text, pieces, lambda start, end: _size(text, start, end, model) < room)


def added_up(text, pieces, room, model="gpt-4"):
    """Adds up the tokens of the pieces."""
    inside = lambda start, end: [piece for piece in pieces if start <= piece[0] and piece[1] <= end]  # noqa: E731
    return _packed(
        text, pieces, lambda start, end: sum(_size(text, *piece, model) for piece in inside(start, end)) <= room
    )


def in_characters(text, pieces, room, model="gpt-4"):
    """Measures the room in characters."""
    return _packed(text, pieces, lambda start, end: end - start <= room)


def never_joins(text, pieces, room, model="gpt-4"):
    """Returns the pieces."""
    return pieces


def one_span(text, pieces, room, model="gpt-4"):
    """Joins everything."""
    return _packed(text, pieces, lambda start, end: True)


def large_piece_lost(text, pieces, room, model="gpt-4"):
    """Leaves out a piece that has more tokens than there is room for."""
    small = [piece for piece in pieces if _size(text, *piece, model) <= room]
    return _packed(text, small, lambda start, end: _size(text, start, end, model) <= room)


def two_by_two(text, pieces, room, model="gpt-4"):
    """Looks at the last piece only, and never at the whole span."""
    spans, before = [], 0
    for start, end in pieces:
        if spans and _size(text, before, end, model) <= room:
            spans[-1] = (spans[-1][0], end)
        else:
            spans.append((start, end))
        before = start
    return spans


def to_the_next(text, pieces, room, model="gpt-4"):
    """Ends each span where the next begins."""
    spans = _packed(text, pieces, lambda start, end: _size(text, start, end, model) <= room)
    return [(a, b) for (a, _), b in zip(spans, [*(start for start, _ in spans[1:]), len(text)], strict=True)]


ALL = {
    "last span lost": last_span_lost,
    "last span twice": last_span_twice,
    "below the room": below_the_room,
    "added up": added_up,
    "room in characters": in_characters,
    "never joins": never_joins,
    "one span": one_span,
    "large piece lost": large_piece_lost,
    "two by two": two_by_two,
    "up to the next": to_the_next,
}

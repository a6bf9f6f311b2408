"""Wrong answers to `recursive_spans`; each docstring says what is wrong."""

FIELD = ("\n\n", "\n", ". ", " ")


def _pieces(text, start, end, size, separators):
    """Cut as it should be; the mutants below go wrong elsewhere."""
    if end - start <= size:
        return [(start, end)]
    if not separators:
        return [(at, min(at + size, end)) for at in range(start, end, size)]
    found, at = [], start
    while at < end:
        place = text.find(separators[0], at, end)
        stop = end if place < 0 else place + len(separators[0])
        found += _pieces(text, at, stop, size, separators[1:])
        at = stop
    return found


def _join(pieces, size):
    """Join as it should be."""
    spans = []
    for start, end in pieces:
        if spans and end - spans[-1][0] <= size:
            spans[-1] = (spans[-1][0], end)
        elif end > start:
            spans.append((start, end))
    return spans


def _checked(size):
    if size < 1:
        raise ValueError("size")


def separators_not_counted(text, size=200, separators=FIELD):
    """Adds up the lengths of the pieces without their separators, so a span can be longer than the size."""
    _checked(size)
    spans, filled = [], 0
    for start, end in _pieces(text, 0, len(text), size, separators) if text else []:
        bare = end - start
        for mark in separators:
            if text[start:end].endswith(mark):
                bare -= len(mark)
                break
        if spans and filled + bare <= size:
            spans[-1] = (spans[-1][0], end)
            filled += bare
        else:
            spans.append((start, end))
            filled = bare
    return spans


def fits_without_separator(text, size=200, separators=FIELD):
    """Lets a piece pass whose words fit, although its separator does not."""
    _checked(size)

    def pieces(start, end, level):
        if end - start <= size:
            return [(start, end)]
        if level == len(separators):
            return [(at, min(at + size, end)) for at in range(start, end, size)]
        found, at = [], start
        while at < end:
            place = text.find(separators[level], at, end)
            stop = end if place < 0 else place + len(separators[level])
            bare = stop - at if place < 0 else place - at
            found += [(at, stop)] if bare <= size else pieces(at, stop, level + 1)
            at = stop
        return found

    return _join(pieces(0, len(text), 0), size) if text else []


def separators_lost(text, size=200, separators=FIELD):
    """Splits with split() and moves on by the pieces alone, so the separators are in no span."""
    _checked(size)

    def pieces(start, end, marks):
        if end - start <= size:
            return [(start, end)]
        if not marks:
            return [(at, min(at + size, end)) for at in range(start, end, size)]
        found, at = [], start
        for part in text[start:end].split(marks[0]):
            if part:
                found += pieces(at, at + len(part), marks[1:])
            at += len(part) + len(marks[0])
        return found

    return pieces(0, len(text), list(separators)) if text else []


def offsets_drift(text, size=200, separators=FIELD):
    """Forgets to move on by the length of the separator: later spans begin too early."""
    _checked(size)
    spans, at = [], 0
    for start, end in _join(_pieces(text, 0, len(text), size, separators), size) if text else []:
        piece = text[start:end]
        mark = next((mark for mark in separators if piece.endswith(mark)), "")
        spans.append((at, at + len(piece)))
        at += len(piece) - len(mark)
    return spans


def looked_up(text, size=200, separators=FIELD):
    """Finds the place of each piece with text.find, which gives the first of several equal ones."""
    _checked(size)
    pieces = _join(_pieces(text, 0, len(text), size, separators), size) if text else []
    places = [text.find(text[start:end]) for start, end in pieces]
    return [(at, at + end - start) for at, (start, end) in zip(places, pieces)]


def last_piece_lost(text, size=200, separators=FIELD):
    """Adds a span when the next piece does not fit, and never adds the last one."""
    _checked(size)
    spans, open_span = [], None
    for start, end in _pieces(text, 0, len(text), size, separators) if text else []:
        if open_span and end - open_span[0] <= size:
            open_span = (open_span[0], end)
        else:
            if open_span:
                spans.append(open_span)
            open_span = (start, end)
    return spans


def white_space_dropped(text, size=200, separators=FIELD):
    """Leaves out pieces that are white space alone."""
    _checked(size)
    pieces = _pieces(text, 0, len(text), size, separators) if text else []
    return _join([(start, end) for start, end in pieces if text[start:end].strip()], size)


def stripped(text, size=200, separators=FIELD):
    """Leaves out the white space at the end of each span."""
    _checked(size)
    spans = _join(_pieces(text, 0, len(text), size, separators), size) if text else []
    return [(start, start + len(text[start:end].rstrip())) for start, end in spans]


def one_level(text, size=200, separators=FIELD):
    """Knows one separator only; a paragraph that is too long stays as it is."""
    _checked(size)
    spans, at = [], 0
    while at < len(text):
        place = text.find(separators[0], at) if separators else -1
        stop = len(text) if place < 0 else place + len(separators[0])
        if spans and stop - spans[-1][0] <= size:
            spans[-1] = (spans[-1][0], stop)
        else:
            spans.append((at, stop))
        at = stop
    return spans


def no_last_resort(text, size=200, separators=FIELD):
    """Gives up where no separator is left, and returns a word that is too long."""
    _checked(size)

    def pieces(start, end, marks):
        if end - start <= size or not marks:
            return [(start, end)]
        found, at = [], start
        while at < end:
            place = text.find(marks[0], at, end)
            stop = end if place < 0 else place + len(marks[0])
            found += pieces(at, stop, marks[1:])
            at = stop
        return found

    return _join(pieces(0, len(text), list(separators)), size) if text else []


def never_cuts(text, size=200, separators=FIELD):
    """Returns the whole text as one span, whatever the size is."""
    _checked(size)
    return [(0, len(text))] if text else []


def weakest_only(text, size=200, separators=FIELD):
    """Cuts the whole text at the weakest separator and fills the spans: paragraphs that fit are broken."""
    _checked(size)
    return _join(_pieces(text, 0, len(text), size, list(separators)[-1:]), size) if text else []


def all_levels_at_once(text, size=200, separators=FIELD):
    """Cuts behind every separator of every kind, and does not join."""
    _checked(size)
    edges = {0, len(text)}
    for mark in separators:
        at = text.find(mark)
        while at >= 0:
            edges.add(at + len(mark))
            at = text.find(mark, at + len(mark))
    edges = sorted(edges)
    cut = [(a, b) for a, b in zip(edges, edges[1:])]
    return [(at, min(at + size, b)) for a, b in cut for at in range(a, b, size)]


def fills_from_all_levels(text, size=200, separators=FIELD):
    """Cuts behind every separator of every kind and fills the spans: a sentence that fits is broken at a word."""
    _checked(size)
    return _join(all_levels_at_once(text, size, separators), size)


def separator_opens_next(text, size=200, separators=FIELD):
    """Cuts before the separator, so that it begins the next piece."""
    _checked(size)

    def pieces(start, end, marks):
        if end - start <= size:
            return [(start, end)]
        if not marks:
            return [(at, min(at + size, end)) for at in range(start, end, size)]
        edges, at = [start], text.find(marks[0], start, end)
        while at >= 0:
            edges.append(at)
            at = text.find(marks[0], at + len(marks[0]), end)
        edges.append(end)
        return [piece for a, b in zip(edges, edges[1:]) if a < b for piece in pieces(a, b, marks[1:])]

    return _join(pieces(0, len(text), list(separators)), size) if text else []


def windows(text, size=200, separators=FIELD):
    """Cuts every size characters and looks at no separator."""
    _checked(size)
    return [(at, min(at + size, len(text))) for at in range(0, len(text), size)]


def never_joined(text, size=200, separators=FIELD):
    """Returns the pieces as they were cut; most are far below the size."""
    _checked(size)
    return _pieces(text, 0, len(text), size, separators) if text else []


def joined_below_half(text, size=200, separators=FIELD):
    """Stops joining at half the size."""
    _checked(size)
    return _join(_pieces(text, 0, len(text), size, separators), size // 2) if text else []


def joined_below_size(text, size=200, separators=FIELD):
    """Joins while the span stays below the size, where it may reach it."""
    _checked(size)
    return _join(_pieces(text, 0, len(text), size, separators), size - 1) if text else []


def one_over(text, size=200, separators=FIELD):
    """Allows one character too many."""
    _checked(size)
    return _join(_pieces(text, 0, len(text), size + 1, separators), size + 1) if text else []


def overlapping(text, size=200, separators=FIELD):
    """Repeats the last character of each span in the next."""
    _checked(size)
    spans = _join(_pieces(text, 0, len(text), size, separators), size) if text else []
    return [(max(0, start - 1), end) for start, end in spans]


def own_separators(text, size=200, separators=FIELD):
    """Ignores the separators that it is given and uses the usual four."""
    _checked(size)
    return _join(_pieces(text, 0, len(text), size, FIELD), size) if text else []


def bytes_for_characters(text, size=200, separators=FIELD):
    """Counts bytes, so that every accent moves the places behind it."""
    _checked(size)
    data = text.encode()
    marks = [mark.encode() for mark in separators]
    return _join(_pieces(data, 0, len(data), size, marks), size) if data else []


def texts_for_spans(text, size=200, separators=FIELD):
    """Returns the texts, where places are asked for."""
    _checked(size)
    return [text[a:b] for a, b in _join(_pieces(text, 0, len(text), size, separators), size)] if text else []


def span_of_nothing(text, size=200, separators=FIELD):
    """Returns an empty span for an empty text."""
    _checked(size)
    return _join(_pieces(text, 0, len(text), size, separators), size) if text else [(0, 0)]


def size_not_tested(text, size=200, separators=FIELD):
    """Takes any size: 0 and less are treated as 1."""
    return _join(_pieces(text, 0, len(text), max(size, 1), separators), max(size, 1)) if text else []


def recursion_to_the_right(text, size=200, separators=FIELD, at=0):
    """Calls itself for the rest of the text after each span: a long text ends in RecursionError."""
    _checked(size)
    if at >= len(text):
        return []
    start, end = _join(_pieces(text, at, len(text), size, separators), size)[0]
    return [(start, end), *recursion_to_the_right(text, size, separators, end)]


def absent_separator_ends_the_cascade(text, size=200, separators=FIELD):
    """Cuts between characters as soon as a separator does not occur, and does not try the weaker ones."""
    _checked(size)

    def pieces(start, end, marks):
        if end - start <= size:
            return [(start, end)]
        if not marks or marks[0] not in text[start:end]:
            return [(at, min(at + size, end)) for at in range(start, end, size)]
        found, at = [], start
        while at < end:
            place = text.find(marks[0], at, end)
            stop = end if place < 0 else place + len(marks[0])
            found += pieces(at, stop, marks[1:])
            at = stop
        return found

    return _join(pieces(0, len(text), list(separators)), size) if text else []


def same_separator_again(text, size=200, separators=FIELD):
    """Calls itself for a piece that is too long with the same separators, and never gets to the next."""
    _checked(size)
    if len(text) <= size:
        return [(0, len(text))] if text else []
    spans, at = [], 0
    for part in text.split(separators[0]) if separators else list(text):
        stop = min(at + len(part) + (len(separators[0]) if separators else 0), len(text))
        spans += [(at + a, at + b) for a, b in same_separator_again(text[at:stop], size, separators)]
        at = stop
    return _join(spans, size)


ALL = {name.replace("_", " "): made for name, made in list(globals().items()) if callable(made) and name[0] != "_"}

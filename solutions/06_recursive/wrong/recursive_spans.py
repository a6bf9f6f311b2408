"""Wrong answers to `recursive_spans`; each docstring says what is wrong."""

import re
from itertools import accumulate, pairwise

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


ALL = {
    name.replace("_", " "): made
    for name, made in list(globals().items())
    if getattr(made, "__module__", "") == __name__ and name[0] != "_"
}


SEPARATORS = ("\n\n", "\n", ". ", " ")


def _check(size):
    if not size >= 1:
        raise ValueError("size must be at least 1")


def _cut(text, start, end, separator):
    """Spans behind each match of the separator inside start and end."""
    edges, at = [start], text.find(separator, start, end)
    while at >= 0:
        edges.append(at + len(separator))
        at = text.find(separator, edges[-1], end)
    return [(a, b) for a, b in pairwise([*edges, end]) if a < b]


def _join_too(spans, size):
    """Greedy from the left."""
    joined = []
    for a, b in spans:
        if joined and b - joined[-1][0] <= size:
            joined[-1] = (joined[-1][0], b)
        else:
            joined.append((a, b))
    return joined


def _windows(start, end, size):
    return [(at, min(at + size, end)) for at in range(start, end, size)]


def _split(text, start, end, size, separators, cut=_cut, windows=_windows, join=_join_too):
    """Cut, go deeper where a piece is too long, join runs of pieces that fit. The core of several wrong answers."""
    if end - start <= size:
        return [(start, end)] if end > start else []
    if not separators:
        return windows(start, end, size)
    out, run = [], []
    for a, b in cut(text, start, end, separators[0]):
        if b - a <= size:
            run.append((a, b))
        else:
            out += join(run, size) + _split(text, a, b, size, separators[1:], cut, windows, join)
            run = []
    return out + join(run, size)


def rs_levels(text: str, size: int = 200, separators: tuple[str, ...] = SEPARATORS) -> list[tuple[int, int]]:
    """Joins inside each level only: the rest of a cut piece stays alone. (The task's example gives four spans: its first piece
    ends in two line feeds, so the second separator cuts it once more.)"""
    _check(size)
    return _split(text, 0, len(text), size, tuple(separators))


def rs_join_two(text: str, size: int = 200, separators: tuple[str, ...] = SEPARATORS) -> list[tuple[int, int]]:
    """Joins two pieces at most."""
    _check(size)

    def join(spans, size):
        out, at = [], 0
        while at < len(spans):
            both = at + 1 < len(spans) and spans[at + 1][1] - spans[at][0] <= size
            out.append((spans[at][0], spans[at + both][1]))
            at += 1 + both
        return out

    return _split(text, 0, len(text), size, separators, join=join)


def rs_pattern(text: str, size: int = 200, separators: tuple[str, ...] = SEPARATORS) -> list[tuple[int, int]]:
    """The separator is used as a pattern: the full stop stands for any character."""
    _check(size)

    def cut(text, start, end, separator):
        ends = [m.end() for m in re.compile(separator).finditer(text, start, end)]
        return [(a, b) for a, b in pairwise([start, *ends, end]) if a < b]

    return _split(text, 0, len(text), size, separators, cut=cut)


def rs_runs(text: str, size: int = 200, separators: tuple[str, ...] = SEPARATORS) -> list[tuple[int, int]]:
    """A run of separators is one match: no cut between two blank lines or two spaces."""
    _check(size)

    def cut(text, start, end, separator):
        ends = [m.end() for m in re.compile(f"(?:{re.escape(separator)})+").finditer(text, start, end)]
        return [(a, b) for a, b in pairwise([start, *ends, end]) if a < b]

    return _split(text, 0, len(text), size, separators, cut=cut)


def rs_overlapping(text: str, size: int = 200, separators: tuple[str, ...] = SEPARATORS) -> list[tuple[int, int]]:
    """Finds matches that overlap: three line feeds hold two blank lines."""
    _check(size)

    def cut(text, start, end, separator):
        n = len(separator)
        ends = [at + n for at in range(start, end - n + 1) if text.startswith(separator, at)]
        return [(a, b) for a, b in pairwise([start, *ends, end]) if a < b]

    return _split(text, 0, len(text), size, separators, cut=cut)


def rs_single_characters(text: str, size: int = 200, separators: tuple[str, ...] = SEPARATORS) -> list[tuple[int, int]]:
    """A long word falls apart into single characters that are not joined again."""
    _check(size)
    return _split(text, 0, len(text), size, separators, windows=lambda start, end, size: _windows(start, end, 1))


def rs_empty_first(text: str, size: int = 200, separators: tuple[str, ...] = SEPARATORS) -> list[tuple[int, int]]:
    """Returns for an empty text before the size is looked at."""
    return rs_levels(text, size, separators) if text else []


def rs_size_one(text: str, size: int = 200, separators: tuple[str, ...] = SEPARATORS) -> list[tuple[int, int]]:
    """Raises for a size of 1."""
    _check(size - 1)
    return rs_levels(text, size, separators)


def rs_bytes(text: str, size: int = 200, separators: tuple[str, ...] = SEPARATORS) -> list[tuple[int, int]]:
    """Lengths are counted in bytes of UTF-8, the places in characters."""
    _check(size)
    out, start = [], 0
    for a, b in rs_levels(text, size, separators):
        if len(text[a:b].encode()) > size:
            out += _windows(a, b, max(1, size // 2))
        else:
            out.append((a, b))
    return out


def rs_places_by_find(text: str, size: int = 200, separators: tuple[str, ...] = SEPARATORS) -> list[tuple[int, int]]:
    """Looks each span up in the text: a repeated one is found at its first place."""
    return [(text.find(text[a:b]), text.find(text[a:b]) + b - a) for a, b in rs_levels(text, size, separators)]


def rs_end_lost(text: str, size: int = 200, separators: tuple[str, ...] = SEPARATORS) -> list[tuple[int, int]]:
    """A separator at the very end of a piece is dropped, as split gives an empty part behind it."""
    spans = rs_levels(text, size, separators)
    if len(spans) > 1 and separators and text.endswith(separators[0]):
        spans[-1] = (spans[-1][0], len(text) - len(separators[0]))
    return spans


def rs_or_default(text: str, size: int = 200, separators: tuple[str, ...] = SEPARATORS) -> list[tuple[int, int]]:
    """No separators at all are taken for none given."""
    return rs_levels(text, size, separators or SEPARATORS)


def rs_sorted_separators(text: str, size: int = 200, separators: tuple[str, ...] = SEPARATORS) -> list[tuple[int, int]]:
    """Sorts the separators by their length, the longest first."""
    return rs_levels(text, size, tuple(sorted(separators, key=len, reverse=True)))


def rs_rest_unchecked(text: str, size: int = 200, separators: tuple[str, ...] = SEPARATORS) -> list[tuple[int, int]]:
    """A rest of fewer than ten characters is put to the span before it, whatever the size."""
    spans = rs_levels(text, size, separators)
    if len(spans) > 1 and spans[-1][1] - spans[-1][0] < min(10, size / 2):
        spans[-2:] = [(spans[-2][0], spans[-1][1])]
    return spans


def rs_any_case(text: str, size: int = 200, separators: tuple[str, ...] = SEPARATORS) -> list[tuple[int, int]]:
    """Finds separators in small letters or capitals."""
    _check(size)

    def cut(text, start, end, separator):
        ends = [m.end() for m in re.compile(re.escape(separator), re.I).finditer(text, start, end)]
        return [(a, b) for a, b in pairwise([start, *ends, end]) if a < b]

    return _split(text, 0, len(text), size, separators, cut=cut)


def rs_splitlines(text: str, size: int = 200, separators: tuple[str, ...] = SEPARATORS) -> list[tuple[int, int]]:
    """Lines are taken from splitlines: a form feed or U+2028 ends one too."""
    _check(size)

    def cut(text, start, end, separator):
        if separator != "\n":
            return _cut(text, start, end, separator)
        edges = list(accumulate(map(len, text[start:end].splitlines(keepends=True)), initial=start))
        return list(pairwise(edges))

    return _split(text, 0, len(text), size, separators, cut=cut)


def rs_words_by_white_space(
    text: str, size: int = 200, separators: tuple[str, ...] = SEPARATORS
) -> list[tuple[int, int]]:
    """The space stands for any white space: a tab or a no-break space is cut at too."""
    _check(size)

    def cut(text, start, end, separator):
        pattern = r"\s" if separator == " " else re.escape(separator)
        ends = [m.end() for m in re.compile(pattern).finditer(text, start, end)]
        return [(a, b) for a, b in pairwise([start, *ends, end]) if a < b]

    return _split(text, 0, len(text), size, separators, cut=cut)


def rs_texts(text: str, size: int = 200, separators: tuple[str, ...] = SEPARATORS) -> list[tuple[int, int]]:
    """Texts in place of places."""
    return [text[a:b] for a, b in rs_levels(text, size, separators)]


def rs_inclusive(text: str, size: int = 200, separators: tuple[str, ...] = SEPARATORS) -> list[tuple[int, int]]:
    """The end is the place of the last character."""
    return [(a, b - 1) for a, b in rs_levels(text, size, separators)]


def rs_deep(text: str, size: int = 200, separators: tuple[str, ...] = SEPARATORS) -> list[tuple[int, int]]:
    """Calls itself once for each span: a long text is too deep."""
    _check(size)

    def rest(spans):
        return [] if not spans else [spans[0], *rest(spans[1:])]

    return rest(rs_levels(text, size, separators))


def rs_longest_first(text: str, size: int = 200, separators: tuple[str, ...] = SEPARATORS) -> list[tuple[int, int]]:
    """Spans in the order of their making: those cut by a weaker separator come last."""
    spans = rs_levels(text, size, separators)
    return sorted(spans, key=lambda s: not text[s[0] : s[1]].endswith(separators[:1]))


_made = {}


def rs_memory(text: str, size: int = 200, separators: tuple[str, ...] = SEPARATORS) -> list[tuple[int, int]]:
    """Keeps results between calls by text and size, and forgets that the separators may change."""
    _check(size)
    if (text, size) not in _made:
        _made[text, size] = rs_levels(text, size, separators)
    return list(_made[text, size])


def rs_lazy_whole(text: str, size: int = 200, separators: tuple[str, ...] = SEPARATORS) -> list[tuple[int, int]]:
    """The whole text."""
    return [(0, len(text))]


def rs_lazy_windows(text: str, size: int = 200, separators: tuple[str, ...] = SEPARATORS) -> list[tuple[int, int]]:
    """Windows of the size, no separators, and the error."""
    _check(size)
    return _windows(0, len(text), size)


def rs_lazy_characters(text: str, size: int = 200, separators: tuple[str, ...] = SEPARATORS) -> list[tuple[int, int]]:
    """One character a span."""
    return [(at, at + 1) for at in range(len(text))]


def rs_lazy_empty(text: str, size: int = 200, separators: tuple[str, ...] = SEPARATORS) -> list[tuple[int, int]]:
    """Nothing."""
    return []


def rs_lazy_example(text: str, size: int = 200, separators: tuple[str, ...] = SEPARATORS) -> list[tuple[int, int]]:
    """The example."""
    return [(0, 6), (6, 18), (18, 27)]


def rs_lazy_error(text: str, size: int = 200, separators: tuple[str, ...] = SEPARATORS) -> list[tuple[int, int]]:
    """Always an error."""
    raise ValueError("no")


# Further wrong answers; the teachers' pages name those of ALL.
MORE = {
    "two pieces at most": rs_join_two,
    "separator as pattern": rs_pattern,
    "runs of separators": rs_runs,
    "overlapping matches": rs_overlapping,
    "single characters": rs_single_characters,
    "empty text before error": rs_empty_first,
    "size 1 refused": rs_size_one,
    "bytes": rs_bytes,
    "places by find": rs_places_by_find,
    "end lost": rs_end_lost,
    "no separators as default": rs_or_default,
    "separators sorted": rs_sorted_separators,
    "short rest added": rs_rest_unchecked,
    "any case": rs_any_case,
    "splitlines": rs_splitlines,
    "any white space": rs_words_by_white_space,
    "texts": rs_texts,
    "inclusive ends": rs_inclusive,
    "too deep": rs_deep,
    "another order": rs_longest_first,
    "memory of another call": rs_memory,
}
# Answers without any work: each earns less than a third.
LAZY = {
    "whole text": rs_lazy_whole,
    "windows, again": rs_lazy_windows,
    "characters": rs_lazy_characters,
    "nothing": rs_lazy_empty,
    "example": rs_lazy_example,
    "error": rs_lazy_error,
}

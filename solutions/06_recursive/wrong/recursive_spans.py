"""Wrong answers to `recursive_spans`; each docstring says what is wrong."""

import re
from itertools import accumulate, pairwise

FIELD = ("\n\n", "\n", ". ", " ")


def _after(pattern):
    """Make a cut after each match of the pattern that `pattern` makes of a separator."""

    def cut(text, start, end, mark):
        ends = [match.end() for match in re.compile(pattern(mark)).finditer(text, start, end)]
        return [(a, b) for a, b in pairwise([start, *ends, end]) if a < b]

    return cut


def _windows(start, end, size):
    return [(at, min(at + size, end)) for at in range(start, end, size)]


def _join(pieces, size):
    spans = []
    for start, end in pieces:
        if spans and end - spans[-1][0] <= size:
            spans[-1] = (spans[-1][0], end)
        else:
            spans.append((start, end))
    return spans


def _checked(size):
    if size < 1:
        raise ValueError("size")


def _pieces(text, size, separators, cut=_after(re.escape), last=_windows):
    """Cut as it should be; the wrong answers exchange a part or spoil the spans."""

    def pieces(start, end, marks):
        if end - start <= size:
            return [(start, end)] if end > start else []
        if not marks:
            return last(start, end, size)
        return [piece for a, b in cut(text, start, end, marks[0]) for piece in pieces(a, b, marks[1:])]

    return pieces(0, len(text), list(separators))


def _right(text, size, separators, join=_join, **parts):
    _checked(size)
    return join(_pieces(text, size, separators, **parts), size)


def _with(says, change=lambda spans, text: spans, marks=lambda separators: separators, **parts):
    """Make an answer that takes other separators, exchanges a part, or changes the spans."""

    def answer(text, size=200, separators=FIELD):
        return change(_right(text, size, marks(separators), **parts), text)

    answer.__doc__ = says
    return answer


def separators_not_counted(text, size=200, separators=FIELD):
    """Adds up the lengths of the pieces without their separators, so a span can be longer than the size."""
    _checked(size)
    spans, filled = [], 0
    for start, end in _pieces(text, size, separators):
        bare = end - start - len(next((mark for mark in separators if text[start:end].endswith(mark)), ""))
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

    def pieces(start, end, marks):
        if end - start <= size:
            return [(start, end)]
        if not marks:
            return _windows(start, end, size)
        found = []
        for a, b in _after(re.escape)(text, start, end, marks[0]):
            fits = b - a - len(marks[0]) * text.endswith(marks[0], a, b) <= size
            found += [(a, b)] if fits else pieces(a, b, marks[1:])
        return found

    return _join(pieces(0, len(text), list(separators)), size) if text else []


def offsets_drift(text, size=200, separators=FIELD):
    """Forgets to move on by the length of the separator: later spans begin too early."""
    spans, at = [], 0
    for start, end in _right(text, size, separators):
        mark = next((mark for mark in separators if text[start:end].endswith(mark)), "")
        spans.append((at, at + end - start))
        at += end - start - len(mark)
    return spans


def white_space_dropped(text, size=200, separators=FIELD):
    """Leaves out pieces that are white space alone."""
    _checked(size)
    return _join([(a, b) for a, b in _pieces(text, size, separators) if text[a:b].strip()], size)


def one_level(text, size=200, separators=FIELD):
    """Knows one separator only; a paragraph that is too long stays as it is."""
    return _right(text, size, separators[:1], last=lambda start, end, size: [(start, end)])


def never_cuts(text, size=200, separators=FIELD):
    """Returns the whole text as one span, whatever the size is."""
    _checked(size)
    return [(0, len(text))] if text else []


def all_levels_at_once(text, size=200, separators=FIELD):
    """Cuts after every separator of every kind, and does not join."""
    _checked(size)
    edges = {0, len(text)}
    for mark in separators:
        edges.update(match.end() for match in re.finditer(re.escape(mark), text))
    return [window for a, b in pairwise(sorted(edges)) for window in _windows(a, b, size)]


def fills_from_all_levels(text, size=200, separators=FIELD):
    """Cuts after every separator of every kind and fills the spans: a sentence that fits is broken at a word."""
    return _join(all_levels_at_once(text, size, separators), size)


def windows(text, size=200, separators=FIELD):
    """Cuts every size characters and looks at no separator."""
    _checked(size)
    return _windows(0, len(text), size)


def one_over(text, size=200, separators=FIELD):
    """Allows one character too many."""
    _checked(size)
    return _right(text, size + 1, separators)


def bytes_for_characters(text, size=200, separators=FIELD):
    """Counts bytes, so that every accent moves the places after it."""
    return _right(text.encode(), size, [mark.encode() for mark in separators])


def size_not_tested(text, size=200, separators=FIELD):
    """Takes any size: 0 and less are treated as 1."""
    return _right(text, max(size, 1), separators)


def recursion_to_the_right(text, size=200, separators=FIELD, at=0):
    """Calls itself for the rest of the text after each span: a long text ends in RecursionError."""
    if at >= len(text):
        return _right("", size, separators)
    end = at + _right(text[at:], size, separators)[0][1]
    return [(at, end), *recursion_to_the_right(text, size, separators, end)]


def absent_separator_ends_the_cascade(text, size=200, separators=FIELD):
    """Cuts between characters as soon as a separator does not occur, and does not try the weaker ones."""

    def cut(text, start, end, mark):
        return _after(re.escape)(text, start, end, mark) if mark in text[start:end] else _windows(start, end, size)

    return _right(text, size, separators, cut=cut)


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


def _without_separator(text, start, end, mark):
    return [(a, b - len(mark) * text.endswith(mark, a, b)) for a, b in _after(re.escape)(text, start, end, mark)]


def _before(text, start, end, mark):
    edges = [start, *(match.start() for match in re.compile(re.escape(mark)).finditer(text, start, end)), end]
    return [(a, b) for a, b in pairwise(edges) if a < b]


ALL = {
    name.replace("_", " "): made
    for name, made in list(globals().items())
    if getattr(made, "__module__", "") == __name__ and name[0] != "_"
} | {
    "separators lost": _with(
        "Splits with split() and moves on by the pieces alone, so the separators are in no span.",
        cut=_without_separator,
        join=lambda pieces, size: pieces,
    ),
    "looked up": _with(
        "Finds the place of each piece with text.find, which gives the first of several equal ones.",
        lambda spans, text: [(text.find(text[a:b]), text.find(text[a:b]) + b - a) for a, b in spans],
    ),
    "last piece lost": _with(
        "Adds a span when the next piece does not fit, and never adds the last one.", lambda spans, text: spans[:-1]
    ),
    "stripped": _with(
        "Leaves out the white space at the end of each span.",
        lambda spans, text: [(a, a + len(text[a:b].rstrip())) for a, b in spans],
    ),
    "overlapping": _with(
        "Repeats the last character of each span in the next.",
        lambda spans, text: [(max(0, a - 1), b) for a, b in spans],
    ),
    "texts for spans": _with(
        "Returns the texts, where places are asked for.", lambda spans, text: [text[a:b] for a, b in spans]
    ),
    "span of nothing": _with("Returns an empty span for an empty text.", lambda spans, text: spans or [(0, 0)]),
    "no last resort": _with(
        "Gives up where no separator is left, and returns a word that is too long.",
        last=lambda start, end, size: [(start, end)],
    ),
    "weakest only": _with(
        "Cuts the whole text at the weakest separator and fills the spans: paragraphs that fit are broken.",
        marks=lambda separators: separators[-1:],
    ),
    "own separators": _with(
        "Ignores the separators that it is given and uses the usual four.", marks=lambda separators: FIELD
    ),
    "separator opens next": _with("Cuts before the separator, so that it begins the next piece.", cut=_before),
    "never joined": _with(
        "Returns the pieces as they were cut; most are far below the size.", join=lambda pieces, size: pieces
    ),
    "joined below half": _with("Stops joining at half the size.", join=lambda pieces, size: _join(pieces, size // 2)),
    "joined below size": _with(
        "Joins while the span stays below the size, where it may reach it.",
        join=lambda pieces, size: _join(pieces, size - 1),
    ),
}


def _in_twos(spans, size):
    out, at = [], 0
    while at < len(spans):
        both = at + 1 < len(spans) and spans[at + 1][1] - spans[at][0] <= size
        out.append((spans[at][0], spans[at + both][1]))
        at += 1 + both
    return out


def _overlapping_matches(text, start, end, mark):
    ends = [at + len(mark) for at in range(start, end - len(mark) + 1) if text.startswith(mark, at)]
    return [(a, b) for a, b in pairwise([start, *ends, end]) if a < b]


def _lines(text, start, end, mark):
    if mark != "\n":
        return _after(re.escape)(text, start, end, mark)
    return list(pairwise(accumulate(map(len, text[start:end].splitlines(keepends=True)), initial=start)))


def empty_first(text, size=200, separators=FIELD):
    """Returns for an empty text before the size is looked at."""
    return _right(text, size, separators) if text else []


def size_one(text, size=200, separators=FIELD):
    """Raises for a size of 1."""
    _checked(size - 1)
    return _right(text, size, separators)


def bytes_cut(text, size=200, separators=FIELD):
    """Lengths are counted in bytes of UTF-8, the places in characters."""
    out = []
    for a, b in _right(text, size, separators):
        out += _windows(a, b, max(1, size // 2)) if len(text[a:b].encode()) > size else [(a, b)]
    return out


def end_lost(text, size=200, separators=FIELD):
    """Drops a separator at the very end of a piece, because split gives an empty part after it."""
    spans = _right(text, size, separators)
    if len(spans) > 1 and separators and text.endswith(separators[0]):
        spans[-1] = (spans[-1][0], len(text) - len(separators[0]))
    return spans


def rest_unchecked(text, size=200, separators=FIELD):
    """A rest of fewer than ten characters is put to the span before it, whatever the size."""
    spans = _right(text, size, separators)
    if len(spans) > 1 and spans[-1][1] - spans[-1][0] < min(10, size / 2):
        spans[-2:] = [(spans[-2][0], spans[-1][1])]
    return spans


def longest_first(text, size=200, separators=FIELD):
    """Spans in the order of their making: those cut by a weaker separator come last."""
    spans = _right(text, size, separators)
    return sorted(spans, key=lambda s: not text[s[0] : s[1]].endswith(separators[:1]))


_made = {}


def memory(text, size=200, separators=FIELD):
    """Keeps results between calls by text and size, and forgets that the separators may change."""
    found = _right(text, size, separators)
    return list(_made.setdefault((text, size), found))


def exactly_too_long(text, size=200, separators=FIELD):
    """Cuts a piece of exactly the size further, and fills the spans up to the size."""
    _checked(size)
    return _join(_pieces(text, max(size - 1, 1), separators), size)


# Further wrong answers; the teachers' pages name those of ALL.
MORE = {
    "empty text before error": empty_first,
    "size 1 refused": size_one,
    "bytes": bytes_cut,
    "end lost": end_lost,
    "short rest added": rest_unchecked,
    "another order": longest_first,
    "memory of another call": memory,
    "exactly the size is too long": exactly_too_long,
    "lengths for ends": _with(
        "A start and a length, where a start and an end are asked for.",
        lambda spans, text: [(a, b - a) for a, b in spans],
    ),
    "two pieces at most": _with("Joins two pieces at most.", join=_in_twos),
    "separator as pattern": _with(
        "The separator is used as a pattern: the full stop stands for any character.", cut=_after(str)
    ),
    "runs of separators": _with(
        "A run of separators is one match: no cut between two blank lines or two spaces.",
        cut=_after(lambda mark: f"(?:{re.escape(mark)})+"),
    ),
    "overlapping matches": _with(
        "Finds matches that overlap: three line feeds hold two blank lines.", cut=_overlapping_matches
    ),
    "separators sorted": _with(
        "Sorts the separators by their length, the longest first.",
        marks=lambda separators: sorted(separators, key=len, reverse=True),
    ),
    "any case": _with(
        "Finds separators in small letters or capitals.", cut=_after(lambda mark: f"(?i:{re.escape(mark)})")
    ),
    "splitlines": _with("Lines are taken from splitlines: a form feed or U+2028 ends one too.", cut=_lines),
    "any white space": _with(
        "The space stands for any white space: a tab or a no-break space is cut at too.",
        cut=_after(lambda mark: r"\s" if mark == " " else re.escape(mark)),
    ),
    "inclusive ends": _with(
        "The end is the place of the last character.", lambda spans, text: [(a, b - 1) for a, b in spans]
    ),
}
# Answers without any work: each earns less than a third.
LAZY = {
    "windows": windows,
    "whole text": lambda text, size=200, separators=FIELD: [(0, len(text))],
    "characters": lambda text, size=200, separators=FIELD: [(at, at + 1) for at in range(len(text))],
    "example": lambda text, size=200, separators=FIELD: [(0, 6), (6, 18), (18, 27)],
    "error": lambda text, size=200, separators=FIELD: _checked(0),
}

"""Wrong answers to `recursive_spans`; each docstring says what is wrong."""

import re
from itertools import pairwise

FIELD = ("\n\n", "\n", ". ", " ")


def _after(text, start, end, mark):
    """Cut after each separator."""
    ends = [match.end() for match in re.compile(re.escape(mark)).finditer(text, start, end)]
    return [(a, b) for a, b in pairwise([start, *ends, end]) if a < b]


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


def _pieces(text, size, separators, cut=_after, last=_windows):
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


def _with(says, change=lambda spans, text: spans, **parts):
    """Make an answer that exchanges a part, or changes the spans."""

    def answer(text, size=200, separators=FIELD):
        return change(_right(text, size, separators, **parts), text)

    answer.__doc__ = says
    return answer


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


def windows(text, size=200, separators=FIELD):
    """Cuts every size characters and looks at no separator."""
    _checked(size)
    return _windows(0, len(text), size)


def size_not_tested(text, size=200, separators=FIELD):
    """Takes any size: 0 and less are treated as 1."""
    return _right(text, max(size, 1), separators)


def recursion_to_the_right(text, size=200, separators=FIELD, at=0):
    """Calls itself for the rest of the text after each span: a long text ends in RecursionError."""
    if at >= len(text):
        return _right("", size, separators)
    end = at + _right(text[at:], size, separators)[0][1]
    return [(at, end), *recursion_to_the_right(text, size, separators, end)]


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
    return [(a, b - len(mark) * text.endswith(mark, a, b)) for a, b in _after(text, start, end, mark)]


def _overlapping_matches(text, start, end, mark):
    ends = [at + len(mark) for at in range(start, end - len(mark) + 1) if text.startswith(mark, at)]
    return [(a, b) for a, b in pairwise([start, *ends, end]) if a < b]


def exactly_too_long(text, size=200, separators=FIELD):
    """Cuts a piece of exactly the size further, and fills the spans up to the size."""
    _checked(size)
    return _join(_pieces(text, max(size - 1, 1), separators), size)


ALL = {
    "one level": one_level,
    "never cuts": never_cuts,
    "all levels at once": all_levels_at_once,
    "windows": windows,
    "size not tested": size_not_tested,
    "recursion to the right": recursion_to_the_right,
    "same separator again": same_separator_again,
    "separators lost": _with(
        "Splits with split() and moves on by the pieces alone, so the separators are in no span.",
        cut=_without_separator,
        join=lambda pieces, size: pieces,
    ),
    "span of nothing": _with("Returns an empty span for an empty text.", lambda spans, text: spans or [(0, 0)]),
    "no last resort": _with(
        "Gives up where no separator is left, and returns a word that is too long.",
        last=lambda start, end, size: [(start, end)],
    ),
    "joined below size": _with(
        "Joins while the span stays below the size, where it may reach it.",
        join=lambda pieces, size: _join(pieces, size - 1),
    ),
    "inclusive ends": _with(
        "The end is the place of the last character.", lambda spans, text: [(a, b - 1) for a, b in spans]
    ),
    "exactly the size is too long": exactly_too_long,
    "overlapping matches": _with(
        "Finds matches that overlap: three line feeds hold two blank lines.", cut=_overlapping_matches
    ),
}
# Answers without any work: each earns less than a third.
LAZY = {
    "characters": lambda text, size=200, separators=FIELD: [(at, at + 1) for at in range(len(text))],
    "error": lambda text, size=200, separators=FIELD: _checked(0),
}

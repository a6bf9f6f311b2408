"""Wrong answers to `natural_pieces`, each with one fault: `_cut` is right without the options that spoil it."""

import re

import regex
import tiktoken

PARAGRAPHS, LINES, SENTENCES, WORDS = LEVELS = (r"\s*\n\s*\n\s*", r"\s*\n\s*", r"(?<=[.!?])\s+", r"\s+")


def _cut(text, start, end, limit, model="gpt-4", levels=LEVELS, uncut=False, least=0):
    size = len(tiktoken.encoding_for_model(model).encode(text[start:end], disallowed_special=()))
    if not text[start:end].strip():
        return []
    if (size <= limit and least <= 0) or end - start == 1 or (uncut and not levels):
        return [(start, end)]
    middle = (start + end) // 2
    gaps = (
        [match.span() for match in re.compile(levels[0]).finditer(text, start, end)] if levels else [(middle, middle)]
    )
    pieces = []
    for first, last in [*gaps, (end, end)]:
        pieces += _cut(text, start, first, limit, model, levels[1:], uncut, least - 1)
        start = last
    return pieces


def _with(fault, change=None, less=0, deaf=False, **options):
    def natural_pieces(text, start, end, limit, model="gpt-4"):
        pieces = _cut(text, start, end, limit - less, "gpt-4" if deaf else model, **options)
        return change(pieces, text, start, end, limit) if change else pieces

    natural_pieces.__doc__ = fault
    return natural_pieces


def _joined(pieces, *_):
    return [(pieces[0][0], pieces[1][1]), *pieces[2:]] if len(pieces) > 1 else pieces


def _clusters(pieces, text, *_):
    """Puts what a reader sees as one sign together again, however long it is."""
    signs = [match.span() for match in regex.finditer(r"\X", text) if match.end() - match.start() > 1]
    for first, last in signs:
        inside = [piece for piece in pieces if first <= piece[0] and piece[1] <= last]
        if len(inside) > 1:
            pieces[pieces.index(inside[0]) : pieces.index(inside[-1]) + 1] = [(first, last)]
    return pieces


def _searched(pieces, text, start, *_):
    return [(at, at + b - a) for a, b in pieces for at in [text.find(text[a:b], start)]]


def past_the_breaks(text, start, end, limit, model="gpt-4", level=0):
    """Looks for a break after the last one when a word is too long."""
    size = len(tiktoken.encoding_for_model(model).encode(text[start:end], disallowed_special=()))
    if size <= limit or not text[start:end].strip():
        return [(start, end)] if text[start:end].strip() else []
    pieces = []
    for first, last in [*[match.span() for match in re.compile(LEVELS[level]).finditer(text, start, end)], (end, end)]:
        pieces += past_the_breaks(text, start, first, limit, model, level + 1)
        start = last
    return pieces


ALL = {
    "past the breaks": past_the_breaks,
    "clusters stay whole": _with("Never cuts what a reader sees as one sign.", _clusters),
    "searched": _with("Searches for the place of each piece.", _searched),
    "last part lost": _with("Forgets the last part.", lambda pieces, *_: pieces[:-1] or pieces),
    "offsets of the slice": _with(
        "Counts from the slice.", lambda pieces, _, start, *__: [(a - start, b - start) for a, b in pieces]
    ),
    "cuts the whole text": _with(
        "Cuts the whole text.", lambda _, text, start, end, limit: _cut(text, 0, len(text), limit)
    ),
    "a blank piece": _with("Makes a piece of white space.", lambda pieces, _, start, end, __: pieces or [(start, end)]),
    "joins": _with("Joins the first two pieces.", _joined),
    "no paragraphs": _with("Cuts lines at once.", levels=LEVELS[1:]),
    "no lines": _with("Cuts a paragraph into sentences.", levels=(PARAGRAPHS, SENTENCES, WORDS)),
    "no sentences": _with("Cuts a line into words.", levels=(PARAGRAPHS, LINES, WORDS)),
    "every dot": _with("Ends a sentence at every dot.", levels=(PARAGRAPHS, LINES, r"(?<=[.!?])\s*", WORDS)),
    "words at once": _with("Cuts into words what is too long.", levels=(WORDS,)),
    "below the limit": _with("Refuses a piece of exactly the limit.", less=1),
    "gpt-4 for all": _with("Counts for gpt-4.", deaf=True),
    "always cuts": _with("Cuts a text that fits into its paragraphs.", least=1),
    "long words stay": _with("Returns a word as it is, however long.", uncut=True),
}

"""Wrong answers to `natural_pieces`, each with one fault: `_cut` is right without the options that spoil it."""

import re

import tiktoken

WORDS = r"\s+"
LEVELS = (r"\s*\n\s*\n\s*", r"\s*\n\s*", r"(?<=[.!?])\s+", WORDS)


def _cut(text, start, end, limit, model, levels=LEVELS, uncut=False):
    size = len(tiktoken.encoding_for_model(model).encode(text[start:end], disallowed_special=()))
    if not text[start:end].strip():
        return []
    if size <= limit or end - start == 1 or (uncut and not levels):
        return [(start, end)]
    middle = (start + end) // 2
    gaps = (
        [match.span() for match in re.compile(levels[0]).finditer(text, start, end)] if levels else [(middle, middle)]
    )
    pieces = []
    for first, last in [*gaps, (end, end)]:
        pieces += _cut(text, start, first, limit, model, levels[1:], uncut)
        start = last
    return pieces


def _with(fault, change=None, less=0, **options):
    def natural_pieces(text, start, end, limit, model="gpt-4"):
        pieces = _cut(text, start, end, limit - less, model, **options)
        return change(pieces, start) if change else pieces

    natural_pieces.__doc__ = fault
    return natural_pieces


ALL = {
    "last part lost": _with("Forgets the last part.", lambda pieces, start: pieces[:-1] or pieces),
    "offsets of the slice": _with(
        "Counts from the slice.", lambda pieces, start: [(a - start, b - start) for a, b in pieces]
    ),
    "words at once": _with("Cuts into words what is too long.", levels=(WORDS,)),
    "below the limit": _with("Refuses a piece of exactly the limit.", less=1),
    "long words stay": _with("Returns a word as it is, however long.", uncut=True),
}

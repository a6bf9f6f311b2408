"""Wrong answers to `natural_pieces`, each with one fault: `_cut` is right without the options that spoil it."""

import re

import tiktoken

LEVELS = (r"\s*\n\s*\n\s*", r"\s*\n\s*", r"(?<=[.!?])\s+", r"\s+")


def _cut(text, start, end, limit, model="gpt-4", levels=LEVELS, fits=None, least=0):
    encoding = tiktoken.encoding_for_model(model)
    if not text[start:end].strip():
        return []
    size = len(encoding.encode(text[start:end], disallowed_special=()))
    if (fits(size, limit) if fits else size <= limit) and least <= 0:
        return [(start, end)]
    if end - start == 1 or levels == ("stop",):
        return [(start, end)]
    middle = (start + end) // 2
    gaps = (
        [match.span() for match in re.compile(levels[0]).finditer(text, start, end)] if levels else [(middle, middle)]
    )
    pieces = []
    for first, last in [*gaps, (end, end)]:
        pieces += _cut(text, start, first, limit, model, levels[1:], fits, least - 1)
        start = last
    return pieces


def _with(fault, **options):
    def natural_pieces(text, start, end, limit, model="gpt-4"):
        return _cut(text, start, end, limit, model, **options)

    natural_pieces.__doc__ = fault
    return natural_pieces


def last_part_lost(text, start, end, limit, model="gpt-4"):
    """Forgets what comes after the last break."""
    pieces = _cut(text, start, end, limit, model)
    return pieces[:-1] if len(pieces) > 1 else pieces


def offsets_of_the_slice(text, start, end, limit, model="gpt-4"):
    """Counts the offsets from the start of the slice."""
    return _cut(text[start:end], 0, end - start, limit, model)


def whole_text(text, start, end, limit, model="gpt-4"):
    """Cuts the whole text, and not the span."""
    return _cut(text, 0, len(text), limit, model)


def blank_piece(text, start, end, limit, model="gpt-4"):
    """Makes a piece of white space, or of nothing."""
    return _cut(text, start, end, limit, model) or [(start, end)]


def joined(text, start, end, limit, model="gpt-4"):
    """Joins two pieces where they fit."""
    pieces = _cut(text, start, end, limit, model)
    for at in range(len(pieces) - 1):
        if len(_cut(text, pieces[at][0], pieces[at + 1][1], limit, model)) == 1 or pieces[at][1] - pieces[at][0] < 3:
            return [*pieces[:at], (pieces[at][0], pieces[at + 1][1]), *pieces[at + 2 :]]
    return pieces


def longest_word_lost(text, start, end, limit, model="gpt-4"):
    """Leaves out a word that does not fit."""
    return [(a, b) for a, b in _cut(text, start, end, limit, model, (*LEVELS, "stop")[:4]) if b - a < 2 * limit + 9]


ALL = {
    "last part lost": last_part_lost,
    "offsets of the slice": offsets_of_the_slice,
    "cuts the whole text": whole_text,
    "a blank piece": blank_piece,
    "joins": joined,
    "long words lost": longest_word_lost,
    "no paragraphs": _with("Cuts lines at once.", levels=LEVELS[1:]),
    "no lines": _with("Cuts a paragraph into sentences at once.", levels=(LEVELS[0], *LEVELS[2:])),
    "no sentences": _with("Cuts a line into words at once.", levels=(*LEVELS[:2], LEVELS[3])),
    "every dot": _with(
        "Takes every full stop for the end of a sentence.", levels=(*LEVELS[:2], r"(?<=[.!?])\s*", r"\s+")
    ),
    "words at once": _with("Cuts into words what is too long.", levels=LEVELS[3:]),
    "below the limit": _with("Refuses a piece of exactly the limit.", fits=lambda size, limit: size < limit),
    "always cuts": _with("Cuts a text that fits into its paragraphs.", least=1),
    "long words stay": _with("Returns a word as it is, however long.", levels=(*LEVELS, "stop")),
}

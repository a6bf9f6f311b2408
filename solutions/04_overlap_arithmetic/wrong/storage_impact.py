"""Wrong answers to `storage_impact`; each docstring says what is wrong."""

from dataclasses import dataclass
from math import ceil

import numpy as np


def _need(tokens, size, overlap):
    if tokens < 0 or not 0 <= overlap < size:
        raise ValueError("settings")


def _count(tokens, size, overlap):
    return 1 + ceil(max(0, tokens - size) / (size - overlap)) if tokens else 0


def _stored(tokens, size, overlap, chunks):
    return tokens + max(0, chunks - 1) * overlap


def _answer(chunks, stored, document, price=0.02e-6):
    ratio = stored / document if document else 1.0
    return {"chunks": chunks, "tokens": stored, "redundancy": ratio, "cost": stored * price}


def _right(tokens, size, overlap, guard=_need, count=_count, stored=_stored, **price):
    """Count as it should be; the wrong answers exchange a part or spoil the numbers."""
    guard(tokens, size, overlap)
    chunks = count(tokens, size, overlap)
    return _answer(chunks, stored(tokens, size, overlap, chunks), tokens, **price)


def _with(says, change=lambda found, tokens, size, overlap: found, **parts):
    """Make an answer that exchanges a part, or changes what comes out."""

    def answer(tokens, size, overlap):
        return change(_right(tokens, size, overlap, **parts), tokens, size, overlap)

    answer.__doc__ = says
    return answer


def _but(says, key, value):
    """Make an answer with another value for one key."""
    return _with(says, lambda found, *settings: {**found, key: value(found, *settings)})


def empty_divides(tokens, size, overlap):
    """Divides by the length of an empty document."""
    found = _right(tokens, size, overlap)
    return {**found, "redundancy": found["tokens"] / tokens}


def says_none(tokens, size, overlap):
    """Returns None for settings that make no sense, where an error is asked."""
    return _right(tokens, size, overlap) if tokens >= 0 and 0 <= overlap < size else None


ALL = {
    "empty document divides by zero": empty_divides,
    "None for bad settings": says_none,
    "published: one window too many": _with(
        "Rounds down and adds one, so that one window too many is counted where the stride divides.",
        count=lambda tokens, size, overlap: max(1, (tokens - overlap) // (size - overlap) + 1) if tokens else 0,
    ),
    "windows times size": _with(
        "Takes the last window for full.", stored=lambda tokens, size, overlap, chunks: chunks * size
    ),
    "overlap counted for the first window": _with(
        "Counts the overlap for the first window too, which shares nothing.",
        stored=lambda tokens, size, overlap, chunks: tokens + chunks * overlap,
    ),
    "the percentage added": _with(
        "Adds the overlap as a part of the size: 20 % more for 20 %.",
        stored=lambda tokens, size, overlap, chunks: tokens * (1 + overlap / size),
    ),
    "the limit of long documents": _with(
        "Uses 1 / (1 - r), which holds only for long documents.",
        stored=lambda tokens, size, overlap, chunks: tokens * size / (size - overlap),
    ),
    "empty document stores less than nothing": _with(
        "Multiplies the overlap by one window less than none.",
        stored=lambda tokens, size, overlap, chunks: tokens + (chunks - 1) * overlap,
    ),
    "price per thousand": _with("Takes the price of a million tokens for that of a thousand.", price=0.02e-3),
    "in cents": _with("Gives the cost in cents.", price=2e-6),
    "settings not tested": _with(
        "Tests nothing: an overlap as large as the size divides by zero.", guard=lambda *settings: None
    ),
    "the limit for the ratio alone": _but(
        "Counts the tokens, and then gives the ratio of long documents.",
        "redundancy",
        lambda found, tokens, size, overlap: size / (size - overlap),
    ),
    "only what is more": _but(
        "Gives the part that is stored again, without the document itself.",
        "redundancy",
        lambda found, *settings: found["redundancy"] - 1,
    ),
    "ratio upside down": _but(
        "Divides the document by what is stored.", "redundancy", lambda found, *settings: 1 / found["redundancy"]
    ),
    "ratio rounded": _but(
        "Rounds the ratio to two places.", "redundancy", lambda found, *settings: round(found["redundancy"], 2)
    ),
    "cost of the document alone": _but(
        "Takes the price of the document, not of what is stored.",
        "cost",
        lambda found, tokens, size, overlap: tokens * 0.02e-6,
    ),
    "cost rounded": _but(
        "Rounds the cost to cents: almost every document costs nothing.",
        "cost",
        lambda found, *settings: round(found["cost"], 2),
    ),
    "words for numbers": _but(
        "Writes the cost as text with a dollar sign.", "cost", lambda found, *settings: f"${found['cost']:.4f}"
    ),
    "other keys": _with(
        "Calls the keys something else.",
        lambda found, *settings: dict(zip(("windows", "stored", "redundancy", "cost"), found.values())),
    ),
    "a tuple": _with("Returns the four numbers without their names.", lambda found, *settings: tuple(found.values())),
    "empty document has ratio 0": _with(
        "Says that an empty document has the redundancy 0, as if it lost what it stores.",
        lambda found, tokens, *settings: found if tokens else dict.fromkeys(found, 0),
    ),
    "zeros": _with("Says 0 for everything.", lambda found, *settings: dict.fromkeys(found, 0)),
}


@dataclass
class _Impact:
    chunks: int
    tokens: int
    redundancy: float
    cost: float


def empty_none(tokens, size, overlap):
    """An empty dictionary for an empty document."""
    return _right(tokens, size, overlap) if tokens else {}


def empty_early(tokens, size, overlap):
    """Returns early for an empty document, before it looks at size and overlap."""
    return _right(tokens, size, overlap) if tokens else _answer(0, 0, 0)


def short_early(tokens, size, overlap):
    """Returns early for a document that fits, before it looks at the overlap."""
    return _answer(1, tokens, tokens) if 0 < tokens <= size else _right(tokens, size, overlap)


def equal_allowed(tokens, size, overlap):
    """Accepts an overlap as large as the size."""
    return _right(tokens, size, overlap - 1 if overlap == size > 0 else overlap)


def negative_overlap(tokens, size, overlap):
    """Takes a negative overlap for 0."""
    return _right(tokens, size, max(0, overlap))


def negative_document(tokens, size, overlap):
    """Takes fewer than 0 tokens for none."""
    return _right(max(0, tokens), size, overlap)


def half_refused(tokens, size, overlap):
    """Refuses an overlap of more than half the size."""
    return _right(tokens if 2 * overlap <= size else -1, size, overlap)


def zero_refused(tokens, size, overlap):
    """Refuses an overlap of 0."""
    return _right(tokens, size, overlap or -1)


def last_below_half(tokens, size, overlap):
    """Leaves out a last window below half the size."""
    found = _right(tokens, size, overlap)
    last = tokens - (found["chunks"] - 1) * (size - overlap)
    return _answer(found["chunks"] - 1, found["tokens"] - last, tokens) if 0 < 2 * last < size < tokens else found


_BILL = [0]


def bill(tokens, size, overlap):
    """The cost of all calls so far."""
    found = _right(tokens, size, overlap)
    _BILL[0] += found["tokens"]
    return found | {"cost": _BILL[0] * 0.02e-6}


# Further wrong answers; the teachers' pages name those of ALL.
MORE = {
    "empty dictionary": empty_none,
    "empty early": empty_early,
    "short early": short_early,
    "equal allowed": equal_allowed,
    "negative overlap": negative_overlap,
    "negative document": negative_document,
    "over half refused": half_refused,
    "overlap 0 refused": zero_refused,
    "last below half": last_below_half,
    "all calls": bill,
    "ZeroDivisionError": _with(
        "An overlap as large as the size divides by zero.",
        guard=lambda tokens, size, overlap: _need(tokens, size + 1, overlap),
    ),
    "thirty-two bits": _with(
        "Thirty-two bits for the tokens of all windows: more than 2**31 wrap round.",
        stored=lambda *counts: int(np.array(_stored(*counts), dtype=np.int64).astype(np.int32)),
    ),
    "count only": _but(
        "The sum is right, the number of windows counts every start.",
        "chunks",
        lambda found, tokens, size, overlap: ceil(tokens / (size - overlap)),
    ),
    "empty window": _but(
        "One window for an empty document.", "chunks", lambda found, *settings: max(1, found["chunks"])
    ),
    "ratio six digits": _but(
        "A ratio rounded to six digits.", "redundancy", lambda found, *settings: round(found["redundancy"], 6)
    ),
    "cost seven digits": _but(
        "Dollars rounded to seven digits: small documents are off.",
        "cost",
        lambda found, *settings: round(found["cost"], 7),
    ),
    "cost of full windows": _but(
        "The price of full windows; everything else is right.",
        "cost",
        lambda found, tokens, size, overlap: found["chunks"] * size * 0.02e-6,
    ),
    "tokens from the ratio": _but(
        "Tokens by ratio times document with a rounded ratio: off for long documents.",
        "tokens",
        lambda found, tokens, *settings: round(round(found["redundancy"], 4) * tokens),
    ),
    "items": _with("The items of the dictionary as a list.", lambda found, *settings: list(found.items())),
    "object": _with("A dataclass that was not turned into a dictionary.", lambda found, *settings: _Impact(**found)),
}
# Answers without any work: each earns less than a third.
LAZY = {
    "example": lambda tokens, size, overlap: _answer(3, 12, 10),
    "one window": _with(
        "One window for every document.", lambda found, tokens, *_: _answer(int(tokens > 0), tokens, tokens)
    ),
    "no overlap": lambda tokens, size, overlap: _right(tokens, size, 0),
    "zeros": lambda tokens, size, overlap: _answer(0, 0, 0),
    "empty": lambda tokens, size, overlap: {},
    "raises": lambda tokens, size, overlap: _need(-1, 1, 0),
}

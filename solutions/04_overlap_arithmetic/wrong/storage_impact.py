"""Wrong answers to `storage_impact`; each docstring says what is wrong."""

from math import ceil


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
    "overlap counted for the first window": _with(
        "Counts the overlap for the first window too, which shares nothing.",
        stored=lambda tokens, size, overlap, chunks: tokens + chunks * overlap,
    ),
    "the limit of long documents": _with(
        "Uses 1 / (1 - r), which holds only for long documents.",
        stored=lambda tokens, size, overlap, chunks: tokens * size / (size - overlap),
    ),
    "price per thousand": _with("Takes the price of a million tokens for that of a thousand.", price=0.02e-3),
    "settings not tested": _with(
        "Tests nothing: an overlap as large as the size divides by zero.", guard=lambda *settings: None
    ),
    "only what is more": _but(
        "Gives the part that is stored again, without the document itself.",
        "redundancy",
        lambda found, *settings: found["redundancy"] - 1,
    ),
    "ratio rounded": _but(
        "Rounds the ratio to two places.", "redundancy", lambda found, *settings: round(found["redundancy"], 2)
    ),
    "cost of the document alone": _but(
        "Takes the price of the document, not of what is stored.",
        "cost",
        lambda found, tokens, size, overlap: tokens * 0.02e-6,
    ),
    "a tuple": _with("Returns the four numbers without their names.", lambda found, *settings: tuple(found.values())),
    "empty document has ratio 0": _with(
        "Says that an empty document has the redundancy 0, as if it lost what it stores.",
        lambda found, tokens, *settings: found if tokens else dict.fromkeys(found, 0),
    ),
}


# Answers without any work: each earns less than a third.
LAZY = {
    "one window": _with(
        "One window for every document.", lambda found, tokens, *_: _answer(int(tokens > 0), tokens, tokens)
    ),
    "raises": lambda tokens, size, overlap: _need(-1, 1, 0),
}

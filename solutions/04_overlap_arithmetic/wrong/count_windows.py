"""Wrong answers to `count_windows`; each docstring says what is wrong."""

from math import ceil

import numpy as np


def _need(tokens, size, overlap):
    if tokens < 0 or not 0 <= overlap < size:
        raise ValueError("settings")


def _formula(tokens, size, overlap):
    return 1 + -(-max(0, tokens - size) // (size - overlap)) if tokens else 0


def _right(tokens, size, overlap):
    _need(tokens, size, overlap)
    return _formula(tokens, size, overlap)


def _with(says, formula, guard=_need):
    """Make an answer that counts by another formula, or tests the settings otherwise."""

    def answer(tokens, size, overlap):
        guard(tokens, size, overlap)
        return formula(tokens, size, overlap)

    answer.__doc__ = says
    return answer


def _after_the_first(says, further):
    """Make an answer that counts the windows after the first otherwise."""
    return _with(
        says,
        lambda tokens, size, overlap: 1 + further(max(0, tokens - size), size - overlap, size) if tokens else 0,
    )


def corrected_silently(tokens, size, overlap):
    """Lowers an impossible overlap and says nothing."""
    return _formula(max(0, tokens), size, min(max(overlap, 0), size - 1))


def negative_overlap_allowed(tokens, size, overlap):
    """Lets a negative overlap pass: gaps between the windows."""
    _need(tokens, size, max(0, overlap))
    return _formula(tokens, size, overlap)


def negative_document_allowed(tokens, size, overlap):
    """Gives a document of fewer than no tokens a window."""
    return _right(max(tokens, 1) if tokens else 0, size, overlap)


def endless(tokens, size, overlap):
    """Counts in a loop that does not move on when the overlap is half the size or more."""
    _need(tokens, size, overlap)
    count, end = 0, 0
    while end < tokens:
        count += 1
        end += size if count == 1 else max(0, size - 2 * overlap)
    return count


ALL = {
    "settings corrected silently": corrected_silently,
    "negative overlap allowed": negative_overlap_allowed,
    "negative document allowed": negative_document_allowed,
    "endless beyond half": endless,
    "published: rounded down and one added": _with(
        "Rounds down and adds one: one window too many wherever the stride divides exactly.",
        lambda tokens, size, overlap: max(1, (tokens - overlap) // (size - overlap) + 1) if tokens else 0,
    ),
    "every start before the end": _with(
        "Counts every start before the end, as the published loop does.",
        lambda tokens, size, overlap: ceil(tokens / (size - overlap)),
    ),
    "overlap ignored": _with(
        "Divides by the size, as if windows shared nothing.", lambda tokens, size, overlap: ceil(tokens / size)
    ),
    "rounded down": _after_the_first(
        "Rounds the last, begun stride down: the end of the document is in no window.",
        lambda rest, stride, size: rest // stride,
    ),
    "one too many": _after_the_first(
        "Adds one to what is already rounded up.", lambda rest, stride, size: ceil(rest / stride) + 1
    ),
    "negative rest": _with(
        "Lets the rest be negative: a document shorter than a window can have none, or less.",
        lambda tokens, size, overlap: 1 + ceil((tokens - size) / (size - overlap)) if tokens else 0,
    ),
    "rounded to the nearest": _after_the_first(
        "Rounds to the nearest, where a begun stride needs a window.", lambda rest, stride, size: round(rest / stride)
    ),
    "a fraction": _after_the_first("Returns a number with a fraction.", lambda rest, stride, size: rest / stride),
    "a whole number as a float": _with(
        "Returns 4.0, where the integer 4 is asked.",
        lambda tokens, size, overlap: float(_formula(tokens, size, overlap)),
    ),
    "a window of nothing": _with(
        "Gives an empty document a window.",
        lambda tokens, size, overlap: max(1, _formula(tokens, size, overlap)),
    ),
    "settings not tested": _with(
        "Tests nothing: an overlap as large as the size divides by zero.", _formula, guard=lambda *settings: None
    ),
    "stride is the overlap": _with(
        "Divides by the overlap, where the stride is asked.",
        lambda tokens, size, overlap: _formula(tokens, size, size - (overlap or size)),
    ),
    "overlap as a percentage": _with(
        "Takes the overlap for a percentage of the size.",
        lambda tokens, size, overlap: _formula(tokens, size, min(size - 1, size * overlap // 100)),
    ),
    "prints": _with(
        "Prints the number and returns nothing.",
        lambda tokens, size, overlap: print(_formula(tokens, size, overlap)),
    ),
    "zero": _with("Says 0 for everything.", lambda tokens, size, overlap: 0),
}


def zero_error(tokens, size, overlap):
    """Refuses 0 tokens."""
    return _right(tokens or -1, size, overlap)


def zero_early(tokens, size, overlap):
    """Returns early for 0 tokens, before it looks at size and overlap."""
    return _right(tokens, size, overlap) if tokens else 0


def short_early(tokens, size, overlap):
    """Returns early for a document that fits, before it looks at the overlap."""
    return 1 if 0 < tokens <= size else _right(tokens, size, overlap)


def zero_division(tokens, size, overlap):
    """Leaves the refusal to the division: an overlap as large as the size gives another error."""
    _need(tokens, size + 1, overlap)
    return (1 if tokens else 0) + -(-max(0, tokens - size) // (size - overlap))


def swapped(tokens, size, overlap):
    """Swaps size and overlap where the overlap is larger."""
    return _right(tokens, max(size, overlap), min(size, overlap))


def none(tokens, size, overlap):
    """Returns None where it should refuse."""
    return _right(tokens, size, overlap) if 0 <= overlap < size and tokens >= 0 else None


def int32(tokens, size, overlap):
    """Thirty-two bits: more than 2**31 tokens wrap round."""
    return _right(tokens % 2**32 if tokens > 0 else tokens, size, overlap)


def last_half(tokens, size, overlap):
    """A last window below half the size is not counted."""
    count = _right(tokens, size, overlap)
    last = tokens - (count - 1) * (size - overlap)
    return count - 1 if count > 1 and last < size / 2 else count


def recursion(tokens, size, overlap):
    """One level of recursion a window: too deep for long documents."""
    _need(tokens, size, overlap)
    return int(tokens > 0) if tokens <= size else 1 + recursion(tokens - (size - overlap), size, overlap)


def three_as_two(tokens, size, overlap):
    """Right for the examples: two windows at least as soon as something is left, never three for a small rest."""
    count = _right(tokens, size, overlap)
    return 2 if count == 3 and tokens < size + 2 * (size - overlap) - 1 else count


_STORE = {}


def memory(tokens, size, overlap):
    """Remembers results without the overlap."""
    return _STORE.setdefault((tokens, size), _right(tokens, size, overlap))


def _refusing(says, fits):
    """Make an answer that refuses settings that are allowed."""
    return _with(
        says, _right, guard=lambda tokens, size, overlap: _need(0 if fits(tokens, size, overlap) else -1, 1, 0)
    )


# Further wrong answers; the teachers' pages name those of ALL.
MORE = {
    "none refused": zero_error,
    "none early": zero_early,
    "short early": short_early,
    "ZeroDivisionError": zero_division,
    "swapped": swapped,
    "None": none,
    "thirty-two bits": int32,
    "last below half": last_half,
    "deep recursion": recursion,
    "three as two": three_as_two,
    "memory without overlap": memory,
    "over half refused": _refusing(
        "Refuses an overlap of more than half the size.", lambda tokens, size, overlap: 2 * overlap <= size
    ),
    "overlap 0 refused": _refusing("Refuses an overlap of 0.", lambda tokens, size, overlap: overlap > 0),
    "large overlap refused": _refusing(
        "Refuses an overlap that is larger than the document.",
        lambda tokens, size, overlap: not 0 < tokens < overlap,
    ),
    "abs": _with(
        "A document below the size is measured by how much it lacks.",
        lambda tokens, size, overlap: 1 + ceil(abs(tokens - size) / (size - overlap)) if tokens else 0,
    ),
    "exactly the size": _with(
        "A document of exactly the size gives two.",
        lambda tokens, size, overlap: _formula(tokens, size, overlap) + (tokens == size),
    ),
    "True": _with(
        "True for one window.",
        lambda tokens, size, overlap: tokens > 0 if tokens <= size else _formula(tokens, size, overlap),
    ),
    "single precision": _after_the_first(
        "Single precision: wrong for some documents above 2**24 tokens.",
        lambda rest, stride, size: int(np.ceil(np.float32(rest) / np.float32(stride))),
    ),
    "epsilon": _after_the_first(
        "Takes a little off before it rounds up: a rest of less than a thousandth of a stride is lost.",
        lambda rest, stride, size: ceil(rest / stride - 0.001),
    ),
    "nearly one added": _after_the_first(
        "Adds nearly one and rounds down: a rest of less than a hundred-thousandth of a stride is lost.",
        lambda rest, stride, size: int(rest / stride + 0.99999),
    ),
    "inverse": _after_the_first(
        "Multiplies by 1 / stride, which is not exact: some even divisions give one more.",
        lambda rest, stride, size: ceil(rest * (1 / stride)),
    ),
    "share": _after_the_first(
        "1 - overlap / size as the new part of a window: rounding errors make one more.",
        lambda rest, stride, size: ceil(rest / (size * (1 - (size - stride) / size))),
    ),
}
TABLE = {(10, 4, 1): 3, (1282, 400, 80): 4, (100_000, 500, 250): 399, (400, 500, 100): 1}
# Answers without any work: each earns less than a third.
LAZY = {
    "example": lambda tokens, size, overlap: 3,
    "table": lambda tokens, size, overlap: TABLE.get((tokens, size, overlap), 1),
    "one": lambda tokens, size, overlap: _need(tokens, size, overlap) or int(tokens > 0),
    "zero": lambda tokens, size, overlap: 0,
    "identity": lambda tokens, size, overlap: tokens,
    "raises": lambda tokens, size, overlap: _need(-1, 1, 0),
}

"""Wrong answers to `count_windows`; each docstring says what is wrong."""

from math import ceil


def _need(tokens, size, overlap):
    if tokens < 0 or not 0 <= overlap < size:
        raise ValueError("settings")


def _formula(tokens, size, overlap):
    return 1 + -(-max(0, tokens - size) // (size - overlap)) if tokens else 0


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


def negative_overlap_allowed(tokens, size, overlap):
    """Lets a negative overlap pass: gaps between the windows."""
    _need(tokens, size, max(0, overlap))
    return _formula(tokens, size, overlap)


def endless(tokens, size, overlap):
    """Counts in a loop that does not move on when the overlap is half the size or more."""
    _need(tokens, size, overlap)
    count, end = 0, 0
    while end < tokens:
        count += 1
        end += size if count == 1 else max(0, size - 2 * overlap)
    return count


def recursion(tokens, size, overlap):
    """One level of recursion a window: too deep for long documents."""
    _need(tokens, size, overlap)
    return int(tokens > 0) if tokens <= size else 1 + recursion(tokens - (size - overlap), size, overlap)


ALL = {
    "negative overlap allowed": negative_overlap_allowed,
    "endless beyond half": endless,
    "published: rounded down and one added": _with(
        "Rounds down and adds one: one window too many wherever the stride divides exactly.",
        lambda tokens, size, overlap: max(1, (tokens - overlap) // (size - overlap) + 1) if tokens else 0,
    ),
    "rounded down": _after_the_first(
        "Rounds the last, begun stride down: the end of the document is in no window.",
        lambda rest, stride, size: rest // stride,
    ),
    "negative rest": _with(
        "Lets the rest be negative: a document shorter than a window can have none, or less.",
        lambda tokens, size, overlap: 1 + ceil((tokens - size) / (size - overlap)) if tokens else 0,
    ),
    "a window of nothing": _with(
        "Gives an empty document a window.",
        lambda tokens, size, overlap: max(1, _formula(tokens, size, overlap)),
    ),
    "settings not tested": _with(
        "Tests nothing: an overlap as large as the size divides by zero.", _formula, guard=lambda *settings: None
    ),
    "overlap as a percentage": _with(
        "Takes the overlap for a percentage of the size.",
        lambda tokens, size, overlap: _formula(tokens, size, min(size - 1, size * overlap // 100)),
    ),
    "share": _after_the_first(
        "1 - overlap / size as the new part of a window: rounding errors make one more.",
        lambda rest, stride, size: ceil(rest / (size * (1 - (size - stride) / size))),
    ),
    "deep recursion": recursion,
}
# Answers without any work: each earns less than a third.
LAZY = {
    "example": lambda tokens, size, overlap: 3,
    "raises": lambda tokens, size, overlap: _need(-1, 1, 0),
}

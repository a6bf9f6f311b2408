"""Wrong answers to `count_windows`; each docstring says what is wrong."""

from math import ceil
import numpy as np

import math


def _test(tokens, size, overlap):
    if tokens < 0 or not 0 <= overlap < size:
        raise ValueError("settings")


def published_calculator(tokens, size, overlap):
    """Rounds down and adds one: one window too many wherever the stride divides exactly."""
    _test(tokens, size, overlap)
    return max(1, (tokens - overlap) // (size - overlap) + 1) if tokens else 0


def starts_below_the_end(tokens, size, overlap):
    """Counts every start before the end, as the published loop does."""
    _test(tokens, size, overlap)
    return math.ceil(tokens / (size - overlap))


def overlap_ignored(tokens, size, overlap):
    """Divides by the size, as if windows shared nothing."""
    _test(tokens, size, overlap)
    return math.ceil(tokens / size)


def rounded_down(tokens, size, overlap):
    """Rounds the last, begun stride down: the end of the document is in no window."""
    _test(tokens, size, overlap)
    return 1 + max(0, tokens - size) // (size - overlap) if tokens else 0


def one_too_many(tokens, size, overlap):
    """Adds one to what is already rounded up."""
    _test(tokens, size, overlap)
    return 2 + math.ceil(max(0, tokens - size) / (size - overlap)) if tokens else 0


def negative_rest(tokens, size, overlap):
    """Lets the rest be negative: a document shorter than a window can have none, or less."""
    _test(tokens, size, overlap)
    return 1 + math.ceil((tokens - size) / (size - overlap)) if tokens else 0


def rounded(tokens, size, overlap):
    """Rounds to the nearest, where a begun stride needs a window."""
    _test(tokens, size, overlap)
    return 1 + round(max(0, tokens - size) / (size - overlap)) if tokens else 0


def a_fraction(tokens, size, overlap):
    """Returns a number with a fraction."""
    _test(tokens, size, overlap)
    return 1 + max(0, tokens - size) / (size - overlap) if tokens else 0


def whole_as_float(tokens, size, overlap):
    """Returns 4.0, where the integer 4 is asked."""
    _test(tokens, size, overlap)
    return float(1 + math.ceil(max(0, tokens - size) / (size - overlap))) if tokens else 0.0


def one_for_nothing(tokens, size, overlap):
    """Gives an empty document a window."""
    _test(tokens, size, overlap)
    return 1 + math.ceil(max(0, tokens - size) / (size - overlap))


def not_guarded(tokens, size, overlap):
    """Tests nothing: an overlap as large as the size divides by zero."""
    return 1 + math.ceil(max(0, tokens - size) / (size - overlap)) if tokens else 0


def corrected_silently(tokens, size, overlap):
    """Lowers an impossible overlap and says nothing."""
    overlap = min(max(overlap, 0), size - 1)
    return 1 + math.ceil(max(0, tokens - size) / (size - overlap)) if tokens > 0 else 0


def negative_overlap_allowed(tokens, size, overlap):
    """Lets a negative overlap pass: gaps between the windows."""
    if tokens < 0 or size <= 0 or overlap >= size:
        raise ValueError("settings")
    return 1 + math.ceil(max(0, tokens - size) / (size - overlap)) if tokens else 0


def negative_document_allowed(tokens, size, overlap):
    """Gives a document of fewer than no tokens a window."""
    if not 0 <= overlap < size:
        raise ValueError("settings")
    return 1 + math.ceil(max(0, tokens - size) / (size - overlap)) if tokens else 0


def overlap_for_stride(tokens, size, overlap):
    """Divides by the overlap, where the stride is asked."""
    _test(tokens, size, overlap)
    return 1 + math.ceil(max(0, tokens - size) / (overlap or size)) if tokens else 0


def overlap_as_percent(tokens, size, overlap):
    """Takes the overlap for a percentage of the size."""
    _test(tokens, size, overlap)
    step = max(1, size - size * overlap // 100)
    return 1 + math.ceil(max(0, tokens - size) / step) if tokens else 0


def endless(tokens, size, overlap):
    """Counts in a loop that stands still when the overlap is half the size or more."""
    _test(tokens, size, overlap)
    count, end = 0, 0
    while end < tokens:
        count += 1
        end += size if count == 1 else max(0, size - 2 * overlap)
    return count


def nothing(tokens, size, overlap):
    """Prints the number and returns nothing."""
    _test(tokens, size, overlap)
    print(1 + math.ceil(max(0, tokens - size) / (size - overlap)))


def zero(tokens, size, overlap):
    """Says 0 for everything."""
    _test(tokens, size, overlap)
    return 0


ALL = {
    "published: rounded down and one added": published_calculator,
    "every start before the end": starts_below_the_end,
    "overlap ignored": overlap_ignored,
    "rounded down": rounded_down,
    "one too many": one_too_many,
    "negative rest": negative_rest,
    "rounded to the nearest": rounded,
    "a fraction": a_fraction,
    "a whole number as a float": whole_as_float,
    "a window of nothing": one_for_nothing,
    "settings not tested": not_guarded,
    "settings corrected silently": corrected_silently,
    "negative overlap allowed": negative_overlap_allowed,
    "negative document allowed": negative_document_allowed,
    "stride is the overlap": overlap_for_stride,
    "overlap as a percentage": overlap_as_percent,
    "endless beyond half": endless,
    "prints": nothing,
    "zero": zero,
}


def _need(tokens, size, overlap):
    if not 0 <= overlap < size or tokens < 0:
        raise ValueError("0 <= overlap < size and tokens >= 0 are needed")


def _count(tokens, size, overlap):
    """The formula that many of the answers start from."""
    _need(tokens, size, overlap)
    return 1 + -(-max(0, tokens - size) // (size - overlap)) if tokens else 0


def windows_rounded(tokens, size, overlap):
    """round instead of rounding up."""
    _need(tokens, size, overlap)
    return 1 + round(max(0, tokens - size) / (size - overlap)) if tokens else 0


def windows_abs(tokens, size, overlap):
    """A document below the size is measured by how much it lacks."""
    _need(tokens, size, overlap)
    return 1 + ceil(abs(tokens - size) / (size - overlap)) if tokens else 0


def windows_equal_size(tokens, size, overlap):
    """A document of exactly the size gives two."""
    _need(tokens, size, overlap)
    return _count(tokens, size, overlap) + (tokens == size)


def windows_zero_error(tokens, size, overlap):
    """Refuses 0 tokens."""
    if tokens <= 0:
        raise ValueError("no tokens")
    return _count(tokens, size, overlap)


def windows_zero_early(tokens, size, overlap):
    """Returns early for 0 tokens, before it looks at size and overlap."""
    return 0 if tokens == 0 else _count(tokens, size, overlap)


def windows_short_early(tokens, size, overlap):
    """Returns early for a document that fits, before it looks at the overlap."""
    return 1 if 0 < tokens <= size else _count(tokens, size, overlap)


def windows_zero_division(tokens, size, overlap):
    """Leaves the refusal to the division: an overlap as large as the size gives another error."""
    if overlap < 0 or overlap > size or tokens < 0:
        raise ValueError("bad numbers")
    return (1 if tokens else 0) + -(-max(0, tokens - size) // (size - overlap))


def windows_swapped(tokens, size, overlap):
    """Swaps size and overlap where the overlap is larger."""
    return _count(tokens, max(size, overlap), min(size, overlap))


def windows_half_refused(tokens, size, overlap):
    """Refuses an overlap of more than half the size."""
    if 2 * overlap > size:
        raise ValueError("bad overlap")
    return _count(tokens, size, overlap)


def windows_overlap_zero(tokens, size, overlap):
    """Refuses an overlap of 0."""
    if overlap <= 0:
        raise ValueError("bad overlap")
    return _count(tokens, size, overlap)


def windows_overlap_refused(tokens, size, overlap):
    """Refuses an overlap that is larger than the document."""
    if 0 < tokens < overlap:
        raise ValueError("the document is too short")
    return _count(tokens, size, overlap)


def windows_none(tokens, size, overlap):
    """Returns None where it should refuse."""
    if not 0 <= overlap < size or tokens < 0:
        return None
    return _count(tokens, size, overlap)


def windows_true(tokens, size, overlap):
    """True for one window."""
    _need(tokens, size, overlap)
    return tokens > 0 if tokens <= size else _count(tokens, size, overlap)


def windows_float32(tokens, size, overlap):
    """Single precision: wrong for some documents above 2**24 tokens."""
    _need(tokens, size, overlap)
    further = np.ceil(np.float32(max(0, tokens - size)) / np.float32(size - overlap))
    return int(further) + (1 if tokens else 0)


def windows_int32(tokens, size, overlap):
    """Thirty-two bits: more than 2**31 tokens wrap round."""
    _need(tokens, size, overlap)
    return _count(int(np.array(tokens % 2**64, dtype=np.uint64).astype(np.uint32)), size, overlap)


def windows_epsilon(tokens, size, overlap):
    """Takes a little off before it rounds up: a rest of less than a thousandth of a stride is lost."""
    _need(tokens, size, overlap)
    return 1 + ceil(max(0, tokens - size) / (size - overlap) - 0.001) if tokens else 0


def windows_inverse(tokens, size, overlap):
    """Multiplies by 1 / stride, which is not exact: some even divisions give one more."""
    _need(tokens, size, overlap)
    return 1 + ceil(max(0, tokens - size) * (1 / (size - overlap))) if tokens else 0


def windows_share(tokens, size, overlap):
    """1 - overlap / size as the new part of a window: rounding errors make one more."""
    _need(tokens, size, overlap)
    return 1 + ceil(max(0, tokens - size) / (size * (1 - overlap / size))) if tokens else 0


def windows_last_half(tokens, size, overlap):
    """A last window below half the size is not counted."""
    count = _count(tokens, size, overlap)
    last = tokens - (count - 1) * (size - overlap)
    return count - 1 if count > 1 and last < size / 2 else count


def windows_recursion(tokens, size, overlap):
    """One level of recursion a window: too deep for long documents."""
    _need(tokens, size, overlap)
    return int(tokens > 0) if tokens <= size else 1 + windows_recursion(tokens - (size - overlap), size, overlap)


def windows_three_as_two(tokens, size, overlap):
    """Right for the examples: two windows at least as soon as something is left, never three for a small rest."""
    count = _count(tokens, size, overlap)
    return 2 if count == 3 and tokens < size + 2 * (size - overlap) - 1 else count


_STORE = {}


def windows_memory(tokens, size, overlap):
    """Remembers results without the overlap."""
    _need(tokens, size, overlap)
    return _STORE.setdefault((tokens, size), _count(tokens, size, overlap))


def windows_example(tokens, size, overlap):
    """The result of the example."""
    return 3


def windows_table(tokens, size, overlap):
    """The table of the task; 1 for everything else."""
    table = {(10, 4, 1): 3, (1282, 400, 80): 4, (100_000, 500, 250): 399, (400, 500, 100): 1}
    return table.get((tokens, size, overlap), 1)


def windows_one(tokens, size, overlap):
    """One window for every document; refuses what it should."""
    _need(tokens, size, overlap)
    return 1 if tokens else 0


def windows_zero(tokens, size, overlap):
    """Always 0."""
    return 0


def windows_identity(tokens, size, overlap):
    """The number of tokens."""
    return tokens


def windows_raises(tokens, size, overlap):
    """Always an error."""
    raise ValueError("bad numbers")


# Further wrong answers; the teachers' pages name those of ALL.
MORE = {
    "rounded": windows_rounded,
    "abs": windows_abs,
    "exactly the size": windows_equal_size,
    "none refused": windows_zero_error,
    "none early": windows_zero_early,
    "short early": windows_short_early,
    "ZeroDivisionError": windows_zero_division,
    "swapped": windows_swapped,
    "over half refused": windows_half_refused,
    "overlap 0 refused": windows_overlap_zero,
    "large overlap refused": windows_overlap_refused,
    "None": windows_none,
    "True": windows_true,
    "single precision": windows_float32,
    "thirty-two bits": windows_int32,
    "epsilon": windows_epsilon,
    "inverse": windows_inverse,
    "share": windows_share,
    "last below half": windows_last_half,
    "deep recursion": windows_recursion,
    "three as two": windows_three_as_two,
    "memory without overlap": windows_memory,
}
# Answers without any work: each earns less than a third.
LAZY = {
    "example": windows_example,
    "table": windows_table,
    "one": windows_one,
    "zero, again": windows_zero,
    "identity": windows_identity,
    "raises": windows_raises,
}

"""Wrong answers to `count_windows`; each docstring says what is wrong."""

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

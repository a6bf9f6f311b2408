"""Right answers to `count_windows`, written differently."""

import math


def closed_form(tokens, size, overlap):
    """One, and one more for every stride, begun or full, beyond the first size."""
    if tokens < 0 or not 0 <= overlap < size:
        raise ValueError(f"need tokens >= 0 and 0 <= overlap < size: got {tokens}, {size}, {overlap}")
    return 1 + math.ceil(max(0, tokens - size) / (size - overlap)) if tokens else 0


def loop(tokens, size, overlap):
    """Moves a window along and counts until one reaches the end."""
    if tokens < 0 or not 0 <= overlap < size:
        raise ValueError("settings")
    count = end = 0
    while end < tokens:
        end = size if count == 0 else end + size - overlap
        count += 1
    return count


def from_the_overlap(tokens, size, overlap):
    """Takes the first overlap off: every window then brings one stride, the first one too."""
    if tokens < 0 or overlap < 0 or size <= overlap:
        raise ValueError("settings")
    if tokens == 0:
        return 0
    return max(1, -((overlap - tokens) // (size - overlap)))


def length_of_a_range(tokens, size, overlap):
    """Counts the starts from which a window is needed: those before the last overlap."""
    if tokens < 0 or not 0 <= overlap < size:
        raise ValueError("settings")
    return len(range(0, max(tokens - overlap, min(tokens, 1)), size - overlap))


def divided_with_rest(tokens, size, overlap):
    """Divides with a remainder, and adds one window for it."""
    if tokens < 0 or not 0 <= overlap < size:
        raise ValueError("settings")
    if tokens <= size:
        return int(tokens > 0)
    full, rest = divmod(tokens - size, size - overlap)
    return 1 + full + bool(rest)


ALL = {
    "closed form": closed_form,
    "loop that counts": loop,
    "from the overlap": from_the_overlap,
    "length of a range": length_of_a_range,
    "divided with a rest": divided_with_rest,
}

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


def _need(tokens, size, overlap):
    if not 0 <= overlap < size or tokens < 0:
        raise ValueError("0 <= overlap < size and tokens >= 0 are needed")


def windows_range(tokens, size, overlap):
    """The length of the range of starts."""
    _need(tokens, size, overlap)
    return len(range(0, max(tokens - overlap, min(tokens, 1)), size - overlap))


def windows_doubling(tokens, size, overlap):
    """The smallest number of windows that reach the end, by doubling and halving."""
    _need(tokens, size, overlap)

    def reach(count):
        return overlap + count * (size - overlap) if count else 0

    low, high = 0, 1
    while reach(high) < tokens:
        low, high = high, 2 * high
    while reach(low) < tokens and high - low > 1:
        middle = (low + high) // 2
        low, high = (low, middle) if reach(middle) >= tokens else (middle, high)
    return low if reach(low) >= tokens else high


ALL = {
    "closed form": closed_form,
    "loop that counts": loop,
    "from the overlap": from_the_overlap,
    "range": windows_range,
    "doubling": windows_doubling,
}

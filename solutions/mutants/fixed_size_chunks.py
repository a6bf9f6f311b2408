"""Wrong answers to `fixed_size_chunks`; each docstring says what is wrong.

Some of them are published: the loop that asks for a next start, the minimum size that drops the end, the stride
that is the overlap.
"""


def published_loop(text, chunk_size=1000, overlap=200):
    """Runs while there is a next start, so that its last window can lie wholly inside the one before."""
    if not 0 <= overlap < chunk_size:
        raise ValueError(f"need 0 <= overlap < chunk_size, got {overlap} and {chunk_size}")
    chunks, start = [], 0
    while start < len(text):
        chunks.append(text[start : start + chunk_size])
        start += chunk_size - overlap
    return chunks


def published_loop_unguarded(text, chunk_size=1000, overlap=200):
    """The published loop without a test of its arguments: it never ends when overlap is not below the size."""
    chunks, start = [], 0
    while start < len(text):
        chunks.append(text[start : start + chunk_size])
        start += chunk_size - overlap
    return chunks


def drops_short_tail(text, chunk_size=1000, overlap=200):
    """Throws away a last window shorter than a minimum, and with it text that is in no other window."""
    if not 0 <= overlap < chunk_size:
        raise ValueError("sizes")
    chunks, start = [], 0
    while start < len(text):
        piece = text[start : start + chunk_size]
        if len(piece) >= chunk_size // 2:
            chunks.append(piece)
        if start + chunk_size >= len(text):
            break
        start += chunk_size - overlap
    return chunks


def whole_windows_only(text, chunk_size=1000, overlap=200):
    """Stops before the last window unless it is full."""
    if not 0 <= overlap < chunk_size:
        raise ValueError("sizes")
    starts = range(0, len(text) - chunk_size + 1, chunk_size - overlap)
    return [text[start : start + chunk_size] for start in starts]


def overlap_ignored(text, chunk_size=1000, overlap=200):
    """Takes the next window where the last one ended: nothing is shared."""
    if not 0 <= overlap < chunk_size:
        raise ValueError("sizes")
    return [text[start : start + chunk_size] for start in range(0, len(text), chunk_size)]


def stride_is_overlap(text, chunk_size=1000, overlap=200):
    """Moves on by the overlap, where it should move on by the size less the overlap."""
    if not 0 <= overlap < chunk_size:
        raise ValueError("sizes")
    chunks, start = [], 0
    while text:
        chunks.append(text[start : start + chunk_size])
        if start + chunk_size >= len(text):
            break
        start += overlap or chunk_size
    return chunks


def one_too_long(text, chunk_size=1000, overlap=200):
    """Takes one character too many into each window."""
    if not 0 <= overlap < chunk_size:
        raise ValueError("sizes")
    chunks, start = [], 0
    while text:
        chunks.append(text[start : start + chunk_size + 1])
        if start + chunk_size >= len(text):
            break
        start += chunk_size - overlap
    return chunks


def one_too_early(text, chunk_size=1000, overlap=200):
    """Stops one character before the end: a text one character longer than a window loses it."""
    if not 0 <= overlap < chunk_size:
        raise ValueError("sizes")
    chunks, start = [], 0
    while text:
        chunks.append(text[start : start + chunk_size])
        if start + chunk_size >= len(text) - 1:
            break
        start += chunk_size - overlap
    return chunks


def one_shared_too_many(text, chunk_size=1000, overlap=200):
    """Shares one character more than asked, where that is possible."""
    if not 0 <= overlap < chunk_size:
        raise ValueError("sizes")
    chunks, start = [], 0
    while text:
        chunks.append(text[start : start + chunk_size])
        if start + chunk_size >= len(text):
            break
        start += max(1, chunk_size - overlap - 1)
    return chunks


def endless_beyond_half(text, chunk_size=1000, overlap=200):
    """Goes back from the end of the last window by twice the overlap: over half the size it never gets on."""
    if not 0 <= overlap < chunk_size:
        raise ValueError("sizes")
    chunks, start = [], 0
    while text:
        end = start + chunk_size
        chunks.append(text[start:end])
        if end >= len(text):
            break
        start = end - overlap if overlap <= chunk_size / 2 else max(start, end - 2 * overlap)
    return chunks


def generator(text, chunk_size=1000, overlap=200):
    """Yields the windows and does not return a list; the sizes are not tested before the first is asked for."""
    start = 0
    while text:
        yield text[start : start + chunk_size]
        if start + chunk_size >= len(text):
            return
        start += chunk_size - overlap


def nothing(text, chunk_size=1000, overlap=200):
    """Returns no windows at all: whatever only looks at the windows that are there is content."""
    if not 0 <= overlap < chunk_size:
        raise ValueError("sizes")
    return []


def everything_at_once(text, chunk_size=1000, overlap=200):
    """Returns the whole text as one window, however long it is."""
    if not 0 <= overlap < chunk_size:
        raise ValueError("sizes")
    return [text] if text else []


def in_a_tuple(text, chunk_size=1000, overlap=200):
    """Returns a tuple, where a list is asked."""
    if not 0 <= overlap < chunk_size:
        raise ValueError("sizes")
    chunks, start = [], 0
    while text:
        chunks.append(text[start : start + chunk_size])
        if start + chunk_size >= len(text):
            break
        start += chunk_size - overlap
    return tuple(chunks)


def not_guarded(text, chunk_size=1000, overlap=200):
    """Does not test the sizes: impossible ones give windows without meaning."""
    chunks, start = [], 0
    while text:
        chunks.append(text[start : start + chunk_size])
        if start + chunk_size >= len(text):
            break
        start += max(1, chunk_size - overlap)
    return chunks


def guard_by_assert(text, chunk_size=1000, overlap=200):
    """Raises AssertionError, where ValueError is asked."""
    assert 0 <= overlap < chunk_size
    chunks, start = [], 0
    while text:
        chunks.append(text[start : start + chunk_size])
        if start + chunk_size >= len(text):
            break
        start += chunk_size - overlap
    return chunks


def zero_overlap_refused(text, chunk_size=1000, overlap=200):
    """Refuses an overlap of 0, which is a good one."""
    if not 0 < overlap < chunk_size:
        raise ValueError("sizes")
    chunks, start = [], 0
    while text:
        chunks.append(text[start : start + chunk_size])
        if start + chunk_size >= len(text):
            break
        start += chunk_size - overlap
    return chunks


def negative_overlap_allowed(text, chunk_size=1000, overlap=200):
    """Lets a negative overlap pass, which leaves gaps between the windows."""
    if overlap >= chunk_size:
        raise ValueError("sizes")
    chunks, start = [], 0
    while text:
        chunks.append(text[start : start + chunk_size])
        if start + chunk_size >= len(text):
            break
        start += chunk_size - overlap
    return chunks


def stripped(text, chunk_size=1000, overlap=200):
    """Strips white space from the ends of each window, so that windows are not pieces of the text."""
    if not 0 <= overlap < chunk_size:
        raise ValueError("sizes")
    chunks, start = [], 0
    while text:
        chunks.append(text[start : start + chunk_size].strip())
        if start + chunk_size >= len(text):
            break
        start += chunk_size - overlap
    return chunks


def spaces_normalised(text, chunk_size=1000, overlap=200):
    """Makes every run of white space one space before it cuts."""
    if not 0 <= overlap < chunk_size:
        raise ValueError("sizes")
    text = " ".join(text.split())
    chunks, start = [], 0
    while text:
        chunks.append(text[start : start + chunk_size])
        if start + chunk_size >= len(text):
            break
        start += chunk_size - overlap
    return chunks


def bytes_for_characters(text, chunk_size=1000, overlap=200):
    """Counts bytes of UTF-8 for characters, and cuts inside them."""
    if not 0 <= overlap < chunk_size:
        raise ValueError("sizes")
    data = text.encode("utf-8")
    chunks, start = [], 0
    while data:
        chunks.append(data[start : start + chunk_size].decode("utf-8", "replace"))
        if start + chunk_size >= len(data):
            break
        start += chunk_size - overlap
    return chunks


def words_for_characters(text, chunk_size=1000, overlap=200):
    """Counts words, where characters are asked."""
    if not 0 <= overlap < chunk_size:
        raise ValueError("sizes")
    words = text.split()
    chunks, start = [], 0
    while words:
        chunks.append(" ".join(words[start : start + chunk_size]))
        if start + chunk_size >= len(words):
            break
        start += chunk_size - overlap
    return chunks


def empty_window(text, chunk_size=1000, overlap=200):
    """Adds the first window before it asks whether there is any text: no text gives one empty window."""
    if not 0 <= overlap < chunk_size:
        raise ValueError("sizes")
    chunks, start = [text[:chunk_size]], 0
    while start + chunk_size < len(text):
        start += chunk_size - overlap
        chunks.append(text[start : start + chunk_size])
    return chunks


def last_window_moved_back(text, chunk_size=1000, overlap=200):
    """Moves the last window back until it is full, so that it shares more than was asked."""
    if not 0 <= overlap < chunk_size:
        raise ValueError("sizes")
    chunks, start = [], 0
    while text:
        chunks.append(text[start : start + chunk_size])
        if start + chunk_size >= len(text):
            break
        start = min(start + chunk_size - overlap, len(text) - chunk_size)
    return chunks


def other_default_overlap(text, chunk_size=1000, overlap=0):
    """Has another default for the overlap than the task."""
    if not 0 <= overlap < chunk_size:
        raise ValueError("sizes")
    chunks, start = [], 0
    while text:
        chunks.append(text[start : start + chunk_size])
        if start + chunk_size >= len(text):
            break
        start += chunk_size - overlap
    return chunks


def text_with_place(text, chunk_size=1000, overlap=200):
    """Returns pairs of place and text, where strings are asked."""
    if not 0 <= overlap < chunk_size:
        raise ValueError("sizes")
    chunks, start = [], 0
    while text:
        chunks.append((start, text[start : start + chunk_size]))
        if start + chunk_size >= len(text):
            break
        start += chunk_size - overlap
    return chunks


ALL = {
    "published loop: a last window inside the one before": published_loop,
    "published loop, sizes not tested": published_loop_unguarded,
    "minimum size drops the end": drops_short_tail,
    "full windows only": whole_windows_only,
    "overlap ignored": overlap_ignored,
    "stride is the overlap": stride_is_overlap,
    "one character too long": one_too_long,
    "stops one character early": one_too_early,
    "shares one character too many": one_shared_too_many,
    "endless when overlap exceeds half": endless_beyond_half,
    "a generator": generator,
    "no windows": nothing,
    "the whole text as one window": everything_at_once,
    "a tuple": in_a_tuple,
    "sizes not tested": not_guarded,
    "AssertionError for impossible sizes": guard_by_assert,
    "overlap 0 refused": zero_overlap_refused,
    "negative overlap allowed": negative_overlap_allowed,
    "windows stripped": stripped,
    "white space normalised": spaces_normalised,
    "bytes for characters": bytes_for_characters,
    "words for characters": words_for_characters,
    "no text gives an empty window": empty_window,
    "last window moved back": last_window_moved_back,
    "another default overlap": other_default_overlap,
    "pairs of place and text": text_with_place,
}

"""Wrong answers to `fixed_size_chunks`; each docstring says what is wrong.

Some of them are published: the loop that asks for a next start, the minimum size that drops the end, the stride
that is the overlap.
"""

import textwrap
import unicodedata
import numpy as np


def published_loop(text, size=1000, overlap=200):
    """Runs while there is a next start, so that its last window can lie wholly inside the one before."""
    if not 0 <= overlap < size:
        raise ValueError(f"need 0 <= overlap < size, got {overlap} and {size}")
    chunks, start = [], 0
    while start < len(text):
        chunks.append(text[start : start + size])
        start += size - overlap
    return chunks


def published_loop_unguarded(text, size=1000, overlap=200):
    """The published loop without a test of its arguments: it never ends when overlap is not below the size."""
    chunks, start = [], 0
    while start < len(text):
        chunks.append(text[start : start + size])
        start += size - overlap
    return chunks


def drops_short_tail(text, size=1000, overlap=200):
    """Throws away a last window shorter than a minimum, and with it text that is in no other window."""
    if not 0 <= overlap < size:
        raise ValueError("sizes")
    chunks, start = [], 0
    while start < len(text):
        piece = text[start : start + size]
        if len(piece) >= size // 2:
            chunks.append(piece)
        if start + size >= len(text):
            break
        start += size - overlap
    return chunks


def whole_windows_only(text, size=1000, overlap=200):
    """Stops before the last window unless it is full."""
    if not 0 <= overlap < size:
        raise ValueError("sizes")
    starts = range(0, len(text) - size + 1, size - overlap)
    return [text[start : start + size] for start in starts]


def overlap_ignored(text, size=1000, overlap=200):
    """Takes the next window where the last one ended: nothing is shared."""
    if not 0 <= overlap < size:
        raise ValueError("sizes")
    return [text[start : start + size] for start in range(0, len(text), size)]


def stride_is_overlap(text, size=1000, overlap=200):
    """Moves on by the overlap, where it should move on by the size less the overlap."""
    if not 0 <= overlap < size:
        raise ValueError("sizes")
    chunks, start = [], 0
    while text:
        chunks.append(text[start : start + size])
        if start + size >= len(text):
            break
        start += overlap or size
    return chunks


def one_too_long(text, size=1000, overlap=200):
    """Takes one character too many into each window."""
    if not 0 <= overlap < size:
        raise ValueError("sizes")
    chunks, start = [], 0
    while text:
        chunks.append(text[start : start + size + 1])
        if start + size >= len(text):
            break
        start += size - overlap
    return chunks


def one_too_early(text, size=1000, overlap=200):
    """Stops one character before the end: a text one character longer than a window loses it."""
    if not 0 <= overlap < size:
        raise ValueError("sizes")
    chunks, start = [], 0
    while text:
        chunks.append(text[start : start + size])
        if start + size >= len(text) - 1:
            break
        start += size - overlap
    return chunks


def one_shared_too_many(text, size=1000, overlap=200):
    """Shares one character more than asked, where that is possible."""
    if not 0 <= overlap < size:
        raise ValueError("sizes")
    chunks, start = [], 0
    while text:
        chunks.append(text[start : start + size])
        if start + size >= len(text):
            break
        start += max(1, size - overlap - 1)
    return chunks


def endless_beyond_half(text, size=1000, overlap=200):
    """Goes back from the end of the last window by twice the overlap: over half the size it never gets on."""
    if not 0 <= overlap < size:
        raise ValueError("sizes")
    chunks, start = [], 0
    while text:
        end = start + size
        chunks.append(text[start:end])
        if end >= len(text):
            break
        start = end - overlap if overlap <= size / 2 else max(start, end - 2 * overlap)
    return chunks


def generator(text, size=1000, overlap=200):
    """Yields the windows and does not return a list; the sizes are not tested before the first is asked for."""
    start = 0
    while text:
        yield text[start : start + size]
        if start + size >= len(text):
            return
        start += size - overlap


def nothing(text, size=1000, overlap=200):
    """Returns no windows at all: whatever only looks at the windows that are there is content."""
    if not 0 <= overlap < size:
        raise ValueError("sizes")
    return []


def everything_at_once(text, size=1000, overlap=200):
    """Returns the whole text as one window, however long it is."""
    if not 0 <= overlap < size:
        raise ValueError("sizes")
    return [text] if text else []


def in_a_tuple(text, size=1000, overlap=200):
    """Returns a tuple, where a list is asked."""
    if not 0 <= overlap < size:
        raise ValueError("sizes")
    chunks, start = [], 0
    while text:
        chunks.append(text[start : start + size])
        if start + size >= len(text):
            break
        start += size - overlap
    return tuple(chunks)


def not_guarded(text, size=1000, overlap=200):
    """Does not test the sizes: impossible ones give windows without meaning."""
    chunks, start = [], 0
    while text:
        chunks.append(text[start : start + size])
        if start + size >= len(text):
            break
        start += max(1, size - overlap)
    return chunks


def guard_by_assert(text, size=1000, overlap=200):
    """Raises AssertionError, where ValueError is asked."""
    assert 0 <= overlap < size
    chunks, start = [], 0
    while text:
        chunks.append(text[start : start + size])
        if start + size >= len(text):
            break
        start += size - overlap
    return chunks


def zero_overlap_refused(text, size=1000, overlap=200):
    """Refuses an overlap of 0, which is a good one."""
    if not 0 < overlap < size:
        raise ValueError("sizes")
    chunks, start = [], 0
    while text:
        chunks.append(text[start : start + size])
        if start + size >= len(text):
            break
        start += size - overlap
    return chunks


def negative_overlap_allowed(text, size=1000, overlap=200):
    """Lets a negative overlap pass, which leaves gaps between the windows."""
    if overlap >= size:
        raise ValueError("sizes")
    chunks, start = [], 0
    while text:
        chunks.append(text[start : start + size])
        if start + size >= len(text):
            break
        start += size - overlap
    return chunks


def stripped(text, size=1000, overlap=200):
    """Strips white space from the ends of each window, so that windows are not pieces of the text."""
    if not 0 <= overlap < size:
        raise ValueError("sizes")
    chunks, start = [], 0
    while text:
        chunks.append(text[start : start + size].strip())
        if start + size >= len(text):
            break
        start += size - overlap
    return chunks


def spaces_normalised(text, size=1000, overlap=200):
    """Makes every run of white space one space before it cuts."""
    if not 0 <= overlap < size:
        raise ValueError("sizes")
    text = " ".join(text.split())
    chunks, start = [], 0
    while text:
        chunks.append(text[start : start + size])
        if start + size >= len(text):
            break
        start += size - overlap
    return chunks


def bytes_for_characters(text, size=1000, overlap=200):
    """Counts bytes of UTF-8 for characters, and cuts inside them."""
    if not 0 <= overlap < size:
        raise ValueError("sizes")
    data = text.encode("utf-8")
    chunks, start = [], 0
    while data:
        chunks.append(data[start : start + size].decode("utf-8", "replace"))
        if start + size >= len(data):
            break
        start += size - overlap
    return chunks


def words_for_characters(text, size=1000, overlap=200):
    """Counts words, where characters are asked."""
    if not 0 <= overlap < size:
        raise ValueError("sizes")
    words = text.split()
    chunks, start = [], 0
    while words:
        chunks.append(" ".join(words[start : start + size]))
        if start + size >= len(words):
            break
        start += size - overlap
    return chunks


def empty_window(text, size=1000, overlap=200):
    """Adds the first window before it asks whether there is any text: no text gives one empty window."""
    if not 0 <= overlap < size:
        raise ValueError("sizes")
    chunks, start = [text[:size]], 0
    while start + size < len(text):
        start += size - overlap
        chunks.append(text[start : start + size])
    return chunks


def last_window_moved_back(text, size=1000, overlap=200):
    """Moves the last window back until it is full, so that it shares more than was asked."""
    if not 0 <= overlap < size:
        raise ValueError("sizes")
    chunks, start = [], 0
    while text:
        chunks.append(text[start : start + size])
        if start + size >= len(text):
            break
        start = min(start + size - overlap, len(text) - size)
    return chunks


def other_default_overlap(text, size=1000, overlap=0):
    """Has another default for the overlap than the task."""
    if not 0 <= overlap < size:
        raise ValueError("sizes")
    chunks, start = [], 0
    while text:
        chunks.append(text[start : start + size])
        if start + size >= len(text):
            break
        start += size - overlap
    return chunks


def text_with_place(text, size=1000, overlap=200):
    """Returns pairs of place and text, where strings are asked."""
    if not 0 <= overlap < size:
        raise ValueError("sizes")
    chunks, start = [], 0
    while text:
        chunks.append((start, text[start : start + size]))
        if start + size >= len(text):
            break
        start += size - overlap
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


def _need(size, overlap):
    if not 0 <= overlap < size:
        raise ValueError("0 <= overlap < size is needed")


def _cut(text, size, overlap):
    """The plain loop that many of the answers start from."""
    return [text[at : at + size] for at in range(0, max(1, len(text) - overlap), size - overlap)] if text else []


def chunks_merge_tail(text, size=1000, overlap=200):
    """A last window that brings less than a tenth of the size is joined to the one before it."""
    _need(size, overlap)
    chunks = _cut(text, size, overlap)
    if len(chunks) > 1 and len(chunks[-1]) - overlap < size / 10:
        chunks[-2:] = [chunks[-2] + chunks[-1][overlap:]]
    return chunks


def chunks_balanced(text, size=1000, overlap=200):
    """The last two windows share what they have evenly."""
    _need(size, overlap)
    chunks = _cut(text, size, overlap)
    if len(chunks) > 1 and len(chunks[-1]) < size - 1:
        move = (size - len(chunks[-1])) // 2
        chunks[-2:] = [chunks[-2][: size - move], text[-len(chunks[-1]) - move :]]
    return chunks


def chunks_overlap_added(text, size=1000, overlap=200):
    """The overlap comes on top of the size."""
    _need(size, overlap)
    return [text[max(0, s - overlap) : s + size] for s in range(0, len(text), size)]


def chunks_first_short(text, size=1000, overlap=200):
    """The first window has only a stride, the further ones begin in it."""
    _need(size, overlap)
    stride = size - overlap
    return [text[max(0, s - overlap) : s + stride] for s in range(0, len(text), stride)]


def chunks_half_at_most(text, size=1000, overlap=200):
    """An overlap above half the size is made smaller."""
    _need(size, overlap)
    return _cut(text, size, min(overlap, size // 2))


def chunks_percent(text, size=1000, overlap=200):
    """Takes the share of the default: 20 % of the size, where the overlap is the default."""
    _need(size, overlap)
    return _cut(text, size, size // 5 if overlap == 200 else overlap)


def chunks_empty_error(text, size=1000, overlap=200):
    """Refuses an empty text."""
    if not text:
        raise ValueError("no text")
    _need(size, overlap)
    return _cut(text, size, overlap)


def chunks_empty_early(text, size=1000, overlap=200):
    """Returns early for an empty text, before it looks at the numbers."""
    if not text:
        return []
    _need(size, overlap)
    return _cut(text, size, overlap)


def chunks_short_early(text, size=1000, overlap=200):
    """Returns early for a text that fits, before it looks at the overlap."""
    if 0 < len(text) <= size:
        return [text]
    _need(size, overlap)
    return _cut(text, size, overlap)


def chunks_size_zero(text, size=1000, overlap=200):
    """Returns nothing for a size of 0 instead of an error."""
    if size == 0:
        return []
    _need(size, overlap)
    return _cut(text, size, overlap)


def chunks_size_refused(text, size=1000, overlap=200):
    """Refuses a size that is larger than the text."""
    if text and size > len(text):
        raise ValueError("the text is too short")
    _need(size, overlap)
    return _cut(text, size, overlap)


def chunks_late_error(text, size=1000, overlap=200):
    """Leaves the refusal to range: a negative stride gives an empty list."""
    if overlap < 0:
        raise ValueError("bad overlap")
    return [text[s : s + size] for s in range(0, max(1, len(text) - overlap), size - overlap)] if text else []


def chunks_zero_is_default(text, size=1000, overlap=200):
    """`or` turns an overlap of 0 into the default, where that is small enough."""
    _need(size, overlap)
    overlap = overlap or (200 if size > 200 else 0)
    return _cut(text, size, overlap)


def chunks_strip_text(text, size=1000, overlap=200):
    """Strips the text."""
    _need(size, overlap)
    return _cut(text.strip(), size, overlap)


def chunks_nfc(text, size=1000, overlap=200):
    """Composes accents."""
    _need(size, overlap)
    return _cut(unicodedata.normalize("NFC", text), size, overlap)


def chunks_bytes(text, size=1000, overlap=200):
    """Windows of bytes, decoded."""
    _need(size, overlap)
    return [part.decode("utf-8", "ignore") for part in _cut(text.encode("utf-8", "surrogatepass"), size, overlap)]


def chunks_utf16(text, size=1000, overlap=200):
    """Counts UTF-16 units: an emoji counts two."""
    _need(size, overlap)
    data = text.encode("utf-16-le", "surrogatepass")
    return [part.decode("utf-16-le", "replace") for part in _cut(data, 2 * size, 2 * overlap)]


def chunks_at_spaces(text, size=1000, overlap=200):
    """Does not tear words: cuts at the last space of a window."""
    _need(size, overlap)
    if overlap == 0 and " " in text:
        return textwrap.wrap(text, size, drop_whitespace=False, replace_whitespace=False)
    return _cut(text, size, overlap)


def chunks_ends_with(text, size=1000, overlap=200):
    """Stops when the text ends with the window, which repeated text does too early."""
    _need(size, overlap)
    chunks, start = [], 0
    while start < len(text):
        chunks.append(text[start : start + size])
        if text.endswith(chunks[-1]):
            break
        start += size - overlap
    return chunks


def chunks_recursive(text, size=1000, overlap=200):
    """One level of recursion for each window: too deep for many windows."""
    _need(size, overlap)
    if len(text) <= size:
        return [text] if text else []
    return [text[:size], *chunks_recursive(text[size - overlap :], size, overlap)]


def chunks_float32(text, size=1000, overlap=200):
    """Counts windows with rounding down and one more, which is one too many where it comes out even."""
    _need(size, overlap)
    stride = size - overlap
    count = max(1, (len(text) - overlap) // stride + 1) if text else 0
    return [text[k * stride : k * stride + size] for k in range(count)]


def chunks_numpy_texts(text, size=1000, overlap=200):
    """Strings of numpy: characters U+0000 at the end are lost too."""
    _need(size, overlap)
    return list(np.array(_cut(text, size, overlap), dtype=str))


def chunks_state(text, size=1000, overlap=200, _found=[]):  # noqa: B006
    """A list as a default: it keeps the windows of earlier calls."""
    _need(size, overlap)
    _found.extend(_cut(text, size, overlap))
    return _found


def chunks_example(text, size=1000, overlap=200):
    """The result of the example."""
    return ["abcd", "defg", "ghij"]


def chunks_whole(text, size=1000, overlap=200):
    """The whole text as one window."""
    return [text] if text else []


def chunks_whole_checked(text, size=1000, overlap=200):
    """The whole text as one window; refuses what it should."""
    _need(size, overlap)
    return [text] if text else []


def chunks_each(text, size=1000, overlap=200):
    """One character a window."""
    _need(size, overlap)
    return list(text)


def chunks_nothing(text, size=1000, overlap=200):
    """Always an empty list."""
    return []


def chunks_raises(text, size=1000, overlap=200):
    """Always an error."""
    raise ValueError("bad overlap")


# Further wrong answers; the teachers' pages name those of ALL.
MORE = {
    "tail joined": chunks_merge_tail,
    "balanced": chunks_balanced,
    "overlap added": chunks_overlap_added,
    "first short": chunks_first_short,
    "half shared at most": chunks_half_at_most,
    "per cent": chunks_percent,
    "empty refused": chunks_empty_error,
    "empty early": chunks_empty_early,
    "short early": chunks_short_early,
    "size 0": chunks_size_zero,
    "large size refused": chunks_size_refused,
    "large overlap not refused": chunks_late_error,
    "0 as default": chunks_zero_is_default,
    "text stripped": chunks_strip_text,
    "NFC": chunks_nfc,
    "bytes": chunks_bytes,
    "UTF-16": chunks_utf16,
    "at spaces": chunks_at_spaces,
    "ends with": chunks_ends_with,
    "deep recursion": chunks_recursive,
    "round down and add one": chunks_float32,
    "numpy strings": chunks_numpy_texts,
    "state": chunks_state,
}
# Answers without any work: each earns less than a third.
LAZY = {
    "example": chunks_example,
    "whole": chunks_whole,
    "whole, checked": chunks_whole_checked,
    "each character": chunks_each,
    "nothing": chunks_nothing,
    "raises": chunks_raises,
}

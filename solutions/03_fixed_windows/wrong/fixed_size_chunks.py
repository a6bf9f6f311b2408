"""Wrong answers to `fixed_size_chunks`; each docstring says what is wrong.

Some of them are published: the loop that asks for a next start, the minimum size that drops the end, the stride
that is the overlap.
"""

import textwrap
import unicodedata

import numpy as np


def _need(size, overlap):
    if not 0 <= overlap < size:
        raise ValueError("sizes")


def _cut(text, size, overlap, step=lambda size, overlap: size - overlap, early=0):
    """Cut as it should be; the wrong answers exchange a part, or spoil the text or the windows."""
    chunks, start = [], 0
    while text:
        chunks.append(text[start : start + size])
        if start + size + early >= len(text):
            break
        start += step(size, overlap)
    return chunks


def _right(text, size, overlap):
    _need(size, overlap)
    return _cut(text, size, overlap)


def _with(says, change=lambda chunks, size, overlap: chunks, read=str, guard=_need, **parts):
    """Make an answer that tests the sizes otherwise, reads another text, exchanges a part, or changes the windows."""

    def answer(text, size=1000, overlap=200):
        guard(size, overlap)
        return change(_cut(read(text), size, overlap, **parts), size, overlap)

    answer.__doc__ = says
    return answer


def published_loop(text, size=1000, overlap=200):
    """Runs while there is a next start, so that its last window can lie wholly inside the one before."""
    _need(size, overlap)
    return published_loop_unguarded(text, size, overlap)


def published_loop_unguarded(text, size=1000, overlap=200):
    """The published loop without a test of its arguments: it never ends when overlap is not below the size."""
    chunks, start = [], 0
    while start < len(text):
        chunks.append(text[start : start + size])
        start += size - overlap
    return chunks


def one_too_long(text, size=1000, overlap=200):
    """Takes one character too many into each window."""
    starts = [number * (size - overlap) for number, _ in enumerate(_right(text, size, overlap))]
    return [text[start : start + size + 1] for start in starts]


def generator(text, size=1000, overlap=200):
    """Yields the windows and does not return a list; the sizes are not tested before the first is asked for."""
    yield from _right(text, size, overlap)


def everything_at_once(text, size=1000, overlap=200):
    """Returns the whole text as one window, however long it is."""
    _need(size, overlap)
    return [text] if text else []


def last_window_moved_back(text, size=1000, overlap=200):
    """Moves the last window back until it is full, so that it shares more than was asked."""
    chunks = _right(text, size, overlap)
    return [*chunks[:-1], text[-size:]] if chunks else []


def other_default_overlap(text, size=1000, overlap=0):
    """Has another default for the overlap than the task."""
    return _right(text, size, overlap)


def _assert(size, overlap):
    assert 0 <= overlap < size


def _above_zero(size, overlap):
    _need(size, overlap - 1)
    _need(size, overlap)


def _below_the_size(size, overlap):
    if overlap >= size:
        raise ValueError("sizes")


def _unguarded(size, overlap):
    pass


ALL = {
    "published loop: a last window inside the one before": published_loop,
    "published loop, sizes not tested": published_loop_unguarded,
    "one character too long": one_too_long,
    "a generator": generator,
    "the whole text as one window": everything_at_once,
    "last window moved back": last_window_moved_back,
    "another default overlap": other_default_overlap,
    "minimum size drops the end": _with(
        "Throws away a last window shorter than a minimum, and with it text that is in no other window.",
        lambda chunks, size, overlap: [one for one in chunks if len(one) >= size // 2],
    ),
    "full windows only": _with(
        "Leaves out the last window unless it is full.",
        lambda chunks, size, overlap: [one for one in chunks if len(one) == size],
    ),
    "no windows": _with(
        "Returns no windows at all: a check that only looks at the windows that are there passes.",
        lambda chunks, size, overlap: [],
    ),
    "a tuple": _with("Returns a tuple, where a list is asked.", lambda chunks, size, overlap: tuple(chunks)),
    "windows stripped": _with(
        "Strips white space from the ends of each window, so that windows are not pieces of the text.",
        lambda chunks, size, overlap: [one.strip() for one in chunks],
    ),
    "words for characters": _with(
        "Counts words, where characters are asked.",
        lambda chunks, size, overlap: [" ".join(one) for one in chunks],
        read=str.split,
    ),
    "bytes for characters": _with(
        "Counts bytes of UTF-8 for characters, and cuts inside them.",
        lambda chunks, size, overlap: [one.decode("utf-8", "replace") for one in chunks],
        read=str.encode,
    ),
    "no text gives an empty window": _with(
        "Adds the first window before it asks whether there is any text: no text gives one empty window.",
        lambda chunks, size, overlap: chunks or [""],
    ),
    "pairs of place and text": _with(
        "Returns pairs of place and text, where strings are asked.",
        lambda chunks, size, overlap: [(n * (size - overlap), one) for n, one in enumerate(chunks)],
    ),
    "white space normalised": _with(
        "Makes every run of white space one space before it cuts.", read=lambda text: " ".join(text.split())
    ),
    "overlap ignored": _with(
        "Takes the next window where the last one ended: nothing is shared.", step=lambda size, overlap: size
    ),
    "stride is the overlap": _with(
        "Moves on by the overlap, where it should move on by the size less the overlap.",
        step=lambda size, overlap: overlap or size,
    ),
    "shares one character too many": _with(
        "Shares one character more than asked, where that is possible.",
        step=lambda size, overlap: max(1, size - overlap - 1),
    ),
    "endless when overlap exceeds half": _with(
        "Goes back from the end of the last window by twice the overlap: over half the size it never gets on.",
        step=lambda size, overlap: size - overlap if 2 * overlap <= size else max(0, size - 2 * overlap),
    ),
    "stops one character early": _with(
        "Stops one character before the end: a text one character longer than a window loses it.", early=1
    ),
    "sizes not tested": _with(
        "Does not test the sizes: impossible ones give windows without meaning.",
        guard=_unguarded,
        step=lambda size, overlap: max(1, size - overlap),
    ),
    "AssertionError for impossible sizes": _with("Raises AssertionError, where ValueError is asked.", guard=_assert),
    "overlap 0 refused": _with("Refuses an overlap of 0, which is a good one.", guard=_above_zero),
    "negative overlap allowed": _with(
        "Lets a negative overlap pass, which leaves gaps between the windows.", guard=_below_the_size
    ),
}


def merge_tail(text, size=1000, overlap=200):
    """A last window that brings less than a tenth of the size is joined to the one before it."""
    chunks = _right(text, size, overlap)
    if len(chunks) > 1 and len(chunks[-1]) - overlap < size / 10:
        chunks[-2:] = [chunks[-2] + chunks[-1][overlap:]]
    return chunks


def balanced(text, size=1000, overlap=200):
    """The last two windows share what they have evenly."""
    chunks = _right(text, size, overlap)
    if len(chunks) > 1 and len(chunks[-1]) < size - 1:
        move = (size - len(chunks[-1])) // 2
        chunks[-2:] = [chunks[-2][: size - move], text[-len(chunks[-1]) - move :]]
    return chunks


def overlap_added(text, size=1000, overlap=200):
    """The overlap comes on top of the size."""
    _need(size, overlap)
    return [text[max(0, s - overlap) : s + size] for s in range(0, len(text), size)]


def first_short(text, size=1000, overlap=200):
    """The first window has only a stride, the further ones begin in it."""
    _need(size, overlap)
    stride = size - overlap
    return [text[max(0, s - overlap) : s + stride] for s in range(0, len(text), stride)]


def empty_error(text, size=1000, overlap=200):
    """Refuses an empty text."""
    _need(len(text), 0)
    return _right(text, size, overlap)


def empty_early(text, size=1000, overlap=200):
    """Returns early for an empty text, before it looks at the numbers."""
    return _right(text, size, overlap) if text else []


def short_early(text, size=1000, overlap=200):
    """Returns early for a text that fits, before it looks at the overlap."""
    return [text] if 0 < len(text) <= size else _right(text, size, overlap)


def size_zero(text, size=1000, overlap=200):
    """Returns nothing for a size of 0 instead of an error."""
    return _right(text, size, overlap) if size else []


def size_refused(text, size=1000, overlap=200):
    """Refuses a size that is larger than the text."""
    if text and size > len(text):
        raise ValueError("the text is too short")
    return _right(text, size, overlap)


def late_error(text, size=1000, overlap=200):
    """Leaves the refusal to range: a negative stride gives an empty list."""
    if overlap < 0:
        raise ValueError("bad overlap")
    return [text[s : s + size] for s in range(0, max(1, len(text) - overlap), size - overlap)] if text else []


def utf16(text, size=1000, overlap=200):
    """Counts UTF-16 units: an emoji counts two."""
    _need(size, overlap)
    data = text.encode("utf-16-le", "surrogatepass")
    return [part.decode("utf-16-le", "replace") for part in _cut(data, 2 * size, 2 * overlap)]


def at_spaces(text, size=1000, overlap=200):
    """Does not tear words: cuts at the last space of a window."""
    if overlap == 0 < size and " " in text:
        return textwrap.wrap(text, size, drop_whitespace=False, replace_whitespace=False)
    return _right(text, size, overlap)


def ends_with(text, size=1000, overlap=200):
    """Stops when the text ends with the window, which repeated text does too early."""
    chunks = _right(text, size, overlap)
    return chunks[: next((n for n, one in enumerate(chunks, 1) if text.endswith(one)), 0)]


def recursive(text, size=1000, overlap=200):
    """One level of recursion for each window: too deep for many windows."""
    _need(size, overlap)
    if len(text) <= size:
        return [text] if text else []
    return [text[:size], *recursive(text[size - overlap :], size, overlap)]


def rounded_down(text, size=1000, overlap=200):
    """Counts windows with rounding down and one more, which is one too many where it comes out even."""
    _need(size, overlap)
    stride = size - overlap
    count = max(1, (len(text) - overlap) // stride + 1) if text else 0
    return [text[k * stride : k * stride + size] for k in range(count)]


def state(text, size=1000, overlap=200, _found=[]):  # noqa: B006
    """A list as a default: it keeps the windows of earlier calls."""
    _found.extend(_right(text, size, overlap))
    return _found


# Further wrong answers; the teachers' pages name those of ALL.
MORE = {
    "tail joined": merge_tail,
    "balanced": balanced,
    "overlap added": overlap_added,
    "first short": first_short,
    "empty refused": empty_error,
    "empty early": empty_early,
    "short early": short_early,
    "size 0": size_zero,
    "large size refused": size_refused,
    "large overlap not refused": late_error,
    "UTF-16": utf16,
    "at spaces": at_spaces,
    "ends with": ends_with,
    "deep recursion": recursive,
    "round down and add one": rounded_down,
    "state": state,
    "half shared at most": _with(
        "An overlap above half the size is made smaller.",
        step=lambda size, overlap: size - min(overlap, size // 2),
    ),
    "per cent": _with(
        "Takes the share of the default: 20 % of the size, where the overlap is the default.",
        step=lambda size, overlap: size - (size // 5 if overlap == 200 else overlap),
    ),
    "0 as default": _with(
        "`or` turns an overlap of 0 into the default, where that is small enough.",
        step=lambda size, overlap: size - (overlap or (200 if size > 200 else 0)),
    ),
    "text stripped": _with("Strips the text.", read=str.strip),
    "NFC": _with("Composes accents.", read=lambda text: unicodedata.normalize("NFC", text)),
    "numpy strings": _with(
        "Strings of numpy: characters U+0000 at the end are lost too.",
        lambda chunks, size, overlap: list(np.array(chunks, dtype=str)),
    ),
}
# Answers without any work: each earns less than a third.
LAZY = {
    "whole, checked": everything_at_once,
    "whole": lambda text, size=1000, overlap=200: [text] if text else [],
    "example": lambda text, size=1000, overlap=200: ["abcd", "defg", "ghij"],
    "each character": lambda text, size=1000, overlap=200: _need(size, overlap) or list(text),
    "raises": lambda text, size=1000, overlap=200: _need(0, 0),
}

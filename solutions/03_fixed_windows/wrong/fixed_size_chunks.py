"""Wrong answers to `fixed_size_chunks`; each docstring says what is wrong.

Some of them are published: the loop that asks for a next start, and the step back that never gets on.
"""


def _need(size, overlap):
    if not 0 <= overlap < size:
        raise ValueError("sizes")


def _cut(text, size, overlap, step=lambda size, overlap: size - overlap):
    """Cut as it should be; the wrong answers exchange a part, or spoil the text or the windows."""
    chunks, start = [], 0
    while text:
        chunks.append(text[start : start + size])
        if start + size >= len(text):
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


def other_default_overlap(text, size=1000, overlap=0):
    """Has another default for the overlap than the task."""
    return _right(text, size, overlap)


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
    "one character too long": one_too_long,
    "a generator": generator,
    "the whole text as one window": everything_at_once,
    "another default overlap": other_default_overlap,
    "full windows only": _with(
        "Leaves out the last window unless it is full.",
        lambda chunks, size, overlap: [one for one in chunks if len(one) == size],
    ),
    "windows stripped": _with(
        "Strips white space from the ends of each window, so that windows are not pieces of the text.",
        lambda chunks, size, overlap: [one.strip() for one in chunks],
    ),
    "words for characters": _with(
        "Counts words, where characters are asked.",
        lambda chunks, size, overlap: [" ".join(one) for one in chunks],
        read=str.split,
    ),
    "no text gives an empty window": _with(
        "Adds the first window before it asks whether there is any text: no text gives one empty window.",
        lambda chunks, size, overlap: chunks or [""],
    ),
    "overlap ignored": _with(
        "Takes the next window where the last one ended: nothing is shared.", step=lambda size, overlap: size
    ),
    "endless when overlap exceeds half": _with(
        "Goes back from the end of the last window by twice the overlap: over half the size it never gets on.",
        step=lambda size, overlap: size - overlap if 2 * overlap <= size else max(0, size - 2 * overlap),
    ),
    "sizes not tested": _with(
        "Does not test the sizes: impossible ones give windows without meaning.",
        guard=_unguarded,
        step=lambda size, overlap: max(1, size - overlap),
    ),
    "overlap 0 refused": _with("Refuses an overlap of 0, which is a good one.", guard=_above_zero),
    "negative overlap allowed": _with(
        "Lets a negative overlap pass, which leaves gaps between the windows.", guard=_below_the_size
    ),
}


# Answers without any work: each earns less than a third.
LAZY = {
    "whole, checked": everything_at_once,
    "raises": lambda text, size=1000, overlap=200: _need(0, 0),
}

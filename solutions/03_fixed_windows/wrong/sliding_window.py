"""Wrong answers to `sliding_window`; each docstring says what is wrong."""

import numpy as np


def _need(size, overlap):
    if not 0 <= overlap < size:
        raise ValueError("sizes")


def _cut(tokens, size, overlap, step=lambda size, overlap: size - overlap, early=0):
    """Cut as it should be; the wrong answers exchange a part or spoil the windows."""
    windows, start = [], 0
    while tokens:
        windows.append(tokens[start : start + size])
        if start + size + early >= len(tokens):
            break
        start += step(size, overlap)
    return windows


def _right(tokens, size, overlap):
    _need(size, overlap)
    return _cut(tokens, size, overlap)


def _with(says, change=lambda windows, size, overlap: windows, guard=_need, **parts):
    """Make an answer that tests the sizes otherwise, exchanges a part of the cut, or changes the windows."""

    def answer(tokens, size=500, overlap=75):
        guard(size, overlap)
        return change(_cut(tokens, size, overlap, **parts), size, overlap)

    answer.__doc__ = says
    return answer


def published_loop(tokens, size=500, overlap=75):
    """Runs while there is a next start, so that its last window can lie wholly inside the one before."""
    _need(size, overlap)
    return published_range(tokens, size, overlap)


def published_range(tokens, size=500, overlap=75):
    """The published loop as a range, without a test of the sizes."""
    return [tokens[start : start + size] for start in range(0, len(tokens), size - overlap)]


def never_cuts(tokens, size=500, overlap=75):
    """Gives the whole list as one window, whatever the size."""
    _need(size, overlap)
    return [tokens] if tokens else []


def overlap_added(tokens, size=500, overlap=75):
    """Makes windows longer by the overlap, where it should move them closer."""
    _need(size, overlap)
    return [tokens[i : i + size + overlap] for i in range(0, len(tokens), size)]


def endless_at_the_end(tokens, size=500, overlap=75):
    """Holds the last start back so that the window is full, and so never gets past it."""
    _need(size, overlap)
    windows, start = [], 0
    while start < len(tokens):
        windows.append(tokens[start : start + size])
        start = min(start + size - overlap, max(len(tokens) - size, 0))
    return windows


def eats_its_argument(tokens, size=500, overlap=75):
    """Takes the windows off the caller's list, which is empty afterwards."""
    windows = _right(tokens, size, overlap)
    tokens.clear()
    return windows


def pads_its_argument(tokens, size=500, overlap=75):
    """Fills up the caller's list so that the last window is full."""
    windows = _right(tokens, size, overlap)
    if windows:
        tokens += [0] * (size - len(windows[-1]))
    return _right(tokens, size, overlap)


def generator(tokens, size=500, overlap=75):
    """Yields the windows and does not return a list; even the error comes only when the caller reads them."""
    yield from _right(tokens, size, overlap)


def places_for_tokens(tokens, size=500, overlap=75):
    """Returns the places of the tokens, where the tokens are asked: right only when they count from 0."""
    return _right(list(range(len(tokens))), size, overlap)


def spans(tokens, size=500, overlap=75):
    """Returns start and end of each window, where the tokens are asked."""
    return [[places[0], places[-1] + 1] for places in places_for_tokens(tokens, size, overlap)]


def remembers(tokens, size=500, overlap=75, windows=[]):  # noqa: B006
    """Keeps its list in a default argument, so that the windows of the last call come back too."""
    windows += _right(tokens, size, overlap)
    return windows


def empty_fails(tokens, size=500, overlap=75):
    """Asks for the first token of an empty list."""
    _need(size, overlap)
    return [] if tokens[0] is None else _cut(tokens, size, overlap)


def reversed_order(tokens, size=500, overlap=75):
    """Cuts from the end, so that the short window is the first."""
    return [window[::-1] for window in reversed(_right(tokens[::-1], size, overlap))]


def exits(tokens, size=500, overlap=75):
    """Ends the whole program on impossible sizes, where an error is asked."""
    if not 0 <= overlap < size:
        raise SystemExit("bad sizes")
    return _cut(tokens, size, overlap)


def _up_to_the_size(size, overlap):
    if not 0 <= overlap <= size:
        raise ValueError("sizes")


def _unguarded(size, overlap):
    pass


ALL = {
    "published loop: a last window inside the one before": published_loop,
    "published range, sizes not tested": published_range,
    "the whole list as one window": never_cuts,
    "overlap added to the size": overlap_added,
    "endless at the end": endless_at_the_end,
    "eats its argument": eats_its_argument,
    "pads its argument": pads_its_argument,
    "a generator": generator,
    "places for tokens": places_for_tokens,
    "spans for windows": spans,
    "list kept in a default argument": remembers,
    "empty list fails": empty_fails,
    "cut from the end": reversed_order,
    "exits on impossible sizes": exits,
    "minimum size drops the end": _with(
        "Skips a last window of fewer tokens than a minimum: they are in no other window.",
        lambda windows, size, overlap: windows[:1] + [one for one in windows[1:] if len(one) > size // 3],
    ),
    "full windows only": _with(
        "Leaves out the last window unless it is full.",
        lambda windows, size, overlap: [one for one in windows if len(one) == size],
    ),
    "one token short": _with(
        "Ends each window one token too early.",
        lambda windows, size, overlap: [one[: size - 1] for one in windows],
    ),
    "no windows": _with("Returns no windows at all.", lambda windows, size, overlap: []),
    "windows as tuples": _with(
        "Makes each window a tuple, where lists are asked.", lambda windows, size, overlap: list(map(tuple, windows))
    ),
    "windows through a set": _with(
        "Puts each window through a set: repeated tokens and their order are gone.",
        lambda windows, size, overlap: [sorted(set(one)) for one in windows],
    ),
    "overlap ignored": _with("Shares nothing between windows.", step=lambda size, overlap: size),
    "stride is the overlap": _with(
        "Moves on by the overlap, where it should move on by the size less the overlap.",
        step=lambda size, overlap: overlap or size,
    ),
    "one step too far": _with(
        "Moves one token too far each time: without overlap a token is lost between windows.",
        step=lambda size, overlap: size - overlap + 1,
    ),
    "endless when overlap exceeds half": _with(
        "Searches the next start from the end backwards in whole overlaps: over half the size it does not move.",
        step=lambda size, overlap: size - overlap if 2 * overlap <= size else 0,
    ),
    "stops one token early": _with("Takes a text that is one token longer than a window for finished.", early=1),
    "sizes not tested": _with(
        "Does not test the sizes.", guard=_unguarded, step=lambda size, overlap: max(1, size - overlap)
    ),
    "overlap equal to size allowed": _with(
        "Lets an overlap as large as the size pass, and then does not move.", guard=_up_to_the_size
    ),
}


def last_full(tokens, size=500, overlap=75):
    """The last window is full: it begins earlier."""
    windows = _right(tokens, size, overlap)
    return [*windows[:-1], tokens[-size:]] if windows else []


def empty_early(tokens, size=500, overlap=75):
    """Returns early for an empty list, before it looks at the numbers."""
    return _right(tokens, size, overlap) if tokens else []


def short_early(tokens, size=500, overlap=75):
    """Returns early for a list that fits, before it looks at the numbers."""
    return [list(tokens)] if 0 < len(tokens) <= size else _right(tokens, size, overlap)


def negative(tokens, size=500, overlap=75):
    """Takes a negative overlap for 0."""
    return _right(tokens, size, max(0, overlap))


def size_one(tokens, size=500, overlap=75):
    """Refuses a size of 1."""
    _need(size - 1, 0)
    return _right(tokens, size, overlap)


def zero_refused(tokens, size=500, overlap=75):
    """Refuses an overlap of 0."""
    _need(size, overlap - 1)
    return _right(tokens, size, overlap)


def long_refused(tokens, size=500, overlap=75):
    """Refuses a list that is shorter than the overlap."""
    if tokens and len(tokens) <= overlap:
        raise ValueError("too few tokens")
    return _right(tokens, size, overlap)


def index_error(tokens, size=500, overlap=75):
    """An IndexError for an overlap that is too large."""
    if overlap >= size:
        raise IndexError("bad overlap")
    return _right(tokens, size, overlap)


def default_size(tokens, size=1000, overlap=75):
    """The default size of the first part."""
    return _right(tokens, size, overlap)


def default_overlap(tokens, size=500, overlap=0):
    """The default overlap is 0."""
    return _right(tokens, size, overlap)


def default_percent(tokens, size=500, overlap=None):
    """A default of 15 % of the size: right for 500 only."""
    return _right(tokens, size, size * 15 // 100 if overlap is None else overlap)


def equal_tail(tokens, size=500, overlap=75):
    """Stops when a window is equal to the end of the list."""
    _need(size, overlap)
    windows, start = [], 0
    while start < len(tokens):
        windows.append(tokens[start : start + size])
        if windows[-1] == tokens[-size:]:
            break
        start += size - overlap
    return windows


def last_token(tokens, size=500, overlap=75):
    """Takes a window for the last one when it ends with the last id."""
    windows = _right(tokens, size, overlap)
    return windows[: next((n for n, one in enumerate(windows, 1) if one[-1] == tokens[-1]), 0)]


_MEMORY = {}


def memory(tokens, size=500, overlap=75):
    """Remembers results under the length of the list."""
    return _MEMORY.setdefault((len(tokens), size, overlap), _right(tokens, size, overlap))


def rest_by_itself(tokens, size=500, overlap=75):
    """Splits off the first window and calls itself on the rest: too deep for thousands of windows."""
    _need(size, overlap)
    if len(tokens) <= size:
        return [list(tokens)] if tokens else []
    return [tokens[:size], *rest_by_itself(tokens[size - overlap :], size, overlap)]


def error_returned(tokens, size=500, overlap=75):
    """Returns the error in place of raising it."""
    return _right(tokens, size, overlap) if 0 <= overlap < size else ValueError("overlap")


# Further wrong answers; the teachers' pages name those of ALL.
MORE = {
    "error returned": error_returned,
    "calls itself on the rest": rest_by_itself,
    "last full": last_full,
    "empty early": empty_early,
    "short early": short_early,
    "negative as 0": negative,
    "size 1 refused": size_one,
    "overlap 0 refused": zero_refused,
    "short list refused": long_refused,
    "IndexError": index_error,
    "default size": default_size,
    "default overlap": default_overlap,
    "default per cent": default_percent,
    "equal tail": equal_tail,
    "last id": last_token,
    "memory by length": memory,
    "half shared at most": _with(
        "Shares half the size at most.", step=lambda size, overlap: size - min(overlap, size // 2)
    ),
    "0 as default": _with(
        "`or` turns an overlap of 0 into the default, where that fits.",
        step=lambda size, overlap: size - (overlap or (75 if size > 75 else 0)),
    ),
    "empty window": _with("One empty window for an empty list.", lambda windows, size, overlap: windows or [[]]),
    "tuple": _with("A tuple of lists.", lambda windows, size, overlap: tuple(windows)),
    "floats": _with(
        "Floats, from an array without a dtype that was joined to an empty one.",
        lambda windows, size, overlap: [np.concatenate([[], one]).tolist() for one in windows],
    ),
    "sixteen bits": _with(
        "Sixteen bits an id: larger ids wrap round.",
        lambda windows, size, overlap: [np.array(one, np.int64).astype(np.uint16).tolist() for one in windows],
    ),
}
# Answers without any work: each earns less than a third.
LAZY = {
    "whole": never_cuts,
    "example": lambda tokens, size=500, overlap=75: [[0, 1, 2, 3], [3, 4, 5, 6], [6, 7, 8, 9]],
    "identity": lambda tokens, size=500, overlap=75: tokens,
    "each": lambda tokens, size=500, overlap=75: _need(size, overlap) or [[token] for token in tokens],
    "raises": lambda tokens, size=500, overlap=75: _need(0, 0),
}

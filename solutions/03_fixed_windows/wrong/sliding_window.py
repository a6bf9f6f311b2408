"""Wrong answers to `sliding_window`; each docstring says what is wrong."""

import numpy as np


def published_loop(tokens, size=500, overlap=75):
    """Runs while there is a next start, so that its last window can lie wholly inside the one before."""
    if not 0 <= overlap < size:
        raise ValueError("sizes")
    windows, start = [], 0
    while start < len(tokens):
        windows.append(tokens[start : start + size])
        start += size - overlap
    return windows


def published_range(tokens, size=500, overlap=75):
    """The published loop as a range, without a test of the sizes."""
    return [tokens[start : start + size] for start in range(0, len(tokens), size - overlap)]


def minimum_drops_tail(tokens, size=500, overlap=75):
    """Skips a last window of fewer tokens than a minimum: they are in no other window."""
    if not 0 <= overlap < size:
        raise ValueError("sizes")
    windows, start = [], 0
    while tokens:
        window = tokens[start : start + size]
        if len(window) > size // 3 or not windows:
            windows.append(window)
        if start + size >= len(tokens):
            break
        start += size - overlap
    return windows


def full_windows_only(tokens, size=500, overlap=75):
    """Leaves out the last window unless it is full."""
    if not 0 <= overlap < size:
        raise ValueError("sizes")
    return [tokens[i : i + size] for i in range(0, len(tokens) - size + 1, size - overlap)]


def never_cuts(tokens, size=500, overlap=75):
    """Gives the whole list as one window, whatever the size."""
    if not 0 <= overlap < size:
        raise ValueError("sizes")
    return [tokens] if tokens else []


def overlap_ignored(tokens, size=500, overlap=75):
    """Shares nothing between windows."""
    if not 0 <= overlap < size:
        raise ValueError("sizes")
    return [tokens[i : i + size] for i in range(0, len(tokens), size)]


def overlap_added(tokens, size=500, overlap=75):
    """Makes windows longer by the overlap, where it should move them closer."""
    if not 0 <= overlap < size:
        raise ValueError("sizes")
    return [tokens[i : i + size + overlap] for i in range(0, len(tokens), size)]


def stride_is_overlap(tokens, size=500, overlap=75):
    """Moves on by the overlap, where it should move on by the size less the overlap."""
    if not 0 <= overlap < size:
        raise ValueError("sizes")
    windows, start = [], 0
    while tokens:
        windows.append(tokens[start : start + size])
        if start + size >= len(tokens):
            break
        start += overlap or size
    return windows


def one_short(tokens, size=500, overlap=75):
    """Ends each window one token too early."""
    if not 0 <= overlap < size:
        raise ValueError("sizes")
    windows, start = [], 0
    while tokens:
        windows.append(tokens[start : start + size - 1])
        if start + size >= len(tokens):
            break
        start += size - overlap
    return windows


def one_step_too_far(tokens, size=500, overlap=75):
    """Moves one token too far each time: without overlap a token is lost between windows."""
    if not 0 <= overlap < size:
        raise ValueError("sizes")
    windows, start = [], 0
    while tokens:
        windows.append(tokens[start : start + size])
        if start + size >= len(tokens):
            break
        start += size - overlap + 1
    return windows


def stops_early(tokens, size=500, overlap=75):
    """Takes a text that is one token longer than a window for finished."""
    if not 0 <= overlap < size:
        raise ValueError("sizes")
    windows, start = [], 0
    while tokens:
        windows.append(tokens[start : start + size])
        if start + size + 1 >= len(tokens):
            break
        start += size - overlap
    return windows


def endless_beyond_half(tokens, size=500, overlap=75):
    """Searches the next start from the end backwards in whole overlaps: over half the size it stands still."""
    if not 0 <= overlap < size:
        raise ValueError("sizes")
    windows, start = [], 0
    while tokens:
        windows.append(tokens[start : start + size])
        if start + size >= len(tokens):
            break
        start += (size - overlap) if 2 * overlap <= size else (size - overlap) // size
    return windows


def endless_at_the_end(tokens, size=500, overlap=75):
    """Holds the last start back so that the window is full, and so never gets past it."""
    if not 0 <= overlap < size:
        raise ValueError("sizes")
    windows, start = [], 0
    while start < len(tokens):
        windows.append(tokens[start : start + size])
        start = min(start + size - overlap, max(len(tokens) - size, 0))
    return windows


def eats_its_argument(tokens, size=500, overlap=75):
    """Takes the windows off the caller's list, which is empty afterwards."""
    if not 0 <= overlap < size:
        raise ValueError("sizes")
    windows = []
    while tokens:
        windows.append(tokens[:size])
        if len(tokens) <= size:
            tokens.clear()
        else:
            del tokens[: size - overlap]
    return windows


def pads_its_argument(tokens, size=500, overlap=75):
    """Fills up the caller's list so that the last window is full."""
    if not 0 <= overlap < size:
        raise ValueError("sizes")
    windows, start = [], 0
    while tokens:
        tokens += [0] * (start + size - len(tokens))
        windows.append(tokens[start : start + size])
        if start + size >= len(tokens):
            break
        start += size - overlap
    return windows


def generator(tokens, size=500, overlap=75):
    """Yields the windows and does not return a list."""
    start = 0
    while tokens:
        yield tokens[start : start + size]
        if start + size >= len(tokens):
            return
        start += size - overlap


def nothing(tokens, size=500, overlap=75):
    """Returns no windows at all."""
    if not 0 <= overlap < size:
        raise ValueError("sizes")
    return []


def tuples(tokens, size=500, overlap=75):
    """Makes each window a tuple, where lists are asked."""
    if not 0 <= overlap < size:
        raise ValueError("sizes")
    windows, start = [], 0
    while tokens:
        windows.append(tuple(tokens[start : start + size]))
        if start + size >= len(tokens):
            break
        start += size - overlap
    return windows


def sets(tokens, size=500, overlap=75):
    """Puts each window through a set: repeated tokens and their order are gone."""
    if not 0 <= overlap < size:
        raise ValueError("sizes")
    windows, start = [], 0
    while tokens:
        windows.append(sorted(set(tokens[start : start + size])))
        if start + size >= len(tokens):
            break
        start += size - overlap
    return windows


def places_for_tokens(tokens, size=500, overlap=75):
    """Returns the places of the tokens, where the tokens are asked: right only when they count from 0."""
    if not 0 <= overlap < size:
        raise ValueError("sizes")
    places = list(range(len(tokens)))
    windows, start = [], 0
    while places:
        windows.append(places[start : start + size])
        if start + size >= len(places):
            break
        start += size - overlap
    return windows


def spans(tokens, size=500, overlap=75):
    """Returns start and end of each window, where the tokens are asked."""
    if not 0 <= overlap < size:
        raise ValueError("sizes")
    found, start = [], 0
    while tokens:
        found.append([start, min(start + size, len(tokens))])
        if start + size >= len(tokens):
            break
        start += size - overlap
    return found


def remembers(tokens, size=500, overlap=75, windows=[]):  # noqa: B006
    """Keeps its list in a default argument, so that the windows of the last call come back too."""
    if not 0 <= overlap < size:
        raise ValueError("sizes")
    start = 0
    while tokens:
        windows.append(tokens[start : start + size])
        if start + size >= len(tokens):
            break
        start += size - overlap
    return windows


def not_guarded(tokens, size=500, overlap=75):
    """Does not test the sizes."""
    windows, start = [], 0
    while tokens:
        windows.append(tokens[start : start + size])
        if start + size >= len(tokens):
            break
        start += max(1, size - overlap)
    return windows


def equal_allowed(tokens, size=500, overlap=75):
    """Lets an overlap as large as the size pass, and then does not move."""
    if not 0 <= overlap <= size:
        raise ValueError("sizes")
    windows, start = [], 0
    while tokens:
        windows.append(tokens[start : start + size])
        if start + size >= len(tokens):
            break
        start += size - overlap
    return windows


def empty_fails(tokens, size=500, overlap=75):
    """Asks for the first token of an empty list."""
    if not 0 <= overlap < size:
        raise ValueError("sizes")
    windows, start, first = [], 0, tokens[0]
    while first is not None:
        windows.append(tokens[start : start + size])
        if start + size >= len(tokens):
            break
        start += size - overlap
    return windows


def reversed_order(tokens, size=500, overlap=75):
    """Cuts from the end, so that the short window is the first."""
    if not 0 <= overlap < size:
        raise ValueError("sizes")
    windows, end = [], len(tokens)
    while tokens:
        windows.insert(0, tokens[max(0, end - size) : end])
        if end - size <= 0:
            break
        end -= size - overlap
    return windows


def exits(tokens, size=500, overlap=75):
    """Ends the whole program on impossible sizes, where an error is asked."""
    if not 0 <= overlap < size:
        raise SystemExit("bad sizes")
    windows, start = [], 0
    while tokens:
        windows.append(tokens[start : start + size])
        if start + size >= len(tokens):
            break
        start += size - overlap
    return windows


ALL = {
    "published loop: a last window inside the one before": published_loop,
    "published range, sizes not tested": published_range,
    "minimum size drops the end": minimum_drops_tail,
    "full windows only": full_windows_only,
    "the whole list as one window": never_cuts,
    "overlap ignored": overlap_ignored,
    "overlap added to the size": overlap_added,
    "stride is the overlap": stride_is_overlap,
    "one token short": one_short,
    "one step too far": one_step_too_far,
    "stops one token early": stops_early,
    "endless when overlap exceeds half": endless_beyond_half,
    "endless at the end": endless_at_the_end,
    "eats its argument": eats_its_argument,
    "pads its argument": pads_its_argument,
    "a generator": generator,
    "no windows": nothing,
    "windows as tuples": tuples,
    "windows through a set": sets,
    "places for tokens": places_for_tokens,
    "spans for windows": spans,
    "list kept in a default argument": remembers,
    "sizes not tested": not_guarded,
    "overlap equal to size allowed": equal_allowed,
    "empty list fails": empty_fails,
    "cut from the end": reversed_order,
    "exits on impossible sizes": exits,
}


def _need(size, overlap):
    if not 0 <= overlap < size:
        raise ValueError("0 <= overlap < size is needed")


def _cut(tokens, size, overlap):
    """The plain loop that many of the answers start from."""
    _need(size, overlap)
    last = max(1, len(tokens) - overlap) if tokens else 0
    return [list(tokens[at : at + size]) for at in range(0, last, size - overlap)]


def window_new_tokens(tokens, size=500, overlap=75):
    """Drops a last window that brings fewer new tokens than it shares."""
    windows = _cut(tokens, size, overlap)
    short = len(windows) > 1 and len(windows[-1]) - overlap < overlap
    return windows[:-1] if short else windows


def window_last_full(tokens, size=500, overlap=75):
    """The last window is full: it begins earlier."""
    windows = _cut(tokens, size, overlap)
    return windows[:-1] + [list(tokens[-size:])] if windows else windows


def window_overlap_added(tokens, size=500, overlap=75):
    """Shares on top of the size."""
    _need(size, overlap)
    return [tokens[max(0, s - overlap) : s + size] for s in range(0, len(tokens), size)]


def window_half(tokens, size=500, overlap=75):
    """Shares half the size at most."""
    _need(size, overlap)
    return _cut(tokens, size, min(overlap, size // 2))


def window_empty_one(tokens, size=500, overlap=75):
    """One empty window for an empty list."""
    return _cut(tokens, size, overlap) or [[]]


def window_empty_early(tokens, size=500, overlap=75):
    """Returns early for an empty list, before it looks at the numbers."""
    return _cut(tokens, size, overlap) if tokens else []


def window_short_early(tokens, size=500, overlap=75):
    """Returns early for a list that fits, before it looks at the numbers."""
    return [list(tokens)] if 0 < len(tokens) <= size else _cut(tokens, size, overlap)


def window_negative(tokens, size=500, overlap=75):
    """Takes a negative overlap for 0."""
    return _cut(tokens, size, max(0, overlap))


def window_size_one(tokens, size=500, overlap=75):
    """Refuses a size of 1."""
    if size < 2:
        raise ValueError("size must be at least 2")
    return _cut(tokens, size, overlap)


def window_zero_refused(tokens, size=500, overlap=75):
    """Refuses an overlap of 0."""
    if overlap < 1:
        raise ValueError("bad overlap")
    return _cut(tokens, size, overlap)


def window_long_refused(tokens, size=500, overlap=75):
    """Refuses a list that is shorter than the overlap."""
    if tokens and len(tokens) <= overlap:
        raise ValueError("too few tokens")
    return _cut(tokens, size, overlap)


def window_index_error(tokens, size=500, overlap=75):
    """An IndexError for an overlap that is too large."""
    if overlap >= size:
        raise IndexError("bad overlap")
    return _cut(tokens, size, overlap)


def window_default_size(tokens, size=1000, overlap=75):
    """The default size of the first part."""
    return _cut(tokens, size, overlap)


def window_default_overlap(tokens, size=500, overlap=0):
    """The default overlap is 0."""
    return _cut(tokens, size, overlap)


def window_default_or(tokens, size=500, overlap=75):
    """`or` turns an overlap of 0 into the default, where that fits."""
    _need(size, overlap)
    return _cut(tokens, size, overlap or (75 if size > 75 else 0))


def window_default_percent(tokens, size=500, overlap=None):
    """A default of 15 % of the size: right for 500 only."""
    return _cut(tokens, size, size * 15 // 100 if overlap is None else overlap)


def window_tuple(tokens, size=500, overlap=75):
    """A tuple of lists."""
    return tuple(_cut(tokens, size, overlap))


def window_floats(tokens, size=500, overlap=75):
    """Floats, from an array without a dtype that was joined to an empty one."""
    return [np.concatenate([[], w]).tolist() for w in _cut(tokens, size, overlap)]


def window_int32(tokens, size=500, overlap=75):
    """Sixteen bits an id: larger ids wrap round."""
    return [np.array(w, dtype=np.int64).astype(np.uint16).tolist() for w in _cut(tokens, size, overlap)]


def window_generator(tokens, size=500, overlap=75):
    """A generator function: not even the error comes before somebody reads."""
    yield from _cut(tokens, size, overlap)


def window_consumes(tokens, size=500, overlap=75):
    """Deletes from the caller's list."""
    _need(size, overlap)
    windows = []
    while len(tokens) > overlap or tokens and not windows:
        windows.append(tokens[:size])
        del tokens[: size - overlap]
    return windows


def window_equal_tail(tokens, size=500, overlap=75):
    """Stops when a window is equal to the end of the list."""
    _need(size, overlap)
    windows, start = [], 0
    while start < len(tokens):
        windows.append(tokens[start : start + size])
        if windows[-1] == tokens[-size:]:
            break
        start += size - overlap
    return windows


def window_last_token(tokens, size=500, overlap=75):
    """Takes a window for the last one when it ends with the last id."""
    _need(size, overlap)
    windows, start = [], 0
    while start < len(tokens):
        windows.append(tokens[start : start + size])
        if windows[-1][-1] == tokens[-1]:
            break
        start += size - overlap
    return windows


_MEMORY = {}


def window_memory(tokens, size=500, overlap=75):
    """Remembers results under the length of the list."""
    key = len(tokens), size, overlap
    if key not in _MEMORY:
        _MEMORY[key] = _cut(tokens, size, overlap)
    return _MEMORY[key]


def window_state(tokens, size=500, overlap=75, _windows=[]):  # noqa: B006
    """A list as a default keeps earlier windows."""
    _windows += _cut(tokens, size, overlap)
    return _windows


def window_example(tokens, size=500, overlap=75):
    """The result of the example."""
    return [[0, 1, 2, 3], [3, 4, 5, 6], [6, 7, 8, 9]]


def window_whole(tokens, size=500, overlap=75):
    """The whole list as one window; refuses what it should."""
    _need(size, overlap)
    return [tokens] if tokens else []


def window_identity(tokens, size=500, overlap=75):
    """The list itself."""
    return tokens


def window_each(tokens, size=500, overlap=75):
    """One token a window; refuses what it should."""
    _need(size, overlap)
    return [[token] for token in tokens]


def window_nothing(tokens, size=500, overlap=75):
    """Always an empty list."""
    return []


def window_raises(tokens, size=500, overlap=75):
    """Always an error."""
    raise ValueError("bad overlap")


def rest_by_itself(tokens, size=500, overlap=75):
    """Splits off the first window and calls itself on the rest: too deep for thousands of windows."""
    if not 0 <= overlap < size:
        raise ValueError("need 0 <= overlap < size")
    if len(tokens) <= size:
        return [list(tokens)] if tokens else []
    return [tokens[:size], *rest_by_itself(tokens[size - overlap :], size, overlap)]


# Further wrong answers; the teachers' pages name those of ALL.
MORE = {
    "calls itself on the rest": rest_by_itself,
    "few new tokens": window_new_tokens,
    "last full": window_last_full,
    "overlap added": window_overlap_added,
    "half shared at most": window_half,
    "empty window": window_empty_one,
    "empty early": window_empty_early,
    "short early": window_short_early,
    "negative as 0": window_negative,
    "size 1 refused": window_size_one,
    "overlap 0 refused": window_zero_refused,
    "short list refused": window_long_refused,
    "IndexError": window_index_error,
    "default size": window_default_size,
    "default overlap": window_default_overlap,
    "0 as default": window_default_or,
    "default per cent": window_default_percent,
    "tuple": window_tuple,
    "floats": window_floats,
    "sixteen bits": window_int32,
    "generator": window_generator,
    "list consumed": window_consumes,
    "equal tail": window_equal_tail,
    "last id": window_last_token,
    "memory by length": window_memory,
    "state": window_state,
}
# Answers without any work: each earns less than a third.
LAZY = {
    "example": window_example,
    "whole": window_whole,
    "identity": window_identity,
    "each": window_each,
    "nothing": window_nothing,
    "raises": window_raises,
}

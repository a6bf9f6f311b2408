"""Wrong answers to `sliding_window`; each docstring says what is wrong."""


def _need(size, overlap):
    if not 0 <= overlap < size:
        raise ValueError("sizes")


def _cut(tokens, size, overlap, step=lambda size, overlap: size - overlap):
    """Cut as it should be; the wrong answers exchange a part or spoil the windows."""
    windows, start = [], 0
    while tokens:
        windows.append(tokens[start : start + size])
        if start + size >= len(tokens):
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


def _up_to_the_size(size, overlap):
    if not 0 <= overlap <= size:
        raise ValueError("sizes")


def _unguarded(size, overlap):
    pass


ALL = {
    "published loop: a last window inside the one before": published_loop,
    "published range, sizes not tested": published_range,
    "the whole list as one window": never_cuts,
    "eats its argument": eats_its_argument,
    "pads its argument": pads_its_argument,
    "spans for windows": spans,
    "list kept in a default argument": remembers,
    "empty list fails": empty_fails,
    "cut from the end": reversed_order,
    "full windows only": _with(
        "Leaves out the last window unless it is full.",
        lambda windows, size, overlap: [one for one in windows if len(one) == size],
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
    "endless when overlap exceeds half": _with(
        "Searches the next start from the end backwards in whole overlaps: over half the size it does not move.",
        step=lambda size, overlap: size - overlap if 2 * overlap <= size else 0,
    ),
    "sizes not tested": _with(
        "Does not test the sizes.", guard=_unguarded, step=lambda size, overlap: max(1, size - overlap)
    ),
    "overlap equal to size allowed": _with(
        "Lets an overlap as large as the size pass, and then does not move.", guard=_up_to_the_size
    ),
}


# Answers without any work: each earns less than a third.
LAZY = {
    "each": lambda tokens, size=500, overlap=75: _need(size, overlap) or [[token] for token in tokens],
    "raises": lambda tokens, size=500, overlap=75: _need(0, 0),
}

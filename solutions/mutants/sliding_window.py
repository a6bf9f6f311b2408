"""Wrong answers to `sliding_window`; each docstring says what is wrong."""


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

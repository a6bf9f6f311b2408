"""Changes to packed spans that keep the contract: a longer last chunk, and ends without their separators."""

from collections.abc import Sequence
from itertools import zip_longest

from chunklib.chunk import Span
from chunklib.cuts import Cuts
from chunklib.cuts.separators import Separator, beginnings
from chunklib.errors import InvalidValue
from chunklib.integers import at_least, whole
from chunklib.pack import Packer


def lengthen_last(packer: Packer, spans: Sequence[Span], least: int, cuts: Cuts) -> list[Span]:
    """Join a short last span to the one before, or start it earlier and let that one give way; no text is dropped.

    Args:
        packer: what made the spans.
        spans: what the packer returned.
        least: what the last span should measure, in units of the ruler, at most the packer's size.
        cuts: where the last two spans may start and end now.

    Returns:
        spans within the size that share no more than the overlap allows: one less where the last two fit together;
        unchanged where the last is long enough, alone, or where no cut serves.
    """
    unchanged = list(spans)
    if len(spans) < 2 or packer.index.size(*spans[-1]) >= least:
        return unchanged
    text, size = packer.text, packer.index.size
    before, last = spans[-2:]
    if size(before.start, last.end) <= packer.size:
        return [*spans[:-2], Span(before.start, last.end)]
    start = cuts.last(before.start, last.start - 1)
    while start is not None and size(start, last.end) < least:
        start = cuts.last(before.start, start - 1)
    if start is None or size(start, last.end) > packer.size:
        return unchanged
    low = max(start - 1, spans[-3].end if len(spans) > 2 else before.start)
    end = cuts.last(low, before.end)
    while end is not None and not (
        packer.overlap.allows(packer.index, start, end) and size(before.start, end) <= packer.size
    ):
        end = cuts.last(low, end - 1)
    if end is None or text[before.start : end].isspace():
        return unchanged
    return [*spans[:-2], Span(before.start, end), Span(start, last.end)]


def least_size(min_size: int, size: int) -> int:
    """Read the least that a chunk should measure, in the same units as the size.

    Raises:
        ValueError: unless ``0 <= min_size <= size``; the message names both.
        TypeError: for anything but whole numbers.

    >>> least_size(100, 500)
    100
    """
    if not 0 <= whole("min_size", min_size) <= at_least(1, "size", size):
        raise InvalidValue(f"min_size must be from 0 to size: got min_size={min_size}, size={size}")
    return min_size


def without_separators(packer: Packer, spans: Sequence[Span], separators: Sequence[Separator]) -> list[Span]:
    """End each span before the white space of its last separator, where the contract still holds."""
    text, index, begins = packer.text, packer.index, dict[int, int]()
    for kind in separators:
        begins = {**(beginnings(text, kind) if kind != "" else {}), **begins}
    kept: list[Span] = []
    for (start, end), following in zip_longest(spans, spans[1:]):
        bare = max(begins.get(end, end), start + len(text[start:end].rstrip()))
        serves = (
            bare > (kept[-1].end if kept else 0)
            and packer.graphemes.at(bare)
            and index.size(start, bare) <= packer.size
            and (following is None or packer.overlap.allows(index, following.start, bare))
        )
        kept.append(Span(start, bare if serves else end))
    return kept

"""Define cuts, the answer to "where may I cut?": offsets, asked for one at a time.

A cut at ``c`` ends one piece at ``text[:c]`` and begins the next at ``text[c:]``. The end of the text is a cut of
every kind, and its start is never one. Callers ask for the last or the first cut of a range, not for all of them, so
that an answer that takes long to compute (grapheme clusters) looks only at the places that matter.
"""

from bisect import bisect_left, bisect_right
from collections.abc import Callable, Sequence
from functools import cached_property
from hashlib import blake2b
from typing import Protocol

import numpy as np

from chunklib.chunk import Span
from chunklib.cuts.graphemes import Graphemes
from chunklib.cuts.structure import Title
from chunklib.token_index import view


class Cuts(Protocol):
    """Gives the offsets at which a text may be cut."""

    def last(self, low: int, high: int) -> int | None:
        """Find the largest cut ``c`` with ``low < c <= high``."""

    def first(self, low: int, high: int) -> int | None:
        """Find the smallest cut ``c`` with ``low < c <= high``."""


class Positions:
    r"""Cuts from a rising list of offsets, those inside a grapheme cluster left out.

    Args:
        find: makes the rising list of offsets (0 < offset <= length); called once, at the first question.
        graphemes: the grapheme clusters of the same text.

    >>> from chunklib.cuts.graphemes import Graphemes
    >>> cuts = Positions(lambda: [1, 3, 5], Graphemes("ae\u0301o"))
    >>> cuts.last(0, 2), cuts.first(1, 3), cuts.first(5, 9)
    (1, 3, None)
    """

    def __init__(self, find: Callable[[], Sequence[int]], graphemes: Graphemes) -> None:
        self._find = find
        self._graphemes = graphemes

    @cached_property
    def offsets(self) -> Sequence[int]:
        """Give the offsets, whether or not they are inside a cluster."""
        return self._find()

    def last(self, low: int, high: int) -> int | None:
        """Find the largest cut ``c`` with ``low < c <= high``."""
        offsets = self.offsets
        while (at := bisect_right(offsets, high) - 1) >= 0 and (offset := offsets[at]) > low:
            if self._graphemes.at(offset):
                return offset
            high = self._graphemes.last(low, offset) or low
        return None

    def first(self, low: int, high: int) -> int | None:
        """Find the smallest cut ``c`` with ``low < c <= high``."""
        offsets = self.offsets
        while (at := bisect_right(offsets, low)) < len(offsets) and (offset := offsets[at]) <= high:
            if self._graphemes.at(offset):
                return offset
            low = (self._graphemes.first(offset, high) or high + 1) - 1
        return None


class AfterTitles:
    """Gives the cuts of a kind that part no title from the beginning of what follows it.

    Args:
        cuts: all cuts of the kind.
        titles: what each title stays with, in order.
        fits: tells whether a title fits together with that.
    """

    def __init__(self, cuts: Cuts, titles: Sequence[Title], fits: Callable[[Title], bool]) -> None:
        self._cuts, self._titles, self._fits = cuts, titles, fits

    def last(self, low: int, high: int) -> int | None:
        """Find the largest cut ``c`` with ``low < c <= high``."""
        found = self._cuts.last(low, high)
        while found is not None and (title := self._around(found)) and low <= title.start:
            found = self._cuts.last(low, title.start)
        return found

    def first(self, low: int, high: int) -> int | None:
        """Find the smallest cut ``c`` with ``low < c <= high``."""
        found = self._cuts.first(low, high)
        while found is not None and (title := self._around(found)) and low <= title.start:
            found = self._cuts.first(title.after, high)
        return found

    def _around(self, offset: int) -> Title | None:
        """Find the title before a cut if that would part it from what it fits together with; those before fit less."""
        at = bisect_left(self._titles, offset, key=lambda title: title.start) - 1
        parted = at >= 0 and offset <= self._titles[at].after and self._fits(self._titles[at])
        return self._titles[at] if parted else None


def outside(offsets: Sequence[int], spans: Sequence[Span]) -> Sequence[int]:
    """Leave out the offsets that are inside of a span, in any order, with others in it or not.

    >>> list(outside([1, 5, 7, 12], [Span(1, 7), Span(3, 4)]))
    [1, 7, 12]
    """
    if not spans or not len(offsets):
        return offsets
    starts, ends = np.array(sorted(spans), np.int64).T
    places, furthest = np.array(offsets, np.int64), np.maximum.accumulate(ends)
    before = np.searchsorted(starts, places) - 1
    return view(places[(before < 0) | (furthest[before] <= places)])


MOST_RANK = 7
"""The highest rank: one cut in 128 has it."""


def ranks(text: str, offsets: Sequence[int]) -> list[int]:
    """Rank the cuts after pieces of a text by a hash of each piece: half of them have rank 0, a quarter rank 1, ...

    A rank depends on the words of its piece alone, not on its place or on the white space in it.

    Args:
        text: the text.
        offsets: where pieces end, rising, in characters; the last is the end of the text.

    Returns:
        a rank from 0 to ``MOST_RANK`` for each offset; the end of the text has the highest.

    >>> ranks("Tea is hot. Ice is cold. ", [12, 25])[0] == ranks("So: Tea is hot.  Ice is cold. ", [4, 17, 30])[1]
    True
    """
    found, start = [], 0
    for end in offsets[:-1]:
        piece = " ".join(text[start:end].split()).encode("utf-8", "surrogatepass")
        number = blake2b(piece, digest_size=1).digest()[0] | 1 << MOST_RANK
        found.append((number & -number).bit_length() - 1)
        start = end
    return [*found, MOST_RANK][: len(offsets)]

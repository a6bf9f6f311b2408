"""What every answer to "where may I cut?" looks like: offsets, asked for one at a time.

A cut at ``c`` ends one piece at ``text[:c]`` and begins the next at ``text[c:]``. The end of the text is a cut of
every kind; its start is none. Asking for the last or the first cut of a range, rather than for all of them, lets
an answer that is dear to compute (grapheme clusters) look only at the places that matter.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Sequence
from typing import Protocol


class Cuts(Protocol):
    """Offsets at which a text may be cut."""

    def last(self, low: int, high: int) -> int | None:
        """Find the largest cut ``c`` with ``low < c <= high``."""

    def first(self, low: int, high: int) -> int | None:
        """Find the smallest cut ``c`` with ``low < c <= high``."""


class Positions:
    """Cuts from a rising list of offsets, less those that a second opinion forbids.

    :param find: makes the rising list of offsets (0 < offset <= length); called once, at the first question.
    :param allowed: says whether an offset is legal at all (no grapheme cluster is cut there).

    >>> cuts = Positions(lambda: [3, 6, 9], allowed=lambda offset: offset != 6)
    >>> cuts.last(0, 8), cuts.first(3, 9), cuts.first(9, 20)
    (3, 9, None)
    """

    def __init__(self, find: Callable[[], Sequence[int]], allowed: Callable[[int], bool]) -> None:
        self._find = find
        self._allowed = allowed
        self._offsets: Sequence[int] | None = None

    @property
    def offsets(self) -> Sequence[int]:
        """The offsets before the second opinion."""
        if self._offsets is None:
            self._offsets = self._find()
        return self._offsets

    def last(self, low: int, high: int) -> int | None:
        """Find the largest cut ``c`` with ``low < c <= high``."""
        offsets = self.offsets
        at = bisect_right(offsets, high) - 1
        while at >= 0 and offsets[at] > low:
            if self._allowed(offsets[at]):
                return offsets[at]
            at -= 1
        return None

    def first(self, low: int, high: int) -> int | None:
        """Find the smallest cut ``c`` with ``low < c <= high``."""
        offsets = self.offsets
        at = bisect_right(offsets, low)
        while at < len(offsets) and offsets[at] <= high:
            if self._allowed(offsets[at]):
                return offsets[at]
            at += 1
        return None

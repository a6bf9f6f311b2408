"""Leave out the cuts between a title and what follows it, where the two fit together: no title ends a chunk."""

from bisect import bisect_left
from collections.abc import Callable, Sequence

from chunklib.chunk import Span
from chunklib.cuts.positions import Cuts


class AfterTitles:
    """Gives the cuts of a kind that part no title from the beginning of what follows it.

    Args:
        cuts: all cuts of the kind.
        titles: where each title begins, and what comes after it and the titles right below it.
        fits: tells whether the text of such a span fits together with the beginning of what comes after it.
    """

    def __init__(self, cuts: Cuts, titles: Sequence[Span], fits: Callable[[int, int], bool]) -> None:
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
            found = self._cuts.first(title.end, high)
        return found

    def _around(self, offset: int) -> Span | None:
        """Find the first title that a cut at an offset would part from what it fits together with."""
        at = bisect_left(self._titles, offset, key=lambda title: title.end)
        while at < len(self._titles) and self._titles[at].start < offset:
            if self._fits(*self._titles[at]):
                return self._titles[at]
            at += 1
        return None

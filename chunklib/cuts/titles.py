"""Leave out the cuts between a title and what follows it, where the two fit together: no title ends a chunk."""

from bisect import bisect_left
from collections.abc import Callable, Sequence

from chunklib.cuts.positions import Cuts
from chunklib.cuts.structure import Title


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
        """Find the first title that a cut at an offset would part from what it fits together with."""
        at = bisect_left(self._titles, offset, key=lambda title: title.after)
        while at < len(self._titles) and self._titles[at].start < offset:
            if self._fits(self._titles[at]):
                return self._titles[at]
            at += 1
        return None

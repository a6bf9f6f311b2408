"""Leave out the cuts between a title and what follows it, where the two fit together: no title ends a chunk."""

from bisect import bisect_left
from collections.abc import Callable, Sequence
from itertools import takewhile

from chunklib.chunk import Span
from chunklib.cuts.positions import Cuts
from chunklib.cuts.structure import TitleRun


class Together:
    """Finds titles that fit together with the beginning of what comes after them.

    Args:
        runs: the titles of a text, those together that follow one another.
        fits: tells of a title and of what comes after its run whether the beginning of that fits with both.
    """

    def __init__(self, runs: Sequence[TitleRun], fits: Callable[[int, int], bool]) -> None:
        starts = [*(run.starts[0] for run in runs[1:]), runs[-1].after + 1]
        both = zip(runs, starts, strict=True)
        self._runs = [run for run, following in both if run.after < following]  # others have nothing of their own
        self._after = [run.after for run in self._runs]
        self._first: dict[int, int] = {}
        self._fits = fits

    def around(self, offset: int) -> Span | None:
        """Find the titles, with the white space after them, that a cut at an offset would part from what follows."""
        at = bisect_left(self._after, offset)
        if at == len(self._runs) or self._runs[at].starts[0] >= offset:
            return None
        if at not in self._first:
            starts, after = self._runs[at]
            fitting = takewhile(lambda start: self._fits(start, after), reversed(starts))
            self._first[at] = min(fitting, default=after)
        found = Span(self._first[at], self._after[at])
        return found if found.start < offset else None


class AfterTitles:
    """Gives the cuts of a kind that part no title from what follows it."""

    def __init__(self, cuts: Cuts, titles: Together) -> None:
        self._cuts, self._titles = cuts, titles

    def last(self, low: int, high: int) -> int | None:
        """Find the largest cut ``c`` with ``low < c <= high``."""
        found = self._cuts.last(low, high)
        while found is not None and (titles := self._titles.around(found)) and low <= titles.start:
            found = self._cuts.last(low, titles.start)
        return found

    def first(self, low: int, high: int) -> int | None:
        """Find the smallest cut ``c`` with ``low < c <= high``."""
        found = self._cuts.first(low, high)
        while found is not None and (titles := self._titles.around(found)) and low <= titles.start:
            found = self._cuts.first(titles.end, high)
        return found

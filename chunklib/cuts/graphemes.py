r"""Cuts between grapheme clusters (what a reader calls a character), and below them between code points.

Clusters follow Unicode's rules as ``\X`` of the regex module knows them. Finding all of them costs several times
a tokenizer pass, and a packer asks about a few places only, so a place is first judged by its two neighbours;
only a stretch where neighbours do not settle it (emoji with joiners, Indic vowels, jamo) is split, and kept.
"""

from bisect import bisect_left, bisect_right
from collections import deque

import regex

# Flags are paired here: \X looks back over a whole run of regional indicators for each of its matches.
_CLUSTER = regex.compile(
    r"[\U0001F1E6-\U0001F1FF]{2}[\p{Grapheme_Cluster_Break=Extend}\p{Grapheme_Cluster_Break=SpacingMark}\u200D]*+|\X"
)
_MARKED = regex.compile(r"\ufeff\s*+(?=\S)")  # a byte order mark: a chunk of it would show nothing
# Between two of these there is always a boundary, whatever is around them.
_PLAIN = regex.compile(r"[\p{Grapheme_Cluster_Break=Other}]{2}|[\uAC00-\uD7A3]{2}")
_PREPEND = regex.compile(r"\p{Grapheme_Cluster_Break=Prepend}")
_KEPT_STRETCHES = 8


class Graphemes:
    r"""Cuts between the grapheme clusters of a text; a byte order mark at its start belongs to what comes after it.

    Args:
        text: the text.
        begins: whether it is the beginning of a text, not a later part of one.

    >>> cuts = Graphemes("e\u0301👩‍🔧x")
    >>> [offset for offset in range(1, 7) if cuts.at(offset)]
    [2, 5, 6]
    """

    def __init__(self, text: str, *, begins: bool = True) -> None:
        self._text = text
        mark = _MARKED.match(text) if begins else None
        self._mark = mark.end() if mark else 0
        self._stretches: deque[list[int]] = deque(maxlen=_KEPT_STRETCHES)  # the cuts of each, its ends included

    def at(self, offset: int) -> bool:
        """Tell whether no cluster reaches across an offset."""
        beside = self._text[offset - 1 : offset + 1]
        if (beside.isascii() and beside != "\r\n" and offset > self._mark) or self._settled(offset):  # quick first
            return True
        cuts = self._stretch(offset)
        return cuts[bisect_right(cuts, offset) - 1] == offset

    def last(self, low: int, high: int) -> int | None:
        """Find the largest cut ``c`` with ``low < c <= high``."""
        cuts = [high] if self._settled(high) else self._stretch(high)
        offset = cuts[bisect_right(cuts, high) - 1]
        return offset if offset > low else None

    def first(self, low: int, high: int) -> int | None:
        """Find the smallest cut ``c`` with ``low < c <= high``."""
        cuts = [low + 1] if self._settled(low + 1) else self._stretch(low + 1)
        offset = cuts[bisect_left(cuts, low + 1)]
        return offset if offset <= high else None

    def _settled(self, offset: int) -> bool:
        """Tell whether the two neighbours alone make sure that this is a boundary."""
        text = self._text
        if 0 < offset <= self._mark:
            return False
        if not 0 < offset < len(text):
            return True
        before, after = text[offset - 1], text[offset]
        if after < "\x80":
            return not (after == "\n" and before == "\r") and (before < "\x80" or not _PREPEND.match(before))
        return _PLAIN.match(text, offset - 1, offset + 1) is not None

    def _stretch(self, offset: int) -> list[int]:
        """Split the text between the settled places around an offset, both of them included; keep the last few."""
        for cuts in self._stretches:
            if cuts[0] < offset < cuts[-1]:
                return cuts
        start, end = offset - 1, offset + 1
        while not self._settled(start):
            start -= 1
        while not self._settled(end):
            end += 1
        begin = start or self._mark
        cuts = [start, *(match.end() for match in _CLUSTER.finditer(self._text, begin, end))]
        self._stretches.append(cuts)
        return cuts


class CodePoints:
    """Cuts between any two characters: the last resort, inside a cluster that does not fit by itself."""

    def last(self, low: int, high: int) -> int | None:
        """Find the largest cut ``c`` with ``low < c <= high``."""
        return high if low < high else None

    def first(self, low: int, high: int) -> int | None:
        """Find the smallest cut ``c`` with ``low < c <= high``."""
        return low + 1 if low < high else None

"""Holds what the lesson's sweep finds, as its tables show it: an answer about the same settings has these numbers."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

QUESTIONS = 192
SWEPT = """
recall 200 10 bm25  +2.0 +0.7 +3.2 2.5
recall 200 20 bm25  +2.9 +1.5 +4.2 2.9
recall 200 50 bm25  +2.8 +0.3 +5.0 5.0
recall 200 10 dense +0.6 -0.6 +1.8 2.6
recall 200 20 dense +1.9 +0.5 +3.3 2.9
recall 200 50 dense +3.2 +1.1 +5.3 4.5
recall 400 10 bm25  +1.9 +0.6 +3.2 2.6
recall 400 20 bm25  +3.3 +2.0 +4.6 2.7
recall 400 50 bm25  +1.1 -1.2 +3.4 4.8
recall 400 10 dense +3.2 +1.8 +4.6 2.8
recall 400 20 dense +2.9 +1.3 +4.5 3.4
recall 400 50 dense +2.7 +0.3 +5.1 5.1
whole  200 10 bm25  +3.4 +2.1 +4.7 2.7
whole  200 20 bm25  +5.5 +3.9 +7.1 3.3
whole  200 50 bm25  +10.4 +7.3 +13.5 6.6
whole  200 10 dense +1.2 -0.1 +2.5 2.6
whole  200 20 dense +3.8 +2.2 +5.3 3.1
whole  200 50 dense +8.6 +5.8 +11.4 5.7
whole  400 10 bm25  +4.2 +2.6 +5.8 3.3
whole  400 20 bm25  +9.0 +7.3 +10.7 3.5
whole  400 50 bm25  +9.7 +6.9 +12.4 5.8
whole  400 10 dense +4.4 +2.8 +5.9 3.1
whole  400 20 dense +6.2 +4.2 +8.1 4.1
whole  400 50 dense +8.0 +5.1 +10.9 5.9
"""
"""Metric, size, overlap in per cent and retriever; then difference, both ends of the interval and smallest effect, in
points. All are windows against no overlap, at 5, in six phases."""
_OWN = re.compile(r"\b(?:my|our|own)\b")
_OTHER = re.compile(
    r"\b(?:recursive|sentences?|smart|structure|semantic|hybrid|characters?|markdown|records)\b|chunk\b"
)


def row_of(lines: Mapping[str, str]) -> Sequence[float]:
    """Return the four numbers of the sweep for the settings of an answer, none where it measured another thing.

    Args:
        lines: what follows each label, in small letters.

    >>> row_of({"Settings": "400/80 against 400 / 0, bm25@5", "Measured": "recall, six phases"})
    [3.3, 2.0, 4.6, 2.7]
    >>> row_of({"Settings": "400/80 against 400/0, bm25@5", "Measured": "recall on our own manuals"})
    []
    """
    settings, measured = re.sub(r"\s*/\s*", "/", lines.get("Settings", "")), lines.get("Measured", "")
    pairs = sorted((int(b), int(a)) for a, b in re.findall(r"\b(\d{1,6})/(\d{1,6})\b", settings))
    how, metric = re.search(r"\b(bm25|dense)@5\b", settings), re.search(r"\b(recall(?!_)|whole)", measured)
    other = is_own(lines) or _OTHER.search(settings)
    if other or not how or not metric or len(pairs) != 2 or pairs[0] != (0, pairs[1][1]):
        return []
    overlap, size = pairs[1]
    wanted = [metric[1], str(size), f"{100 * overlap / max(size, 1):g}", how[1]]
    return next(
        ([float(one) for one in row[4:]] for row in map(str.split, SWEPT.splitlines()) if row[:4] == wanted), []
    )


def is_own(lines: Mapping[str, str]) -> bool:
    """Tell whether an answer says that its author measured it."""
    return any(_OWN.search(lines.get(label, "")) for label in ("Settings", "Measured", "Claim"))


def is_row(said: Sequence[str], found: Sequence[float]) -> bool:
    """Tell whether numbers are those of the sweep; each may be rounded, and all turned where the settings are.

    >>> is_row(["3"], [3.3]), is_row(["-4.6", "-2.0"], [2.0, 4.6]), is_row(["2.9"], [3.3])
    (True, True, False)
    """
    off = [0.051 if "." in one else 0.551 for one in said]
    ways = (found, [-its for its in reversed(found)])
    return any(all(abs(float(one) - its) <= far for one, its, far in zip(said, way, off, strict=True)) for way in ways)

"""What callers write for an overlap, read once: ``75``, ``"15%"``, ``"2s"``, or a rule that looks at the text."""

from __future__ import annotations

import re
from dataclasses import dataclass

from chunklib.calculators import overlap_from_percent
from chunklib.overlap.adaptive import Adaptive
from chunklib.overlap.semantic import Semantic
from chunklib.whole import at_least, size_and_overlap

OverlapSpec = int | str | Adaptive | Semantic

_FORMS = "overlap must be a whole number, a percentage such as '15%', sentences such as '2s', Adaptive or Semantic"
_FORM = re.compile(
    r"\s*(?:(?P<units>-?\d{1,18})|(?P<percent>-?\d{1,18}(?:\.\d{1,18})?)\s*%|(?P<sentences>-?\d{1,18})\s*s)\s*",
    re.ASCII,
)


@dataclass(frozen=True)
class Asked:
    """What a caller asked to repeat: a number of units, or of sentences.

    Exactly one of the two is not zero, or both are.
    """

    units: int = 0
    sentences: int = 0


def asked(overlap: OverlapSpec, size: int) -> Asked:
    """Read an overlap as a caller writes it.

    Args:
        overlap: units of the ruler (``75`` or ``"75"``), a percentage of the size (``"15%"``, 0 to below 100), whole
            sentences (``"2s"``), or :class:`Adaptive` or :class:`Semantic`, of which the maximum counts here.
        size: the size of a chunk, in units of the ruler.

    Raises:
        ValueError: unless ``0 <= overlap < size``, and for a text that is none of the three.
        TypeError: for anything but a whole number or a text.

    >>> asked(75, 500), asked("15%", 500), asked("2s", 500)
    (Asked(units=75, sentences=0), Asked(units=75, sentences=0), Asked(units=0, sentences=2))
    """
    size = at_least(1, "size", size)
    if isinstance(overlap, Adaptive | Semantic):
        return Asked(units=size_and_overlap(size, overlap.maximum)[1])
    if not isinstance(overlap, str):
        if not hasattr(overlap, "__index__"):
            raise TypeError(f"{_FORMS}: got {overlap!r}")
        return Asked(units=size_and_overlap(size, overlap)[1])
    form = _FORM.fullmatch(overlap)
    if form is None:
        raise ValueError(f"{_FORMS}: got {overlap[:40]!r}")
    if form["sentences"]:
        return Asked(sentences=at_least(0, "overlap in sentences", int(form["sentences"])))
    if form["percent"]:
        return Asked(units=_from_percent(form["percent"], size))
    return Asked(units=size_and_overlap(size, int(form["units"]))[1])


def _from_percent(percent: str, size: int) -> int:
    if not 0 <= float(percent) < 100:
        raise ValueError(f"an overlap in per cent must be from 0 to below 100: got {percent}%")
    return overlap_from_percent(size, float(percent))

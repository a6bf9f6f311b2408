"""Answer question 3, what do I repeat: an overlap proposes where the next chunk may start, most sharing first.

The packer takes the first proposal with which the next piece still fits, so an overlap never costs a boundary.
"""

import re
from collections.abc import Mapping
from typing import Any

from chunklib.errors import InvalidType, InvalidValue, check_name, refuse_options
from chunklib.overlap.adaptive import RULES as RULES
from chunklib.overlap.adaptive import Adaptive as Adaptive
from chunklib.overlap.adaptive import Rule as Rule
from chunklib.overlap.kind import Overlap as Overlap
from chunklib.overlap.kind import OverlapKind as OverlapKind
from chunklib.overlap.kind import Percentage as Percentage
from chunklib.overlap.kind import Sentences as Sentences
from chunklib.overlap.kind import Units as Units
from chunklib.overlap.semantic import Semantic as Semantic
from chunklib.readers import at_least, whole

KINDS: tuple[type[OverlapKind], ...] = (Units, Percentage, Sentences, Semantic, Adaptive)
"""Every kind of overlap."""

OverlapSpec = int | str | OverlapKind
"""What callers write for an overlap: ``75``, ``"15%"``, ``"2s"``, or a kind such as ``Adaptive()``."""

_WRITTEN = re.compile(r"\s*(-?\d{1,18}(?:\.\d{1,18})?)\s*([%s]?)\s*", re.ASCII)
_FORMS = "overlap must be a whole number, a percentage such as '15%', sentences such as '2s', Adaptive or Semantic"


def parse_overlap(overlap: OverlapSpec, size: int) -> OverlapKind:
    """Read an overlap as a caller writes it, for chunks of a size.

    Args:
        overlap: units of the ruler (``75`` or ``"75"``), a percentage of the size (``"15%"``, 0 to below 100), whole
            sentences (``"2s"``), or :class:`Adaptive` or :class:`Semantic`.
        size: the size of a chunk, in units of the ruler.

    Returns:
        a kind whose ``units`` or ``sentences`` are the most that neighbours may share.

    Raises:
        ValueError: unless ``0 <= overlap < size``, and for a text that is none of the three.
        TypeError: for anything but a whole number or a text.

    >>> parse_overlap(75, 500), parse_overlap("15%", 500), parse_overlap("2s", 500)
    (Units(amount=75), Units(amount=75), Sentences(count=2))
    """
    return kind_of(overlap).for_size(at_least(1, "size", size))


def kind_of(overlap: OverlapSpec) -> OverlapKind:
    """Tell which kind of overlap a caller wrote.

    >>> kind_of("15%")
    Percentage(percent='15')
    """
    if isinstance(overlap, OverlapKind):
        return overlap
    if not isinstance(overlap, str):
        if not hasattr(overlap, "__index__"):
            raise InvalidType(f"{_FORMS}: got {overlap!r}")
        return Units(whole("overlap", overlap))
    if found := _WRITTEN.fullmatch(overlap):
        number, unit = found.groups()
        if unit == "%":
            return Percentage(number)
        if "." not in number:
            return Sentences(int(number)) if unit else Units(int(number))
    raise InvalidValue(f"{_FORMS}: got {overlap[:40]!r}")


def described(given: Any) -> OverlapKind:
    """Read an overlap of a configuration: as callers write it, or a dictionary that names its kind.

    >>> described({"strategy": "percentage", "value": 0.15}).for_size(200)
    Units(amount=30)
    """
    if not isinstance(given, Mapping):
        return kind_of(given)
    name: Any = given.get("strategy")
    kinds = {kind.name: kind for kind in KINDS}
    check_name("strategy", name, kinds, " of the overlap")
    refuse_options(f"the overlap {name!r}", given, ("strategy", *kinds[name].keys))
    return kinds[name].described({key: value for key, value in given.items() if key != "strategy"})

"""The rules of thumb that a recommendation starts from: sizes by use and overlaps by scenario, as tutorials give them.

Nobody here has measured that such a size suits such a use. What was measured is in :mod:`chunklib.evaluation.claims`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType


@dataclass(frozen=True, slots=True)
class Range:
    """From ``low`` to ``high`` in a unit, both included; without ``low`` anything up to ``high``.

    A percentage is a share of the size of a chunk.

    >>> str(Range(400, 600, "tokens")), str(Range(None, 10, "%")), str(Range(200, 200, "tokens"))
    ('400-600 tokens', 'at most 10 %', '200 tokens')
    """

    low: int | None
    high: int
    unit: str

    @property
    def middle(self) -> int:
        """The middle of the range, rounded down; its upper end if it has no lower one."""
        return ((self.high if self.low is None else self.low) + self.high) // 2

    def __str__(self) -> str:
        """Write the range as a person would."""
        if self.low is None:
            return f"at most {self.high:,} {self.unit}"
        number = f"{self.low:,}" if self.low == self.high else f"{self.low:,}-{self.high:,}"
        return f"{number} {self.unit}"


SIZE_BY_USE: Mapping[str, Range] = MappingProxyType(
    {
        "questions": Range(400, 600, "tokens"),
        "conversation": Range(200, 400, "tokens"),
        "technical": Range(600, 800, "tokens"),
        "legal": Range(800, 1000, "tokens"),
        "research": Range(500, 700, "tokens"),
    }
)
"""The size of a chunk, for each use in ``chunklib.advice.USES``."""

OVERLAP_BY_SCENARIO: Mapping[str, Range] = MappingProxyType(
    {
        "clear sections": Range(None, 10, "%"),
        "flowing prose": Range(15, 20, "%"),
        "technical": Range(20, 20, "%"),
        "legal": Range(25, 25, "%"),
        "code with comments": Range(10, 15, "%"),
        "conversation": Range(20, 20, "%"),
    }
)
"""The overlap of two chunks, by what kind of document it is and what for."""

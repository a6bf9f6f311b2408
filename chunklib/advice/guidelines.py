"""Name the uses and priorities that a caller may ask for, and give the rules of thumb for them.

Sizes by use and overlaps by scenario are those of tutorials. Nobody here has measured that such a size suits such a
use. What was measured is in :mod:`chunklib.evaluation.claims`.
"""

from collections.abc import Mapping
from dataclasses import dataclass

from chunklib.errors import InvalidType, unknown


@dataclass(frozen=True, slots=True)
class Range:
    """Goes from ``low`` to ``high`` in a unit, both included; without ``low`` it is anything up to ``high``.

    A percentage is a share of the size of a chunk.

    >>> str(Range(400, 600, "tokens")), str(Range(None, 10, "%")), str(Range(200, 200, "tokens"))
    ('400-600 tokens', 'at most 10 %', '200 tokens')
    """

    low: int | None
    high: int
    unit: str

    @property
    def middle(self) -> int:
        """Return the middle of the range, rounded down; its upper end if it has no lower one."""
        return ((self.high if self.low is None else self.low) + self.high) // 2

    def __str__(self) -> str:
        """Write the range as a person would."""
        if self.low is None:
            return f"at most {self.high:,} {self.unit}"
        number = f"{self.low:,}" if self.low == self.high else f"{self.low:,}-{self.high:,}"
        return f"{number} {self.unit}"


SIZE_BY_USE: Mapping[str, Range] = {
    "questions": Range(400, 600, "tokens"),
    "conversation": Range(200, 400, "tokens"),
    "technical": Range(600, 800, "tokens"),
    "legal": Range(800, 1000, "tokens"),
    "research": Range(500, 700, "tokens"),
}
"""The size of a chunk, for each use in ``chunklib.advice.USES``."""

OVERLAP_BY_SCENARIO: Mapping[str, Range] = {
    "clear sections": Range(None, 10, "%"),
    "flowing prose": Range(15, 20, "%"),
    "technical": Range(20, 20, "%"),
    "legal": Range(25, 25, "%"),
    "code with comments": Range(10, 15, "%"),
    "conversation": Range(20, 20, "%"),
}
"""The overlap of two chunks, by what kind of document it is and what for."""


USES: Mapping[str, tuple[str, ...]] = {
    "questions": ("questions over documents", "question answering", "qa", "q&a", "general"),
    "conversation": ("conversational", "chat", "chatbot", "support"),
    "technical": ("technical documentation", "documentation", "docs", "code"),
    "legal": ("legal documents", "contracts", "contract"),
    "research": ("research papers", "papers", "scientific", "academic"),
}
"""The uses with what else they are called; each has its size in :mod:`chunklib.advice.guidelines`."""

PRIORITIES: Mapping[str, tuple[str, ...]] = {
    "recall": ("maximum recall", "max recall", "high recall", "high accuracy"),
    "balanced": ("balance", "default"),
    "storage": ("storage efficiency", "minimal storage", "cost"),
    "realtime": ("real-time", "real time", "real-time indexing", "speed"),
}
"""The priorities with what else they are called."""


def named(what: str, value: str, names: Mapping[str, tuple[str, ...]]) -> str:
    """Find the name that a caller means.

    Args:
        what: what is asked for, in the message ("use").
        value: a name or one of its other names, in any case.
        names: names with their other names.

    Raises:
        ValueError: for an unknown name; the message lists the names.
        TypeError: for anything but a text.

    >>> named("use", "Q&A", USES), named("priority", "real-time", PRIORITIES)
    ('questions', 'realtime')
    """
    if not isinstance(value, str):
        raise InvalidType(f"{what} must be one of {', '.join(names)}: got {value!r}")
    wanted = " ".join(value.lower().replace("_", " ").split())
    for name, others in names.items():
        if wanted == name or wanted in others:
            return name
    raise unknown(what, value[:40], names)

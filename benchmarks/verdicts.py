"""One row of the table of costs, and what of all that was measured is over its limit."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from benchmarks import growth, memory

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from benchmarks.cost import Cost
    from benchmarks.figures import Figures
    from benchmarks.growth import Growth
    from benchmarks.memory import Memory


@dataclass(frozen=True)
class Row:
    """A splitter's cost and figures, with what it may cost."""

    title: str
    package: str
    version: str
    note: str
    cost: Cost
    figures: Figures
    limit: float | None
    aim: float | None

    @property
    def ok(self) -> bool:
        """Whether the least ratio is within the limit, if there is one."""
        return self.limit is None or self.cost.least <= self.limit


def over(rows: Sequence[Row], growths: Sequence[Growth], memories: Sequence[Memory]) -> Iterator[str]:
    """Say in one line each what is over its limit."""
    for row in rows:
        if not row.ok:
            yield f"{row.title} costs {row.cost.least:.2f} encodes, the limit is {row.limit}"
    for one in growths:
        if not one.ok:
            worst = f"{one.worst:.2f} times as long for twice the text ({one.kind})"
            yield f"{one.title} takes {worst}, the limit is {growth.LIMIT:.2f}"
    for used in memories:
        if not used.ok:
            peak = max(used.traced, used.resident)
            yield f"{used.title} needs {peak:.1f} bytes per character, the limit is {memory.LIMIT:.0f}"

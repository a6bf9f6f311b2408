"""Hold the rows of the table of costs and all measurements, and say which are over their limits."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from benchmarks import adaptive, growth, memory, retrieval

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from benchmarks.adaptive import Comparison
    from benchmarks.cost import Cost
    from benchmarks.embedding import Embedding
    from benchmarks.figures import Figures
    from benchmarks.grading import Grading
    from benchmarks.growth import Growth
    from benchmarks.memory import Memory
    from benchmarks.pdf import Pages
    from benchmarks.retrieval import Sweep


@dataclass(frozen=True)
class Row:
    """A splitter's cost and figures, with what it may cost."""

    title: str
    kind: str
    package: str
    version: str
    note: str
    cost: Cost
    figures: Figures
    limit: float | None

    @property
    def ok(self) -> bool:
        """Tell whether the least ratio is within the limit, if there is one."""
        return self.limit is None or self.cost.least <= self.limit


@dataclass(frozen=True)
class Results:
    """Everything that one run measures."""

    costs: Sequence[Row]
    adaptive: Sequence[Comparison]
    embedding: Sequence[Embedding]
    pdf: Pages
    growth: Sequence[Growth]
    memory: Sequence[Memory]
    sweeps: Sequence[Sweep]
    grading: Grading | None = None


def over(results: Results) -> Iterator[str]:
    """Say in one line each what is over its limit."""
    for row in results.costs:
        if not row.ok:
            yield f"{row.title} costs {row.cost.least:.2f} encodes, the limit is {row.limit}"
    for one in results.adaptive:
        if not one.ok:
            ratio = f"{one.cost.median:.2f} times as long as with a fixed one"
            yield f"{one.title} with an adaptive overlap takes {ratio}, the limit is {adaptive.LIMIT:.2f}"
    yield from filter(None, map(_embedded, results.embedding))
    for grown in results.growth:
        if not grown.ok:
            worst = f"{grown.worst:.2f} times as long for twice the text ({grown.kind})"
            yield f"{grown.title} takes {worst}, the limit is {growth.LIMIT:.2f}"
    for used in results.memory:
        if not used.ok:
            peak = max(used.traced, used.resident)
            yield f"{used.title} needs {peak:.1f} bytes per character ({used.kind}), the limit is {memory.LIMIT:.0f}"
    yield from filter(None, map(_swept, results.sweeps))
    if results.grading is not None:
        yield from results.grading.over()


def _embedded(one: Embedding) -> str:
    if one.ok:
        return ""
    return f"{one.title} embeds {one.again} texts too many and misses {one.missed} of {one.sentences} sentences"


def _swept(one: Sweep) -> str:
    if one.ok:
        return ""
    spent, limits = (
        f"{one.seconds:.1f} s and {one.megabytes:,.0f} MB",
        f"{one.limit:.0f} s and {retrieval.MEMORY_LIMIT:,.0f} MB",
    )
    return f"a sweep with {one.retriever} takes {spent}, the limits are {limits}"

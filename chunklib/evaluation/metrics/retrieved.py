"""Count what a retriever found for the questions of a benchmark, as metrics need it."""

from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from chunklib.errors import InvalidValue
from chunklib.evaluation.indexed_benchmark import Prepared
from chunklib.evaluation.metrics.axis import Covered, Evidence, Integers, Pool, Ranges, total
from chunklib.retrieval.retriever import NOTHING


@dataclass(frozen=True, eq=False)
class Retrieved:
    """Holds the hits of Q questions, with everything that a metric may look at. It counts characters, in shape (Q,).

    Attributes:
        evidence: of Q questions.
        pool: all chunks, as places.
        ranks: shape (Q, depth): the places of the hits in the pool, best first, -1 where there is none.
        k: how many of them count where no budget of tokens is asked for.
        prepared: the benchmark, for metrics that look at its documents.
    """

    evidence: Evidence
    pool: Pool
    ranks: NDArray[np.intp]
    k: int
    prepared: Prepared | None = None

    @property
    def benchmark(self) -> Prepared:
        """Return the benchmark, or raise a ``ValueError`` where only places were given."""
        if self.prepared is None:
            raise InvalidValue("this metric needs the documents of a benchmark, not places alone")
        return self.prepared

    @property
    def top(self) -> NDArray[np.intp]:
        """Take the first k hits, shape (Q, k)."""
        return self.ranks[:, : self.k]

    @cached_property
    def places(self) -> Ranges:
        """Lay out the first k hits, owned by their question."""
        return self.pool.taken(self.top)

    @cached_property
    def _covered(self) -> Covered:
        return self.evidence.coverage(self.places)

    @cached_property
    def found(self) -> Integers:
        """Count the evidence that some hit has."""
        return self.evidence.found(self._covered)

    @property
    def missed(self) -> Integers:
        """Count the evidence that no hit has."""
        return self.evidence.length - self.found

    @cached_property
    def given(self) -> Integers:
        """Count the hits, each in full: what two of them share counts twice."""
        return total(self.places.owner, self.places.length, self.evidence.questions)

    @property
    def different(self) -> Integers:
        """Count the hits, where what two of them share counts once."""
        return self._covered.lengths

    @property
    def whole(self) -> NDArray[np.float64]:
        """Compute the share of the pieces of evidence that lie wholly inside one hit."""
        spans, pool = self.evidence.spans, self.pool
        at = self.top[spans.owner]  # (S, k)
        inside = (pool.start[at] <= spans.start[:, None]) & (pool.end[at] >= spans.end[:, None]) & (at != NOTHING)
        return self.evidence.share(inside.any(axis=1))
